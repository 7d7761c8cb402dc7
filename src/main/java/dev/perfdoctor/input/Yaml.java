package dev.perfdoctor.input;

import java.util.List;
import java.util.Map;

/**
 * A YAML document as it was written: every scalar is text, and each value knows its line. No type is guessed, so {@code 0755}, {@code 1}
 * and {@code no} stay what they look like.
 */
public sealed interface Yaml {
    /** Where it stands, counted from 1. */
    int line();

    /** How many values it expands to, itself included. */
    int weight();

    /**
     * Text.
     *
     * @param plain whether it was written without quotes or a block mark
     */
    record Scalar(String text, boolean plain, int line) implements Yaml {
        /** Whether nothing was written, or the word that means it. */
        public boolean isNothing() {
            return plain && (text.isEmpty() || text.equals("~") || text.equals("null"));
        }

        @Override
        public int weight() {
            return 1;
        }
    }

    /** A list. */
    record Sequence(List<Yaml> items, int line, int weight) implements Yaml {}

    /** A mapping in the order of the file; {@code lines} has the line of each key. */
    record Mapping(Map<String, Yaml> values, Map<String, Integer> lines, int line, int weight) implements Yaml {}

    /**
     * The one document in a text.
     *
     * @param file its name, for messages
     * @throws WrongInput for anything that is not one YAML document of mappings, lists and text
     */
    static Yaml parse(String file, String text) {
        return YamlParser.parse(file, text);
    }
}
