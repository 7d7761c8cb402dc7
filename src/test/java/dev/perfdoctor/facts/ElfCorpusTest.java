package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.capture.Capture;
import dev.perfdoctor.capture.Recorder;
import dev.perfdoctor.facts.Elf.Compression;
import dev.perfdoctor.facts.ElfCorpus.Sample;
import dev.perfdoctor.host.MachineFileHost;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The ELF reader beside an independent parser, on files of fifteen systems, and on damaged ones. */
class ElfCorpusTest {
    @TempDir
    static Path directory;

    private static List<Sample> samples;

    @BeforeAll
    static void unpack() throws Exception {
        samples = ElfCorpus.unpackInto(directory);
    }

    private static Stream<DynamicTest> each(Consumer<Sample> test) {
        return samples.stream().map(s -> DynamicTest.dynamicTest(s.name(), () -> test.accept(s)));
    }

    private static Elf elf(Sample sample) {
        return elf(OneFile.elf(sample.content()));
    }

    private static Elf elf(Reading<Elf> reading) {
        return assertInstanceOf(Present.class, reading).value() instanceof Elf elf ? elf : null;
    }

    @TestFactory
    Stream<DynamicTest> everyFileIsAnsweredAsTheOtherParserDoes() {
        return each(s -> {
            Elf elf = elf(s);
            assertEquals(s.bits(), elf.toWords().bits().orElse(0), "class");
            machine(s, elf);
            assertEquals(s.features().contains("debuglink"), elf.debuglink().isPresent(), "debuglink");
            assertEquals(s.features().contains("symtab"), elf.hasSymbols().orElse(false), "symbol table");
            assertEquals(s.features().contains("dwo"), elf.has(".debug_info.dwo").orElse(false), "split part");
            if (s.defect().isEmpty()) { // the other parser finds notes by sections alone
                assertEquals(s.features().contains("build-id"), elf.buildId().isPresent(), "build id");
            }
            dwarf(s, elf);
        });
    }

    private static void machine(Sample s, Elf elf) {
        String expected = switch (s.machine()) {
            case "x86" -> "i686";
            case "arm" -> "armv7l";
            case "aarch64" -> s.bigEndian() ? "aarch64_be" : "aarch64";
            case "riscv" -> "riscv64";
            case "s390" -> "s390x";
            case "loongarch" -> "loongarch64";
            case "sparcv9" -> "sparc64";
            default -> Character.isDigit(s.machine().charAt(0)) ? "elf-" + s.machine() : s.machine();
        };
        assertEquals(expected, elf.machine(), "machine");
    }

    private static void dwarf(Sample s, Elf elf) {
        Optional<String> version = s.features().stream().filter(f -> f.startsWith("dwarf") && !f.equals("dwarf0")).findFirst();
        version.ifPresent(v -> assertEquals(v, "dwarf" + elf.dwarfVersion().orElse(0), "DWARF version"));
        boolean debug = s.features().contains("debug_info") || s.features().contains("dwo");
        if (!s.isHostile()) {
            assertEquals(debug, elf.hasDebugInfo().orElse(false), "debug information");
        }
        boolean zlib = s.features().contains("compressed-zlib") && s.features().stream().noneMatch(f -> f.startsWith("compressed-unk"));
        if (zlib || s.features().contains("zdebug")) {
            assertEquals(Optional.of(Compression.ZLIB), elf.compression(), "compression");
        }
        if (s.features().contains("compressed-zstd")) {
            assertEquals(Optional.of(Compression.ZSTD), elf.compression(), "compression");
        }
    }

    @TestFactory
    Stream<DynamicTest> aFileThatIsShorterThanItsHeadersSayIsTruncatedAndNoOther() {
        return each(s -> {
            boolean outside = s.defect().startsWith("shtable-out-of-file") || s.name().contains("badshdr");
            assertEquals(outside, elf(s).truncatedAt().isPresent(), s.defect());
        });
    }

    @TestFactory
    Stream<DynamicTest> skeletonsOfSplitDebugInformationAreToldFromWholeUnits() {
        return each(s -> {
            boolean skeleton = s.name().contains("split") && !s.name().endsWith(".dwo") && !s.name().endsWith(".dwp")
                    || s.name().endsWith("with-dwp-main");
            assertEquals(skeleton, elf(s).hasSplitDwarf().orElse(false));
        });
    }

    /** What a capture writes down of a file is all that the doctor would have read of it. */
    @TestFactory
    Stream<DynamicTest> theWordsOfACaptureGiveTheSameFactAsTheBytes() {
        return each(s -> {
            Recorder recorder = new Recorder(new OneFile(s.content()));
            Elf read = elf(Elf.read(recorder, OneFile.PATH));
            MachineFileHost captured = MachineFileHost.of(s.name(), Capture.of(recorder));
            assertEquals(read.toWords(), elf(Elf.read(captured, OneFile.PATH)).toWords());
        });
    }

    /** No file needs more than a few hundred small reads: no clock is asked, which other tests could slow down. */
    @TestFactory
    Stream<DynamicTest> noFileCostsManyReads() {
        return each(s -> {
            OneFile file = new OneFile(s.content());
            elf(Elf.read(file, OneFile.PATH)).toWords();
            assertTrue(file.reads() <= 200, file.reads() + " reads");
            assertTrue(file.bytesRead() <= 2L * s.content().length + 200L * FileBytes.PAGE, file.bytesRead() + " bytes");
        });
    }

    @TestFactory
    Stream<DynamicTest> anythingCutOffIsAnsweredAndNeverTakenForWhole() {
        return each(s -> {
            byte[] whole = s.content();
            Random random = new Random(whole.length);
            for (int i = 0; i < 9; i++) {
                int length = i < 4 ? new int[] {0, 3, 40, 63}[i] : random.nextInt(whole.length);
                byte[] part = Arrays.copyOf(whole, Math.min(length, whole.length));
                bounded(part);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> anyBitFlippedIsAnswered() {
        return each(s -> {
            Random random = new Random(s.name().hashCode());
            byte[] whole = s.content();
            for (int i = 0; i < 12; i++) {
                byte[] damaged = whole.clone();
                for (int flips = 0; flips < 1 + i / 4; flips++) {
                    // half of them in the headers at the beginning, where they do most
                    int at = random.nextInt(flips % 2 == 0 ? Math.min(damaged.length, 1024) : damaged.length);
                    damaged[at] ^= (byte) (1 << random.nextInt(8));
                }
                bounded(damaged);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> aDamagedSectionTableIsAnswered() {
        return each(s -> {
            Random random = new Random(s.name().hashCode() + 1);
            byte[] whole = s.content();
            for (int i = 0; i < 6; i++) {
                byte[] damaged = whole.clone();
                int from = Math.max(0, damaged.length - 4096); // linkers put the table at the end
                for (int flips = 0; flips < 30; flips++) {
                    damaged[from + random.nextInt(damaged.length - from)] = (byte) random.nextInt(256);
                }
                bounded(damaged);
            }
        });
    }

    private static void bounded(byte[] content) {
        OneFile file = new OneFile(content);
        Reading<Elf> answer = Elf.read(file, OneFile.PATH);
        if (answer instanceof Present<Elf> present) { // every question has an answer, too
            Elf elf = present.value();
            elf.toWords();
            elf.instruments();
            elf.runtime();
            elf.unwindTable();
            elf.compilers();
        }
        assertTrue(file.reads() <= FileBytes.MOST_READS, file.reads() + " reads");
        assertTrue(file.bytesRead() <= FileBytes.MOST_BYTES, file.bytesRead() + " bytes");
    }
}
