package dev.perfdoctor.report;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;

/**
 * Text that may come from the examined machine, made safe to show. What a terminal would obey, hide or reorder becomes visible:
 * {@code \x1b}, {@code \n}, {@code \u202e}. Printable text stays as it is, so a command can still be pasted.
 */
public final class Escape {
    /** What an ASCII reader sees instead of signs that our own sentences use. */
    private static final String[][] IN_ASCII = {
        {"→", "->"}, {"…", "..."}, {"·", "-"}, {"✗", "x"}, {"✓", "*"}, {"≤", "<="}, {"≥", ">="}, {"×", "x"}, {"–", "-"}, {"—", "-"},
        {"‘", "'"}, {"’", "'"}, {"“", "\""}, {"”", "\""}, {"µ", "u"}, {"█", "#"}, {"░", "."}
    };

    private static final String OWN = Arrays.stream(IN_ASCII).map(sign -> sign[0]).collect(joining());

    private Escape() {}

    /** One line of it, safe for a terminal: no control character, not even a line feed, is left. */
    public static String line(String text) {
        if (isPlain(text) || text.codePoints().allMatch(Escape::isHarmless)) {
            return text;
        }
        StringBuilder safe = new StringBuilder();
        text.codePoints().forEach(c -> append(safe, c));
        return safe.toString();
    }

    /** Printable ASCII alone, as most text is: looked at without a stream, which costs each report a millisecond. */
    static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < 0x20 || text.charAt(i) >= 0x7f) {
                return false;
            }
        }
        return true;
    }

    static boolean isHarmless(int c) {
        if (c < 0x7f) {
            return c >= 0x20;
        }
        if (isOwn(c)) {
            return true;
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    // bidi controls, zero-width signs, tags, the byte order mark
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    // blanks that look like the one a shell splits at and are not
                    Character.SPACE_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }

    /** Whether it is a sign of our own sentences: harmless and one column wide, and no need to load the tables of Unicode (1 ms). */
    static boolean isOwn(int c) {
        return OWN.indexOf(c) >= 0;
    }

    private static void append(StringBuilder safe, int c) {
        if (isHarmless(c)) {
            safe.appendCodePoint(c);
            return;
        }
        switch (c) {
            case '\n' -> safe.append("\\n");
            case '\r' -> safe.append("\\r");
            case '\t' -> safe.append("\\t");
            default -> safe.append(code(c));
        }
    }

    private static String code(int c) {
        return c <= 0xff ? "\\x%02x".formatted(c) : c <= 0xffff ? "\\u%04x".formatted(c) : "\\U%08x".formatted(c);
    }

    /** The same text in ASCII: signs of our sentences in their usual spelling, everything else as its code. */
    public static String ascii(String text) {
        if (isPlain(text)) {
            return text;
        }
        String spelled = text;
        for (String[] sign : IN_ASCII) {
            spelled = spelled.replace(sign[0], sign[1]);
        }
        StringBuilder plain = new StringBuilder();
        spelled.codePoints().forEach(c -> plain.append(c <= 0x7f ? Character.toString(c) : code(c)));
        return plain.toString();
    }

    /**
     * A finished line that no CI log takes for a command: GitHub obeys {@code ::name} at the start of a line, whatever blanks precede it, and
     * {@code ##[name]} anywhere (actions/runner, ActionCommand.cs); Azure Pipelines obeys {@code ##vso[name]}.
     */
    public static String ofCiLog(String line) {
        String safe = line.replace("##[", "\\x23#[").replace("##vso[", "\\x23#vso[");
        int start = 0;
        while (start < safe.length() && Character.isWhitespace(safe.charAt(start))) {
            start++;
        }
        return safe.startsWith("::", start) ? safe.substring(0, start) + "\\x3a" + safe.substring(start + 1) : safe;
    }
}
