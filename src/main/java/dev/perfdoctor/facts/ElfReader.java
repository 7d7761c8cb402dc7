package dev.perfdoctor.facts;

import dev.perfdoctor.facts.ElfImage.Section;
import dev.perfdoctor.facts.ElfImage.Segment;
import dev.perfdoctor.facts.ElfSymbols.Function;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Reads an ELF file, a part when it is asked for. Only what cannot be an ELF file is refused; of one that is damaged, what can be read is told
 * and the rest stays unsaid.
 */
final class ElfReader implements ElfParts {
    private static final int MOST_DYNAMIC_BYTES = 1 << 16;
    private static final int MOST_NEEDED = 256;
    private static final int MOST_SYMBOLS = 8_192;
    /** Functions to choose from: all are the user's in a C program, one in twenty in a Rust program. */
    private static final int FEW = 200;
    private static final int MANY = 3_000;
    private static final int MOST_DYNAMIC_SYMBOLS = 1 << 16;
    private static final int MOST_COMMENT_BYTES = 1 << 14;
    private static final int MOST_COMMENTS = 6;
    private static final int MOST_SECTION_NAMES = 300;

    private final ElfImage image;
    private final Dynamic dynamic;
    private final List<String> comments;
    private final Frame frame;
    private Optional<ElfSymbols> table; // each is found when it is first asked for
    private Optional<List<String>> markers;
    private DebugUnits units;
    private Code code;

    /** Reads the frame; refused where the file is no ELF file, or not even its header can be read. */
    ElfReader(FileBytes file) {
        this.image = new ElfImage(file);
        this.dynamic = tried(() -> Dynamic.of(image), new Dynamic(List.of(), false, false));
        this.comments = tried(this::comments, List.of());
        this.frame = readFrame();
        image.file().forgetPages();
    }

    /** A part that may be damaged without harm to the others. */
    private static <T> T tried(Supplier<T> part, T otherwise) {
        try {
            return part.get();
        } catch (FileBytes.Refused _) {
            return otherwise;
        }
    }

    private Frame readFrame() {
        return new Frame(
                ElfMachine.word(image.machine(), image.isWide(), image.isBigEndian()),
                OptionalInt.of(image.isWide() ? 64 : 32),
                type(),
                tried(() -> BuildIdNote.of(image), Optional.empty()),
                tried(this::interpreter, Optional.empty()),
                dynamic.there() ? Optional.of(dynamic.needed()) : Optional.empty(),
                image.sections().map(ElfReader::names),
                tried(this::compressed, Optional.empty()),
                comments.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", comments)),
                tried(this::debuglink, Optional.empty()),
                tried(this::debuglinkCrc, Optional.empty()),
                ehFrameHdr(),
                image.isTruncated() ? OptionalLong.of(image.file().size()) : OptionalLong.empty());
    }

    @Override
    public Frame frame() {
        return frame;
    }

    @Override
    public synchronized Optional<List<String>> symbols() {
        if (markers == null) {
            markers = readMarkers(table());
            image.file().forgetPages();
        }
        return markers;
    }

    @Override
    public synchronized Units units() {
        DebugUnits read = debugUnits();
        return new Units(read.version(), read.producers().isEmpty() ? Optional.empty() : Optional.of(read.producers()), read.split());
    }

    @Override
    public synchronized Code code() {
        if (code == null) {
            Optional<UnwindTable> unwind = UnwindTable.of(image);
            code = new Code(
                    Optional.of(framePointers(unwind)),
                    unwind.map(u -> OptionalLong.of(u.entries())).orElse(OptionalLong.empty()),
                    table().map(s -> OptionalLong.of(s.functionCount())).orElse(OptionalLong.empty()));
            image.file().forgetPages();
        }
        return code;
    }

    private Optional<ElfSymbols> table() {
        if (table == null) {
            table = ElfSymbols.of(image, ElfImage.SYMTAB, MOST_SYMBOLS);
        }
        return table;
    }

    private DebugUnits debugUnits() {
        if (units == null) {
            units = tried(() -> DebugUnits.of(image), new DebugUnits(OptionalInt.empty(), List.of(), Optional.empty()));
            image.file().forgetPages();
        }
        return units;
    }

