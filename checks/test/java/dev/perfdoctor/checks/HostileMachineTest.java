package dev.perfdoctor.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.ForwardingHost;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Request;
import dev.perfdoctor.engine.Engine;
import dev.perfdoctor.engine.Report;
import dev.perfdoctor.engine.Report.CheckReport;
import dev.perfdoctor.engine.Report.Status;
import dev.perfdoctor.host.MachineFileHost;
import dev.perfdoctor.input.WrongInput;
import dev.perfdoctor.report.Formats;
import dev.perfdoctor.report.Style;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The whole doctor over machines whose files, directories and commands answer damaged and hostile text. No parser may crash its check or take for
 * ever, and no text may reach a terminal, a CI log or a JSON reader as anything but text. {@code -Dperfdoctor.hostile=N} makes it N machines.
 */
class HostileMachineTest {
    private static final int MACHINES = Integer.getInteger("perfdoctor.hostile", 1500);
    private static final Engine ENGINE = Engine.withInstalledChecks();

    private static final List<String> HOSTILE = List.of(
            "\u001b[2J\u001b]0;owned\u0007", "\r::error::owned", "\n::set-output name=a::b", "%0A::error::", "]]>", "\u202eevil\u2066", "\u0000", "../../../etc/passwd",
            "$(reboot)", "'; reboot; '", "`reboot`", "-1", "99999999999999999999", "0x", "1e309", "NaN", "\ufeff", "\ud800", "##[error]", "##vso[task]", "é\u0301", "\t\t", "{{", "%n%s");

    /** Answers that are damaged, the same way each time they are asked for. */
    private static final class Damaged extends ForwardingHost {
        private final long seed;

        Damaged(Host machine, long seed) {
            super(machine);
            this.seed = seed;
        }

        /** Nothing for most questions. */
        private Random chance(String question) {
            Random random = new Random(seed ^ question.hashCode() * 0x9e3779b97f4a7c15L);
            return random.nextInt(4) == 0 ? random : null;
        }

        @Override
        public Reading<String> read(String file, int limit) {
            Random random = chance(file);
            Reading<String> answer = super.read(file, limit);
            return random == null ? answer : answer.map(text -> damaged(text, random));
        }

        @Override
        public Reading<byte[]> bytes(String file, long offset, int length) {
            Random random = chance(file);
            Reading<byte[]> answer = super.bytes(file, offset, length);
            return random == null ? answer : answer.map(bytes -> damaged(bytes, random));
        }

        @Override
        public Reading<Ran> run(List<String> command) {
            Random random = chance(String.join(" ", command));
            Reading<Ran> answer = super.run(command);
            return random == null ? answer : answer.map(ran -> new Ran(random.nextInt(3) == 0 ? random.nextInt(256) : ran.exit(), damaged(ran.out(), random), damaged(ran.err(), random)));
        }

        @Override
        public Reading<List<String>> list(String directory) {
            return names(directory, super.list(directory));
        }

        @Override
        public Reading<List<String>> listKnown(String directory) {
            return names(directory, super.listKnown(directory));
        }

        private Reading<List<String>> names(String directory, Reading<List<String>> answer) {
            Random random = chance(directory);
            return random == null ? answer : answer.map(names -> {
                List<String> more = new ArrayList<>(names);
                more.add(HOSTILE.get(random.nextInt(HOSTILE.size())).replace("/", "_"));
                Collections.sort(more);
                return more;
            });
        }
    }

    private static String damaged(String text, Random random) {
        String now = text;
        for (int i = random.nextInt(4); i >= 0; i--) {
            int at = now.isEmpty() ? 0 : random.nextInt(now.length());
            String hostile = HOSTILE.get(random.nextInt(HOSTILE.size()));
            now = switch (random.nextInt(7)) {
                case 0 -> now.substring(0, at);
                case 1 -> now.substring(at);
                case 2 -> now.substring(0, at) + hostile + now.substring(at);
                case 3 -> now.substring(0, at) + (char) random.nextInt(0x300) + now.substring(Math.min(now.length(), at + 1));
                case 4 -> now.length() > 20_000 ? now : now + now;
                case 5 -> now.replace("\n", random.nextBoolean() ? "\r\n" : hostile);
                default -> hostile.repeat(1 + random.nextInt(200)) + now;
            };
        }
        return now;
    }

    private static byte[] damaged(byte[] bytes, Random random) {
        byte[] now = Arrays.copyOf(bytes, random.nextInt(4) == 0 ? random.nextInt(bytes.length + 1) : bytes.length);
        for (int i = random.nextInt(20); i > 0 && now.length > 0; i--) {
            now[random.nextInt(now.length)] = (byte) (random.nextBoolean() ? 0xff : random.nextInt());
        }
        return now;
    }

