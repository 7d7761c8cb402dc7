package dev.perfdoctor.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/** As much of JSON Schema 2020-12 as our schema uses; a keyword that is not known here is a failure, never passed over. */
final class Schema {
    private final Object root;
    private final List<String> problems = new ArrayList<>();

    private Schema(Object root) {
        this.root = root;
    }

    /** Where the value is not as the schema says; empty when it is. */
    static List<String> problems(Object schema, Object value) {
        Schema checking = new Schema(schema);
        checking.check(schema, value, "");
        return checking.problems;
    }

    private void check(Object schema, Object value, String at) {
        map(schema).forEach((keyword, wanted) -> keyword(String.valueOf(keyword), wanted, map(schema), value, at));
    }

    private void keyword(String keyword, Object wanted, Map<?, ?> schema, Object value, String at) {
        switch (keyword) {
            case "$schema", "$defs", "title", "description", "format" -> {}
            case "$ref" -> check(referred(String.valueOf(wanted)), value, at);
            case "type" -> claim(isOf(String.valueOf(wanted), value), at, "is no " + wanted);
            case "const" -> claim(Objects.equals(wanted, value), at, "is not " + wanted);
            case "enum" -> claim(((List<?>) wanted).contains(value), at, value + " is none of " + wanted);
            case "pattern" -> claim(!(value instanceof String s) || Pattern.compile(String.valueOf(wanted)).matcher(s).find(), at, value + " is not like " + wanted);
            case "minLength" -> claim(!(value instanceof String s) || s.length() >= (Integer) wanted, at, "is too short");
            case "minimum" -> claim(!(value instanceof Number n) || number(n).compareTo(number((Number) wanted)) >= 0, at, "is too small");
            case "maximum" -> claim(!(value instanceof Number n) || number(n).compareTo(number((Number) wanted)) <= 0, at, "is too large");
            case "minItems" -> claim(!(value instanceof List<?> l) || l.size() >= (Integer) wanted, at, "has too few items");
            case "maxItems" -> claim(!(value instanceof List<?> l) || l.size() <= (Integer) wanted, at, "has too many items");
            case "uniqueItems" -> claim(!(value instanceof List<?> l) || new HashSet<>(l).size() == l.size(), at, "repeats itself");
            case "minProperties" -> claim(!(value instanceof Map<?, ?> m) || m.size() >= (Integer) wanted, at, "has too few keys");
            case "required" -> ((List<?>) wanted).forEach(key -> claim(!(value instanceof Map<?, ?> m) || m.containsKey(key), at, "lacks " + key));
            case "properties" -> map(wanted).forEach((key, part) -> {
                if (value instanceof Map<?, ?> m && m.containsKey(key)) {
                    check(part, m.get(key), at + "/" + key);
                }
            });
            case "additionalProperties" -> map(value).forEach((key, part) -> {
                if (!map(schema.get("properties")).containsKey(key)) {
                    check(wanted, part, at + "/" + key);
                }
            });
            case "propertyNames" -> map(value).keySet().forEach(key -> check(wanted, key, at + "/" + key));
            case "items" -> items(wanted, value, at);
            case "oneOf" -> claim(((List<?>) wanted).stream().filter(s -> problems(s, value).isEmpty()).count() == 1, at, "fits not exactly one");
            default -> problems.add("this validator does not know " + keyword);
        }
    }

    private void items(Object wanted, Object value, String at) {
        if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                check(wanted, list.get(i), at + "/" + i);
            }
        }
    }

    private Object referred(String reference) {
        Object at = root;
        for (String step : reference.substring("#/".length()).split("/", -1)) {
            at = map(at).get(step);
        }
        return Objects.requireNonNull(at, reference);
    }

    private void claim(boolean holds, String at, String otherwise) {
        if (!holds) {
            problems.add(at + " " + otherwise);
        }
    }

    private static boolean isOf(String type, Object value) {
        return switch (type) {
            case "object" -> value instanceof Map<?, ?>;
            case "array" -> value instanceof List<?>;
            case "string" -> value instanceof String;
            case "number" -> value instanceof Number;
            case "integer" -> value instanceof Integer || value instanceof Long;
            case "boolean" -> value instanceof Boolean;
            case "null" -> value == null;
            default -> throw new IllegalArgumentException(type);
        };
    }

    private static BigDecimal number(Number number) {
        return new BigDecimal(number.toString());
    }

    private static Map<?, ?> map(Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }
}
