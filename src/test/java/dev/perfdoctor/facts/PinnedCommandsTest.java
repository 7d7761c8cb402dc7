package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.perfdoctor.api.Request;
import dev.perfdoctor.host.MachineFileHost;
import java.util.List;
import org.junit.jupiter.api.Test;

class PinnedCommandsTest {
    private static final List<String> COUNTED = List.of("cycles", "instructions");

    private static String events(String otherwise, String fast, String slow, String... eventsOfFast) {
        StringBuilder files = new StringBuilder("/sys/devices/system/cpu/online: 0-1\n/sys/bus/event_source/devices/%s/cpus: '0'\n".formatted(slow));
        files.append("/sys/bus/event_source/devices/%s/cpus: '1'\n".formatted(fast));
        files.append("/sys/devices/system/cpu/cpu0/cpu_capacity: '400'\n/sys/devices/system/cpu/cpu1/cpu_capacity: '1024'\n");
        for (String event : eventsOfFast) {
            files.append("/sys/bus/event_source/devices/%s/events/%s: event=1\n".formatted(fast, event));
        }
        MachineFileHost host = MachineFacts.machine("otherwise: " + otherwise + "\n", files.toString());
        return PinnedCommands.of(MachineFacts.facts(host, Request.usual())).events(COUNTED, true);
    }

    @Test
    void eventsOfArmAreNamedAsTheirPmuNamesThem() {
        assertEquals(
                "armv8_cortex_a72/cpu_cycles/u,armv8_cortex_a72/inst_retired/u",
                events("absent", "armv8_cortex_a72", "armv8_cortex_a53", "cpu_cycles", "inst_retired"));
    }

    @Test
    void anEventThatThePmuDoesNotHaveIsLeftOut() {
        assertEquals("armv8_cortex_a72/cpu_cycles/u", events("absent", "armv8_cortex_a72", "armv8_cortex_a53", "cpu_cycles", "stall"));
    }

    @Test
    void wherePartOfTheNamesIsKnownNoneIsTakenToBeMissing() {
        assertEquals(
                "armv8_cortex_a72/cpu_cycles/u,armv8_cortex_a72/inst_retired/u",
                events("not-captured", "armv8_cortex_a72", "armv8_cortex_a53", "cpu_cycles"));
    }

    @Test
    void intelAndAppleTakePerfsOwnNames() {
        assertEquals("cpu_core/cycles/u,cpu_core/instructions/u", events("absent", "cpu_core", "cpu_atom", "cpu-cycles", "instructions"));
        assertEquals(
                "apple_firestorm_pmu/cycles/u,apple_firestorm_pmu/instructions/u",
                events("absent", "apple_firestorm_pmu", "apple_icestorm_pmu", "cycles", "instructions"));
    }
}
