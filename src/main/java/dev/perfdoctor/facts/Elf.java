package dev.perfdoctor.facts;

import dev.perfdoctor.api.ElfWords;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * An ELF program, library or debug file, as far as its headers, its symbols and the beginning of its debug information tell. Everything but
 * the file being one may be unknown: of a damaged file, or one that a machine file describes in few words. The bytes of a file and the words
 * that a capture makes of them give the same fact.
 */
public final class Elf {
    /** What a question about the code may be answered. */
    public enum Answer {
        PRESENT,
        ABSENT,
        UNKNOWN
    }

    /** How debug sections are compressed. */
    public enum Compression {
        NONE,
        ZLIB,
        ZSTD
    }

    /** A way in which a program was built to do more than its source says. */
    public enum Kind {
        SANITIZER("a sanitizer"),
        COVERAGE("coverage or profile counters"),
        CALL_COUNTING("call counting"),
        ALLOCATION_COUNTING("allocation counting");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** For people, such as "call counting". */
        public String words() {
            return words;
        }
    }

    /** What shows one of them: a library, a section or a symbol. */
    public record Instrument(Kind kind, String mark) {}

    /** A virtual machine whose compiled code perf knows only with its help. */
    public enum ManagedRuntime {
        JVM,
        NODE,
        PYTHON
    }

    private record Held(Reading<Elf> reading) {}

    private final String file;
    private final ElfParts parts;

    private Elf(String file, ElfParts parts) {
        this.file = file;
        this.parts = parts;
    }

    private record Mark(String prefix, Kind kind) {}

    private static final List<Mark> LIBRARIES = List.of(
            new Mark("libasan.", Kind.SANITIZER),
            new Mark("libhwasan.", Kind.SANITIZER),
            new Mark("libtsan.", Kind.SANITIZER),
            new Mark("libubsan.", Kind.SANITIZER),
            new Mark("liblsan.", Kind.SANITIZER),
            new Mark("libmsan.", Kind.SANITIZER),
            new Mark("libclang_rt.", Kind.SANITIZER));

    private static final List<Mark> SECTIONS = List.of(
            new Mark("__sancov_", Kind.SANITIZER), new Mark("__llvm_prf_", Kind.COVERAGE), new Mark("__llvm_covmap", Kind.COVERAGE));

    private static final List<Mark> SYMBOLS = List.of(
            new Mark("__asan_", Kind.SANITIZER),
            new Mark("__hwasan_", Kind.SANITIZER),
            new Mark("__tsan_", Kind.SANITIZER),
            new Mark("__msan_", Kind.SANITIZER),
            new Mark("__lsan_", Kind.SANITIZER),
            new Mark("__ubsan_", Kind.SANITIZER),
            new Mark("__sanitizer_", Kind.SANITIZER),
            new Mark("__gcov_", Kind.COVERAGE),
            new Mark("__llvm_profile_", Kind.COVERAGE),
            new Mark("mcount", Kind.CALL_COUNTING),
            new Mark("_mcount", Kind.CALL_COUNTING),
            new Mark("__gnu_mcount", Kind.CALL_COUNTING),
            new Mark("__fentry__", Kind.CALL_COUNTING),
            new Mark("__cyg_profile_", Kind.CALL_COUNTING),
            new Mark("_ZN4dhat", Kind.ALLOCATION_COUNTING),
            new Mark("_ZN11stats_alloc", Kind.ALLOCATION_COUNTING),
            new Mark("_R", Kind.ALLOCATION_COUNTING)); // only names of those crates are kept

    /**
     * The file at this path, links followed. Failed, with the reason, where it is there and no ELF file: "empty", "not an ELF file".
     */
    public static Reading<Elf> of(Facts facts, String path) {
        return facts.once(Held.class, path, f -> new Held(read(f.host(), path))).reading();
    }

    /** As {@link #of}, of a host and not kept; for who reads many files once. */
    public static Reading<Elf> read(Host host, String path) {
        return switch (host.elf(path)) {
            case Present<ElfWords> words -> words.with(new Elf(path, new ElfParts.Stated(words.value())));
            case Unread<ElfWords> unread -> unread.cast();
            case Absent<ElfWords> _ -> switch (host.stat(path)) {
                case Absent<Stat> absent -> new Absent<>(absent.source());
                case Unread<Stat> unread -> unread.cast();
                case Present<Stat> stat when !stat.value().isRegular() -> Reading.failed(path, "not a regular file");
                case Present<Stat> stat -> fromBytes(host, path, stat.value().size());
            };
        };
    }

    private static Reading<Elf> fromBytes(Host host, String path, long size) {
        if (size < 0) {
            return new Unread<>(path, Reading.Why.NOT_CAPTURED, "");
        }
        try {
            Elf elf = new Elf(path, new ElfReader(new FileBytes(host, path, size)));
            return new Present<>(elf, new Evidence(path, elf.headline()));
        } catch (FileBytes.Refused refused) {
            return refused.because().cast();
        }
    }

    private String headline() {
        return "ELF, " + machine() + buildId().map(id -> ", build id " + id).orElse("")
                + (truncatedAt().isPresent() ? ", cut at " + truncatedAt().getAsLong() + " bytes" : "");
    }

    /** The path it was asked for. */
    public String file() {
        return file;
    }

    /** All that it says, in a machine file's words; reads what was not read yet. */
    public ElfWords toWords() {
        return parts.words();
    }

    /** As uname prints it; empty when not stated. */
    public String machine() {
        return parts.frame().machine();
    }

