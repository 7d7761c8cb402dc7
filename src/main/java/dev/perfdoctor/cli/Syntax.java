package dev.perfdoctor.cli;

import java.util.List;

/**
 * What may follow the name of a command.
 *
 * @param words what its other words are called, such as {@code CODE}; a name for each that is wanted
 */
record Syntax(List<Option> options, List<String> words) {
    /** Every command has it. */
    static final Option HELP = Option.flag("this text", "--help", "-h");

    /** The options with {@link #HELP}. */
    static Syntax of(List<Option> options, String... words) {
        List<Option> all = new java.util.ArrayList<>(options);
        all.add(HELP);
        return new Syntax(List.copyOf(all), List.of(words));
    }
}
