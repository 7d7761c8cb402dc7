package dev.perfdoctor.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NearestTest {
    private static final List<String> ACTIVITIES = List.of("stat", "record", "call-graph", "system-wide", "tracepoints", "valgrind", "timing");

    @Test
    void aSlipOfTheFingersIsRecognised() {
        assertEquals(Optional.of("call-graph"), Nearest.to("callgraph", ACTIVITIES));
        assertEquals(Optional.of("record"), Nearest.to("recrod", ACTIVITIES));
        assertEquals(Optional.of("valgrind"), Nearest.to("Valgrnd", ACTIVITIES));
        assertEquals(Optional.of("tracepoints"), Nearest.to("tracepoint", ACTIVITIES));
    }

    @Test
    void anotherWordIsNot() {
        assertEquals(Optional.empty(), Nearest.to("memcheck", ACTIVITIES));
        assertEquals(Optional.empty(), Nearest.to("", ACTIVITIES));
        assertEquals(Optional.empty(), Nearest.to("63", List.of("32", "64")));
        assertEquals(Optional.empty(), Nearest.to("-v", List.of("--verbose", "-v")), "known, only not here");
        assertEquals(Optional.empty(), Nearest.to("x".repeat(100_000), ACTIVITIES));
    }

    @Test
    void theComplaintShowsWhatWasReadAndWhatIsAllowed() {
        assertEquals("'sat' is not known (did you mean stat?); allowed: stat, record", Nearest.complaint("sat", List.of("stat", "record")));
    }
}