    /** Whether a kernel of this machine runs it, by itself or by its 32-bit side; empty where either is unknown. */
    public Optional<Boolean> runsOn(String uname) {
        if (machine().isEmpty() || uname.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(!ProgramHead.foreign(machine(), uname));
    }

    /** Whether it is linked without a dynamic loader. */
    public Optional<Boolean> isStatic() {
        return parts.frame().type().map("static"::equals).or(() -> parts.frame().interpreter().map(_ -> false));
    }

    /** The build id in hexadecimal digits. */
    public Optional<String> buildId() {
        return parts.frame().buildId();
    }

    /** The dynamic loader it asks for. */
    public Optional<String> interpreter() {
        return parts.frame().interpreter();
    }

    /** The libraries it needs; none where that is unknown. */
    public List<String> needed() {
        return parts.frame().needed().orElse(List.of());
    }

    /** Whether it has a section of this name, with bytes in it. */
    public Optional<Boolean> has(String section) {
        return parts.frame().sections().map(all -> all.contains(section));
    }

    /** Those of its symbols that tell something ({@code elf:} of a machine file keeps them); empty where none could be read. */
    public Optional<List<String>> tellingSymbols() {
        return parts.symbols();
    }

    /** Whether it has a symbol table of its own: {@code strip} takes it away. */
    public Optional<Boolean> hasSymbols() {
        return has(".symtab");
    }

    /** Whether it has debug information in itself. */
    public Optional<Boolean> hasDebugInfo() {
        return parts.frame().sections()
                .map(all -> all.contains(".debug_info") || all.contains(".zdebug_info") || all.contains(".debug_info.dwo"))
                .filter(there -> there || dwarfVersion().isEmpty())
                .or(() -> dwarfVersion().isPresent() ? Optional.of(true) : Optional.empty());
    }

    /** The highest DWARF version among the first units. */
    public OptionalInt dwarfVersion() {
        return parts.units().dwarfVersion();
    }

    /** How its debug sections are compressed. */
    public Optional<Compression> compression() {
        return parts.frame().compressed().map(way -> switch (way) {
            case "zlib" -> Compression.ZLIB;
            case "zstd" -> Compression.ZSTD;
            default -> Compression.NONE;
        });
    }

    /** Whether the debug information itself lies in {@code .dwo} files or a {@code .dwp}. */
    public Optional<Boolean> hasSplitDwarf() {
        return parts.units().split();
    }

    /** The file that {@code .gnu_debuglink} names. */
    public Optional<String> debuglink() {
        return parts.frame().debuglink();
    }

    /** Compilers and linkers as {@code .comment} names them. */
    public List<String> compilers() {
        return parts.frame().comment().map(c -> Text.split(c, ';').stream().map(String::strip).toList()).orElse(List.of());
    }

    /** Compilers with their options, as the first units of the debug information name them. */
    public List<String> producers() {
        return parts.units().producers().orElse(List.of());
    }

    /** Whether the user's own functions keep a frame pointer. */
    public Answer framePointers() {
        return switch (parts.code().framePointers().orElse("unknown")) {
            case "present" -> Answer.PRESENT;
            case "absent" -> Answer.ABSENT;
            default -> Answer.UNKNOWN;
        };
    }

    /**
     * Whether an unwinder finds its way: there is a table of {@code .eh_frame_hdr}, and it covers the functions. A program built with
     * {@code -fno-asynchronous-unwind-tables} has a table of three start files.
     */
    public Answer unwindTable() {
        Optional<Boolean> there = parts.frame().ehFrameHdr().or(() -> has(".eh_frame_hdr"));
        if (there.isEmpty()) {
            return Answer.UNKNOWN;
        }
        boolean few = parts.code().unwindEntries().isPresent()
                && parts.code().functions().isPresent()
                && parts.code().unwindEntries().getAsLong() < parts.code().functions().getAsLong() / 2;
        return there.get() && !few ? Answer.PRESENT : Answer.ABSENT;
    }

    /** What was built into it that counts or checks besides. */
    public List<Instrument> instruments() {
        List<Instrument> found = new ArrayList<>();
        add(found, LIBRARIES, needed().stream());
        add(found, SECTIONS, parts.frame().sections().orElse(List.of()).stream());
        add(found, SYMBOLS, parts.symbols().orElse(List.of()).stream());
        return List.copyOf(found);
    }

    private static void add(List<Instrument> found, List<Mark> marks, Stream<String> names) {
        names.forEach(name -> marks.stream()
                .filter(m -> name.startsWith(m.prefix()))
                .findFirst()
                .ifPresent(m -> found.add(new Instrument(m.kind(), name))));
    }

    /** The virtual machine in it, if it shows. */
    public Optional<ManagedRuntime> runtime() {
        List<String> symbols = parts.symbols().orElse(List.of());
        if (symbols.contains("JNI_CreateJavaVM") || symbols.contains("JLI_Launch") || needed().contains("libjli.so")) {
            return Optional.of(ManagedRuntime.JVM);
        }
        if (symbols.contains("napi_create_function")) {
            return Optional.of(ManagedRuntime.NODE);
        }
        boolean python = symbols.contains("Py_BytesMain") || symbols.contains("Py_Main");
        return python ? Optional.of(ManagedRuntime.PYTHON) : Optional.empty();
    }

    /** Bytes that are there, where the headers promise more. */
    public OptionalLong truncatedAt() {
        return parts.frame().truncatedAt();
    }
}
