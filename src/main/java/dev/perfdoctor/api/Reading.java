package dev.perfdoctor.api;

import java.util.Locale;
import java.util.function.Function;

/**
 * What a {@link Host} answers: there, not there, or not readable. Three shapes to decide on; an unreadable file is never a missing one
 * and a garbled one is never either.
 */
public sealed interface Reading<T> {
    /** It was read. */
    record Present<T>(T value, Evidence evidence) implements Reading<T> {
        /** The same evidence for a value derived from this one. */
        public <R> Present<R> with(R derived) {
            return new Present<>(derived, evidence);
        }
    }

    /** It does not exist. */
    record Absent<T>(String source) implements Reading<T> {}

    /**
     * It could not be read, or not understood.
     *
     * @param detail for {@link Why#FAILED} the reason, such as "timeout", "Input/output error", "not a number: 'x'"; may be empty
     */
    record Unread<T>(String source, Why why, String detail) implements Reading<T> {
        /** The same obstacle in the way of another type of answer. */
        @SuppressWarnings("unchecked") // carries no T
        public <R> Unread<R> cast() {
            return (Unread<R>) this;
        }

        /** The obstacle in words: "denied", "not captured", "timeout", "not a number: 'x'". */
        public String reason() {
            return why == Why.FAILED && !detail.isEmpty() ? detail : why.id();
        }
    }

    /** Why something could not be read. */
    enum Why {
        DENIED,
        FAILED,
        NOT_CAPTURED;

        /** The name in reports, such as {@code not captured}. */
        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** Where it was looked for: a path or a command line. */
    default String source() {
        return switch (this) {
            case Present<T> present -> present.evidence().source();
            case Absent<T> absent -> absent.source();
            case Unread<T> unread -> unread.source();
        };
    }

    /** The value, or {@code other} when absent or unread: only for what may be guessed without harm. */
    default T orElse(T other) {
        return this instanceof Present<T> present ? present.value() : other;
    }

    /** Whether it was read. */
    default boolean isPresent() {
        return this instanceof Present<T>;
    }

    /** Whether it is known not to exist. */
    default boolean isAbsent() {
        return this instanceof Absent<T>;
    }

    /**
     * This reading understood as something else. What {@code parse} refuses with an {@link IllegalArgumentException} becomes
     * {@link Why#FAILED} with that exception's message: garbled is not absent.
     */
    default <R> Reading<R> map(Function<? super T, ? extends R> parse) {
        return switch (this) {
            case Present<T> present -> {
                try {
                    yield new Present<R>(parse.apply(present.value()), present.evidence());
                } catch (IllegalArgumentException garbled) {
                    String message = garbled.getMessage();
                    yield new Unread<R>(source(), Why.FAILED, message == null ? "not understood" : message);
                }
            }
            case Absent<T> absent -> new Absent<R>(absent.source());
            case Unread<T> unread -> unread.cast();
        };
    }

    /** A failed reading with its reason. */
    static <T> Unread<T> failed(String source, String detail) {
        return new Unread<>(source, Why.FAILED, detail);
    }
}
