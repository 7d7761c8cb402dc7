package dev.perfdoctor.cli;

import dev.perfdoctor.input.Nearest;
import dev.perfdoctor.input.WrongInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The words of a command line, sorted.
 *
 * @param options values by the option's first name; an empty value for each time a flag was given
 * @param words those that are no option
 */
record Arguments(Map<String, List<String>> options, List<String> words) {
    /** Nothing was given. */
    static Arguments none() {
        return new Arguments(Map.of(), List.of());
    }

    /** Whether it was given. */
    boolean has(String option) {
        return options.containsKey(option);
    }

    /** Its only value. */
    Optional<String> value(String option) {
        return options.getOrDefault(option, List.of()).stream().findFirst();
    }

    /** Every value. */
    List<String> values(String option) {
        return options.getOrDefault(option, List.of());
    }

    /** Every value of an option that takes lists: {@code a,b}, or given again. */
    List<String> items(String option) {
        List<String> items = new ArrayList<>();
        for (String list : values(option)) {
            for (String item : list.split(",", -1)) {
                items.add(item.strip());
            }
        }
        return items;
    }

    /** The value of an option that wants one of some words. */
    Optional<String> choice(String option, List<String> known) {
        Optional<String> word = value(option);
        word.filter(w -> !known.contains(w)).ifPresent(w -> {
            throw unknown(option, w, "is not known", known);
        });
        return word;
    }

    /** {@code --for: 'callgraph' is not an activity (did you mean call-graph?); known: stat, record, …}. */
    static WrongInput unknown(String where, String word, String problem, List<String> known) {
        String near = Nearest.to(word, known).map(n -> " (did you mean " + n + "?)").orElse("");
        return new WrongInput(where, "'" + Nearest.shortened(word) + "' " + problem + near + "; known: " + String.join(", ", known));
    }
}
