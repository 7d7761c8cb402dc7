package dev.perfdoctor.engine;

import java.util.Locale;

/** How an activity stands, worst first among the asked ones. */
public enum State {
    BLOCKED,
    MISLEADING,
    /** A question that could block or mislead it could not be answered. */
    UNKNOWN,
    LIMITED,
    READY,
    /** Not asked for. */
    NOT_EXAMINED;

    /** The name in reports, such as {@code not-examined}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
