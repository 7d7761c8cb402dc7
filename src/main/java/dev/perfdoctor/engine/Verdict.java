package dev.perfdoctor.engine;

import java.util.Locale;

/** The answer for all asked activities together. */
public enum Verdict {
    READY,
    NOT_READY,
    INCONCLUSIVE;

    /** The name in reports, such as {@code not-ready}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
