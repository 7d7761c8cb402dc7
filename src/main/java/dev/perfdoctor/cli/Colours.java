package dev.perfdoctor.cli;

import java.util.List;
import java.util.Locale;

/** Whether colour is wanted: {@code --color} beats NO_COLOR beats CLICOLOR_FORCE beats what standard output is. */
enum Colours {
    AUTO,
    ALWAYS,
    NEVER;

    static Colours of(Arguments arguments) {
        return arguments.choice("--color", List.of("auto", "always", "never"))
                .map(word -> valueOf(word.toUpperCase(Locale.ROOT)))
                .orElse(AUTO);
    }

    /** The decision; see no-color.org (set and not empty) and bixense.com/clicolors (set and not 0). */
    boolean wanted(Surroundings around) {
        return switch (this) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO -> {
                if (around.isSet("NO_COLOR")) {
                    yield false;
                }
                if (around.isSet("CLICOLOR_FORCE") && !around.environment().get("CLICOLOR_FORCE").equals("0")) {
                    yield true;
                }
                yield around.terminal() && !around.environment().getOrDefault("TERM", "").equals("dumb");
            }
        };
    }
}
