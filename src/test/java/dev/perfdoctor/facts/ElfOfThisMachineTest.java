package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.facts.Elf.Answer;
import dev.perfdoctor.facts.Elf.Compression;
import dev.perfdoctor.facts.Elf.Instrument;
import dev.perfdoctor.facts.Elf.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that the compilers of this machine make, and some that it has; each test is skipped where its tool is missing. */
class ElfOfThisMachineTest {
    @TempDir
    Path directory;

    private Path source;

    @BeforeEach
    void writeSource() throws IOException {
        StringBuilder c = new StringBuilder("#include <stdio.h>\n#include <stdlib.h>\n");
        StringBuilder rust = new StringBuilder("use std::hint::black_box;\n");
        for (int i = 0; i < 40; i++) {
            c.append("__attribute__((noinline)) int f%d(int n) { int s = rand(); for (int i = 0; i < n; i++) s += rand() ^ i; return s + %d; }\n"
                    .formatted(i, i));
            rust.append("#[inline(never)] pub fn f%d(n: u32) -> u32 { black_box(n) ^ std::process::id() ^ %d }\n".formatted(i, i));
        }
        c.append("int main(void) { int s = 0;\n");
        rust.append("fn main() { let mut s = 0;\n");
        for (int i = 0; i < 40; i++) {
            c.append("s += f%d(s & 7);\n".formatted(i));
            rust.append("s ^= f%d(s);\n".formatted(i));
        }
        c.append("printf(\"%d\\n\", s); return 0; }\n");
        rust.append("println!(\"{s}\"); }\n");
        source = directory.resolve("app.c");
        Files.writeString(source, c);
        Files.writeString(directory.resolve("app.rs"), rust);
    }

