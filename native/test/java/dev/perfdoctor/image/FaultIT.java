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
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the assembled product does where something it needs is broken: it ends in time, says so in words and leaves no process behind. */
@Execution(ExecutionMode.CONCURRENT)
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

    /** Not /proc/cpuinfo: a JVM reads it at its start, for ever where that gives EIO, which the kernel has no reason to answer. */
    @ParameterizedTest
    @ValueSource(strings = {
        "/proc/sys/kernel/perf_event_paranoid", "/proc/self/mountinfo", "/proc/self/status", "/sys/bus/event_source/devices",
        "/etc/os-release", "/etc/sudoers", "/etc/passwd", "/usr/bin/perf", "/usr/bin/valgrind", "/proc/kallsyms", "/sys/devices/system/cpu"
    })
    void aReadThatFailsLeavesTheOtherAnswers(String path) throws Exception {
        for (String error : new String[] {"eio", "eacces", "emfile"}) {
            under(error + ":" + path, "--no-sudo").decently(DIAGNOSED);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fifo", "device", "socket", "sparse", "empty-file", "garbage"})
    void whatIsNoFileInAFilesPlaceIsNotWaitedFor(String kind) throws Exception {
        for (String path : new String[] {"/proc/sys/kernel/perf_event_paranoid", "/etc/os-release", "/usr/bin/valgrind"}) {
            under(kind + ":" + path, "--no-sudo").decently(DIAGNOSED);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fifo", "device", "socket", "sparse", "directory"})
    void whatTheUserHasInAFilesPlaceIsNotWaitedForAndAConfigurationIsNamed(String kind) throws Exception {
        for (String path : new String[] {"home/.perfconfig", "home/.debug", "bin/perf", "bin/sudo", "app"}) {
            under("place-of-" + kind + ":" + path, "--no-sudo --target app").decently(DIAGNOSED);
        }
        for (String path : new String[] {".perfdoctor.yaml", "home/.config/perfdoctor/config.yaml"}) {
            Ended ended = under("place-of-" + kind + ":" + path, "--no-sudo");
            ended.decently("2");
            assertTrue(ended.err.contains(path + ": cannot be read: "), ended::toString);
        }
    }

    /** A mount of a user-space file system whose server is gone. Whoever asked it is left until it answers, and ends then. */
    @Test
    void aStoreThatDoesNotAnswerIsUnknown() throws Exception {
        Ended ended = under("hanging:home/.debug", "--no-sudo");
        ended.decently(DIAGNOSED);
        assertTrue(ended.out.replaceAll("\\s+", " ").matches(".*Could not tell: .*home/.debug: timeout: fuse.*does not answer.*"), ended::toString);
    }

    @Test
    void aHomeThatDoesNotAnswerIsNamed() throws Exception {
        Ended ended = under("hanging:home", "--no-sudo");
        ended.decently("2");
        assertTrue(ended.err.matches("(?s)perfdoctor: \\S+/home/\\S+: cannot be read: timeout: fuse.*does not answer\n"), ended::toString);
    }

    @ParameterizedTest
    @CsvSource({"0, 1970-01-01T00:0", "4102444800, 2100-01-01T00:0"})
    void theClockMayShowAnyYear(String seconds, String taken) throws Exception {
        Ended capture = under("clock:" + seconds, "capture --no-sudo");
        capture.decently("0");
        assertTrue(capture.out.contains("\ntaken: " + taken), capture::toString);
        Files.writeString(directory.resolve("waivers.yaml"), "waive: [{code: pmu/absent, reason: known, until: 2050-01-01}]\n");
        for (String arguments : new String[] {"--no-sudo --for all -v --target /bin/sh", "--no-sudo --config \"$PWD/waivers.yaml\" --format json"}) {
            Ended ended = under("clock:" + seconds, arguments);
            ended.decently(DIAGNOSED);
            assertFalse(ended.out.matches("(?s).*[ :]-[0-9]+(\\.[0-9]+)? ?(s|ms|min|h|days|\"millis)\\b.*"), () -> "a negative age or duration: " + ended);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--no-sudo", "--no-sudo --format json", "capture --no-sudo", "list", "explain pmu", "--help", "check --format json-schema"})
    void aReportThatCannotBeWrittenIsWrongUseAndAReaderThatLeavesIsNot(String arguments) throws Exception {
        for (String fault : new String[] {"closed-stdout", "full"}) {
            Ended ended = under(fault, arguments);
            ended.decently("2");
            assertTrue(ended.err.startsWith("perfdoctor: standard output cannot be written: "), ended::toString);
        }
        Ended left = under("reader-leaves", arguments);
        left.decently(DIAGNOSED);
        assertEquals("", left.err, left::toString);
    }

    /** Status 1 would be a verdict. No core, no error file. */
    @Test
    void aJvmThatCrashesSaysNoVerdictAndLeavesNoFile() throws Exception {
        Ended ended = under("crash-of-jvm:0.5", "--no-sudo");
        assertTrue(Integer.parseInt(ended.status) > 128, ended::toString);
        assertEquals("", ended.left, ended::toString);
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(Set.of("bin", "out", "err", "status", "left", "took"), files.map(file -> file.getFileName().toString()).collect(Collectors.toSet()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.05", "0.2", "0.7"})
    void anInterruptAtATerminalEndsItAtOnceAndLeavesTheTerminalAsItWas(String after) throws Exception {
        Ended ended = under("terminal:" + after, "--no-sudo --color always");
        assertEquals("", ended.left, ended::toString);
        assertTrue(ended.out.matches("(?s)status (-2|130)\ntook [0-9]{1,3}\nsame True\n.*"), ended::toString);
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
    @CsvSource({"1000000, [013]", "620000, [013]", "500000, 2", "100000, 2"})
    void littleAddressSpaceIsEnoughOrSaidToBeTooLittle(int kibibytes, String status) throws Exception {
        Ended ended = under("memory:" + kibibytes, "--no-sudo --for all -v");
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
