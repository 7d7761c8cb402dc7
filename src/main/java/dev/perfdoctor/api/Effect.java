package dev.perfdoctor.api;

import java.util.Locale;

/** What a diagnosis does to an activity, worst first. */
public enum Effect {
    /** The plain command fails: perf from PATH, or {@code sudo -n perf}, without a prompt. */
    BLOCKED,
    /** It runs, exits 0, and the numbers are wrong or are of something else. */
    MISLEADING,
    /** It works with less. */
    LIMITED,
    /** Worth knowing; changes nothing. */
    NOTE;

    /** The name in reports, such as {@code misleading}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether this effect is worse than {@code other}. */
    public boolean worseThan(Effect other) {
        return compareTo(other) < 0;
    }
}