    /** Dynamic with an interpreter or needed libraries; a static program that moves itself (static-pie) has a dynamic section all the same. */
    private Optional<String> type() {
        boolean interpreted = image.segment(ElfImage.INTERPRETER_SEGMENT).isPresent();
        if (interpreted || !dynamic.needed().isEmpty() || dynamic.there() && !dynamic.program()) {
            return Optional.of("dynamic");
        }
        return image.segments().isEmpty() ? Optional.empty() : Optional.of("static");
    }

    private Optional<String> interpreter() {
        return image.segment(ElfImage.INTERPRETER_SEGMENT)
                .map(s -> ElfImage.text(image.bytes(s.offset(), Math.min(s.size(), 512)), 0))
                .filter(text -> text.startsWith("/"));
    }

    /** Names of sections that hold bytes; of very many only those that a question is ever about. */
    private static List<String> names(List<Section> sections) {
        List<String> all = sections.stream()
                .filter(s -> s.hasBytes() && !s.name().isEmpty())
                .map(Section::name)
                .distinct()
                .toList();
        return all.size() <= MOST_SECTION_NAMES
                ? all
                : all.stream().filter(ElfReader::matters).limit(MOST_SECTION_NAMES).toList();
    }

    private static boolean matters(String section) {
        return Stream.of(".debug", ".zdebug", ".gnu_debug", ".symtab", ".dynsym", ".eh_frame", ".note", "__llvm", ".go", ".text", ".comment")
                .anyMatch(section::startsWith);
    }

    private Optional<List<String>> readMarkers(Optional<ElfSymbols> symbols) {
        Optional<ElfSymbols> imported = ElfSymbols.of(image, ElfImage.DYNSYM, MOST_DYNAMIC_SYMBOLS);
        if (symbols.isEmpty() && imported.isEmpty()) {
            return Optional.empty();
        }
        Set<String> found = new LinkedHashSet<>();
        imported.ifPresent(s -> s.addDynamicMarkers(found));
        imported.flatMap(ElfSymbols::newestGlibc).ifPresent(found::add);
        symbols.ifPresent(s -> s.addMarkers(found));
        return Optional.of(List.copyOf(found));
    }

    /** How the debug sections are compressed; empty where there are none, or it is a way without a name. */
    private Optional<String> compressed() {
        List<Section> debug = image.sections().orElse(List.of()).stream()
                .filter(s -> s.hasBytes() && (s.name().startsWith(".debug_") || s.name().startsWith(".zdebug_")))
                .limit(MOST_SECTION_NAMES)
                .toList();
        Set<String> ways = new LinkedHashSet<>();
        for (Section section : debug) {
            ways.add(section.name().startsWith(".z") ? "zlib" : !section.isCompressed() ? "none" : way(section));
        }
        return Stream.of("other", "zstd", "zlib", "none").filter(ways::contains).findFirst().filter(way -> !way.equals("other"));
    }

    private String way(Section section) {
        return switch (SectionData.compression(image, section)) {
            case 1 -> "zlib";
            case 2 -> "zstd";
            default -> "other";
        };
    }

    private List<String> comments() {
        Optional<Section> section = image.section(".comment");
        if (section.isEmpty()) {
            return List.of();
        }
        String all = new String(image.bytes(section.get(), MOST_COMMENT_BYTES), StandardCharsets.UTF_8);
        return Text.split(all, '\0').stream()
                .map(String::strip)
                .filter(c -> !c.isEmpty())
                .distinct()
                .limit(MOST_COMMENTS)
                .toList();
    }

    private Optional<String> debuglink() {
        return image.section(".gnu_debuglink")
                .map(s -> ElfImage.text(image.bytes(s, 1 << 12), 0))
                .filter(name -> !name.isEmpty());
    }

    /** Behind the name, padded to four bytes. */
    private Optional<String> debuglinkCrc() {
        Optional<ByteBuffer> bytes = image.section(".gnu_debuglink").map(s -> image.view(s, 1 << 12));
        int at = debuglink().map(name -> name.getBytes(StandardCharsets.UTF_8).length + 4 & ~3).orElse(Integer.MAX_VALUE - 4);
        return bytes.filter(b -> at + 4 <= b.limit()).map(b -> "%08x".formatted(b.getInt(at)));
    }