    private static boolean runs(List<String> command) {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException missing) {
            return false;
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private Path made(String... command) {
        List<String> words = new ArrayList<>(List.of(command));
        Path output = directory.resolve("app");
        words.addAll(List.of("-o", output.toString()));
        assumeTrue(runs(words), "this machine cannot " + words);
        return output;
    }

    private Path gcc(String... options) {
        List<String> words = new ArrayList<>(List.of("gcc", source.toString()));
        words.addAll(List.of(options));
        return made(words.toArray(String[]::new));
    }

    private Path rustc(String... options) {
        List<String> words = new ArrayList<>(List.of("rustc", "--edition", "2021", directory.resolve("app.rs").toString(), "-Copt-level=3"));
        words.addAll(List.of(options));
        return made(words.toArray(String[]::new));
    }

    private static Elf elf(Path file) {
        assumeTrue(Files.exists(file), "no " + file);
        try {
            return assertInstanceOf(Present.class, OneFile.elf(Files.readAllBytes(file))).value() instanceof Elf elf ? elf : null;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Kind> instruments(Elf elf) {
        return elf.instruments().stream().map(Instrument::kind).distinct().toList();
    }

    @Test
    void aPlainProgramIsDynamicWithSymbolsAndWithoutDebugInformation() {
        Elf elf = elf(gcc("-O2"));
        assertEquals(Optional.of(false), elf.isStatic());
        assertTrue(elf.interpreter().orElse("").startsWith("/lib"));
        assertTrue(elf.needed().contains("libc.so.6"));
        assertEquals(Optional.of(true), elf.hasSymbols());
        assertEquals(Optional.of(false), elf.hasDebugInfo());
        assertTrue(elf.buildId().orElse("").length() >= 32);
        assertTrue(elf.compilers().getFirst().startsWith("GCC: "));
        assertEquals(Answer.PRESENT, elf.unwindTable());
        assertTrue(elf.truncatedAt().isEmpty());
        assertEquals(List.of(), elf.instruments());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void theDwarfVersionIsThatOfTheUsersUnits(int version) {
        Elf elf = elf(gcc("-g", "-gdwarf-" + version));
        assertEquals(version, elf.dwarfVersion().orElse(0));
        assertEquals(Optional.of(Compression.NONE), elf.compression());
        assertTrue(elf.producers().getFirst().contains("-gdwarf-" + version) || elf.producers().getFirst().startsWith("GNU C"));
        assertEquals(Optional.of(false), elf.hasSplitDwarf());
    }

    @Test
    void zlibSectionsAreReadThrough() {
        Elf elf = elf(gcc("-g", "-gdwarf-5", "-gz=zlib"));
        assertEquals(Optional.of(Compression.ZLIB), elf.compression());
        assertEquals(5, elf.dwarfVersion().orElse(0));
        assertTrue(elf.producers().getFirst().startsWith("GNU C"));
    }

    @Test
    void sectionsOfTheOldCompressionAreReadThrough() {
        Elf elf = elf(gcc("-g", "-gdwarf-4", "-gz=zlib-gnu"));
        assumeTrue(elf.has(".zdebug_info").orElse(false), "this linker writes the new form");
        assertEquals(Optional.of(Compression.ZLIB), elf.compression());
        assertEquals(4, elf.dwarfVersion().orElse(0));
    }

    @Test
    void zstdSectionsAreNamedAndNotRead() {
        Path app = gcc("-g");
        assumeTrue(runs(List.of("objcopy", "--compress-debug-sections=zstd", app.toString())), "no objcopy with zstd");
        Elf elf = elf(app);
        assertEquals(Optional.of(Compression.ZSTD), elf.compression());
        assertEquals(Optional.of(true), elf.hasDebugInfo());
        assertTrue(elf.dwarfVersion().isEmpty());
    }

    @Test
    void aStaticProgramHasNoUnwindTableUnlessAskedFor() {
        Elf elf = elf(gcc("-static"));
        assertEquals(Optional.of(true), elf.isStatic());
        assertEquals(Optional.empty(), elf.interpreter());
        assertEquals(Answer.ABSENT, elf.unwindTable());
        assertEquals(Answer.PRESENT, elf(gcc("-static", "-Wl,--eh-frame-hdr")).unwindTable());
        assertEquals(Optional.of(true), elf(gcc("-static-pie")).isStatic());
    }

    @Test
    void aProgramWithoutUnwindInformationHasATableThatCoversNothing() {
        assertEquals(Answer.ABSENT, elf(gcc("-O2", "-fno-asynchronous-unwind-tables", "-fno-exceptions")).unwindTable());
    }

    @Test
    void aStrippedProgramKeepsItsBuildIdAndItsUnwindTable() {
        Path app = gcc("-O2", "-g");
        Optional<String> id = elf(app).buildId();
        assumeTrue(runs(List.of("strip", app.toString())), "no strip");
        Elf elf = elf(app);
        assertEquals(id, elf.buildId());
        assertEquals(Optional.of(false), elf.hasSymbols());
        assertEquals(Optional.of(false), elf.hasDebugInfo());
        assertEquals(Answer.PRESENT, elf.unwindTable());
    }

    @Test
    void aDebuglinkNamesItsFileAndThatFileIsNotTruncated() {
        Path app = gcc("-O2", "-g");
        Path debug = directory.resolve("app.debug");
        assumeTrue(runs(List.of("objcopy", "--only-keep-debug", app.toString(), debug.toString())), "no objcopy");
        assumeTrue(runs(List.of("objcopy", "--strip-debug", "--add-gnu-debuglink=" + debug, app.toString())), "no objcopy");
        assertEquals(Optional.of("app.debug"), elf(app).debuglink());
        assertTrue(elf(app).toWords().debuglinkCrc().orElse("").matches("[0-9a-f]{8}"));
        Elf kept = elf(debug);
        assertEquals(elf(app).buildId(), kept.buildId());
        assertEquals(Optional.of(true), kept.hasDebugInfo());
        assertTrue(kept.truncatedAt().isEmpty());
        assertEquals(Answer.ABSENT, kept.framePointers()); // no code is left, but the compiler's options are
    }

    @ParameterizedTest
    @ValueSource(strings = {"-gdwarf-4", "-gdwarf-5"})
    void splitDebugInformationIsRecognised(String version) {
        assertEquals(Optional.of(true), elf(gcc("-g", version, "-gsplit-dwarf")).hasSplitDwarf());
    }

    @Test
    void framePointersAreSeenInTheCode() {
        assertEquals(Answer.ABSENT, elf(gcc("-O2", "-fomit-frame-pointer")).framePointers());
        assertEquals(Answer.PRESENT, elf(gcc("-O2", "-fno-omit-frame-pointer", "-mno-omit-leaf-frame-pointer")).framePointers());
        assertEquals(Answer.PRESENT, elf(gcc("-O2", "-fno-omit-frame-pointer", "-fcf-protection=full")).framePointers());
        assertEquals(Answer.PRESENT, elf(gcc("-O0")).framePointers());
    }

    @Test
    void aProgramOfFewFunctionsIsJudgedByTheOptionsInItsDebugInformation() throws IOException {
        Files.writeString(source, "int main(int argc, char **argv) { return argc; }\n");
        assertEquals(Answer.UNKNOWN, elf(gcc("-O2")).framePointers());
        assertEquals(Answer.ABSENT, elf(gcc("-O2", "-g")).framePointers());
        assertEquals(Answer.PRESENT, elf(gcc("-O2", "-g", "-fno-omit-frame-pointer")).framePointers());
    }

    @Test
    void aStaticProgramMixesTheUsersCodeWithTheLibrarysSoItIsUnknown() {
        assertEquals(Answer.UNKNOWN, elf(gcc("-O2", "-static", "-fno-omit-frame-pointer")).framePointers());
    }

    @Test
    void onlyTheUsersCratesCountInARustProgram() {
        assertEquals(Answer.ABSENT, elf(rustc()).framePointers());
        assertEquals(Answer.PRESENT, elf(rustc("-Cforce-frame-pointers=yes")).framePointers());
        assertEquals(Answer.ABSENT, elf(rustc("-Csymbol-mangling-version=v0")).framePointers());
    }

    @Test
    void rustcNamesItselfAndItsDebugInformation() {
        Elf elf = elf(rustc("-Cdebuginfo=2"));
        assertTrue(elf.compilers().stream().anyMatch(c -> c.startsWith("rustc version")));
        assertEquals(Optional.of(true), elf.hasDebugInfo());
        assertTrue(elf.producers().stream().anyMatch(p -> p.contains("rustc")));
    }

    @Test
    void anOptimisedRustProgramHasNoCountersUntilAskedFor() {
        assertEquals(List.of(), elf(rustc()).instruments());
        assertEquals(List.of(Kind.COVERAGE), instruments(elf(rustc("-Cinstrument-coverage"))));
    }

    @Test
    void whatGccBuildsInIsSeen() {
        assertEquals(List.of(Kind.SANITIZER), instruments(elf(gcc("-fsanitize=address"))));
        assertEquals(List.of(Kind.SANITIZER), instruments(elf(gcc("-fsanitize=undefined"))));
        assertEquals(List.of(Kind.SANITIZER), instruments(elf(gcc("-fsanitize=address", "-static-libasan"))));
        assertEquals(List.of(Kind.COVERAGE), instruments(elf(gcc("--coverage"))));
        assertEquals(List.of(Kind.COVERAGE), instruments(elf(gcc("-fprofile-generate"))));
        assertEquals(List.of(Kind.CALL_COUNTING), instruments(elf(gcc("-pg"))));
        assertEquals(List.of(Kind.CALL_COUNTING), instruments(elf(gcc("-finstrument-functions"))));
    }

    @Test
    void theCLibraryIsNotInstrumentedThoughItHasMcount() {
        assertEquals(List.of(), elf(Path.of("/lib/x86_64-linux-gnu/libc.so.6")).instruments());
    }

    @Test
    void theCLibrarySaysItsVersionInItsSymbols() {
        Elf library = elf(Path.of("/lib/x86_64-linux-gnu/libc.so.6"));
        assertTrue(library.tellingSymbols().orElse(List.of()).stream().anyMatch(s -> s.matches("GLIBC_2\\.[2-9][0-9]")));
    }

    @Test
    void theJvmThatRunsThisIsOne() {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        assertEquals(Optional.of(Elf.ManagedRuntime.JVM), elf(java).runtime());
        assertEquals(Optional.of(Elf.ManagedRuntime.JVM), elf(Path.of(System.getProperty("java.home"), "lib/server/libjvm.so")).runtime());
    }

    @Test
    void debiansLibcHasNoFramePointersAndItsPerfHas() throws IOException {
        assumeTrue(Files.exists(Path.of("/etc/debian_version")), "not Debian");
        assumeTrue(Files.readString(Path.of("/etc/os-release")).contains("ID=debian"), "not Debian");
        assertEquals(Answer.ABSENT, elf(Path.of("/lib/x86_64-linux-gnu/libc.so.6")).framePointers());
        assertNotEquals(Answer.ABSENT, elf(Path.of("/usr/bin/perf")).framePointers());
        assertFalse(elf(Path.of("/usr/bin/perf")).debuglink().isEmpty());
    }
}
