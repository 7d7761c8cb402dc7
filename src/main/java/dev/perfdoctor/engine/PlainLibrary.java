package dev.perfdoctor.engine;

import java.util.Comparator;
import java.util.Formattable;
import java.util.function.Function;

/**
 * Methods of the JDK without what they cost when they are first called. Nothing in the sources calls these: in the image, they stand in the
 * place of the JDK's own ({@code PlainCalls} of the assembly puts them there).
 */
public final class PlainLibrary {
    private PlainLibrary() {}

    /** {@link String#formatted}; the first number in a format, whatever the locale, loads the data of locales (5 ms). */
    @SuppressWarnings("AnnotateFormatMethod") // no source calls this: what does calls the library, and was checked there
    public static String formatted(String format, Object... arguments) {
        StringBuilder text = new StringBuilder(format.length() + 16 * arguments.length);
        int next = 0;
        int from = 0;
        for (int at = format.indexOf('%'); at >= 0; at = format.indexOf('%', from)) {
            int width = width(format, at + 1);
            int kind = at + (width > 0 ? 3 : 1);
            text.append(format, from, at);
            if (width == 0 && format.startsWith("%", kind)) {
                text.append('%');
            } else if (next < arguments.length && kind < format.length() && isPlain(format.charAt(kind), width, arguments[next])) {
                String word = plain(format.charAt(kind), arguments[next++]);
                text.repeat('0', Math.max(0, width - word.length())).append(word);
            } else {
                return format.formatted(arguments); // blanks, fractions, and what is an error
            }
            from = kind + 1;
        }
        return text.append(format, from, format.length()).toString();
    }

    /** Of {@code 04}; 0 for anything else. */
    private static int width(String format, int at) {
        boolean zeros = at + 1 < format.length() && format.charAt(at) == '0' && format.charAt(at + 1) >= '1' && format.charAt(at + 1) <= '9';
        return zeros ? format.charAt(at + 1) - '0' : 0;
    }

    private static boolean isPlain(char kind, int width, Object argument) {
        return switch (kind) {
            case 's' -> width == 0 && !(argument instanceof Formattable);
            case 'd' -> argument instanceof Long && width == 0 || argument instanceof Integer number && (width == 0 || number >= 0);
            case 'o', 'x' -> argument instanceof Integer;
            default -> false;
        };
    }

    private static String plain(char kind, Object argument) {
        return switch (kind) {
            case 'o' -> Integer.toOctalString((Integer) argument);
            case 'x' -> Integer.toHexString((Integer) argument);
            default -> String.valueOf(argument);
        };
    }

    /** {@link Comparator#comparing(Function)}, whose lambda can be serialized and so is in no class archive (3 ms). */
    public static <T, U extends Comparable<? super U>> Comparator<T> comparing(Function<? super T, ? extends U> key) {
        return (a, b) -> key.apply(a).compareTo(key.apply(b));
    }

    /** {@link Comparator#thenComparing(Comparator)}, likewise. */
    public static <T> Comparator<T> thenComparing(Comparator<T> first, Comparator<? super T> then) {
        return (a, b) -> {
            int order = first.compare(a, b);
            return order == 0 ? then.compare(a, b) : order;
        };
    }
}
