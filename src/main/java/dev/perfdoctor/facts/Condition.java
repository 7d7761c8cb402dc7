package dev.perfdoctor.facts;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a value has to be: comparisons that must all hold, such as {@code >=6.1}, {@code >=6.1 <7}, {@code 1..3} or {@code = on}. Numbers and
 * versions compare by their numbers from left to right, as far as the wanted one goes: 6.1.140 is {@code =6.1} and {@code <=6.1} and not
 * {@code >6.1}. What has no numbers is compared as text, for equality alone.
 */
public record Condition(List<Comparison> comparisons) {
    /** The signs, longer ones first: {@code <=} is not {@code <}. */
    public enum Sign {
        AT_LEAST(">="),
        AT_MOST("<="),
        NOT("!="),
        SAME("=="),
        MORE(">"),
        LESS("<"),
        EQUAL("=");

        private final String text;

        Sign(String text) {
            this.text = text;
        }
    }

    /** One comparison. */
    public record Comparison(Sign sign, String value) {
        private boolean holds(String actual) {
            List<Long> mine = numbers(value);
            List<Long> theirs = numbers(actual);
            boolean comparable = !mine.isEmpty() && !theirs.isEmpty() && isVersion(value);
            int order = comparable ? order(theirs, mine) : actual.strip().equals(value) ? 0 : 1;
            return switch (sign) {
                case AT_LEAST -> comparable && order >= 0;
                case AT_MOST -> comparable && order <= 0;
                case MORE -> comparable && order > 0;
                case LESS -> comparable && order < 0;
                case EQUAL, SAME -> order == 0;
                case NOT -> order != 0;
            };
        }
    }

    public Condition {
        comparisons = List.copyOf(comparisons);
    }

    /** Understands the text; refuses it with an {@link IllegalArgumentException} that says what is allowed. */
    public static Condition parse(String text) {
        List<Comparison> found = new ArrayList<>();
        for (String part : parts(text.strip())) {
            found.addAll(comparisons(part));
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException("says nothing; allowed: " + ALLOWED);
        }
        return new Condition(found);
    }

    private static final String ALLOWED = "comparisons such as >=6.1, <=1, =0, !=0, '>=6.1, <7' or 1..3";

    /** Cut at commas and before signs; a plain value may hold blanks ({@code 4096 131072 6291456}). */
    private static List<String> parts(String text) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int at = 0; at < text.length(); at++) {
            boolean comma = text.charAt(at) == ',';
            boolean sign = at > from && signAt(text, at).isPresent() && Character.isWhitespace(text.charAt(at - 1))
                    && !text.substring(from, at).isBlank();
            if (comma || sign) {
                parts.add(text.substring(from, at).strip());
                from = comma ? at + 1 : at;
            } else if (signAt(text, at).isPresent()) {
                at += signAt(text, at).get().text.length() - 1;
            }
        }
        parts.add(text.substring(from).strip());
        return parts;
    }

    private static Optional<Sign> signAt(String text, int at) {
        for (Sign sign : Sign.values()) {
            if (text.startsWith(sign.text, at)) {
                return Optional.of(sign);
            }
        }
        return Optional.empty();
    }

    private static List<Comparison> comparisons(String part) {
        Sign sign = signAt(part, 0).orElse(Sign.EQUAL);
        String value = part.substring(signAt(part, 0).map(s -> s.text.length()).orElse(0)).strip();
        if (value.isEmpty() || signAt(value, 0).isPresent()) {
            throw new IllegalArgumentException("'" + part + "' compares with nothing; allowed: " + ALLOWED);
        }
        int range = value.indexOf("..");
        if (range >= 0 && sign == Sign.EQUAL) {
            return List.of(
                    ordered(Sign.AT_LEAST, value.substring(0, range).strip()), ordered(Sign.AT_MOST, value.substring(range + 2).strip()));
        }
        boolean equality = sign == Sign.EQUAL || sign == Sign.SAME || sign == Sign.NOT;
        return List.of(equality ? new Comparison(sign, value) : ordered(sign, value));
    }

    private static Comparison ordered(Sign sign, String value) {
        if (!isVersion(value)) {
            throw new IllegalArgumentException("'" + value + "' is no number or version to compare with; allowed: " + ALLOWED);
        }
        return new Comparison(sign, value);
    }

    private static boolean isVersion(String value) {
        String digits = value.startsWith("-") || value.startsWith("v") ? value.substring(1) : value;
        return !digits.isEmpty()
                && isDigit(digits.charAt(0))
                && digits.chars().allMatch(c -> isDigit(c) || c == '.' || c == '-' || c == '+' || c == '_' || c == '~' || isLetter(c));
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLetter(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    /** {@code 6.8.0-48-generic} is 6, 8, 0, 48; a minus before a lone number is its sign. */
    private static List<Long> numbers(String text) {
        String plain = text.strip();
        if (plain.length() > 1 && plain.charAt(0) == '-' && plain.substring(1).chars().allMatch(Condition::isDigit)) {
            return List.of(-number(plain.substring(1)));
        }
        List<Long> found = new ArrayList<>();
        int at = 0;
        while (at < plain.length()) {
            int end = at;
            while (end < plain.length() && isDigit(plain.charAt(end))) {
                end++;
            }
            if (end > at) {
                found.add(number(plain.substring(at, end)));
            }
            at = end + 1;
        }
        return found;
    }

    private static long number(String digits) {
        return digits.length() > 18 ? Long.MAX_VALUE : Long.parseLong(digits);
    }

    /** As far as {@code wanted} goes; what {@code actual} lacks is 0. */
    private static int order(List<Long> actual, List<Long> wanted) {
        for (int i = 0; i < wanted.size(); i++) {
            int order = Long.compare(i < actual.size() ? actual.get(i) : 0, wanted.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** Whether this value will do. */
    public boolean holds(String actual) {
        return comparisons.stream().allMatch(c -> c.holds(actual));
    }

    /** The whole number nearest to {@code actual} that will do, where there is one: what a setting has to be changed to. */
    public Optional<Long> nearestTo(long actual) {
        return comparisons.stream()
                .filter(c -> isVersion(c.value()) && numbers(c.value()).size() == 1)
                .flatMap(c -> candidates(c).stream())
                .filter(n -> holds(Long.toString(n)))
                .min((a, b) -> Long.compare(Math.abs(a - actual), Math.abs(b - actual)));
    }

    private static List<Long> candidates(Comparison comparison) {
        long value = numbers(comparison.value()).getFirst();
        return switch (comparison.sign()) {
            case AT_LEAST, AT_MOST, EQUAL, SAME -> List.of(value);
            case MORE -> List.of(value + 1);
            case LESS -> List.of(value - 1);
            case NOT -> List.of(value - 1, value + 1);
        };
    }
}
