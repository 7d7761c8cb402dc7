package dev.perfdoctor.report;

import dev.perfdoctor.engine.Report.Unknown;

/** How an open question is told. */
final class Questions {
    private Questions() {}

    /** {@code whether the rule still matches (sudo -n -l: timeout)}. */
    static String told(Unknown unknown) {
        String where = unknown.source().isEmpty() ? "" : unknown.source() + ": ";
        return unknown.what() + " (" + where + unknown.why() + ")";
    }
}
