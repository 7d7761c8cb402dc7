package dev.perfdoctor.image;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the assembled product does where something it needs is broken: it ends in time, says so in words and leaves no process behind. */
final class FaultIT {
    private static final Path LAUNCHER = Path.of("target", "perfdoctor", "bin", "perfdoctor").toAbsolutePath();
    private static final Path FAULT = Path.of("test", "resources", "fault.sh").toAbsolutePath();
    /** Half of the time a run may take when it is told nothing; the machine may be busy. */
    private static final long SECONDS = 15;

    private static final String DIAGNOSED = "[013]";

    @TempDir
    private Path directory;

    /** @param left the command lines of processes that outlived the doctor */
    private record Ended(String status, String out, String err, String left, long seconds) {
        void decently(String statuses) {
            assertAll(
                    () -> assertTrue(status.matches(statuses), this::toString),
                    () -> assertEquals("", left, this::toString),
                    () -> assertTrue(seconds < SECONDS, this::toString),
                    () -> assertFalse((out + err).matches("(?s).*(\n\tat |Exception|java\\.lang|Segmentation fault).*"), this::toString),
                    () -> assertFalse((out + err).contains("\u001b"), this::toString));
        }
    }

    private Ended under(String fault, String arguments) throws Exception {
        long start = System.nanoTime();
        Shell shell = Shell.run(directory, Map.of(), "sh \"$1\" \"$2\" \"$3\" " + arguments, FAULT, fault, LAUNCHER);
        assumeTrue(shell.exit() != 77, () -> "this host cannot do " + fault);
        assertEquals(0, shell.exit(), shell::toString);
        return new Ended(text("status").strip(), text("out"), text("err"), text("what-is-left"), (System.nanoTime() - start) / 1_000_000_000);
    }

    private String text(String file) throws Exception {
        Path path = directory.resolve(file);
        return Files.exists(path) ? new String(Files.readAllBytes(path), StandardCharsets.UTF_8) : "";
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "/proc/sys/kernel/perf_event_paranoid", "/proc/self/mountinfo", "/proc/self/status", "/sys/bus/event_source/devices",
        "/etc/os-release", "/etc/sudoers", "/etc/passwd", "/usr/bin/perf", "/usr/bin/valgrind"
    })
    void aReadThatFailsLeavesTheOtherAnswers(String path) throws Exception {
        under("eio:" + path, "--no-sudo").decently(DIAGNOSED);
        under("emfile:" + path, "--no-sudo").decently(DIAGNOSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fifo", "device", "socket", "sparse", "empty-file", "garbage"})
    void whatIsNoFileInAFilesPlaceIsNotWaitedFor(String kind) throws Exception {
        for (String path : new String[] {"/proc/sys/kernel/perf_event_paranoid", "/etc/os-release", "/usr/bin/valgrind"}) {
            under(kind + ":" + path, "--no-sudo").decently(DIAGNOSED);
        }
    }

    @ParameterizedTest
    @CsvSource({"hang, perf", "hang, valgrind", "fork, perf", "fork, valgrind", "crash, perf", "crash, valgrind", "flood, perf", "flood, valgrind",
        "escapes, perf", "escapes, valgrind", "hang, sudo", "flood, sudo"})
    void aProgramThatMisbehavesCostsNoMoreThanItsDeadline(String fault, String program) throws Exception {
        under(fault + ":" + program, "").decently(DIAGNOSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-home", "no-env", "deleted"})
    void bareSurroundingsAreEnough(String fault) throws Exception {
        under(fault, "--no-sudo").decently(DIAGNOSED);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 12, 16, 20, 24, 32})
    void fewOpenFilesAreNoFaultOfPerfOrValgrind(int files) throws Exception {
        String installed = "perf-binary/broken|valgrind/tool-missing|perf-binary/missing|valgrind/missing";
        assumeTrue(!under("none", "--no-sudo --format json").out.matches("(?s).*(" + installed + ").*"), "perf and valgrind work here");
        Ended few = under("nofile:" + files, "--no-sudo --format json");
        few.decently(DIAGNOSED);
        assertFalse(few.out.matches("(?s).*(" + installed + ").*"), few::toString);
    }

    @ParameterizedTest
    @ValueSource(ints = {12, 16, 20, 24, 32})
    void aCaptureUnderFewOpenFilesTellsNoTale(int files) throws Exception {
        Ended ended = under("nofile:" + files, "capture --no-sudo");
        assertAll(
                () -> assertTrue(ended.status.matches("[02]"), ended::toString),
                () -> assertEquals("", ended.left, ended::toString),
                () -> assertFalse(ended.out.contains("\n\tat "), ended::toString));
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 100})
    void fewProcessesAreEnoughOrSaidToBeTooFew(int processes) throws Exception {
        assumeTrue(Shell.succeeds("setpriv --reuid 64321 --regid 64321 --clear-groups test -x '" + LAUNCHER + "'"), "others may run the image");
        under("processes:" + processes, "--no-sudo").decently("[0-3]");
    }

    @ParameterizedTest
    @CsvSource({"1000000, [013]", "500000, 2", "100000, 2"})
    void littleAddressSpaceIsEnoughOrSaidToBeTooLittle(int kibibytes, String status) throws Exception {
        Ended ended = under("memory:" + kibibytes, "--no-sudo");
        ended.decently(status);
        assertEquals(status.equals("2"), ended.err.contains("address space"), ended::toString);
    }

    @Test
    void withoutProcItSaysSo() throws Exception {
        Ended ended = under("no-proc", "--no-sudo");
        ended.decently("2");
        assertTrue(ended.err.contains("/proc is not mounted"), ended::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.02", "0.1", "0.5"})
    void anInterruptEndsItAndAllItStarted(String after) throws Exception {
        Ended ended = under("interrupt:" + after, "--no-sudo");
        ended.decently("130");
        assertTrue(Long.parseLong(text("took").strip()) < 1000 * Double.parseDouble(after) + 1000, text("took"));
    }
}
