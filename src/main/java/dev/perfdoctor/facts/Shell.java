package dev.perfdoctor.facts;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Words of a POSIX shell: the one place where a command line that a person may paste is quoted. */
public final class Shell {
    private static final String PLAIN = "%+-./:=@_,";

    private Shell() {}

    /**
     * A word as it is when a shell would leave it alone, else in single quotes. What a terminal would obey, hide or reorder goes through printf(1),
     * so that what is shown is what is run; but not line feeds at the end.
     */
    public static String quote(String word) {
        if (!word.isEmpty() && word.charAt(0) != '=' && word.chars().allMatch(Shell::isPlain)) {
            return word;
        }
        if (word.endsWith("\n")) { // which a substitution takes away: the command would be about another file
            String before = word.replaceAll("\n+\\z", "");
            return (before.isEmpty() ? "" : quote(before)) + "'" + word.substring(before.length()) + "'";
        }
        if (word.codePoints().anyMatch(Shell::isNotShown)) {
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

    /**
     * A command line cut into words: quotes and backslashes are taken away, nothing is expanded. Throws {@link IllegalArgumentException} for
     * a quote that does not end.
     */
    public static List<String> words(String line) {
        return new Cut(line).words();
    }

    /** Cuts a line as sh(1) does, section "Quoting" of POSIX. */
    private static final class Cut {
        private final String line;
        private final List<String> words = new ArrayList<>();
        private final StringBuilder word = new StringBuilder();
        private boolean within;
        private int at;

        Cut(String line) {
            this.line = line;
        }

        List<String> words() {
            while (at < line.length()) {
                char c = line.charAt(at++);
                if (Character.isWhitespace(c)) {
                    end();
                } else {
                    within = true;
                    take(c);
                }
            }
            end();
            return List.copyOf(words);
        }

        private void take(char c) {
            switch (c) {
                case '\'' -> single();
                case '"' -> doubled();
                case '\\' -> word.append(at < line.length() ? line.charAt(at++) : c);
                default -> word.append(c);
            }
        }

        private void single() {
            int end = line.indexOf('\'', at);
            if (end < 0) {
                throw unended('\'');
            }
            word.append(line, at, end);
            at = end + 1;
        }

        private void doubled() {
            while (at < line.length() && line.charAt(at) != '"') {
                boolean escape = line.charAt(at) == '\\' && at + 1 < line.length() && "$`\"\\".indexOf(line.charAt(at + 1)) >= 0;
                at += escape ? 1 : 0;
                word.append(line.charAt(at++));
            }
            if (at >= line.length()) {
                throw unended('"');
            }
            at++;
        }

        private static IllegalArgumentException unended(char quote) {
            return new IllegalArgumentException("the quote " + quote + " does not end");
        }

        private void end() {
            if (within) {
                words.add(word.toString());
            }
            word.setLength(0);
            within = false;
        }
    }

    private static boolean isPlain(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || PLAIN.indexOf(c) >= 0;
    }

    /** printf(1) takes octal everywhere, while the quotes of {@code $'…'} are no POSIX. */
    private static String forPrintf(int c) {
        if (!isNotShown(c) && c != '\'' && c != '\\' && c != '%') {
            return Character.toString(c);
        }
        StringBuilder octal = new StringBuilder();
        for (byte b : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
            octal.append("\\%03o".formatted(b & 0xff));
        }
        return octal.toString();
    }

    /** What a report shows by its code. */
    private static boolean isNotShown(int c) {
        if (c < 0x7f) {
            return c < 0x20;
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SPACE_SEPARATOR, Character.PRIVATE_USE,
                    Character.UNASSIGNED -> true;
            default -> false;
        };
    }
}
