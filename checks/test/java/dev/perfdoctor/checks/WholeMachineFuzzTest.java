package dev.perfdoctor.checks;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.ForwardingHost;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Request;
import dev.perfdoctor.capture.Capture;
import dev.perfdoctor.capture.Recorder;
import dev.perfdoctor.engine.Engine;
import dev.perfdoctor.engine.Report;
import dev.perfdoctor.engine.Report.Status;
import dev.perfdoctor.host.MachineFileHost;
import dev.perfdoctor.input.WrongInput;
import dev.perfdoctor.report.Formats;
import dev.perfdoctor.report.Style;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The whole doctor on machines that a fuzzer makes up: no check crashes or hangs, the exit status is one of its own, and every report is what
 * its format promises.
 */
class WholeMachineFuzzTest {
    private static final Engine ENGINE = Engine.withInstalledChecks();
    private static final Request EVERYTHING = new Request(Set.copyOf(EnumSet.allOf(Activity.class)), List.of(), OptionalInt.empty(), true);
    /** One machine of so many is a seed: all of them are examined as cases, and a fuzzer examines each seed before it begins. */
    private static final int EACH = 16;

    private static final List<byte[]> FILES = files();
    private static final List<Host> MACHINES = machines();

    static Stream<byte[]> machineFiles() {
        return IntStream.range(0, FILES.size()).filter(i -> i % EACH == 0).mapToObj(FILES::get);
    }

    @MethodSource("machineFiles")
    @FuzzTest
    void aMachineFileOfAnyBytesIsRefusedOrExamined(byte[] data) {
        machine(data).ifPresent(WholeMachineFuzzTest::examine);
    }

    static Stream<byte[]> answers() {
        List<String> texts = List.of("", "\n", "-1\n", "0-3,5\n", "root ALL=(ALL) NOPASSWD: ALL\n", "\u001b[2J\r::error::x", "perf version 6.8.12\n");
        return IntStream.range(0, MACHINES.size()).filter(i -> i % EACH == 0).mapToObj(i -> answer(i, 7 * i, texts.get(i % texts.size())));
    }

    private static byte[] answer(int machine, int question, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        byte[] seed = new byte[4 + bytes.length];
        seed[0] = (byte) (machine >> 8);
        seed[1] = (byte) machine;
        seed[2] = (byte) (question >> 8);
        seed[3] = (byte) question;
        System.arraycopy(bytes, 0, seed, 4, bytes.length);
        return seed;
    }

    /** A machine of the cases, of which one answer that the doctor asks for is any bytes: two bytes choose the machine, two the question. */
    @MethodSource("answers")
    @FuzzTest
    void aMachineWithOneAnswerOfAnyBytesIsExamined(byte[] data) {
        if (data.length < 4) {
            return;
        }
        Host machine = MACHINES.get(number(data, 0) % MACHINES.size());
        examine(new OneAnswer(machine, number(data, 2), Arrays.copyOfRange(data, 4, data.length)));
    }

    private static int number(byte[] data, int at) {
        return (data[at] & 0xff) << 8 | data[at + 1] & 0xff;
    }

    /** A machine that is written down as far as it was read is examined again with the same result. */
    @MethodSource("machineFiles")
    @FuzzTest
    void aCaptureOfAnyMachineIsExaminedAsTheMachineWas(byte[] data) {
        machine(data).ifPresent(machine -> {
            Recorder recorder = new Recorder(new Looked(machine));
            Report first = examine(recorder);
            String capture = Capture.of(recorder);
            List<String> again = codes(examine(MachineFileHost.of("capture", capture)));
            holds(codes(first).equals(again), codes(first) + " is not " + again + " in\n" + capture);
        });
    }

    private static final class Looked extends ForwardingHost {
        Looked(Host machine) {
            super(machine);
        }

        @Override
        public boolean absenceWasSeen() {
            return true;
        }
    }

    private static Optional<Host> machine(byte[] data) {
        try {
            return Optional.of(MachineFileHost.of("machine.yaml", new String(data, StandardCharsets.UTF_8)));
        } catch (WrongInput refused) {
            holds(refused.getMessage().startsWith("machine.yaml"), "a refusal names the file");
            return Optional.empty();
        }
    }

