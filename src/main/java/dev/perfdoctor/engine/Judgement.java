package dev.perfdoctor.engine;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Effect;
import dev.perfdoctor.engine.Report.Judged;
import dev.perfdoctor.engine.Report.Unknown;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Effects → states → severity → verdict → exit status: the rules of the design, §2 and §3, and nothing else. */
public final class Judgement {
    private Judgement() {}

    /** From which severity on a run fails. */
    public enum FailOn {
        ERROR,
        WARNING,
        NOTE,
        NEVER;

        boolean failsAt(Severity severity) {
            return switch (this) {
                case ERROR -> severity.atLeast(Severity.ERROR);
                case WARNING -> severity.atLeast(Severity.WARNING);
                case NOTE -> true;
                case NEVER -> false;
            };
        }
    }

    /** The worst effect on an asked activity decides: blocked is an error, misleading a warning; the rest, and what was not asked, a note. */
    public static Severity severity(Diagnosis diagnosis, Set<Activity> asked) {
        return diagnosis.effects().entrySet().stream()
                .filter(e -> asked.contains(e.getKey()))
                .map(e -> switch (e.getValue()) {
                    case BLOCKED -> Severity.ERROR;
                    case MISLEADING -> Severity.WARNING;
                    case LIMITED, NOTE -> Severity.NOTE;
                })
                .max(Severity::compareTo)
                .orElse(Severity.NOTE);
    }

    /** The state of one activity, the worst that holds. A waived diagnosis counts like any other. */
    public static State state(Activity activity, Set<Activity> asked, Collection<Diagnosis> diagnoses, Collection<Unknown> unknowns) {
        if (!asked.contains(activity)) {
            return State.NOT_EXAMINED;
        }
        Predicate<Effect> some = effect -> diagnoses.stream().anyMatch(d -> d.effects().get(activity) == effect);
        if (some.test(Effect.BLOCKED)) {
            return State.BLOCKED;
        }
        if (some.test(Effect.MISLEADING)) {
            return State.MISLEADING;
        }
        if (unknowns.stream().anyMatch(u -> u.about().contains(activity))) {
            return State.UNKNOWN;
        }
        return some.test(Effect.LIMITED) ? State.LIMITED : State.READY;
    }

    /** What made that state: codes of the diagnoses with that effect, or the checks that could not answer. */
    public static List<String> because(Activity activity, State state, Collection<Diagnosis> diagnoses, Collection<Unknown> unknowns) {
        Optional<Effect> effect = switch (state) {
            case BLOCKED -> Optional.of(Effect.BLOCKED);
            case MISLEADING -> Optional.of(Effect.MISLEADING);
            case LIMITED -> Optional.of(Effect.LIMITED);
            case UNKNOWN, READY, NOT_EXAMINED -> Optional.empty();
        };
        if (state == State.UNKNOWN) {
            return unknowns.stream()
                    .filter(u -> u.about().contains(activity))
                    .map(Unknown::check)
                    .distinct()
                    .toList();
        }
        return diagnoses.stream()
                .filter(d -> effect.isPresent() && d.effects().get(activity) == effect.get())
                .map(Diagnosis::code)
                .toList();
    }

    /** Any asked activity blocked: not ready; else any unknown: inconclusive; else ready. */
    public static Verdict verdict(Collection<State> asked) {
        return asked.contains(State.BLOCKED)
                ? Verdict.NOT_READY
                : asked.contains(State.UNKNOWN) ? Verdict.INCONCLUSIVE : Verdict.READY;
    }

    /** 1 when something not waived is at or above {@code failOn}; else 3 when an asked activity is unknown; else 0. */
    public static int exit(Collection<Judged> diagnoses, Collection<State> asked, FailOn failOn) {
        if (diagnoses.stream().anyMatch(j -> !j.isWaived() && failOn.failsAt(j.severity()))) {
            return 1;
        }
        return asked.contains(State.UNKNOWN) ? 3 : 0;
    }
}
