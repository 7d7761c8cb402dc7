package dev.perfdoctor.report;

/**
 * How a document is dressed for where it goes.
 *
 * @param unicode whether the reader's locale is UTF-8; otherwise a document holds ASCII alone
 * @param colour whether colour may repeat what words say
 */
public record Style(boolean unicode, boolean colour, Detail detail) {
    /** How much is told. */
    public enum Detail {
        /** The verdict alone. */
        LITTLE,
        USUAL,
        /** Notes in full, what was looked at, what was run. */
        ALL
    }

    /** For a file: UTF-8, no colour. */
    public static Style ofFile(Detail detail) {
        return new Style(true, false, detail);
    }
}
