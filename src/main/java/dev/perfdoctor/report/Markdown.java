package dev.perfdoctor.report;

/** A page for a terminal. */
public final class Markdown {
    private Markdown() {}

    /** The page in 80 columns. */
    public static String shown(String page, Style style) {
        Lines lines = new Lines(style);
        page.lines().forEach(l -> lines.whole("", l));
        return lines.toString();
    }
}
