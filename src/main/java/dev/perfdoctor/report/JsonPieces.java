package dev.perfdoctor.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/** What parts of a JSON document are written with. All text of a machine goes through {@link #text} and {@link #texts}. */
abstract class JsonPieces {
    /** Some keys of an object. */
    interface Part {
        void write() throws IOException;
    }

    /** The keys of one of many objects. */
    interface Each<T> {
        void write(T item) throws IOException;
    }

    final JsonGenerator json;

    JsonPieces(JsonGenerator json) {
        this.json = json;
    }

    final void text(String key, String value) throws IOException {
        json.writeStringField(key, whole(value));
    }

    final void texts(String key, List<String> values) throws IOException {
        texts(key, values, Function.identity());
    }

    final <T> void texts(String key, List<T> values, Function<T, String> as) throws IOException {
        json.writeArrayFieldStart(key);
        for (T value : values) {
            json.writeString(whole(as.apply(value)));
        }
        json.writeEndArray();
    }

    final <T> void array(String key, List<T> items, Each<T> each) throws IOException {
        json.writeArrayFieldStart(key);
        for (T item : items) {
            object(() -> each.write(item));
        }
        json.writeEndArray();
    }

    final void object(String key, Part part) throws IOException {
        json.writeFieldName(key);
        object(part);
    }

    final void object(Part part) throws IOException {
        json.writeStartObject();
        part.write();
        json.writeEndObject();
    }

    /** Half a surrogate pair has no form in UTF-8; many readers refuse it as an escape too. */
    private static String whole(String text) {
        if (text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
            return text;
        }
        StringBuilder whole = new StringBuilder();
        text.codePoints()
                .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xfffd : c)
                .forEach(whole::appendCodePoint);
        return whole.toString();
    }
}