    /** Only where there are segments at all: a relocatable file has no such table yet, a file of debug information none any more. */
    private Optional<Boolean> ehFrameHdr() {
        return image.segments().isEmpty() || isDebugFile()
                ? Optional.empty()
                : Optional.of(image.segment(ElfImage.EH_FRAME_SEGMENT).isPresent());
    }

    /** A file whose code was taken out: what objcopy --only-keep-debug leaves. */
    private boolean isDebugFile() {
        return image.sections().orElse(List.of()).stream().anyMatch(s -> s.name().equals(".text") && !s.hasBytes());
    }

    /** By the code; a program of few functions by what its compiler says of its options. */
    private String framePointers(Optional<UnwindTable> unwind) {
        String byCode = tried(() -> byCode(unwind), "unknown");
        return byCode.equals("unknown") ? Prologues.byOptions(image, debugUnits().producers()) : byCode;
    }

    private String byCode(Optional<UnwindTable> unwind) {
        if (image.type() == ElfImage.RELOCATABLE || isDebugFile()) {
            return "unknown";
        }
        List<Function> named = table().map(ElfSymbols::functions).orElse(List.of());
        boolean rust = comments.stream().anyMatch(c -> c.contains("rustc"));
        if (named.isEmpty()) { // stripped: without names, nothing tells std's functions from the user's, or libc's from a static program's
            boolean mixed = rust || !dynamic.there();
            return mixed || unwind.isEmpty() ? "unknown" : Prologues.verdict(image, unwind.get().functions(image), FEW, _ -> true);
        }
        boolean mixed = !rust && type().equals(Optional.of("static")) && !isGo();
        ElfSymbols names = table().orElseThrow();
        return mixed ? "unknown" : Prologues.verdict(image, named, rust ? MANY : FEW, f -> Prologues.isUsers(names.name(f.name()), rust));
    }

    private boolean isGo() {
        return image.section(".gopclntab").isPresent() || image.section(".go.buildinfo").isPresent();
    }

    /** The dynamic section. */
    private record Dynamic(List<String> needed, boolean there, boolean program) {
        private static final int NEEDED = 1;
        private static final int STRINGS = 5;
        private static final int FLAGS = 0x6ffffffb;
        private static final long POSITION_INDEPENDENT_PROGRAM = 0x0800_0000;

        static Dynamic of(ElfImage image) {
            Optional<Segment> segment = image.segment(ElfImage.DYNAMIC_SEGMENT);
            if (segment.isEmpty()) {
                return new Dynamic(List.of(), false, false);
            }
            int entry = image.isWide() ? 16 : 8;
            ByteBuffer block = image.view(segment.get().offset(), Math.min(segment.get().size(), MOST_DYNAMIC_BYTES) / entry * entry);
            List<Long> names = new ArrayList<>();
            long strings = 0;
            boolean program = false;
            for (int at = 0; at < block.limit(); at += entry) {
                long tag = image.address(block, at);
                long value = image.address(block, at + entry / 2);
                if (tag == 0) {
                    break;
                }
                if (tag == NEEDED && names.size() < MOST_NEEDED) {
                    names.add(value);
                }
                strings = tag == STRINGS ? value : strings;
                program |= tag == FLAGS && (value & POSITION_INDEPENDENT_PROGRAM) != 0;
            }
            return new Dynamic(texts(image, strings, names), true, program);
        }

        private static List<String> texts(ElfImage image, long strings, List<Long> names) {
            Optional<Long> base = image.offsetOf(strings);
            List<String> texts = new ArrayList<>();
            for (long name : names) {
                base.map(b -> text(image, b + name)).filter(t -> !t.isEmpty()).ifPresent(texts::add);
            }
            return texts;
        }

        private static String text(ElfImage image, long at) {
            long there = Math.min(256, image.file().size() - at);
            return at < 0 || there <= 0 ? "" : ElfImage.text(image.bytes(at, there), 0);
        }
    }
}
