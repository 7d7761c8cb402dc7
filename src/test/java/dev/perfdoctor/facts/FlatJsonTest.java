package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlatJsonTest {
    @Test
    void readsALineOfTheProbe() {
        assertEquals(
                Optional.of(Map.of("probe", "open", "user", "true", "cpu", "-1", "errno", "OK", "count", "1234567")),
                FlatJson.parse("{\"probe\":\"open\",\"user\":true,\"cpu\":-1,\"errno\":\"OK\",\"count\":1234567}"));
    }

    @Test
    void readsEscapesAndBlanks() {
        assertEquals(
                Optional.of(Map.of("pmu", "a\"b\\c\u001b\n", "n", "1")),
                FlatJson.parse("{ \"pmu\" : \"a\\\"b\\\\c\\u001b\\n\" , \"n\" : 1 }"));
        assertEquals(Optional.of(Map.of()), FlatJson.parse("{}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "{", "{\"a\":1", "{\"a\":}", "{\"a\" 1}", "{\"a\":\"x}", "{\"a\":1}x", "[1]", "{\"a\":{}}", "{\"a\":\"\\u12\"}", "{\"a\":\"\\q\"}",
        "{\"a\":\"\\uzzzz\"}", "{\"a\":1,}"
    })
    void whatIsCutOrNestedIsNoObject(String line) {
        assertTrue(FlatJson.parse(line).isEmpty());
    }
}
