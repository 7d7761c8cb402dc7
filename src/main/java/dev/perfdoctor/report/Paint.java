package dev.perfdoctor.report;

import org.fusesource.jansi.Ansi;

/** Colour for words that already say it. Uses {@code Ansi} alone: the console class of that library installs itself and costs 17 ms. */
enum Paint {
    PLAIN,
    GOOD,
    BAD,
    DOUBTFUL,
    STRONG,
    CODE,
    FAINT;

    /** The text in this colour, or as it is. */
    String on(String text, Style style) {
        return style.colour() && this != PLAIN && !text.isEmpty() ? begun(new Ansi()).a(text).reset().toString() : text;
    }

    private Ansi begun(Ansi ansi) {
        return switch (this) {
            case PLAIN -> ansi;
            case GOOD -> ansi.fgGreen();
            case BAD -> ansi.bold().fgRed();
            case DOUBTFUL -> ansi.fgYellow();
            case STRONG -> ansi.bold();
            case CODE -> ansi.fgCyan();
            case FAINT -> ansi.a(Ansi.Attribute.INTENSITY_FAINT);
        };
    }
}
