package dev.perfdoctor.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.ForwardingHost;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Request;
import dev.perfdoctor.capture.Capture;
import dev.perfdoctor.capture.Recorder;
import dev.perfdoctor.engine.Engine;
import dev.perfdoctor.engine.Report;
import dev.perfdoctor.host.MachineFileHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** A machine that was written down is diagnosed as the machine was; without names and addresses it has the same codes. */
class CaptureTest {
    private static final Path CASES = Path.of("cases");

    @TestFactory
    Stream<DynamicTest> aCaptureIsDiagnosedAsTheMachineWas() throws IOException {
        try (Stream<Path> files = Files.walk(CASES)) {
            List<Path> machines = files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList();
            return machines.stream().map(m -> DynamicTest.dynamicTest(CASES.relativize(m).toString(), () -> roundTrip(m)));
        }
    }

    /** The machine as it would be live: what is not written down was looked for and is not there. */
    private static final class Looked extends ForwardingHost {
        Looked(Host machine) {
            super(machine);
        }

        @Override
        public boolean absenceWasSeen() {
            return true;
        }
    }

    private static void roundTrip(Path file) {
        Host machine;
        try {
            machine = MachineFileHost.open(file);
        } catch (RuntimeException wrongOnPurpose) {
            return;
        }
        Recorder recorder = new Recorder(new Looked(machine));
        Report first = examine(recorder);
        Report again = examine(MachineFileHost.of("capture", Capture.of(recorder)));
        assertEquals(told(first), told(again));
        Report redacted = examine(MachineFileHost.of("redacted", Capture.redacted(recorder)));
        assertEquals(codes(first), codes(redacted));
    }

    private static Report examine(Host host) {
        Request all = new Request(Set.copyOf(EnumSet.allOf(Activity.class)), List.of(), OptionalInt.empty(), true);
        return Engine.withInstalledChecks().run(host, all, Engine.Options.usual());
    }

    private static List<String> told(Report report) {
        return Stream.concat(
                        report.diagnoses().stream().map(d -> d.diagnosis().code() + ": " + d.diagnosis().summary()),
                        report.unknowns().stream().map(u -> u.check() + " cannot tell " + u.what() + ": " + u.why()))
                .sorted()
                .toList();
    }

    private static List<String> codes(Report report) {
        return report.diagnoses().stream().map(d -> d.diagnosis().code()).sorted().toList();
    }
}
