package dev.perfdoctor.engine;

import static dev.perfdoctor.api.Activity.RECORD;
import static dev.perfdoctor.api.Activity.STAT;
import static dev.perfdoctor.api.Activity.TIMING;
import static dev.perfdoctor.engine.FakeCheck.diagnosis;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Effect;
import dev.perfdoctor.engine.Judgement.FailOn;
import dev.perfdoctor.engine.Report.Judged;
import dev.perfdoctor.engine.Report.Unknown;
import dev.perfdoctor.engine.Report.Waived;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JudgementTest {
    @ParameterizedTest
    @CsvSource({
        "BLOCKED,    ERROR",
        "MISLEADING, WARNING",
        "LIMITED,    NOTE",
        "NOTE,       NOTE",
    })
    void anEffectOnWhatIsAskedMakesTheSeverity(Effect effect, Severity severity) {
        Diagnosis diagnosis = diagnosis("a/b").affects(effect, List.of(STAT));
        assertEquals(severity, Judgement.severity(diagnosis, Set.of(STAT, RECORD)));
        assertEquals(Severity.NOTE, Judgement.severity(diagnosis, Set.of(RECORD)), "not asked for never rises above a note");
    }

    @Test
    void theWorstEffectOnWhatIsAskedCounts() {
        Diagnosis diagnosis = diagnosis("a/b").limits(STAT).misleads(RECORD).blocks(TIMING);
        assertEquals(Severity.NOTE, Judgement.severity(diagnosis, Set.of(STAT)));
        assertEquals(Severity.WARNING, Judgement.severity(diagnosis, Set.of(STAT, RECORD)));
        assertEquals(Severity.ERROR, Judgement.severity(diagnosis, Set.of(STAT, RECORD, TIMING)));
    }

    /** Letters: Blocked, Misleading, Limited, note, and Unknown for an open question about the activity. */
    @ParameterizedTest
    @CsvSource({
        "-,     READY",
        "n,     READY",
        "L,     LIMITED",
        "Ln,    LIMITED",
        "U,     UNKNOWN",
        "UL,    UNKNOWN",
        "M,     MISLEADING",
        "MU,    MISLEADING",
        "MUL,   MISLEADING",
        "B,     BLOCKED",
        "BMULn, BLOCKED",
        "BU,    BLOCKED",
    })
    void theWorstThatHoldsIsTheState(String held, State state) {
        List<Diagnosis> diagnoses = new ArrayList<>();
        List<Unknown> unknowns = new ArrayList<>();
        for (String letter : held.split("", -1)) {
            switch (letter) {
                case "B" -> diagnoses.add(diagnosis("a/blocked").blocks(STAT));
                case "M" -> diagnoses.add(diagnosis("a/misleading").misleads(STAT));
                case "L" -> diagnoses.add(diagnosis("a/limited").limits(STAT));
                case "n" -> diagnoses.add(diagnosis("a/note").notes(STAT));
                case "U" -> unknowns.add(open("a", STAT));
                default -> {}
            }
        }
        assertEquals(state, Judgement.state(STAT, Set.of(STAT), diagnoses, unknowns));
        assertEquals(State.READY, Judgement.state(RECORD, Set.of(RECORD), diagnoses, unknowns), "another activity is not touched");
        assertEquals(State.NOT_EXAMINED, Judgement.state(STAT, Set.of(RECORD), diagnoses, unknowns), "not asked for");
    }

    @Test
    void aStateIsBecauseOfTheDiagnosesThatMadeItAndNoOthers() {
        List<Diagnosis> diagnoses = List.of(
                diagnosis("a/limited").limits(STAT),
                diagnosis("a/blocked").blocks(STAT),
                diagnosis("b/blocked").blocks(STAT),
                diagnosis("c/other").blocks(RECORD));
        assertEquals(List.of("a/blocked", "b/blocked"), Judgement.because(STAT, State.BLOCKED, diagnoses, List.of()));
    }

    @Test
    void anUnknownStateIsBecauseOfTheChecksThatCouldNotAnswer() {
        List<Unknown> unknowns = List.of(open("sudo", STAT), open("sudo", STAT), open("pmu", STAT), open("clock", TIMING));
        assertEquals(List.of("sudo", "pmu"), Judgement.because(STAT, State.UNKNOWN, List.of(), unknowns));
    }

    @ParameterizedTest
    @CsvSource({
        "READY,                      READY",
        "READY LIMITED,              READY",
        "READY MISLEADING,           READY",
        "READY UNKNOWN,              INCONCLUSIVE",
        "MISLEADING UNKNOWN,         INCONCLUSIVE",
        "READY BLOCKED,              NOT_READY",
        "UNKNOWN BLOCKED MISLEADING, NOT_READY",
    })
    void aBlockedActivityOutweighsAnUnknownOne(String states, Verdict verdict) {
        assertEquals(verdict, Judgement.verdict(parsed(states)));
    }

    @ParameterizedTest
    @CsvSource({
        // diagnoses,        states,          error, warning, note, never
        "'',                 READY,           0,     0,       0,    0",
        "NOTE,               LIMITED,         0,     0,       1,    0",
        "WARNING,            MISLEADING,      0,     1,       1,    0",
        "ERROR,              BLOCKED,         1,     1,       1,    0",
        "ERROR,              BLOCKED UNKNOWN, 1,     1,       1,    3",
        "'',                 UNKNOWN,         3,     3,       3,    3",
        "NOTE,               UNKNOWN,         3,     3,       1,    3",
        "WARNING,            UNKNOWN,         3,     1,       1,    3",
    })
    void theExitStatusFollowsFromWhatIsFoundAndWhatIsOpen(
            String severities, String states, int error, int warning, int note, int never) {
        List<Judged> judged = severities.isEmpty() ? List.of() : List.of(judged(Severity.valueOf(severities), Optional.empty()));
        assertEquals(error, Judgement.exit(judged, parsed(states), FailOn.ERROR));
        assertEquals(warning, Judgement.exit(judged, parsed(states), FailOn.WARNING));
        assertEquals(note, Judgement.exit(judged, parsed(states), FailOn.NOTE));
        assertEquals(never, Judgement.exit(judged, parsed(states), FailOn.NEVER));
    }

    @Test
    void whatIsWaivedFailsNothingEvenWhereNotesDo() {
        Waiver waiver = new Waiver("a/b", "wanted here", Optional.empty());
        List<Judged> waived = List.of(judged(Severity.NOTE, Optional.of(new Waived(waiver, false))));
        assertEquals(0, Judgement.exit(waived, List.of(State.BLOCKED), FailOn.NOTE));
        List<Judged> expired = List.of(judged(Severity.ERROR, Optional.of(new Waived(waiver, true))));
        assertEquals(1, Judgement.exit(expired, List.of(State.BLOCKED), FailOn.ERROR));
    }

    @Test
    void aWaiverHoldsOnItsLastDay() {
        Waiver waiver = new Waiver("a/b", "", Optional.of(LocalDate.of(2027, 1, 31)));
        assertEquals(false, waiver.expiredOn(LocalDate.of(2027, 1, 31)));
        assertEquals(true, waiver.expiredOn(LocalDate.of(2027, 2, 1)));
    }

    private static Judged judged(Severity severity, Optional<Waived> waived) {
        return new Judged(diagnosis("a/b").notes(STAT), severity, List.of(), waived);
    }

    private static Unknown open(String check, Activity... about) {
        return new Unknown(check, "whether", "denied", "/proc/it", Set.of(about));
    }

    private static List<State> parsed(String states) {
        return List.of(states.split(" ")).stream().map(State::valueOf).toList();
    }
}