    /** The questions are numbered by their hash, so that the same bytes always stand for the same answer. */
    private static final class OneAnswer extends ForwardingHost {
        private static final int QUESTIONS = 64;

        private final int chosen;
        private final byte[] answer;

        OneAnswer(Host machine, int question, byte[] answer) {
            super(machine);
            this.chosen = question % QUESTIONS;
            this.answer = answer;
        }

        private boolean isChosen(String question) {
            return Math.floorMod(question.hashCode() * 0x9e3779b9 >>> 8, QUESTIONS) == chosen;
        }

        private String text() {
            return new String(answer, StandardCharsets.UTF_8);
        }

        @Override
        public Reading<String> read(String file, int limit) {
            Reading<String> usual = super.read(file, limit);
            return isChosen(file) ? usual.map(_ -> text()) : usual;
        }

        @Override
        public Reading<byte[]> bytes(String file, long offset, int length) {
            Reading<byte[]> usual = super.bytes(file, offset, length);
            return isChosen(file) ? usual.map(_ -> Arrays.copyOfRange(answer, (int) Math.min(offset, answer.length), (int) Math.min(offset + length, answer.length))) : usual;
        }

        @Override
        public Reading<Ran> run(List<String> command) {
            Reading<Ran> usual = super.run(command);
            return isChosen(String.join(" ", command)) ? usual.map(ran -> new Ran(ran.exit(), text(), ran.err())) : usual;
        }

        @Override
        public Reading<List<String>> list(String directory) {
            return names(directory, super.list(directory));
        }

        @Override
        public Reading<List<String>> listKnown(String directory) {
            return names(directory, super.listKnown(directory));
        }

        private Reading<List<String>> names(String directory, Reading<List<String>> usual) {
            return isChosen(directory) ? usual.map(_ -> text().replace("/", "").lines().filter(name -> !name.isEmpty()).sorted().distinct().toList()) : usual;
        }

        @Override
        public Reading<String> readLink(String file) {
            Reading<String> usual = super.readLink(file);
            return isChosen(file) ? usual.map(_ -> text()) : usual;
        }
    }

    private static Report examine(Host machine) {
        Report report = ENGINE.run(machine, EVERYTHING, Engine.Options.usual().withHardware());
        report.checks().stream().filter(c -> c.status() == Status.CRASHED || c.status() == Status.TIMED_OUT).findFirst().ifPresent(lost -> {
            throw new AssertionError(lost.id() + " " + lost.status() + ": " + lost.reason());
        });
        holds(Set.of(0, 1, 3).contains(report.exit()), "exit " + report.exit());
        for (String format : Formats.ids()) {
            for (Style.Detail detail : Style.Detail.values()) {
                String written = Formats.named(format).orElseThrow().write(report, new Style(true, false, detail));
                isPlain(written);
                if (format.equals("json")) {
                    isJson(written);
                }
            }
        }
        return report;
    }

    private static void isPlain(String written) {
        holds(StandardCharsets.UTF_8.newEncoder().canEncode(written), "half of a surrogate pair");
        written.codePoints().filter(c -> c != '\n' && (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT)).findFirst().ifPresent(c -> {
            throw new AssertionError("U+%04X in\n%s".formatted(c, written));
        });
        written.lines().filter(l -> l.stripLeading().startsWith("::") || l.contains("##[") || l.contains("##vso[")).findFirst().ifPresent(l -> {
            throw new AssertionError("a CI log would obey " + l);
        });
    }

    private static void isJson(String document) {
        try (JsonParser parser = new JsonFactory().createParser(document)) {
            while (parser.nextToken() != null) {
                parser.getText();
            }
        } catch (IOException e) {
            throw new AssertionError("not JSON:\n" + document, e);
        }
    }

    private static List<String> codes(Report report) {
        return List.copyOf(new TreeSet<>(report.diagnoses().stream().map(d -> d.diagnosis().code()).toList()));
    }

    private static void holds(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError(what);
        }
    }

    private static List<byte[]> files() {
        List<byte[]> contents = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("cases"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
                contents.add(Files.readAllBytes(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return contents;
    }

    private static List<Host> machines() {
        return FILES.stream().flatMap(file -> machine(file).stream()).toList();
    }
}
