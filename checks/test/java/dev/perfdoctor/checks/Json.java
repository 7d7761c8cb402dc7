package dev.perfdoctor.checks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A JSON document as maps, lists and text. */
record Json(Object value) {
    static Json parse(String document) {
        try (JsonParser parser = new JsonFactory().createParser(document)) {
            parser.nextToken();
            Json json = new Json(read(parser));
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("more than one document");
            }
            return json;
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static Object read(JsonParser parser) throws IOException {
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            Map<String, Object> object = new LinkedHashMap<>();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String key = parser.currentName();
                parser.nextToken();
                object.put(key, read(parser));
            }
            return object;
        }
        if (parser.currentToken() == JsonToken.START_ARRAY) {
            List<Object> array = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                array.add(read(parser));
            }
            return array;
        }
        return parser.currentToken() == JsonToken.VALUE_STRING ? parser.getText() : Scalar.of(parser);
    }

    /** A number, a truth value or null, in its own spelling. */
    private record Scalar(String spelling) {
        static Scalar of(JsonParser parser) throws IOException {
            return new Scalar(parser.getText());
        }
    }

    /** The objects in an array; none when there is no such key. */
    List<Json> items(String key) {
        return value instanceof Map<?, ?> map && map.get(key) instanceof List<?> list
                ? list.stream().map(item -> new Json(item)).toList()
                : List.of();
    }

    /** The object below a key; an empty one when there is no such key. */
    Json item(String key) {
        return new Json(value instanceof Map<?, ?> map && map.get(key) instanceof Map<?, ?> object ? object : Map.of());
    }

    /** Whether it says true. */
    boolean flag(String key) {
        return value instanceof Map<?, ?> map && new Scalar("true").equals(map.get(key));
    }

    /** Text; empty when there is no such key. */
    String text(String key) {
        return value instanceof Map<?, ?> map && map.get(key) instanceof String text ? text : "";
    }

    /** A list of texts. */
    List<String> texts(String key) {
        return items(key).stream().map(item -> String.valueOf(item.value())).toList();
    }

    /** Every text anywhere in it. */
    Stream<String> strings() {
        return switch (value) {
            case String text -> Stream.of(text);
            case Map<?, ?> map -> map.values().stream().flatMap(v -> new Json(v).strings());
            case List<?> list -> list.stream().flatMap(v -> new Json(v).strings());
            default -> Stream.empty();
        };
    }
}
