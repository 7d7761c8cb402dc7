package dev.perfdoctor.cli;

import static dev.perfdoctor.api.Activity.STAT;
import static dev.perfdoctor.engine.FakeCheck.cannotTell;
import static dev.perfdoctor.engine.FakeCheck.diagnosis;
import static dev.perfdoctor.engine.FakeCheck.doing;
import static dev.perfdoctor.engine.FakeCheck.finding;
import static dev.perfdoctor.engine.FakeCheck.healthy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Check;
import dev.perfdoctor.report.JsonSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MainTest {
    private static final Check SOUND = finding("paranoid", healthy("perf events are open to you"));
    private static final Check BLOCKING = finding("paranoid", diagnosis("paranoid/user-blocked").blocks(STAT));
    private static final Check MISLEADING = finding("pmu", diagnosis("pmu/absent").misleads(STAT));
    private static final Check OPEN = finding("sudo", cannotTell("whether the rule matches", STAT));

    @TempDir
    private Path folder;

    private String machine;

    @BeforeEach
    void writeMachine() throws IOException {
        machine = Files.writeString(folder.resolve("machine.yaml"), "perfdoctor-machine: 1\n").toString();
    }

    @Test
    void theExitStatusSaysWhatTheReportSays() {
        assertEquals(0, check(SOUND).exit());
        assertEquals(1, check(BLOCKING).exit());
        assertEquals(0, check(MISLEADING).exit());
        assertEquals(3, check(OPEN).exit());
        assertEquals(1, Told.by(List.of(BLOCKING, OPEN), "check", "--from", machine).exit());
    }

    @Test
    void failOnMovesTheBar() {
        assertEquals(1, check(MISLEADING, "--fail-on", "warning").exit());
        assertEquals(0, check(BLOCKING, "--fail-on", "never").exit());
        assertEquals(3, check(OPEN, "--fail-on=never").exit());
        assertEquals(0, check(BLOCKING, "--waive", "paranoid/user-blocked").exit());
    }

    @Test
    void theExitStatusIsTheSameForEveryFormat() {
        for (String format : List.of("text", "json")) {
            assertEquals(1, check(BLOCKING, "--format", format).exit(), format);
            assertEquals(3, check(OPEN, "--format", format).exit(), format);
        }
    }

    @Test
    void checkIsMeantWhenNoCommandIsNamed() {
        assertEquals(check(SOUND, "-q").out(), Told.by(List.of(SOUND), "--from", machine, "-q").out());
    }

    @Test
    void quietTellsTheVerdictAlone() {
        assertEquals("NOT READY   the summary of paranoid/user-blocked\n", check(BLOCKING, "-q").out());
        assertEquals("READY   nothing found in the way of stat, record, call-graph and valgrind\n", check(SOUND, "--quiet").out());
    }

    @Test
    void aDocumentOnStandardOutputStandsAlone() {
        Told told = check(BLOCKING, "--format", "json");
        assertTrue(told.out().startsWith("{") && told.out().endsWith("}\n"), told.out());
        assertEquals("", told.err());
    }

    @Test
    void severalDocumentsGoToTheirFiles() throws IOException {
        Path json = folder.resolve("report.json");
        Told told = check(BLOCKING, "--format", "text", "--format", "json=" + json);
        assertTrue(told.out().startsWith("perfdoctor 1.0.0"), told.out());
        assertTrue(Files.readString(json).startsWith("{"));
        assertEquals(1, told.exit());

        Told silent = check(BLOCKING, "--format=json=" + json);
        assertEquals("", silent.out());
    }

    @Test
    void aFileThatCannotBeWrittenIsStatusTwoAndTheRestIsStillTold() {
        Told told = check(SOUND, "--format", "text", "--format", "json=" + folder.resolve("no/such/folder"));
        assertEquals(2, told.exit());
        assertTrue(told.err().contains("no/such/folder cannot be written: no such file or directory"), told.err());
        assertTrue(told.out().contains("READY"), told.out());
    }

    @Test
    void theSchemaIsPrintedWithoutAMachine() {
        Told told = Told.by(List.of(), "check", "--format", "json-schema");
        assertEquals(0, told.exit());
        assertEquals(JsonSchema.document(), told.out());
    }

    @Test
    void aWrongMachineFileIsStatusTwo() {
        Told told = Told.by(List.of(SOUND), "--from", folder.resolve("missing.yaml").toString());
        assertEquals(2, told.exit());
        assertEquals("perfdoctor: " + folder.resolve("missing.yaml") + ": does not exist\n", told.err());
        assertEquals("", told.out());
    }

    @Test
    void standardOutputThatIsFullIsStatusTwo() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        assertEquals(2, onto(failing("No space left on device"), err));
        assertEquals("perfdoctor: standard output cannot be written: No space left on device\n", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aReaderThatLeavesKeepsTheStatusAndHearsNothing() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        assertEquals(1, onto(failing("Broken pipe"), err));
        assertEquals("", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aBugIsOneLineAndStatusTwo() {
        Surroundings around = new Surroundings(
                new ByteArrayOutputStream(), new ByteArrayOutputStream(), Told.UTF8, false, StandardCharsets.UTF_8, () -> {
                    throw new IllegalStateException("no checks\u001b[2J");
                });
        assertEquals(2, Main.run(new String[] {"list"}, around));
        String said = around.err().toString();
        assertEquals(1, said.lines().count(), said);
        assertTrue(said.startsWith("perfdoctor: internal error: java.lang.IllegalStateException: no checks\\x1b[2J at "), said);
    }

    @Test
    void aBugHasItsTraceWhereItIsAskedFor() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Surroundings around = new Surroundings(
                new ByteArrayOutputStream(), err, Map.of("PERFDOCTOR_DEBUG", "1"), false, StandardCharsets.UTF_8, () -> {
                    throw new IllegalStateException("no checks");
                });
        Main.run(new String[] {"list"}, around);
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("\tat dev.perfdoctor.cli.MainTest"));
    }

    @Test
    void aCheckThatCrashesIsNoInternalError() {
        Told told = check(doing("pmu", f -> {
            throw new IllegalStateException("bit 65");
        }));
        assertEquals(3, told.exit());
        assertEquals("", told.err());
    }

    @Test
    void aMessageRepeatsNothingATerminalObeys() {
        Told told = Told.by(List.of(), "check", "--for", "\u001b[2J");
        assertEquals(2, told.exit());
        assertTrue(told.err().contains("'\\x1b[2J' is not an activity"), told.err());
    }

    @Test
    void outsideUtf8AllIsAscii() {
        Told told = Told.by(List.of(SOUND), Map.of("LC_ALL", "C"), false, "--from", machine);
        assertTrue(told.out().contains("* ready"), told.out());
        assertTrue(StandardCharsets.US_ASCII.newEncoder().canEncode(told.out()));
        Told wrong = Told.by(List.of(SOUND), Map.of("LC_ALL", "C"), false, "--from", folder + "/Ünï.yaml");
        assertTrue(wrong.err().contains("\\xdcn\\xef.yaml"), wrong.err());
    }

    @Test
    void theVersionIsToldWithOrWithoutACommand() {
        assertEquals("perfdoctor 1.0.0\n", Told.by(List.of(), "--version").out());
        assertEquals("perfdoctor 1.0.0\n", Told.by(List.of(), "check", "--version").out());
    }

    @Test
    void colourComesOnlyWhereItIsWanted() {
        String escape = "\u001b[";
        assertFalse(check(SOUND).out().contains(escape));
        assertTrue(check(SOUND, "--color", "always").out().contains(escape));
        assertFalse(check(SOUND, "--color=always", "--format", "json").out().contains(escape));
    }

    private Told check(Check check, String... arguments) {
        String[] all = new String[arguments.length + 3];
        all[0] = "check";
        all[1] = "--from";
        all[2] = machine;
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        return Told.by(List.of(check), all);
    }

    private int onto(OutputStream out, OutputStream err) {
        return Main.run(new String[] {"--from", machine}, Told.around(List.of(BLOCKING), out, err, Told.UTF8, false));
    }

    private static OutputStream failing(String why) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(why);
            }
        };
    }

    @Test
    void timingsAreToldByOptionOrVariableAndOtherwiseNot() {
        assertFalse(check(SOUND).out().contains("Where the time went"));
        assertTrue(check(SOUND, "--timings").out().contains("Where the time went"));
        assertTrue(check(SOUND, "--timings", "--format", "json").out().contains("\"timings\""));
        Told byVariable = Told.by(List.of(SOUND), Map.of("PERFDOCTOR_TIMING", "1"), false, "--format", "json", "--from", machine);
        assertTrue(byVariable.out().contains("\"timings\""));
        assertFalse(check(SOUND, "--format", "json").out().contains("\"timings\""));
    }
}
