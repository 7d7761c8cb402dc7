package dev.perfdoctor.engine;

import java.util.Locale;

/** How much a diagnosis matters for what was asked for, mildest first. */
public enum Severity {
    NOTE,
    WARNING,
    ERROR;

    /** The name in reports. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether this is {@code other} or worse. */
    public boolean atLeast(Severity other) {
        return compareTo(other) >= 0;
    }
}
