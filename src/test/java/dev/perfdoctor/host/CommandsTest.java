package dev.perfdoctor.host;

import static dev.perfdoctor.host.Answers.value;
import static dev.perfdoctor.host.Answers.why;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Commands of the live machine: run by perfdoctor-run, and by the JVM alone where that was not built. */
@ParameterizedClass
@EnumSource
class CommandsTest {
    enum By {
        PERFDOCTOR_RUN,
        THE_JVM
    }

    @Parameter
    private By by;

    @TempDir
    private Path folder;

    private final String one = Naps.unique();
    private final String other = Naps.unique();

    private LiveHost host(String path) {
        String home = by == By.PERFDOCTOR_RUN ? Installation.home() : "";
        return LiveHost.of(Map.of("PATH", path, "LANGUAGE", "de", "PAGER", "less", "KEPT", "yes", "HOME", "/root"), home, Mounts.unknown());
    }

    private LiveHost host() {
        return host(folder + ":/usr/bin:/bin");
    }

    private Path program(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Path script(String name, String body) throws IOException {
        return program(name, "#!/bin/sh\n" + body + "\n");
    }

    @Test
    void saySeparatelyWhatTheyPrintAndHowTheyEnd() throws IOException {
        script("both", "echo out; echo err >&2; exit 3");
        try (LiveHost host = host()) {
            assertEquals(new Ran(3, "out\n", "err\n"), value(host.run("both")));
            assertEquals(new Ran(0, "a b|c\n", ""), value(host.run("echo", "a b|c")));
        }
    }

    @Test
    void areNotReadByAShell() {
        try (LiveHost host = host()) {
            assertEquals("$HOME; * `id`\n", value(host.run("echo", "$HOME; * `id`")).out());
        }
    }

    @Test
    void endedByASignalCountAsInAShell() throws IOException {
        script("crash", "echo before; kill -SEGV $$");
        try (LiveHost host = host()) {
            assertEquals(new Ran(128 + 11, "before\n", ""), value(host.run("crash")));
        }
    }

    @Test
    void haveNoInputNoTerminalTheRootDirectoryAndAPlainEnvironment() throws IOException {
        script("look", "cat; pwd; (: </dev/tty) 2>/dev/null && echo tty; echo \"$LC_ALL ${LANGUAGE-none} ${PAGER-none} $KEPT\"");
        try (LiveHost host = host()) {
            assertEquals("/\nC none none yes\n", value(host.run("look")).out());
        }
    }

    @Test
    void areSearchedInAbsoluteEntriesOfThePathAlone() throws IOException {
        script("tool", "echo found");
        String relative = Path.of("").toAbsolutePath().relativize(folder).toString();
        try (LiveHost host = host(":.:" + relative + ":/usr/bin")) {
            assertEquals("absent", why(host.run("tool")));
            assertEquals("found\n", value(host.run(folder.resolve("tool").toString())).out());
            assertEquals("neither a name nor an absolute path", why(host.run(relative + "/tool")));
        }
    }

    @Test
    void thatDoNotExistAreAbsentAndThoseThatMayNotRunDenied() throws IOException {
        Files.writeString(folder.resolve("text"), "no program");
        Files.createDirectory(folder.resolve("folder"));
        Files.createSymbolicLink(folder.resolve("dangling"), Path.of("nowhere"));
        try (LiveHost host = host()) {
            assertEquals("absent", why(host.run("there-is-no-such-program")));
            assertEquals("absent", why(host.run("/there/is/no/such/program")));
            assertEquals("absent", why(host.run("dangling")));
            assertEquals("denied", why(host.run("text")));
            assertEquals("denied", why(host.run("folder")));
            assertEquals("no command", why(host.run("echo", "a\0b")));
        }
    }

    @Test
    void aSearchGoesOnBehindWhatMayNotRun() throws IOException {
        Files.writeString(folder.resolve("echo"), "no program");
        try (LiveHost host = host()) {
            assertEquals("x\n", value(host.run("echo", "x")).out());
        }
    }

    @Test
    void thatAreNoProgramsAreNotHandedToAShell() throws IOException {
        program("garbage", "\u007fELFgarbage\n");
        program("words", "echo run by a shell\n");
        program("empty", "");
        program("interpreter", "#!/there/is/no/interpreter\n");
        try (LiveHost host = host()) {
            assertEquals("exec format error", why(host.run("garbage")));
            assertEquals("exec format error", why(host.run("words")));
            assertEquals("exec format error", why(host.run("empty")));
            assertTrue(host.run("interpreter") instanceof Reading.Unread<Ran> || value(host.run("interpreter")).exit() != 0);
        }
    }

    @Test
    void keepTheBeginningOfALongOutputAndAreReadToTheirEnd() throws IOException {
        script("long", "yes | head -c 5000000; echo end >&2; exit 4");
        try (LiveHost host = host()) {
            Ran ran = value(host.run("long"));
            assertEquals(1 << 20, ran.out().length());
            assertEquals("end\n", ran.err());
            assertEquals(4, ran.exit());
        }
    }

    @Test
    void thatHangAreEndedWithTheirWholeTreeAndWhatTheyPrintedIsKept() throws IOException, InterruptedException {
        script("hang", "echo begun; sleep " + one + " & sleep " + other);
        try (LiveHost host = host()) {
            Instant start = Instant.now();
            assertEquals("timeout", why(host.run("hang")));
            assertTrue(Duration.between(start, Instant.now()).toSeconds() < 8);
            assertEquals("begun\n", value(host.printedBefore(List.of("hang"))).out());
            assertTrue(Naps.endsSoon(one) && Naps.endsSoon(other));
        }
    }

    @Test
    void thatLeaveAGrandchildWithThePipeAreNotWaitedFor() throws IOException, InterruptedException {
        script("daemon", "sleep " + one + " & echo started");
        try (LiveHost host = host()) {
            assertEquals("started\n", value(host.run("daemon")).out(), "waited for, it would have timed out");
            assertTrue(Naps.endsSoon(one));
        }
    }

    @Test
    void thatNeverStopPrintingEndInTime() throws IOException {
        script("endless", "exec yes");
        try (LiveHost host = host()) {
            assertEquals("timeout", why(host.run("endless")));
            assertEquals(1 << 20, value(host.printedBefore(List.of("endless"))).out().length());
        }
    }

    @Test
    void areRunOnceHoweverOftenTheyAreAsked() throws IOException {
        Path log = folder.resolve("log");
        script("count", "echo run >> " + log);
        try (LiveHost host = host()) {
            host.anticipate(List.of(List.of("count"), List.of("count"), List.of("there-is-no-such-program")));
            value(host.run("count"));
            value(host.run("count"));
            assertEquals("run\n", Files.readString(log));
            assertEquals("absent", why(host.printedBefore(List.of("count"))));
        }
    }

    @Test
    void anticipatedOnesRunBesideEachOther() throws IOException {
        script("meet", """
                cd '%s'; touch here.$1
                for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
                    set -- here.*; [ $# = 4 ] && echo together && exit; sleep 0.1
                done
                echo alone""".formatted(folder));
        List<List<String>> commands = List.of(List.of("meet", "1"), List.of("meet", "2"), List.of("meet", "3"), List.of("meet", "4"));
        try (LiveHost host = host()) {
            host.anticipate(commands);
            for (List<String> command : commands) {
                assertEquals("together\n", value(host.run(command)).out());
            }
        }
    }

    @Test
    void aClosedHostLeavesNothingBehind() throws IOException, InterruptedException {
        script("hang", "sleep " + one + " & sleep " + other);
        try (LiveHost host = host()) {
            host.anticipate(List.of(List.of("hang")));
            Thread.sleep(200);
            assertTrue(Naps.isAlive(one));
        }
        assertTrue(Naps.endsSoon(one) && Naps.endsSoon(other));
    }

    @Test
    void afterTheEndNothingStarts() throws IOException {
        Path log = folder.resolve("log");
        script("count", "echo run >> " + log);
        LiveHost host = host();
        host.close();
        assertEquals("interrupted", why(host.run("count")));
        assertFalse(Files.exists(log));
    }

    @Test
    void theProbeIsTheInstalledOneAndNeverFromThePath() throws IOException {
        script("perfdoctor-probe", "echo wrong");
        try (LiveHost host = host()) {
            assertEquals("absent", why(host.run("perfdoctor-probe")));
        }
        Path libexec = Files.createDirectories(folder.resolve("home/libexec"));
        Files.move(program("right", "#!/bin/sh\necho right\n"), libexec.resolve("perfdoctor-probe"));
        try (LiveHost host = LiveHost.of(Map.of("PATH", folder.toString()), folder.resolve("home").toString(), Mounts.unknown())) {
            assertEquals("right\n", value(host.run("perfdoctor-probe")).out());
        }
    }

    @Test
    void malformedOutputIsReplacedAndNotRefused() throws IOException {
        script("bytes", "printf 'a\\377b'");
        try (LiveHost host = host()) {
            assertEquals("a\uFFFDb", value(host.run("bytes")).out());
        }
    }

    @Test
    void manyAtOnceAllAnswer() {
        try (LiveHost host = host()) {
            List<List<String>> commands = IntStream.range(0, 40).mapToObj(i -> List.of("echo", "n" + i)).toList();
            host.anticipate(commands);
            for (List<String> command : commands) {
                assertEquals(command.getLast() + "\n", value(host.run(command)).out());
            }
        }
    }

    @Test
    void theSourceIsTheCommandLine() {
        try (LiveHost host = host()) {
            Reading<Ran> ran = host.run("sh", "-c", "echo no; exit 9");
            assertEquals("sh -c echo no; exit 9", ran.source());
            assertEquals("exit 9: no", ((Reading.Present<Ran>) ran).evidence().observed());
        }
    }
}
