package dev.perfdoctor.host;

import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;

/** Readings in the words of a test. */
final class Answers {
    private Answers() {}

    /** What was read; anything else fails the test. */
    static <T> T value(Reading<T> reading) {
        if (reading instanceof Present<T> present) {
            return present.value();
        }
        throw new AssertionError(reading.toString());
    }

    /** Why nothing was read: {@code absent}, {@code denied}, {@code not captured} or what failed. */
    static String why(Reading<?> reading) {
        return switch (reading) {
            case Present<?> present -> "present: " + present.value();
            case Absent<?> _ -> "absent";
            case Unread<?> unread -> unread.reason();
        };
    }
}