    @Test
    void nothingThatAMachineSaysCrashesACheckOrLeavesItsPlaceInAReport() throws IOException {
        List<Host> machines = machines();
        assertTrue(machines.size() > 300);
        int reached = 0;
        for (int i = 0; i < MACHINES; i++) {
            Host machine = machines.get(i % machines.size());
            String name = "machine " + i % machines.size() + ", seed " + i;
            Report report = ENGINE.run(new Damaged(machine, i), everything(), Engine.Options.usual());
            assertEquals(List.of(), report.checks().stream().filter(HostileMachineTest::isLost).map(c -> c.id() + ": " + c.reason()).toList(), name);
            assertTrue(report.exit() == 0 || report.exit() == 1 || report.exit() == 3, name);
            assertIsPlainText(written("text", report), name);
            String json = written("json", report);
            assertIsJson(json, name);
            assertRunsNothing(report, name);
            reached += json.contains("owned") || json.contains("reboot") ? 1 : 0;
        }
        assertTrue(reached > MACHINES / 50, "hostile text reached " + reached + " reports");
    }

    @Test
    void aDamagedMachineFileIsReadOrRefusedAndNothingElse() throws IOException {
        List<String> texts = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("cases"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
                texts.add(Files.readString(file));
            }
        }
        int refused = 0;
        for (int i = 0; i < MACHINES; i++) {
            byte[] file = damaged(texts.get(i % texts.size()), new Random(i)).getBytes(StandardCharsets.UTF_8); // no half of a surrogate pair is in UTF-8
            String text = new String(file, StandardCharsets.UTF_8);
            try {
                MachineFileHost.of("machine.yaml", text);
            } catch (WrongInput expected) {
                refused++;
            } catch (RuntimeException | StackOverflowError bug) {
                throw new AssertionError("file " + i % texts.size() + ", seed " + i, bug);
            }
        }
        assertTrue(refused > MACHINES / 5 && refused < MACHINES, refused + " of " + MACHINES + " refused");
    }

    private static boolean isLost(CheckReport check) {
        return check.status() == Status.CRASHED || check.status() == Status.TIMED_OUT;
    }

    private static List<Host> machines() throws IOException {
        List<Host> machines = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("cases"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
                try {
                    machines.add(MachineFileHost.open(file));
                } catch (RuntimeException wrongOnPurpose) {
                    // a case of wrong input
                }
            }
        }
        return machines;
    }

    private static Request everything() {
        return new Request(Set.copyOf(EnumSet.allOf(Activity.class)), List.of(), OptionalInt.empty(), true);
    }

    private static String written(String format, Report report) {
        return Formats.named(format).orElseThrow().write(report, new Style(true, false, Style.Detail.ALL));
    }

    private static void assertIsPlainText(String text, String name) {
        text.codePoints().filter(c -> c != '\n' && (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT || Character.getType(c) == Character.SURROGATE))
                .findAny()
                .ifPresent(c -> {
                    throw new AssertionError(name + ": U+" + Integer.toHexString(c) + " in\n" + text);
                });
        text.lines().filter(l -> l.stripLeading().startsWith("::") || l.contains("##[") || l.contains("##vso[")).findAny().ifPresent(l -> {
            throw new AssertionError(name + ": a CI runner would obey " + l);
        });
    }

    /** What stands outside quotes in a line that is printed for pasting is ours. */
    private static void assertRunsNothing(Report report, String name) {
        Stream<String> recipes = report.activities().stream().flatMap(a -> a.recipe().stream());
        Stream<String> ways = report.diagnoses().stream()
                .flatMap(d -> d.diagnosis().remediations().stream())
                .flatMap(r -> Stream.concat(r.commands().stream(), r.undo().stream()));
        Stream.concat(recipes, ways).forEach(line -> {
            String bare = line.replaceAll("\\\\'|'[^']*'", "");
            assertTrue(!bare.contains("reboot") && !bare.contains("\n") && !bare.contains("'"), () -> name + ": a shell would take apart " + line);
        });
    }

    private static void assertIsJson(String document, String name) throws IOException {
        assertTrue(StandardCharsets.UTF_8.newEncoder().canEncode(document), name);
        document.lines().filter(l -> l.stripLeading().startsWith("::")).findAny().ifPresent(l -> {
            throw new AssertionError(name + ": a CI runner would obey " + l);
        });
        try (JsonParser parser = new JsonFactory().createParser(document)) {
            while (parser.nextToken() != null) {
                parser.getText();
            }
        }
    }
}
