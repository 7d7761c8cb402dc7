package dev.perfdoctor;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;

/** Text that a fuzzer makes up, and what each parser of outside text owes for it. */
public final class Outside {
    private Outside() {}

    /** As a host reads it: UTF-8, what is none replaced. */
    public static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** The text cut at its zero bytes into this many parts; those that are missing are empty. */
    public static String[] parts(byte[] bytes, int count) {
        String[] found = text(bytes).split("\0", count);
        String[] parts = new String[count];
        for (int i = 0; i < count; i++) {
            parts[i] = i < found.length ? found[i] : "";
        }
        return parts;
    }

    /**
     * What a parser makes of it. Empty where it calls it garbled, which it may in one way only: what else it throws would pass through
     * {@code Reading.map} and crash a check.
     */
    public static <A, B> Optional<B> understood(A outside, Function<A, B> parser) {
        try {
            return Optional.of(parser.apply(outside));
        } catch (IllegalArgumentException garbled) {
            return Optional.empty();
        }
    }

    /** Fails with a message where something does not hold. */
    public static void holds(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError(what);
        }
    }
}
