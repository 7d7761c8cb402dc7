package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading.Unread;
import java.util.List;
import java.util.Optional;

/**
 * Whether this user may run perf as root without a prompt, by sudo or doas, and if not, why. Rests on what the kernel allows
 * ({@link PerfAccess}: whether it is worth asking) and on the perf in use: those two must not ask for it.
 */
public sealed interface SudoPolicy {
    /**
     * {@code sudo -n perf}, or the full path of the perf in use, runs without a prompt.
     *
     * @param runAs what to write before perf's arguments, such as {@code sudo perf}
     * @param only the one subcommand the rule allows, such as {@code stat}; empty for any
     */
    record Allowed(String runAs, RootRule rule, Optional<String> only) implements SudoPolicy {}

    /**
     * A rule names this perf and a password is asked nevertheless.
     *
     * @param cancelled the rule without a password; empty where the tag PASSWD stands before perf itself
     * @param cancelledBy the one that decides: the last that matches
     */
    record PasswordRequired(String tool, String perf, Optional<RootRule> cancelled, RootRule cancelledBy) implements SudoPolicy {}

    /** A rule without a password is about this perf, and about other arguments than {@code stat} and {@code record} have. */
    record OtherArguments(String tool, String perf, RootRule rule) implements SudoPolicy {}

    /**
     * Rules without a password name a perf, and sudo would run another.
     *
     * @param rules those whose file exists first
     * @param perf the one that would run; empty where {@code sudo perf} finds none
     * @param sameFile whether the first rule's path leads to that very file
     * @param working paths of the rules that still run without a prompt
     * @param later a rule behind them that would ask for a password once the path is right
     */
    record Mismatch(
            String tool, List<RootRule> rules, String perf, boolean sameFile, List<String> working, Optional<RootRule> later)
            implements SudoPolicy {
        public Mismatch {
            rules = List.copyOf(rules);
            working = List.copyOf(working);
        }
    }

    /**
     * The rules are still there, the files they name are not.
     *
     * @param perf the one that would run; empty where {@code sudo perf} finds none
     * @param later as in {@link Mismatch}
     */
    record RuleFileGone(String tool, List<RootRule> rules, String perf, Optional<RootRule> later) implements SudoPolicy {
        public RuleFileGone {
            rules = List.copyOf(rules);
        }
    }

    /**
     * Nothing is listed, so no rule without a password can be seen.
     *
     * @param wantsPassword whether a password would make sudo list; else it said something else
     */
    record CannotList(boolean wantsPassword, Evidence answer) implements SudoPolicy {}

    /**
     * It cannot become root from here, whatever its rules say.
     *
     * @param why as a clause: "this process may gain no privileges (NoNewPrivs)"
     */
    record BlockedHere(String tool, Obstacle obstacle, String why, Evidence evidence) implements SudoPolicy {}

    /** What keeps a setuid program from becoming root. */
    enum Obstacle {
        NO_NEW_PRIVILEGES,
        USER_NAMESPACE,
        NOT_SETUID,
        NOSUID,
        NOT_EXECUTABLE,
        /** The Defaults set requiretty, and no terminal is there. */
        NO_TERMINAL,
        NO_SUCH_USER,
        /** sudo's own words leave open which. */
        UNCLEAR
    }

    /**
     * A rule would let perf run, and sudo does not read it, or its digest is of another file.
     *
     * @param why as a clause: "its name has a dot"
     */
    record Ignored(String file, Reason reason, String why, Evidence evidence) implements SudoPolicy {}

    /** Why a rule is not read. */
    enum Reason {
        /** A dot in the name of its file, or a tilde at its end. */
        NAME,
        /** Owner or mode of its file or directory. */
        INSECURE,
        /** The line cannot be understood. */
        LINE,
        DIGEST
    }

    /** What may be run is known, and no rule without a password names perf. */
    record NoRule(String tool, Evidence answer) implements SudoPolicy {}

    /** Neither sudo nor doas. */
    record NoSudo() implements SudoPolicy {}

    /** There is no perf that it could run. */
    record NoPerf() implements SudoPolicy {}

    /**
     * It does not matter here, or the user does not want it asked.
     *
     * @param why such as "you are root"
     */
    record NotAsked(String why) implements SudoPolicy {}

    /** The question stays open. */
    record Unknown(Unread<?> because) implements SudoPolicy {}

    /** What is so for somebody else, by the sudoers files. */
    record ForUser(String user, SudoPolicy policy) {}

    /** The calling user's. */
    static SudoPolicy of(Facts facts) {
        return SudoSeen.of(facts).policy();
    }

    /** For root: that of the users and groups to whom the sudoers files give perf, or would. */
    static List<ForUser> ofOthers(Facts facts) {
        return SudoSeen.of(facts).others();
    }

    /** Whether perf runs as root without a prompt. */
    default boolean allowsPerf() {
        return this instanceof Allowed;
    }

    /** What to write before perf's arguments, such as {@code sudo perf} or {@code doas /usr/bin/perf}; empty where nothing does. */
    default Optional<String> command() {
        return this instanceof Allowed allowed ? Optional.of(allowed.runAs()) : Optional.empty();
    }

    /** As {@link #command()}, for one subcommand such as {@code record}: a rule may allow {@code stat} alone. */
    default Optional<String> command(String subcommand) {
        boolean allows = this instanceof Allowed allowed && allowed.only().map(subcommand::equals).orElse(true);
        return allows ? command() : Optional.empty();
    }
}
