package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.facts.Counters.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the probe's tests and sysfs say of the counters. */
class CountersTest {
    private static final String CPU = "/sys/bus/event_source/devices/cpu/type: \"4\\n\"";
    private static final String NO_CPU = "/sys/bus/event_source/devices/msr/type: \"10\\n\"";
    private static final String OPENED =
            "{\"probe\":\"open\",\"event\":\"cycles\",\"type\":\"hardware\",\"user\":true,\"kernel\":false,\"cpu\":-1,\"precise\":0,\"errno\":\"OK\",\"count\":%d,\"enabled\":900,\"running\":%d}\n";

    private static Facts facts(String file, String rows) {
        String commands = rows.isEmpty() ? "" : "commands:\n- run: perfdoctor-probe\n  out: |\n" + rows.indent(4);
        return Machines.facts("otherwise: absent\nfiles:\n  " + file + "\n" + commands);
    }

    private static State state(String file, String rows) {
        return Counters.of(facts(file, rows)).state();
    }

    private static String spin(int pinned, long count, long running) {
        return "{\"probe\":\"spin\",\"pmu\":\"p%d\",\"pinned\":%d,\"expected\":2000000,\"count\":%d,\"errno\":\"OK\",\"enabled\":4000,\"running\":%d}\n"
                .formatted(pinned, pinned, count, running);
    }

    private static String sample(long samples, long due) {
        return "{\"probe\":\"sample\",\"event\":\"cycles\",\"samples\":%d,\"errno\":\"OK\",\"due\":%d}\n".formatted(samples, due);
    }

    private static String recorded(String name) throws IOException {
        return Files.readString(Path.of("test/resources/probe", name + ".txt"));
    }

    @ParameterizedTest
    @CsvSource({
        "arm64-pmu-root, WORK",
        "arm64-pmu-paranoid-2-user, WORK",
        "arm64-pmu-without-instructions-paranoid-2-user, LISTED",
        "arm64-big-little-root, LISTED",
        "arm64-big-little-paranoid-2-user, LISTED",
        "arm64-no-pmu-paranoid-2-user, MISSING",
        "debian-6.1-no-pmu-paranoid-2-user, MISSING",
        "debian-6.1-no-pmu-paranoid-3-root, MISSING",
        "cut-by-its-time-limit-root, MISSING",
        "alder-lake-in-sysfs-alone-root, MISSING"
    })
    void recordedProbesSayWhatIsThere(String recording, State state) throws IOException {
        assertEquals(state, state(CPU, recorded(recording)));
    }

    @ParameterizedTest
    @CsvSource({"debian-6.1-no-pmu-paranoid-3-user", "docker-default-root", "seccomp-enosys-root", "no-file-descriptors-root"})
    void whereNothingMayBeOpenedSysfsAloneTells(String recording) throws IOException {
        assertEquals(State.LISTED, state(CPU, recorded(recording)));
        assertEquals(State.MISSING, state(NO_CPU, recorded(recording)));
    }

    @Test
    void withoutAProbeSysfsTells() {
        assertEquals(State.LISTED, state(CPU, ""));
        assertEquals(State.MISSING, state(NO_CPU, ""));
        assertEquals(State.UNKNOWN, state("/sys/bus/event_source/devices: {type: dir, unread: denied}", ""));
        assertEquals(State.UNKNOWN, state("/etc/hostname: host", ""));
    }

    @Test
    void aLoopThatRanAndCountedNothingIsADeadCounter() {
        assertEquals(State.DEAD, state(CPU, OPENED.formatted(0, 900) + spin(1, 0, 4000) + sample(0, 5)));
    }

    @Test
    void aLoopThatNeverGotTheCounterIsNot() {
        assertEquals(State.LISTED, state(CPU, OPENED.formatted(7000, 900) + spin(1, 0, 0)));
    }

    @Test
    void oneKindOfCoreMayBeDeadAlone() {
        assertEquals(State.PARTLY_DEAD, state(CPU, OPENED.formatted(7000, 900) + spin(0, 2_000_000, 4000) + spin(4, 0, 4000)));
    }

