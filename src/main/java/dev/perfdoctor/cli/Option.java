package dev.perfdoctor.cli;

import java.util.List;

/**
 * An option of a command.
 *
 * @param names the one it goes by first: {@code --quiet}, {@code -q}
 * @param value what its value is called in the help, such as {@code FILE}; empty for an option without one
 * @param repeated whether it may be given more than once
 * @param help what it does, for the help; no full stop
 */
record Option(List<String> names, String value, boolean repeated, String help) {
    /** An option that is given or not. */
    static Option flag(String help, String... names) {
        return new Option(List.of(names), "", true, help);
    }

    /** An option with one value, given at most once. */
    static Option one(String name, String value, String help) {
        return new Option(List.of(name), value, false, help);
    }

    /** An option with a value, given as often as one likes. */
    static Option many(String name, String value, String help) {
        return new Option(List.of(name), value, true, help);
    }

    /** The name it goes by. */
    String name() {
        return names.getFirst();
    }

    boolean hasValue() {
        return !value.isEmpty();
    }
}
