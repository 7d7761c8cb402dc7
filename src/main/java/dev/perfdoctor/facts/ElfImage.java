package dev.perfdoctor.facts;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The frame of an ELF file (elf(5)): its header, its sections and its segments, of either class and byte order. What the headers say is
 * believed only where the file can hold it; a section table that makes no sense is no table.
 */
final class ElfImage {
    static final int RELOCATABLE = 1;

    static final int SYMTAB = 2;
    static final int NOTE = 7;
    static final int NOBITS = 8;
    static final int DYNSYM = 11;

    static final int LOAD_SEGMENT = 1;
    static final int DYNAMIC_SEGMENT = 2;
    static final int INTERPRETER_SEGMENT = 3;
    static final int NOTE_SEGMENT = 4;
    static final int EH_FRAME_SEGMENT = 0x6474e550;

    private static final int MOST_SECTIONS = 20_000;
    private static final int MOST_SEGMENTS = 4_096;
    private static final int MOST_NAME_BYTES = 2 << 20;
    private static final int LONGEST_NAME = 512;

    /** A section as the table describes it; its place in the file is not checked before it is read. */
    record Section(String name, int type, long flags, long address, long offset, long size, int link, long entrySize) {
        private static final long COMPRESSED = 0x800;
        private static final long EXECUTABLE = 0x4;

        boolean hasBytes() {
            return type != NOBITS && type != 0;
        }

        boolean isCompressed() {
            return (flags & COMPRESSED) != 0;
        }

        boolean isCode() {
            return hasBytes() && (flags & EXECUTABLE) != 0;
        }
    }

    /** A segment; {@code size} is what the file holds of it. */
    record Segment(int type, long offset, long address, long size) {}

    private final FileBytes file;
    private final boolean wide;
    private final ByteOrder order;
    private final ByteBuffer header;
    private final List<Segment> segments;
    private Optional<List<Section>> table; // read when it is first asked for: who wants a build id alone does not need it

    /** Reads the frame; refused where it is no ELF file or not even its header is there. */
    ElfImage(FileBytes file) {
        this.file = file;
        byte[] ident = file.read(0, Math.min(file.size(), 16));
        checkIdent(ident);
        this.wide = ident[4] == 2;
        this.order = ident[5] == 2 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        this.header = view(0, wide ? 64 : 52);
        this.segments = segmentTable();
    }

    private void checkIdent(byte[] ident) {
        if (ident.length == 0) {
            throw file.garbled("empty");
        }
        if (ident.length < 4 || ident[0] != 0x7f || ident[1] != 'E' || ident[2] != 'L' || ident[3] != 'F') {
            throw file.garbled("not an ELF file");
        }
        if (ident.length < 16 || file.size() < (ident[4] == 2 ? 64 : 52)) {
            throw file.garbled("an ELF file cut in its header");
        }
        if (ident[4] != 1 && ident[4] != 2 || ident[5] != 1 && ident[5] != 2) {
            throw file.garbled("an ELF file of no known class");
        }
    }

    FileBytes file() {
        return file;
    }

    boolean isWide() {
        return wide;
    }

    boolean isBigEndian() {
        return order == ByteOrder.BIG_ENDIAN;
    }

    ByteOrder order() {
        return order;
    }

    int type() {
        return header.getChar(16);
    }

    int machine() {
        return header.getChar(18);
    }

    List<Segment> segments() {
        return segments;
    }

    Optional<Segment> segment(int kind) {
        return segments.stream().filter(s -> s.type() == kind && s.size() > 0).findFirst();
    }

    /** All sections with their names; empty where the table, or that of the names, makes no sense. A file without a table has none. */
    Optional<List<Section>> sections() {
        return table().filter(all -> all.isEmpty() || isNamed());
    }

    private Optional<List<Section>> table() {
        if (table == null) {
            table = sectionTable();
        }
        return table;
    }

    private boolean isNamed() {
        return table().orElse(List.of()).stream().anyMatch(s -> !s.name().isEmpty());
    }

    /** The first section of this name that holds bytes. */
    Optional<Section> section(String name) {
        return first(s -> s.hasBytes() && s.name().equals(name));
    }

    /** The first section of this type. */
    Optional<Section> sectionOfType(int kind) {
        return first(s -> s.type() == kind);
    }

    /** The section of this number, as {@code link} fields name it. */
    Optional<Section> section(int number) {
        List<Section> all = table().orElse(List.of());
        return number > 0 && number < all.size() ? Optional.of(all.get(number)) : Optional.empty();
    }

    private Optional<Section> first(Predicate<Section> wanted) {
        return table().orElse(List.of()).stream().filter(wanted).findFirst();
    }

    /** Exactly these bytes of the file. */
    byte[] bytes(long offset, long length) {
        return file.read(offset, length);
    }

    /** The beginning of a section, at most {@code most} bytes. */
    byte[] bytes(Section section, long most) {
        if (!section.hasBytes()) {
            throw file.garbled("a section without bytes");
        }
        return bytes(section.offset(), Math.min(section.size(), most));
    }

    /** Exactly these bytes of the file, in its byte order. */
    ByteBuffer view(long offset, long length) {
        return ByteBuffer.wrap(bytes(offset, length)).order(order);
    }

