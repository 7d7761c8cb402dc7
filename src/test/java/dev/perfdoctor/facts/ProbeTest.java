package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import org.junit.jupiter.api.Test;

class ProbeTest {
    private static final String OUT = """
            {"probe":"open","event":"task-clock","type":"software","user":true,"kernel":false,"cpu":-1,"precise":0,"errno":"OK","count":1234567,"enabled":1300000,"running":1300000}
            {"probe":"open","event":"task-clock","type":"software","user":true,"kernel":true,"cpu":-1,"precise":0,"errno":"EACCES"}
            {"probe":"open","event":"cycles","type":"hardware","pmu":"cpu_atom","user":true,"kernel":false,"cpu":-1,"precise":0,"pinned":4,"errno":"OK","count":1,"enabled":1,"running":1}
            {"probe":"open","event":"cycles","type":"hardware","user":true,"kernel":false,"cpu":-1,"precise":3,"errno":"EOPNOTSUPP"}
            {"probe":"open","event":"cycles","type":"hardware","user":true,"kernel":false,"cpu":-1,"precise":0,"errno":"ENOENT"}
            {"probe":"open","event":"sched:sched_switch","type":"tracepoint","raw":true,"user":true,"kernel":true,"cpu":-1,"precise":0,"stage":"id","errno":"EACCES"}
            {"probe":"end","millis":12}
            """;

    private static Probe of(String out) {
        return Probe.from(new Reading.Present<>(new Ran(0, out, ""), new Evidence(Probe.COMMAND, "exit 0")));
    }

    @Test
    void findsTheRowOfAnAttempt() {
        Probe probe = of(OUT);
        assertTrue(probe.complete());
        assertTrue(probe.open(Probe.Open.TASK_CLOCK_USER).orElseThrow().ok());
        assertTrue(probe.open(Probe.Open.TASK_CLOCK).orElseThrow().failedWith("EACCES", "EPERM"));
        assertEquals(1234567L, probe.open(Probe.Open.TASK_CLOCK_USER).orElseThrow().number("count").orElseThrow());
    }

    @Test
    void aPlainAttemptIsNeitherThatOfOnePmuNorAPreciseOne() {
        assertEquals("ENOENT", of(OUT).open(Probe.Open.CYCLES_USER).orElseThrow().errno());
    }

    @Test
    void anAttemptThatNeverReachedTheSyscallIsNoRefusal() {
        Probe.Row row = of(OUT).open(Probe.Open.RAW_TRACEPOINT).orElseThrow();
        assertFalse(row.asked());
        assertFalse(row.failedWith("EACCES"));
        assertFalse(row.ok());
    }

    @Test
    void aCutProbeAnswersWhatItPrintedAndNothingElse() {
        Probe probe = of(OUT.substring(0, OUT.indexOf("{\"probe\":\"open\",\"event\":\"sched") + 30));
        assertFalse(probe.complete());
        assertTrue(probe.open(Probe.Open.CYCLES_USER).isPresent());
        assertTrue(probe.open(Probe.Open.RAW_TRACEPOINT).isEmpty());
        assertEquals("cut off before its end", probe.obstacle().reason());
    }

    @Test
    void noProbeNoOutputAndATimeoutAreThreeObstacles() {
        assertEquals("no probe for this machine", Probe.from(new Reading.Absent<>(Probe.COMMAND)).obstacle().reason());
        assertEquals("exit 0, nothing understood", of("garbage\n").obstacle().reason());
        assertEquals("timeout", Probe.from(Reading.failed(Probe.COMMAND, "timeout")).obstacle().reason());
    }
}
