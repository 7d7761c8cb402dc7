package dev.perfdoctor.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.perfdoctor.api.Request;
import dev.perfdoctor.facts.CoreMap;
import dev.perfdoctor.facts.MachineFacts;
import dev.perfdoctor.report.Style.Detail;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CorePictureTest {
    private static final String SYSTEM = "/sys/devices/system/cpu/";
    private static final String DEVICES = "/sys/bus/event_source/devices/";

    private static String file(String path, String content) {
        return path + ": \"" + content + "\"\n";
    }

    private static String online(String cpus) {
        return file(SYSTEM + "online", cpus);
    }

    private static String pmu(String name, String cpus) {
        return file(DEVICES + name + "/cpus", cpus);
    }

    private static String allowed(String cpus) {
        return file("/proc/self/status", "Name:\\tsh\\nCpus_allowed_list:\\t" + cpus + "\\n");
    }

    /** Each CPU from here to there is a core by itself. */
    private static String single(int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj(c -> core(c, "" + c)).collect(Collectors.joining());
    }

    private static String core(int cpu, String threads) {
        return file(SYSTEM + "cpu" + cpu + "/topology/thread_siblings_list", threads);
    }

    /** CPU n and CPU n + cores are one core, for the first {@code cores}. */
    private static String paired(int cores) {
        return IntStream.range(0, 2 * cores)
                .mapToObj(c -> core(c, c % cores + "," + (c % cores + cores)))
                .collect(Collectors.joining());
    }

    private static String capacity(int from, int to, int value) {
        return IntStream.rangeClosed(from, to)
                .mapToObj(c -> file(SYSTEM + "cpu" + c + "/cpu_capacity", "" + value))
                .collect(Collectors.joining());
    }

    private static String drawn(boolean unicode, String... files) {
        Style style = new Style(unicode, false, Detail.USUAL);
        CoreMap map = CoreMap.of(MachineFacts.facts(MachineFacts.machine("", String.join("", files)), Request.usual()));
        return CorePicture.of(map, new Lines(style)).drawn().stream().map(l -> l + "\n").collect(Collectors.joining());
    }

    private static String drawn(String... files) {
        return drawn(true, files);
    }

    @Test
    void oneCpuIsOneBlock() {
        assertEquals("0  █  cpu\n", drawn(online("0"), single(0, 0), pmu("cpu", "0")));
    }

    @Test
    void threadsOfACoreStandTogetherHoweverTheyAreNumbered() {
        assertEquals("0-7  ██ ██ ██ ██\n", drawn(online("0-7"), paired(4)));
    }

    @Test
    void aLaptopOf24CpusHasARowForEachKind() {
        String pairs = IntStream.rangeClosed(0, 15).mapToObj(c -> core(c, c / 2 * 2 + "-" + (c / 2 * 2 + 1))).collect(Collectors.joining());
        assertEquals("""
                P   0-15  ██ ██ ██ ██ ██ ██ ██ ██  cpu_core
                E  16-23  █ █ █ █ █ █ █ █          cpu_atom
                """, drawn(online("0-23"), pairs, single(16, 23), pmu("cpu_core", "0-15"), pmu("cpu_atom", "16-23")));
    }

    @Test
    void aPhoneOfThreeClassesHasThree() {
        String cpus = online("0-7") + single(0, 7) + capacity(0, 3, 250) + capacity(4, 6, 800) + capacity(7, 7, 1024);
        assertEquals("""
                fast      7  █
                middle  4-6  █ █ █
                slow    0-3  █ █ █ █
                """, drawn(cpus));
    }

    @Test
    void whatThisShellMayNotUseLooksDifferentAndIsToldInWords() {
        String[] machine = {
            online("0-7"), core(0, "0-1"), core(1, "0-1"), core(2, "2-3"), core(3, "2-3"), single(4, 7),
            pmu("cpu_core", "0-3"), pmu("cpu_atom", "4-7"), allowed("2,4-5")
        };
        assertEquals("""
                P  0-3  ░░ █░    cpu_core
                E  4-7  █ █ ░ ░  cpu_atom
                        ░ not allowed here
                """, drawn(machine));
        assertEquals("""
                P  0-3  .. #.    cpu_core
                E  4-7  # # . .  cpu_atom
                        . not allowed here
                """, drawn(false, machine));
    }

    @Test
    void isolatedCpusAreNotAllowedToAnOrdinaryShell() {
        assertEquals("""
                0-3  █ █ ░ ░
                     ░ not allowed here
                """, drawn(online("0-3"), single(0, 3), file(SYSTEM + "isolated", "2-3"), allowed("0-1")));
    }

    @Test
    void switchedOffCpusAreNamedAndNotDrawn() {
        String machine = online("0-1,4-5") + file(SYSTEM + "present", "0-7") + single(0, 1) + single(4, 5);
        assertEquals("""
                0-1,4-5  █ █ █ █
                2-3,6-7  offline
                """, drawn(machine));
    }

    @Test
    void theThreadsOfACoreThatAreSwitchedOffAreNotDrawn() {
        assertEquals("0-3  █ █ █ █\n4-7  offline\n", drawn(online("0-3"), file(SYSTEM + "present", "0-7"), paired(4)));
    }

    @Test
    void manyCpusAreANumberAndARange() {
        String machine = online("0-1279") + pmu("armv8_pmuv3_0", "0-255") + pmu("armv8_pmuv3_1", "256-1279");
        assertEquals("""
                   0-255  256 CPUs                   armv8_pmuv3_0
                256-1279  1024 CPUs, 4 allowed here  armv8_pmuv3_1
                """, drawn(machine, allowed("0-259")));
    }

    @Test
    void aListOfManyRangesIsCut() {
        String odd = IntStream.range(0, 200).mapToObj(c -> "" + 2 * c).collect(Collectors.joining(","));
        assertEquals("0,2,4,6,8,10,12,14,…  200 CPUs\n", drawn(online(odd)));
        assertEquals("0,2,4,6,8,10,12,14,...  200 CPUs\n", drawn(false, online(odd)));
    }

    @Test
    void whereThreadsAreNotKnownKindsAreNumbers() {
        assertEquals("""
                P  0-3  4 CPUs  cpu_core
                E  4-7  4 CPUs  cpu_atom
                """, drawn(online("0-7"), pmu("cpu_core", "0-3"), pmu("cpu_atom", "4-7")));
    }

    @Test
    void nothingIsDrawnOfWhatIsNotKnown() {
        assertEquals("", drawn(""));
        assertEquals("", drawn(online("0-7")));
        assertEquals("", drawn(online("0-7 and more"), single(0, 7)));
        assertEquals("", drawn(online("0-7"), single(0, 7), pmu("cpu_core", "0-3"), DEVICES + "cpu_atom/cpus: {unread: denied}\n"));
        assertEquals("", drawn(online("0-7"), single(0, 7), pmu("cpu_core", "0-3"), pmu("cpu_atom", "4-")));
    }
}
