package dev.perfdoctor.facts;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The keys of a TOML file by their full names, {@code profile.release.debug} → {@code true}; strings without their quotes, arrays and inline
 * tables as written. Not a TOML reader: it takes what manifests are made of, and passes over what it does not understand. Tables of a list
 * ({@code [[bin]]}) are numbered: {@code bin[0].name}.
 */
public record TomlKeys(Map<String, String> values) {
    /** A file that is not there. */
    public static TomlKeys none() {
        return new TomlKeys(Map.of());
    }

    /**
     * The keys of a text.
     *
     * <pre>
     * [profile.release]
     * debug = "line-tables-only"   # comment
     * </pre>
     */
    public static TomlKeys parse(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        Map<String, Integer> lists = new LinkedHashMap<>();
        String table = "";
        StringBuilder open = new StringBuilder();
        for (String line : Text.lines(text)) {
            String bare = uncommented(line).strip();
            String whole = open.isEmpty() ? bare : open + " " + bare;
            if (whole.startsWith("[") && whole.indexOf('=') < 0) {
                table = table(whole, lists);
                values.putIfAbsent(table, "");
            } else if (depth(whole) > 0 && open.length() < 100_000) {
                open.setLength(0);
                open.append(whole); // an array over several lines
                continue;
            } else {
                put(values, table, whole);
            }
            open.setLength(0);
        }
        return new TomlKeys(Map.copyOf(values));
    }

    private static String table(String header, Map<String, Integer> lists) {
        boolean list = header.startsWith("[[");
        int from = list ? 2 : 1;
        int end = header.indexOf(']', from);
        String name = end < 0 ? "" : name(header.substring(from, end));
        if (list) {
            int number = lists.merge(name, 0, (before, _) -> before + 1);
            return name + "[" + number + "]";
        }
        return name;
    }

    private static void put(Map<String, String> values, String table, String line) {
        int equals = line.indexOf('=');
        if (equals <= 0) {
            return;
        }
        String key = (table.isEmpty() ? "" : table + ".") + name(line.substring(0, equals));
        String value = line.substring(equals + 1).strip();
        values.putIfAbsent(key, unquoted(value));
        if (value.startsWith("{") && value.endsWith("}")) { // dev = { opt-level = 1 }
            for (String part : Text.split(value.substring(1, value.length() - 1), ',')) {
                put(values, key, part.strip());
            }
        }
    }

    /** {@code profile . "release"} is {@code profile.release}. */
    private static String name(String written) {
        StringBuilder name = new StringBuilder();
        for (String part : Text.split(written, '.')) {
            name.append(name.isEmpty() ? "" : ".").append(unquoted(part.strip()));
        }
        return name.toString();
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() >= 2 && (value.charAt(0) == '"' || value.charAt(0) == '\'') && value.endsWith(value.substring(0, 1));
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    private static String uncommented(String line) {
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == '#') {
                return line.substring(0, i);
            }
        }
        return line;
    }

    /** How many brackets stay open. */
    private static int depth(String text) {
        int depth = 0;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else {
                depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
            }
        }
        return depth;
    }

    /** The value of a full name. */
    public Optional<String> value(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** Whether a table of this name, or a key below it, is there. */
    public boolean hasTable(String name) {
        return values.containsKey(name) || values.keySet().stream().anyMatch(k -> k.startsWith(name + "."));
    }
}
