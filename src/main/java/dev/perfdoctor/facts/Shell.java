package dev.perfdoctor.facts;

import java.util.List;
import java.util.stream.Collectors;

/** Words of a POSIX shell: the one place where a command line that a person may paste is quoted. */
public final class Shell {
    private static final String PLAIN = "%+-./:=@_,";

    private Shell() {}

    /** A word as it is when a shell would leave it alone, else in single quotes. Control characters go through printf(1). */
    public static String quote(String word) {
        if (!word.isEmpty() && word.charAt(0) != '=' && word.chars().allMatch(Shell::isPlain)) {
            return word;
        }
        if (word.chars().anyMatch(c -> c < 0x20 || c == 0x7f)) {
            return word.codePoints().mapToObj(Shell::forPrintf).collect(Collectors.joining("", "\"$(printf '", "')\""));
        }
        return "'" + word.replace("'", "'\\''") + "'";
    }

    /** A whole command line. */
    public static String line(List<String> words) {
        return words.stream().map(Shell::quote).collect(Collectors.joining(" "));
    }

    /** As {@link #line(List)}. */
    public static String line(String... words) {
        return line(List.of(words));
    }

    private static boolean isPlain(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || PLAIN.indexOf(c) >= 0;
    }

    /** printf(1) takes octal everywhere, while the quotes of {@code $'…'} are no POSIX. */
    private static String forPrintf(int c) {
        return c < 0x20 || c == 0x7f || c == '\'' || c == '\\' || c == '%' ? "\\%03o".formatted(c) : Character.toString(c);
    }
}
