package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.facts.StoreEntry.Corrupt;
import dev.perfdoctor.facts.StoreEntry.Nothing;
import dev.perfdoctor.facts.StoreEntry.Original;
import dev.perfdoctor.facts.StoreEntry.Whole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that perf has made, broken in the ways stores break. Skipped where there is no perf that records, or no compiler. */
class StoreOfThisMachinesPerfTest {
    private static final String LOOP = "int main(void) { volatile long n = 0; for (long i = 0; i < 60000000; i++) n += i; return 0; }\n";

    @TempDir
    Path home;

    private Path program;

    @BeforeEach
    void recordOnce() throws IOException {
        program = home.resolve("app");
        compile(LOOP);
        record();
        assumeTrue(Files.isDirectory(home.resolve(".debug/.build-id")), "this perf keeps no store here");
    }

    private void compile(String source) throws IOException {
        Files.writeString(home.resolve("app.c"), source);
        assumeTrue(runs("gcc", "-O1", "-Wl,--build-id", home.resolve("app.c").toString(), "-o", program.toString()), "no gcc");
    }

    private void record() {
        assumeTrue(
                runs("perf", "record", "-q", "-e", "task-clock:u", "-F", "997", "-o", home.resolve("perf.data").toString(), "--", program.toString()),
                "perf does not record here");
    }

