package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading.Unread;
import java.util.List;
import java.util.Optional;

/**
 * Whether this user may run perf as root without a prompt, by sudo or doas, and if not, why. Rests on what the kernel allows (whether it is
 * worth asking) and on the perf in use: those two must not ask for it.
 */
public sealed interface SudoPolicy {
    /** {@code sudo -n perf}, or the full path of the perf in use, runs without a prompt. */
    record Allowed(String runAs, SudoRule rule) implements SudoPolicy {}

    /** A rule without a password names this perf, and a later one that matches too wants a password: the last match wins. */
    record PasswordRequired(String perf, SudoRule cancelled, SudoRule cancelledBy) implements SudoPolicy {}

    /** Rules without a password name a perf, and sudo would run another. */
    record Mismatch(List<SudoRule> rules, String perf) implements SudoPolicy {}

    /** The rules are still there, the files they name are not. */
    record RuleFileGone(List<SudoRule> rules, String perf) implements SudoPolicy {}

    /** Nothing is listed without a password, so no rule without a password can be seen. */
    record CannotList(Evidence answer) implements SudoPolicy {}

    /** sudo cannot become root from here, whatever its rules say. */
    record BlockedHere(String why, Evidence evidence) implements SudoPolicy {}

    /** A sudoers file names perf, and sudo does not read it, or not that line. */
    record Ignored(String file, String why, Evidence evidence) implements SudoPolicy {}

    /** What may be run was listed, and no rule without a password names perf. */
    record NoRule(Evidence answer) implements SudoPolicy {}

    /** Neither sudo nor doas. */
    record NoSudo() implements SudoPolicy {}

    /** It does not matter here, or the user does not want it asked. */
    record NotAsked(String why) implements SudoPolicy {}

    /** The question stays open. */
    record Unknown(Unread<?> because) implements SudoPolicy {}

    /** This user's. */
    static SudoPolicy of(Facts facts) {
        return facts.once(SudoPolicy.class, _ -> new NotAsked("not looked at yet"));
    }

    /** Whether perf runs as root without a prompt. */
    default boolean allowsPerf() {
        return this instanceof Allowed;
    }

    /** The words that run perf as root without a prompt, such as {@code sudo perf} or {@code doas /usr/bin/perf}; empty where none do. */
    default Optional<String> command() {
        return this instanceof Allowed allowed ? Optional.of(allowed.runAs()) : Optional.empty();
    }
}
