package dev.perfdoctor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.perfdoctor.input.WrongInput;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DurationsTest {
    @ParameterizedTest
    @CsvSource({"1ms, 1", "500ms, 500", "1s, 1000", "1.5s, 1500", "0.25s, 250", "10s, 10000", "1m, 60000", "60m, 3600000"})
    void aNumberAndItsUnit(String text, long millis) {
        assertEquals(millis, Durations.parse("--timeout", text).toMillis());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "s", "10", "10 s", "-1s", "+1s", "0s", "0ms", "0.1ms", "1h", "61m", "1e3s", ".5s", "5.s", "1.2.3s", "1,5s",
                "９s", "99999999999s", "1S"})
    void anythingElseIsRefused(String text) {
        assertThrows(WrongInput.class, () -> Durations.parse("--timeout", text));
    }
}
