package dev.perfdoctor.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Request;
import dev.perfdoctor.engine.Timings.Kind;
import dev.perfdoctor.engine.Timings.Row;
import dev.perfdoctor.host.MachineFileHost;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimingsTest {
    private static final Host MACHINE = MachineFileHost.of("test.yaml", """
            perfdoctor-machine: 1
            files: {/proc/sys/kernel/perf_event_paranoid: "2\\n"}
            commands: [{run: perf --version, out: "perf version 6.1"}]
            """);

    private static Report measured(Timings timings) {
        Host host = timings.watching(MACHINE);
        host.read("/proc/sys/kernel/perf_event_paranoid", 100);
        host.stat("/proc/sys/kernel/kptr_restrict");
        host.run("perf", "--version");
        Report report = new Engine(List.of()).run(host, Request.usual(), Engine.Options.usual());
        timings.endPhase("examination");
        return timings.in(report);
    }

    private static Row row(Report report, Kind kind, String name) {
        return report.timings().stream().filter(r -> r.kind() == kind && r.name().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void filesAreCountedByTheirPlaceAndCommandsByTheirWords() {
        Report report = measured(new Timings(System.nanoTime()));
        assertTrue(row(report, Kind.FILES, "/proc/sys").count() >= 2);
        assertEquals(1, row(report, Kind.COMMAND, "perf --version").count());
    }

    @Test
    void theCostliestIsFirstAndTheTotalLast() {
        List<Row> rows = measured(new Timings(System.nanoTime())).timings();
        List<Row> parts = rows.subList(0, rows.size() - 1);
        assertEquals(parts.stream().sorted(Comparator.comparingDouble(Row::millis).reversed()).toList(), parts);
        assertEquals(Kind.TOTAL, rows.getLast().kind());
        assertEquals(1, rows.getLast().share());
    }

    @Test
    void phasesFollowEachOtherFromTheStartAndMakeUpTheTotal() {
        Timings timings = new Timings(1_000);
        timings.endPhase("first", 4_001_000);
        timings.endPhase("second", 5_001_000);
        timings.endPhase("first", 9_001_000);
        Report report = timings.in(new Engine(List.of()).run(MACHINE, Request.usual(), Engine.Options.usual()));
        assertEquals(new Row(Kind.PHASE, "first", 2, 8, 8 / 9.0), row(report, Kind.PHASE, "first"));
        assertEquals(4, row(report, Kind.PHASE, "first").average());
        assertEquals(new Row(Kind.TOTAL, "", 1, 9, 1), report.timings().getLast());
    }

    @Test
    void aRunThatIsNotTimedTellsNone() {
        assertEquals(List.of(), new Engine(List.of()).run(MACHINE, Request.usual(), Engine.Options.usual()).timings());
    }

    @ParameterizedTest
    @CsvSource({"/sys/devices/system/cpu/online, /sys/devices", "/etc/os-release, /etc/os-release", "/proc, /proc", "/, /", "'', ''"})
    void aPlaceIsTheFirstTwoNamesOfAPath(String file, String place) {
        assertEquals(place, Timings.place(file));
    }
}
