package dev.perfdoctor.facts;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A flat JSON object as the library reads it; numbers and words keep their spelling. */
final class LibraryJson {
    private LibraryJson() {}

    /** Empty for what is no flat object. */
    static Optional<Map<String, String>> flat(String line) {
        Map<String, String> members = new LinkedHashMap<>();
        try (JsonParser parser = new JsonFactory().createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String key = parser.currentName();
                if (!parser.nextToken().isScalarValue() || members.containsKey(key)) {
                    return Optional.empty();
                }
                members.put(key, parser.getText());
            }
            return parser.currentToken() == JsonToken.END_OBJECT && parser.nextToken() == null ? Optional.of(members) : Optional.empty();
        } catch (IOException none) {
            return Optional.empty();
        }
    }
}
