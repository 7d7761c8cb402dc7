package dev.perfdoctor.api;

import java.util.List;
import java.util.Locale;

/**
 * A way to mend a diagnosis: data, never applied.
 *
 * @param title how long it lasts and what it is, such as "until the next boot"
 * @param where where it must be done; helpers in {@code dev.perfdoctor.facts.Remedies} decide host or here, not checks
 * @param root whether it needs root there; commands then carry {@code sudo} themselves
 * @param commands lines that can be pasted as they are
 * @param manual steps that need an editor or judgement
 * @param undo lines that bring back what was seen
 * @param risk what it costs in security or otherwise; empty for nothing
 * @param after codes that must be mended before it can work, where they are reported too; a check's id stands for what of it blocks
 */
public record Remediation(
        String title,
        Kind kind,
        Where where,
        boolean root,
        List<String> commands,
        List<String> manual,
        List<String> undo,
        String risk,
        List<String> after) {
    public Remediation {
        commands = List.copyOf(commands);
        manual = List.copyOf(manual);
        undo = List.copyOf(undo);
        after = List.copyOf(after);
    }

    /** A way that works whatever else is reported. */
    public Remediation(
            String title, Kind kind, Where where, boolean root, List<String> commands, List<String> manual, List<String> undo, String risk) {
        this(title, kind, where, root, commands, manual, undo, risk, List.of());
    }

    /** How long it lasts. */
    public enum Kind {
        /** Until the next boot. */
        TEMPORARY,
        /** For good. */
        PERSISTENT,
        /** For one run of the measured command. */
        PER_RUN,
        /** Outside this machine's software: another machine size, a firmware setting, a maintainer. */
        EXTERNAL;

        /** The name in reports, such as {@code per-run}. */
        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Where it must be done. */
    public enum Where {
        HERE,
        /** On the machine that runs this container. */
        HOST,
        /** In the settings of the virtual machine. */
        HYPERVISOR,
        /** In the image this container is made from. */
        IMAGE;

        /** The name in reports, such as {@code hypervisor}. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Another command line instead, for one run, without root. */
    public static Remediation perRun(String title, String... commands) {
        return new Remediation(title, Kind.PER_RUN, Where.HERE, false, List.of(commands), List.of(), List.of(), "");
    }

    /** Steps for a person, for good. */
    public static Remediation manual(String title, boolean root, String... steps) {
        return new Remediation(title, Kind.PERSISTENT, Where.HERE, root, List.of(), List.of(steps), List.of(), "");
    }

    /** Something outside this machine's software. */
    public static Remediation external(String title, Where where, String... steps) {
        return new Remediation(title, Kind.EXTERNAL, where, false, List.of(), List.of(steps), List.of(), "");
    }

    /** Needs root; its commands carry sudo themselves. */
    public Remediation asRoot() {
        return new Remediation(title, kind, where, true, commands, manual, undo, risk, after);
    }

    /** With another undo. */
    public Remediation undoneBy(String... lines) {
        return new Remediation(title, kind, where, root, commands, manual, List.of(lines), risk, after);
    }

    /** With another risk. */
    public Remediation risking(String text) {
        return new Remediation(title, kind, where, root, commands, manual, undo, text, after);
    }

    /** To be done elsewhere. */
    public Remediation at(Where place) {
        return new Remediation(title, kind, place, root, commands, manual, undo, risk, after);
    }

    /** With other commands for the same. */
    public Remediation running(List<String> lines) {
        return new Remediation(title, kind, where, root, lines, manual, undo, risk, after);
    }

    /** Not before these codes are mended; the engine keeps those that are reported. */
    public Remediation onlyAfter(List<String> codes) {
        return new Remediation(title, kind, where, root, commands, manual, undo, risk, codes);
    }
}
