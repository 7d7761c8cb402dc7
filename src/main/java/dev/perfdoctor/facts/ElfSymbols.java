package dev.perfdoctor.facts;

import dev.perfdoctor.facts.ElfImage.Section;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A symbol table and its names. Of a large one, evenly spaced parts: a table of a million symbols is no reason to read a hundred megabytes, or
 * to make a million objects.
 */
final class ElfSymbols {
    private static final int MOST_NAME_BYTES = 4 << 20;
    private static final int FUNCTION = 2;
    private static final int ABSOLUTE = 0xfff1;

    /** A function's code; {@code name} is 0, no name, where only the unwind table tells of it. */
    record Function(int name, long address, long size) {}

    private final ElfImage image;
    private final Section names;
    private final byte[] text;
    private final List<ByteBuffer> parts;
    private final int entry;
    private final long count;

    private ElfSymbols(ElfImage image, Section table, Section names, int most) {
        this.image = image;
        this.names = names;
        this.entry = (int) table.entrySize();
        this.count = table.size() / entry;
        this.text = image.bytes(names, MOST_NAME_BYTES);
        this.parts = Parts.of(count, most).stream()
                .map(p -> image.view(table.offset() + p.first() * entry, (long) p.count() * entry))
                .toList();
    }

    /**
     * The table of this type, {@link ElfImage#SYMTAB} or {@link ElfImage#DYNSYM}; empty where there is none that can be read.
     *
     * @param most how many symbols to read of it
     */
    static Optional<ElfSymbols> of(ElfImage image, int type, int most) {
        Optional<Section> table = image.sectionOfType(type);
        Optional<Section> names = table.flatMap(t -> image.section(t.link())).filter(Section::hasBytes);
        if (names.isEmpty() || table.get().entrySize() != (image.isWide() ? 24 : 16)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ElfSymbols(image, table.get(), names.get(), most));
        } catch (FileBytes.Refused _) {
            return Optional.empty();
        }
    }

    /** The name that a symbol or a function has; empty where it cannot be read. */
    String name(int index) {
        if (index >= 0 && index < text.length) {
            return ElfImage.text(text, index);
        }
        long at = Integer.toUnsignedLong(index);
        try {
            return at < names.size() ? ElfImage.text(image.bytes(names.offset() + at, Math.min(256, names.size() - at)), 0) : "";
        } catch (FileBytes.Refused _) {
            return "";
        }
    }

    /** The functions with code among the symbols that were read. */
    List<Function> functions() {
        List<Function> all = new ArrayList<>();
        for (ByteBuffer part : parts) {
            for (int at = 0; at < part.limit(); at += entry) {
                if (isFunctionWithCode(part, at)) {
                    all.add(new Function(part.getInt(at), value(part, at), size(part, at)));
                }
            }
        }
        return all;
    }

    /** How many functions with code there are among all symbols; of a table that was read in parts, about. */
    long functionCount() {
        long read = parts.stream().mapToLong(p -> p.limit() / entry).sum();
        return read == 0 ? 0 : functions().size() * count / read;
    }

    private boolean isFunctionWithCode(ByteBuffer part, int at) {
        int type = part.get(at + (image.isWide() ? 4 : 12)) & 0xf;
        int section = section(part, at);
        return type == FUNCTION && section != 0 && section != ABSOLUTE && size(part, at) > 0;
    }

    private int section(ByteBuffer part, int at) {
        return part.getChar(at + (image.isWide() ? 6 : 14));
    }

    private long value(ByteBuffer part, int at) {
        return image.address(part, at + (image.isWide() ? 8 : 4));
    }

    private long size(ByteBuffer part, int at) {
        return image.address(part, at + (image.isWide() ? 16 : 8));
    }

    /** Adds the names of a table of dynamic symbols that tell something. */
    void addDynamicMarkers(Set<String> found) {
        for (ByteBuffer part : parts) {
            for (int at = 0; at < part.limit(); at += entry) {
                ElfMarkers.addDynamic(found, text, part.getInt(at), section(part, at) == 0);
            }
        }
    }

    /** The newest version of the C library among the names: what the library defines, or a program needs of it. */
    Optional<String> newestGlibc() {
        return ElfMarkers.newestGlibc(text);
    }

    /** Adds the names of a table of all symbols that tell something. */
    void addMarkers(Set<String> found) {
        ElfMarkers.addAll(found, text);
    }
}
