package dev.perfdoctor.cli;

import dev.perfdoctor.input.Nearest;
import dev.perfdoctor.input.WrongInput;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

/** Durations as people write them: {@code 500ms}, {@code 1.5s}, {@code 10s}, {@code 1m}. */
final class Durations {
    private record Unit(String name, long millis) {}

    /** {@code ms} before {@code s} and {@code m}, which it ends and starts with. */
    private static final List<Unit> UNITS = List.of(new Unit("ms", 1), new Unit("s", 1_000), new Unit("m", 60_000));

    private static final Duration LONGEST = Duration.ofHours(1);

    private Durations() {}

    /** The duration, between a millisecond and an hour; anything else is {@link WrongInput}. */
    static Duration parse(String where, String text) {
        for (Unit unit : UNITS) {
            String number = text.endsWith(unit.name()) ? text.substring(0, text.length() - unit.name().length()) : "";
            if (isNumber(number)) {
                BigDecimal millis = new BigDecimal(number).multiply(BigDecimal.valueOf(unit.millis()));
                if (millis.compareTo(BigDecimal.ONE) >= 0 && millis.compareTo(BigDecimal.valueOf(LONGEST.toMillis())) <= 0) {
                    return Duration.ofMillis(millis.longValue());
                }
            }
        }
        throw new WrongInput(where, "'" + Nearest.shortened(text) + "' is not a duration from 1ms to 60m, such as 500ms, 10s or 1m");
    }

    private static boolean isNumber(String text) {
        int point = text.indexOf('.');
        String digits = point < 0 ? text : text.substring(0, point) + text.substring(point + 1);
        return !digits.isEmpty()
                && digits.length() <= 9
                && point != 0
                && point != text.length() - 1
                && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
