package dev.perfdoctor.report;

import dev.perfdoctor.engine.Report;

/** A way to write a report down. Knows nothing of checks, nothing of the command line, and writes nowhere: it returns the document. */
public interface Format {
    /** The name on the command line, such as {@code json}. */
    String id();

    /** The whole document, with its last line feed. */
    String write(Report report, Style style);
}
