package dev.perfdoctor.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Comparator;
import java.util.IllegalFormatException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class PlainLibraryTest {
    private static final Object[] VALUES = {"a %s", 7, -3_000_000_000L, null, 'c', List.of(1), 0.5};

    @Test
    @SuppressWarnings("FormatStringAnnotation")
    void aFormatGivesWhatTheLibraryGives() {
        for (Object value : VALUES) {
            for (String format : List.of("", "plain", "%s", "a%sb", "100%% of %s", "%s%%", "%5s|", "%S")) {
                assertEquals(String.format(format, value), PlainLibrary.formatted(format, value), format);
            }
        }
        for (String format : List.of("%d", "%d of %d", "%s and %d", "%04o and %d", "%,d", "%x%s", "%2$s %1$d", "%n%d", "%d %<s")) {
            assertEquals(String.format(format, 1234567, 89L), PlainLibrary.formatted(format, 1234567, 89L), format);
        }
        for (int value : new int[] {0, 7, 0755, -1, Integer.MIN_VALUE}) {
            for (String format : List.of("%04o", "%o", "%02x|%08x", "%02d", "%09d", "%x", "%4d", "%012d", "%X", "%#o")) {
                assertEquals(String.format(format, value, value), PlainLibrary.formatted(format, value, value), format);
            }
        }
        assertEquals("0.5 3", PlainLibrary.formatted("%.1f %d", 0.5, 3));
    }

    @Test
    void aWrongFormatIsAsWrongAsInTheLibrary() {
        for (String format : List.of("%", "%s %s", "%d", "%q", "%0", "%04", "%04%", "%04s", "%0d")) {
            assertThrows(IllegalFormatException.class, () -> PlainLibrary.formatted(format, "text"), format);
        }
    }

    @Test
    void comparingOrdersAsTheLibraryDoes() {
        List<String> words = List.of("ccc", "a", "bb", "d");
        assertEquals(List.of("a", "d", "bb", "ccc"), words.stream().sorted(PlainLibrary.<String, Integer>comparing(String::length)).toList());
        Comparator<String> byText = PlainLibrary.comparing(String::strip);
        Comparator<String> byFirst = (a, b) -> Character.compare(a.charAt(0), b.charAt(0));
        assertEquals(
                List.of("a", "aa", "b"),
                Stream.of("b", "aa", "a").sorted(PlainLibrary.thenComparing(byFirst, byText)).toList());
    }
}