    @Test
    void anUnpinnedLoopSaysNothingOfTheOtherKind() {
        String unpinned = (spin(0, 2_000_000, 4000) + spin(4, 0, 4000)).replace("\"pinned\":0,", "").replace("\"pinned\":4,", "");
        assertEquals(State.LISTED, state(CPU, OPENED.formatted(7000, 900) + unpinned));
    }

    @Test
    void severalSamplesDueAndNoneTakenIsNoInterrupt() {
        assertEquals(State.NO_INTERRUPTS, state(CPU, OPENED.formatted(7000, 900) + spin(1, 2_000_000, 4000) + sample(0, 5)));
        assertEquals(State.WORK, state(CPU, OPENED.formatted(7000, 900) + spin(1, 2_000_000, 4000) + sample(0, 1)));
    }

    @Test
    void samplesOfTheClockSayNothingOfTheCounters() {
        String clock = sample(0, 5).replace("cycles", "cpu-clock");
        assertEquals(State.LISTED, state(CPU, OPENED.formatted(7000, 900) + spin(1, 2_000_000, 4000) + clock));
    }

    @Test
    void aDriverWithoutInterruptsSaysSo() {
        String refused = "{\"probe\":\"sample\",\"event\":\"cycles\",\"errno\":\"EOPNOTSUPP\"}\n";
        assertEquals(State.NO_INTERRUPTS, state(CPU, OPENED.formatted(7000, 900) + refused));
    }

    @Test
    void busyIsHeld() {
        assertEquals(State.HELD, state(CPU, OPENED.formatted(0, 0).replace("\"OK\"", "\"EBUSY\"")));
    }

    @Test
    void aCountOfNothingWithoutTestsIsDoubtful() {
        assertEquals(State.DOUBTFUL, state(CPU, OPENED.formatted(0, 900)));
        assertEquals(State.LISTED, state(CPU, OPENED.formatted(0, 0)), "never ran");
    }

    @Test
    void oneMissingEventIsNoMissingPmu() {
        String rows = OPENED.formatted(0, 0).replace("\"OK\"", "\"ENOENT\"") + OPENED.formatted(7000, 900).replace("cycles", "instructions");
        assertEquals(State.LISTED, state(CPU, rows));
    }

    @Test
    void devicesThatCountNoCoreAreNoCpuPmu() {
        Pmus pmus = Pmus.of(Machines.facts("""
                otherwise: absent
                files:
                  /sys/bus/event_source/devices/msr/type: "10\\n"
                  /sys/bus/event_source/devices/power/cpumask: "0\\n"
                  /sys/bus/event_source/devices/uncore_imc/cpumask: "0\\n"
                  /sys/bus/event_source/devices/ibs_op/type: "12\\n"
                  /sys/bus/event_source/devices/arm_spe_0/cpumask: "0-3\\n"
                """));
        assertEquals(List.of(), pmus.names());
        assertFalse(pmus.hasCpuPmu().orElse(true));
    }

    @Test
    void cpuPmusAreKnownByNameOrByTheirCpus() {
        Pmus pmus = Pmus.of(Machines.facts("""
                otherwise: not-captured
                files:
                  /sys/bus/event_source/devices/apple_avalanche_pmu/cpus: "4-7\\n"
                  /sys/bus/event_source/devices/armv8_cortex_a53/cpus: "0-1\\n"
                  /sys/bus/event_source/devices/cpu_lowpower/cpus: "garbage"
                """));
        assertEquals(List.of("apple_avalanche_pmu", "armv8_cortex_a53", "cpu_lowpower"), pmus.names());
        assertEquals("4-7", CpuList.format(pmus.named("apple_avalanche_pmu").orElseThrow().cpus().orElse(null)));
        assertFalse(pmus.named("cpu_lowpower").orElseThrow().cpus().isPresent());
        assertTrue(pmus.hasCpuPmu().orElse(false), "one that is seen is there, though the listing is not complete");
        assertFalse(pmus.devices().isPresent());
    }
}
