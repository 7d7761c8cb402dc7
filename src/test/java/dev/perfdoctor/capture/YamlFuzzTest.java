package dev.perfdoctor.capture;

import static dev.perfdoctor.Outside.holds;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.perfdoctor.Outside;
import dev.perfdoctor.Seeds;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.host.MachineFileHost;
import dev.perfdoctor.input.WrongInput;
import dev.perfdoctor.input.Yaml;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written into a machine file is read as it was, and what is no machine file is refused with a place and a reason. */
class YamlFuzzTest {
    static Stream<byte[]> texts() {
        return Seeds.of("a", "no", "1", "a: b\n", "  x\n\n", "a\nb\n", "\t\n", "#\n", "é\u2028\u0085", "'\"\\", "---\n", "", "a \nb\n", "x\r\n", "\ufeff", "- a\n? b\n");
    }

    @MethodSource("texts")
    @FuzzTest
    void anyTextIsWrittenSoThatItReadsAsItWas(byte[] data) {
        String text = Outside.text(data);
        String document = "files:\n  " + YamlText.key("/" + text, 2) + ":" + YamlText.value(text, 2) + "\nlist: [" + YamlText.scalar(text) + "]\n";
        if (!(Yaml.parse("written", document) instanceof Yaml.Mapping all
                && all.values().get("files") instanceof Yaml.Mapping files
                && all.values().get("list") instanceof Yaml.Sequence list)) {
            throw new AssertionError("not the document that was written:\n" + document);
        }
        holds(files.values().keySet().equals(Set.of("/" + text)), "the key in\n" + document);
        holds(files.values().get("/" + text) instanceof Yaml.Scalar value && value.text().equals(text), "the value in\n" + document);
        holds(list.items().size() == 1 && list.items().getFirst() instanceof Yaml.Scalar item && item.text().equals(text), "the item in\n" + document);
    }

    @MethodSource("dev.perfdoctor.Seeds#machines")
    @FuzzTest
    void aMachineFileIsReadOrRefusedWithItsPlace(byte[] data) {
        try {
            MachineFileHost machine = MachineFileHost.of("machine.yaml", Outside.text(data));
            machine.identity();
            machine.listKnown("/");
        } catch (WrongInput refused) {
            holds(refused.line() >= 0 && !refused.problem().isBlank() && refused.getMessage().startsWith("machine.yaml"), "a refusal says why");
        }
    }

    /** What was asked of a machine is written, and a machine that is read from it answers the same. */
    @MethodSource("dev.perfdoctor.Seeds#machines")
    @FuzzTest
    void aCaptureAnswersAsTheMachineDid(byte[] data) {
        Host machine;
        try {
            machine = MachineFileHost.of("machine.yaml", Outside.text(data));
        } catch (WrongInput refused) {
            return;
        }
        Recorder recorder = new Recorder(machine);
        List<String> first = asked(recorder);
        String capture = Capture.of(recorder);
        List<String> again = asked(MachineFileHost.of("capture", capture));
        holds(first.equals(again), first + "\nis not\n" + again + "\nin\n" + capture);
        MachineFileHost.of("redacted", Capture.redacted(recorder));
    }

    private static List<String> asked(Host host) {
        return List.of(
                host.identity().release() + host.identity().machine() + host.identity().user() + host.identity().directory(),
                String.valueOf(host.read("/etc/os-release")),
                String.valueOf(host.read("/proc/sys/kernel/perf_event_paranoid")),
                String.valueOf(host.run("sudo", "-n", "-l")),
                String.valueOf(host.run("perfdoctor-probe")));
    }
}
