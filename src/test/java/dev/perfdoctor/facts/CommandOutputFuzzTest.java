package dev.perfdoctor.facts;

import static dev.perfdoctor.Outside.holds;
import static dev.perfdoctor.Outside.understood;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.perfdoctor.Outside;
import dev.perfdoctor.Seeds;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever perf, the probe and the other tools print is understood or called garbled. */
class CommandOutputFuzzTest {
    static Stream<byte[]> tools() {
        return Stream.concat(Seeds.answers("perf", "valgrind", "getcap", "--version"), Seeds.outputs("perf-"));
    }

    @MethodSource("tools")
    @FuzzTest
    void whatAPerfSaysTellsOneStoryOfHowItStarts(byte[] data) {
        String[] said = Outside.parts(data, 2);
        for (int exit : new int[] {0, 1, 127, 139}) {
            PerfStart start = PerfStart.of(new Present<>(new Ran(exit, said[0], said[1]), new Evidence("perf --version", "")));
            holds(!start.ok() || exit == 0, "what fails has not started");
            holds(start.seen().isPresent(), "what was tried was seen");
        }
        PerfStart.of(Reading.failed("perf --version", said[0]));
        understood(said[0], PerfBuild::parse);
        String version = ToolVersion.version(said[0]);
        holds(version.chars().allMatch(c -> c == '.' || c >= '0' && c <= '9') && said[0].contains(version), "a version is in the text: " + version);
        understood(said[0], out -> FileCapabilities.parse(out, "/usr/bin/perf")).ifPresent(granted -> {
            holds(granted.all().containsAll(granted.effective()), "what is effective is granted");
        });
    }

    static Stream<byte[]> rows() {
        return Stream.of(Seeds.files("test/resources/probe"), Seeds.answers("perfdoctor-probe", "perfdoctor-hardware"), Seeds.outputs("kernels")).flatMap(s -> s);
    }

    /** A probe that was cut has answered what it printed: each line of an output means the same without the others. */
    @MethodSource("rows")
    @FuzzTest
    void eachLineOfTheProbeStandsForItself(byte[] data) {
        String out = Outside.text(data);
        Probe probe = probe(out);
        holds(!probe.complete() || probe.spoke(), "an end is an answer");
        int alone = 0;
        for (String line : Text.lines(out)) {
            alone += probe(line).rows().size();
        }
        holds(alone == probe.rows().size(), "lines do not depend on each other");
        for (Probe.Row row : probe.rows()) {
            row.number("count");
            holds(!(row.ok() && row.failedWith("EPERM")), "an attempt succeeds or fails");
        }
        for (Probe.Open open : Probe.Open.values()) {
            probe.open(open);
        }
        probe.obstacle();
    }

    private static Probe probe(String out) {
        return Probe.from(new Present<>(new Ran(0, out, ""), new Evidence(Probe.COMMAND, "")));
    }

    @MethodSource("rows")
    @FuzzTest
    void whatHardwareIsToldHasNoNegativeSizes(byte[] data) {
        List<HardwareRow> rows = HardwareRow.all(Outside.text(data));
        HardwareRow.caches(rows).forEach(cache -> holds(cache.bytes() > 0 && cache.level() > 0, "a cache has a size: " + cache));
        HardwareRow.fans(rows).forEach(rpm -> holds(rpm > 0, "a fan turns"));
        HardwareRow.power(rows).forEach(power -> holds(power.percent() >= 0 && power.percent() <= 100, "a charge is a share: " + power));
    }

    static Stream<byte[]> json() {
        return Seeds.of("{\"probe\":\"end\",\"millis\":12}", "{\"a\":\"\\u00e9\\n\\\"\",\"b\":true,\"c\":-1.5e3,\"d\":null}", "{}");
    }

    /** The reader of flat objects takes what a JSON library takes, in the same words. */
    @MethodSource("json")
    @FuzzTest
    void aFlatObjectIsReadAsAJsonLibraryReadsIt(byte[] data) {
        String line = Outside.text(data);
        Optional<Map<String, String>> read = FlatJson.parse(line);
        Optional<Map<String, String>> library = LibraryJson.flat(line);
        library.ifPresent(expected -> holds(read.isPresent() && read.get().equals(expected), line + ": " + read + " is not " + expected));
    }
}