    private boolean runs(String... command) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile()).redirectErrorStream(true);
            builder.environment().put("HOME", home.toString());
            return builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException missing) {
            return false;
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private BuildIdStore store() {
        return BuildIdStore.of(new DiskMachine(Map.of("HOME", home.toString()), home.toString(), 0).facts());
    }

    private StoreEntry entry() {
        return store().entries().stream().filter(e -> e.file().equals(program.toString())).findFirst().orElseThrow();
    }

    private Path stored() {
        return Path.of(entry().directory(), "elf");
    }

    /** The stored file for itself: perf makes a hard link, and writing to that would break the program too. */
    private Path detached() throws IOException {
        Path stored = stored();
        byte[] content = Files.readAllBytes(stored);
        Files.delete(stored);
        Files.write(stored, content);
        return stored;
    }

    @Test
    void whatPerfStoredIsWholeAndTheVdsoIsNoFault() {
        assertInstanceOf(Whole.class, entry().content());
        assertEquals(List.of(), store().corrupt());
        assertEquals(List.of(), store().dangling());
        assertTrue(store().isWhole() && store().bytes() > 0);
    }

    @Test
    void anEmptyCopyIsSeenAndPerfDoesNotRepairIt() throws IOException {
        Files.write(detached(), new byte[0]);
        record();
        assertInstanceOf(Corrupt.class, entry().content());
        assertEquals(Original.SAME, entry().original());
    }

    @Test
    void aCopyThatWasCutIsSeen() throws IOException {
        Path stored = detached();
        byte[] content = Files.readAllBytes(stored);
        for (int length : new int[] {100, 4096, content.length - 100}) {
            Files.write(stored, Arrays.copyOf(content, length));
            assertInstanceOf(Corrupt.class, entry().content(), length + " bytes");
        }
    }

    @Test
    void noiseInPlaceOfACopyIsSeen() throws IOException {
        byte[] noise = new byte[20_000];
        new Random(7).nextBytes(noise);
        Files.write(detached(), noise);
        assertInstanceOf(Corrupt.class, entry().content());
    }

    @Test
    void anotherProgramInPlaceOfACopyIsSeen() throws IOException {
        Files.write(detached(), Files.readAllBytes(Path.of("/bin/ls").toRealPath()));
        assertTrue(assertInstanceOf(Corrupt.class, entry().content()).evidence().observed().startsWith("build id"));
    }

    /** What {@code cp new old} and linkers that reuse their output's inode do. */
    @Test
    void aProgramThatIsOverwrittenInPlaceTakesItsHardLinkWithIt() throws IOException {
        assumeTrue(Files.getAttribute(stored(), "unix:nlink").equals(2), "the store is on another file system");
        Path stored = stored();
        Path other = home.resolve("other");
        Files.move(program, other);
        compile(LOOP.replace("60000000", "60000001"));
        Files.write(other, Files.readAllBytes(program), StandardOpenOption.TRUNCATE_EXISTING);
        Corrupt corrupt = assertInstanceOf(Corrupt.class, entry().content());
        assertEquals(stored.toString(), corrupt.file());
        assertTrue(corrupt.linked());
        assertEquals(Original.REBUILT, entry().original());
    }

    @Test
    void aRebuiltProgramLeavesAGoodEntryAndARecordingOfAnotherBuild() throws IOException {
        Files.delete(program);
        compile(LOOP.replace("60000000", "60000002"));
        assertInstanceOf(Whole.class, entry().content());
        RebuiltSince rebuilt = RebuiltSince.of(new DiskMachine(Map.of("HOME", home.toString()), home.toString(), 0).facts());
        assertEquals(List.of(program.toString()), rebuilt.storedAndRebuilt().stream().map(RebuiltSince.Program::file).toList());
    }

    @Test
    void aLinkWithoutItsEntryMattersOnceTheProgramIsGone() throws IOException {
        Path directory = stored().getParent();
        try (Stream<Path> all = Files.walk(directory)) {
            all.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete());
        }
        assertInstanceOf(Nothing.class, entry().content());
        assertEquals(List.of(), store().dangling());
        Files.delete(program);
        assertEquals(1, store().dangling().size());
    }

    @Test
    void anEntryWhoseLinkIsGoneIsNoEntry() throws IOException {
        Files.delete(Path.of(entry().link()));
        assertTrue(store().entries().stream().noneMatch(e -> e.file().equals(program.toString())));
    }

    @Test
    void aFileInTheWayOfTheStoreIsSeenAndPerfSaysNothing() throws IOException {
        assertTrue(runs("rm", "-r", home.resolve(".debug").toString()));
        Files.writeString(home.resolve(".debug"), "in the way");
        record(); // succeeds all the same
        assertInstanceOf(StorePlace.InTheWay.class, store().place());
    }

    @Test
    void aTildeInTheConfigurationSwitchesTheStoreOffInSilence() throws IOException {
        assertTrue(runs("rm", "-r", home.resolve(".debug").toString()));
        Files.writeString(home.resolve(".perfconfig"), "[buildid]\n\tdir = ~/.debug\n");
        record();
        assertFalse(Files.exists(home.resolve(".debug")));
        assertInstanceOf(StorePlace.Tilde.class, StorePlace.of(new DiskMachine(Map.of("HOME", home.toString()), home.toString(), 0).facts()));
    }

    @Test
    void theRecordingNamesTheProgramsBuild() {
        PerfData data = assertInstanceOf(Present.class, PerfData.here(new DiskMachine(Map.of(), home.toString(), 0).facts())).value()
                instanceof PerfData d ? d : null;
        assertEquals(Optional.of(entry().id()), data.buildOf(program.toString()).map(PerfData.Build::id));
    }

    @Test
    void aRecorderThatIsKilledLeavesARecordingWithoutItsEnd() throws Exception {
        Files.delete(home.resolve("perf.data"));
        Process perf = new ProcessBuilder(
                        "perf", "record", "-q", "-e", "task-clock:u", "-o", home.resolve("perf.data").toString(), "--", "sleep", "30")
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        for (int i = 0; i < 200 && (!Files.exists(home.resolve("perf.data")) || Files.size(home.resolve("perf.data")) < 104); i++) {
            Thread.sleep(20);
        }
        perf.descendants().forEach(ProcessHandle::destroyForcibly);
        perf.destroyForcibly().waitFor();
        var reading = PerfData.here(new DiskMachine(Map.of(), home.toString(), 0).facts());
        assumeTrue(reading.isPresent(), "killed before it wrote anything");
        assertFalse(reading.orElse(null).finished());
    }
}
