package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code perf --version} answers, as recorded on Debian 11 to 13 and reported for others. */
class PerfStartTest {
    private static PerfStart said(int exit, String out, String err) {
        return PerfStart.of(new Present<>(new Ran(exit, out, err), new Evidence("perf --version", "")));
    }

    private static PerfStart failed(Why why, String detail) {
        return PerfStart.of(new Unread<>("perf --version", why, detail));
    }

    private static <T extends PerfStart> T as(Class<T> kind, PerfStart start) {
        return assertInstanceOf(kind, start);
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.1.187", "5.14.0-503.40.1.el9_5.x86_64", "6.11-1", "6.8.rc1.gf2a3b4c5d6e7", "7.1.5"})
    void aVersionMeansThatItStarts(String version) {
        assertEquals(version, as(PerfStart.Starts.class, said(0, "perf version " + version + "\n", "")).version());
    }

    @Test
    void anEmptyVersionIsAVersion() {
        assertEquals("", as(PerfStart.Starts.class, said(0, "perf version \n", "")).version());
    }

    @Test
    void complaintsBesideTheVersionDoNotMatter() {
        PerfStart start = said(0, "perf version 6.8.12\n", "Warning: /root/.perfconfig not owned by current user or root, ignoring it.\n");
        assertTrue(start.ok());
    }

    @Test
    void theUbuntuWrapperNamesTheKernelWithoutItsFlavour() {
        String text = """
                WARNING: perf not found for kernel 6.14.0-1018

                  You may need to install the following packages for this specific kernel:
                    linux-tools-6.14.0-1018-aws
                    linux-cloud-tools-6.14.0-1018-aws
                """;
        PerfStart.NoneForKernel miss = as(PerfStart.NoneForKernel.class, said(2, "", text));
        assertEquals("6.14.0-1018", miss.wanted());
        assertEquals("WARNING: perf not found for kernel 6.14.0-1018", miss.evidence().observed());
    }

    @Test
    void aRenamedCopyOfTheWrapperSaysItsOwnName() {
        assertEquals("6.2.0-39", as(PerfStart.NoneForKernel.class, said(2, "", "WARNING: perf.back not found for kernel 6.2.0-39\n")).wanted());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "/usr/bin/perf: line 13: exec: perf_6.1: not found\n", // Debian 11: this line alone
        "/usr/bin/perf: line 24: exec: perf_6.1: not found\nE: linux-perf-6.1 is not installed.\n",
        "E: linux-perf-6.1 is not installed.\n",
        "E: linux-tools-6.1 is not installed.\n",
        "perf_6.1 not found\nYou may need to install linux-tools-6.1\n",
    })
    void everyWrapperOfDebianAndTheOldOneOfUbuntuAreUnderstood(String text) {
        assertEquals("6.1", as(PerfStart.NoneForKernel.class, said(1, "", text)).wanted());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "perf: error while loading shared libraries: libtraceevent.so.1: cannot open shared object file: No such file or directory\n",
        "/opt/perf/bin/perf: error while loading shared libraries: libtraceevent.so.1: wrong ELF class: ELFCLASS32\n",
        "Error loading shared library libtraceevent.so.1: No such file or directory (needed by /usr/bin/perf)\n",
    })
    void exit127WithTheLoadersWordsIsALibraryAndNotAMissingCommand(String text) {
        assertEquals("libtraceevent.so.1", as(PerfStart.LibraryMissing.class, said(127, "", text)).library());
    }

    @Test
    void aLibraryThatIsTooOldIsALibraryToo() {
        String glibc = "perf: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.38' not found (required by perf)\n";
        assertEquals("GLIBC_2.38", as(PerfStart.LibraryMissing.class, said(1, "", glibc)).library());
        String symbol = "perf: symbol lookup error: perf: undefined symbol: tep_load_plugins\n";
        assertEquals("tep_load_plugins", as(PerfStart.LibraryMissing.class, said(127, "", symbol)).library());
    }

    @Test
    void exitStatusesAbove128AreSignalsExceptTheOneOfWrongUsage() {
        assertEquals(11, as(PerfStart.Killed.class, said(139, "", "")).signal());
        assertEquals(4, as(PerfStart.Killed.class, said(132, "", "")).signal());
        as(PerfStart.Nonsense.class, said(129, "", " usage: perf [--version] [--help] [OPTIONS] COMMAND [ARGS]\n"));
        as(PerfStart.Nonsense.class, said(255, "", ""));
    }

    @Test
    void anotherProgramOfThisNameIsNonsense() {
        assertEquals("Perforce helper 2.1", as(PerfStart.Nonsense.class, said(0, "Perforce helper 2.1\n", "")).said());
        assertEquals("", as(PerfStart.Nonsense.class, said(0, "", "")).said());
        as(PerfStart.Nonsense.class, said(1, "\u0000\u0001\u0002", ""));
    }

    @Test
    void aVersionWithAFailureIsNoStart() {
        as(PerfStart.Nonsense.class, said(1, "perf version 6.8.12\n", ""));
    }

    @Test
    void outcomesWithoutAnExitAreToldApart() {
        as(PerfStart.Hangs.class, failed(Why.FAILED, "timeout"));
        as(PerfStart.Nonsense.class, failed(Why.FAILED, "exec format error"));
        as(PerfStart.NotExecutable.class, failed(Why.DENIED, ""));
        as(PerfStart.Untried.class, failed(Why.NOT_CAPTURED, ""));
        as(PerfStart.Untried.class, failed(Why.FAILED, "Cannot allocate memory"));
        as(PerfStart.InterpreterMissing.class, PerfStart.of(new Absent<>("perf --version")));
        as(PerfStart.InterpreterMissing.class, failed(Why.FAILED, "its interpreter or loader is missing"));
    }

    @Test
    void aScriptThatMayNotStartItsProgramIsRefused() {
        Reading<Ran> ran = new Present<>(
                new Ran(126, "", "/usr/local/bin/perf: line 2: /opt/perf/perf: Permission denied\n"), new Evidence("perf --version", ""));
        as(PerfStart.NotExecutable.class, PerfStart.of(ran));
    }

    @Test
    void everyKindButTheUntriedShowsWhatWasSeen() {
        List<PerfStart> all = List.of(
                said(0, "perf version 1\n", ""), said(2, "", "WARNING: perf not found for kernel 1\n"), said(139, "", ""), failed(Why.FAILED, "timeout"));
        assertTrue(all.stream().allMatch(s -> s.seen().isPresent()));
        assertTrue(failed(Why.NOT_CAPTURED, "").seen().isEmpty());
    }
}