    /** The beginning of a section, at most {@code most} bytes, in the file's byte order. */
    ByteBuffer view(Section section, long most) {
        return ByteBuffer.wrap(bytes(section, most)).order(order);
    }

    /** Where an address of the running program lies in the file, by the loaded segments. */
    Optional<Long> offsetOf(long address) {
        return segments.stream()
                .filter(s -> s.type() == LOAD_SEGMENT && address >= s.address() && address - s.address() < s.size())
                .map(s -> s.offset() + (address - s.address()))
                .findFirst();
    }

    /** An address-sized field. */
    long address(ByteBuffer from, int at) {
        return wide ? from.getLong(at) : Integer.toUnsignedLong(from.getInt(at));
    }

    /** Whether the headers promise more bytes than there are. */
    boolean isTruncated() {
        return isCut() || table().orElse(List.of()).stream().anyMatch(s -> s.hasBytes() && beyond(s.offset(), s.size()));
    }

    /**
     * Whether the section table, which linkers put at the end, lies beyond the end. Files of debug information alone keep the segments of the
     * program they were taken from, so segments count only where there is no section table to ask.
     */
    boolean isCut() {
        long end = address(header, wide ? 40 : 32);
        if (end == 0) {
            return segments.stream().anyMatch(s -> s.type() == LOAD_SEGMENT && beyond(s.offset(), s.size()));
        }
        return beyond(end, (long) Math.max(1, header.getChar(wide ? 60 : 48)) * header.getChar(wide ? 58 : 46));
    }

    private boolean beyond(long offset, long size) {
        return size < 0 || size > 0 && (offset < 0 || size > file.size() || offset > file.size() - size);
    }

    private List<Segment> segmentTable() {
        long offset = address(header, wide ? 32 : 28);
        int entry = header.getChar(wide ? 54 : 42);
        int count = Math.min(header.getChar(wide ? 56 : 44), MOST_SEGMENTS);
        if (offset <= 0 || entry < (wide ? 56 : 32) || offset > file.size() - entry) {
            return List.of();
        }
        int there = (int) Math.min(count, (file.size() - offset) / entry);
        ByteBuffer block = view(offset, (long) there * entry);
        List<Segment> all = new ArrayList<>();
        for (int at = 0; at < there * entry; at += entry) {
            all.add(wide
                    ? new Segment(block.getInt(at), block.getLong(at + 8), block.getLong(at + 16), block.getLong(at + 32))
                    : new Segment(block.getInt(at), address(block, at + 4), address(block, at + 8), address(block, at + 16)));
        }
        return List.copyOf(all);
    }

    /** All sections; empty for a table that makes no sense or is not there as a whole. */
    private Optional<List<Section>> sectionTable() {
        long offset = address(header, wide ? 40 : 32);
        int entry = header.getChar(wide ? 58 : 46);
        if (offset == 0) {
            return Optional.of(List.of());
        }
        if (offset < 0 || entry < (wide ? 64 : 40) || offset > file.size() - entry) {
            return Optional.empty();
        }
        long count = header.getChar(wide ? 60 : 48);
        if (count == 0) { // more than 0xff00 sections: the first one says how many
            count = address(view(offset, entry), wide ? 32 : 20);
        }
        if (count <= 0 || count > MOST_SECTIONS || count * entry > file.size() - offset) {
            return Optional.empty();
        }
        ByteBuffer block = view(offset, count * entry);
        byte[] names = sectionNames(block, entry);
        List<Section> all = new ArrayList<>();
        for (int at = 0; at < block.limit(); at += entry) {
            all.add(section(block, at, names));
        }
        return Optional.of(List.copyOf(all));
    }

    private Section section(ByteBuffer block, int at, byte[] names) {
        String name = text(names, block.getInt(at));
        int type = block.getInt(at + 4);
        return wide
                ? new Section(name, type, block.getLong(at + 8), block.getLong(at + 16), block.getLong(at + 24),
                        block.getLong(at + 32), block.getInt(at + 40), block.getLong(at + 56))
                : new Section(name, type, address(block, at + 8), address(block, at + 12), address(block, at + 16),
                        address(block, at + 20), block.getInt(at + 24), address(block, at + 36));
    }

    /** The bytes of the section that holds the names; none where it cannot be found. */
    private byte[] sectionNames(ByteBuffer block, int entry) {
        int index = header.getChar(wide ? 62 : 50);
        if (index == 0xffff) { // more than 0xff00 sections
            index = block.getInt(wide ? 40 : 24);
        }
        if (index <= 0 || index >= block.limit() / entry) {
            return new byte[0];
        }
        Section names = section(block, index * entry, new byte[0]);
        try {
            return bytes(names, MOST_NAME_BYTES);
        } catch (FileBytes.Refused _) {
            return new byte[0];
        }
    }

    /** The text that starts here and ends before the next 0; empty where there is none. */
    static String text(byte[] bytes, int from) {
        if (from < 0 || from >= bytes.length) {
            return "";
        }
        int end = from;
        while (end < bytes.length && bytes[end] != 0 && end - from < LONGEST_NAME) {
            end++;
        }
        return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }
}
