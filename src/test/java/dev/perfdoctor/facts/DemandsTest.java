package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Configuration;
import dev.perfdoctor.api.Configuration.Command;
import dev.perfdoctor.api.Request;
import dev.perfdoctor.engine.FactStore;
import dev.perfdoctor.facts.Demands.Demand;
import dev.perfdoctor.host.MachineFileHost;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DemandsTest {
    private static Demand of(String line) {
        Command command = new Command(line, Shell.words(line), "/p");
        Request request = Request.usual().with(new Configuration(List.of(), List.of(command), List.of()));
        MachineFileHost host = MachineFileHost.of("case.yaml", "perfdoctor-machine: 1\n");
        return Demands.of(new FactStore(host, request, Duration.ofSeconds(5))).commands().getFirst();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "perf record -b -- ./app -b",
        "perf record -j any -e cycles:u ./app",
        "perf record --branch-filter=any ./app",
        "perf record -gb ./app",
        "sudo -u root taskset -c 2 /usr/lib/linux-tools/6.8/perf record -b ./app > out.txt",
        "LC_ALL=C perf_6.1 record --branch-any ./app"
    })
    void branchStacksAreAskedForInManyWays(String line) {
        assertEquals(Optional.of("any"), of(line).branchStack());
        assertEquals("./app", of(line).program().getFirst());
    }

    @Test
    void whatStandsAfterTheProgramIsTheProgramsOwn() {
        Demand demand = of("perf record -e cycles ./app -b -e cycles:pp -a");
        assertEquals(Optional.empty(), demand.branchStack());
        assertEquals(0, demand.precise());
        assertFalse(demand.systemWide());
        assertEquals(List.of("./app", "-b", "-e", "cycles:pp", "-a"), demand.program());
    }

    @Test
    void theLetterBOfPerfStatIsAnotherOption() {
        assertEquals(Optional.empty(), of("perf stat -b 12 ./app").branchStack());
        assertEquals(List.of("./app"), of("perf stat -b 12 ./app").program());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            perf record -e cycles:pp ./a                                    | 2 | false
            perf record -e cycles:upp,instructions:ppp ./a                  | 3 | false
            perf record -e cpu/event=0x3c,umask=1/pp ./a                    | 2 | false
            perf record -e '{cycles,instructions}:p' ./a                    | 1 | false
            perf record -e cycles:P ./a                                     | 0 | true
            perf record -e cycles ./a                                       | 0 | false
            perf record -e sched:sched_process_pp ./a                       | 0 | false
            perf mem record ./a                                             | 0 | true
            """)
    void preciseLevelsAreModifiersOfEvents(String line, int level, boolean most) {
        assertEquals(level, of(line).precise());
        assertEquals(most, of(line).mostPrecise());
    }

    @Test
    void eventsAreCutAtCommasThatAreNoTerms() {
        assertEquals(
                List.of("cycles:u", "instructions:u", "cpu/event=0x3c,umask=1/", "sched:sched_switch"),
                Demands.events("{cycles,instructions}:u,cpu/event=0x3c,umask=1/,sched:sched_switch"));
        assertEquals(List.of("a", "b"), Demands.events("{a,b}"));
        assertEquals(List.of(), Demands.events(""));
        assertEquals(List.of("a", "b"), Demands.events("{a,b"));
        assertEquals(List.of("cpu/x"), Demands.events("cpu/x"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            perf stat -a sleep 1                  | true  | false
            perf stat -C 0-3 -- sleep 1           | true  | false
            perf record -F 99 -ag sleep 1         | true  | false
            perf top                              | true  | false
            perf record                           | true  | false
            perf sched record sleep 1             | false | false
            perf record -p 1234                   | false | true
            perf record -p1234 -g                 | false | true
            perf record --tid=12 sleep 2          | false | true
            perf stat ./app                       | false | false
            """)
    void otherProcessesAreObservedBySystemWideOrAttachedRuns(String line, boolean systemWide, boolean otherProcess) {
        assertEquals(systemWide, of(line).systemWide());
        assertEquals(otherProcess, of(line).otherProcess());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            perf stat -e sched:sched_switch ./a     | true
            perf record -e syscalls:sys_enter_*  ./a | true
            perf record -e sched:sched_switch:k ./a | true
            perf trace ./a                          | true
            perf stat -e cycles:u,mem:0x1000:rw ./a | false
            perf stat -e cpu/cycles/u ./a           | false
            """)
    void tracepointsAreToldFromModifiers(String line, boolean tracepoints) {
        assertEquals(tracepoints, of(line).tracepoints());
    }

    @Test
    void bufferSizesAndRatesAreNumbersOrNotSaid() {
        assertEquals(OptionalLong.of(512), of("perf record -m 512 ./a").mmapPages());
        assertEquals(OptionalLong.of(8 << 20), of("perf record -m 8M,64 ./a").mmapBytes());
        assertEquals(OptionalLong.of(4999), of("perf record -F4999 ./a").frequency());
        assertEquals(OptionalLong.empty(), of("perf record -F max ./a").frequency());
        assertEquals(OptionalLong.empty(), of("perf record -m huge ./a").mmapPages());
    }

    @Test
    void callGraphModes() {
        assertEquals(Optional.of("fp"), of("perf record -g ./a").callGraph());
        assertEquals(Optional.of("dwarf,16384"), of("perf record --call-graph dwarf,16384 ./a").callGraph());
        assertEquals(Optional.of("lbr"), of("perf record --call-graph=lbr -g ./a").callGraph());
        assertEquals(Optional.empty(), of("perf record ./a").callGraph());
    }

    @Test
    void otherProgramsStartTheirOwn() {
        Demand valgrind = of("valgrind --tool=callgrind --cache-sim=yes ./app 1");
        assertEquals("valgrind", valgrind.tool());
        assertEquals(List.of("./app", "1"), valgrind.program());
        Demand plain = of("nice -n 5 env A=1 ./bench --fast | tee log");
        assertEquals("bench", plain.tool());
        assertEquals(List.of("./bench", "--fast"), plain.program());
        assertEquals(List.of("./app"), of("perf stat -- timeout 10 ./app").program());
    }

    @ParameterizedTest
    @ValueSource(strings = {"perf", "sudo", "perf record -e", "env A=1", "perf mem", "-", "perf -", "taskset"})
    void nothingThatIsCutShortIsAFault(String line) {
        assertEquals(List.of(), of(line).events());
        assertTrue(of(line).program().isEmpty() || of(line).program().equals(List.of("-")));
    }
}
