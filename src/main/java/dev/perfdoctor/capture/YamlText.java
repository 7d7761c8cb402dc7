package dev.perfdoctor.capture;

import java.util.List;
import java.util.Locale;

/** Scalars of YAML 1.2, so that a reader gets the very text back: plain where nothing can be mistaken, block for lines, else quoted. */
final class YamlText {
    private static final String PLAIN_FIRST = "/abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final String PLAIN_REST = PLAIN_FIRST + "0123456789_.+=-@";
    private static final int LONGEST_KEY = 1_000;
    private static final List<String> WORDS = List.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

    private YamlText() {}

    /** One line, fit for a flow or block context. */
    static String scalar(String text) {
        return isPlain(text) ? text : quoted(text);
    }

    /**
     * A key at this indent, up to its colon. One that is long needs a mark of its own: without it a reader looks no further than 1024
     * characters for the colon (YAML 1.2.2, 7.4.2).
     */
    static String key(String text, int indent) {
        String key = scalar(text);
        return key.length() < LONGEST_KEY ? key : "? " + key + "\n" + " ".repeat(indent);
    }

    /** A value behind a key at this indent: a literal block where that keeps the text readable. */
    static String value(String text, int indent) {
        if (!isBlock(text)) {
            return " " + scalar(text);
        }
        StringBuilder block = new StringBuilder(" |\n");
        String margin = " ".repeat(indent + 2);
        text.lines().forEach(line -> block.append(line.isEmpty() ? "" : margin).append(line).append('\n'));
        block.setLength(block.length() - 1);
        return block.toString();
    }

    private static boolean isPlain(String text) {
        return !text.isEmpty()
                && PLAIN_FIRST.indexOf(text.charAt(0)) >= 0
                && text.chars().allMatch(c -> PLAIN_REST.indexOf(c) >= 0)
                && !WORDS.contains(text.toLowerCase(Locale.ROOT));
    }

    /** Several lines, one line feed at the very end, nothing that a block would change. */
    private static boolean isBlock(String text) {
        return text.length() > 1
                && text.endsWith("\n")
                && !text.endsWith("\n\n")
                && text.indexOf('\n') < text.length() - 1
                && text.charAt(0) != ' '
                && text.charAt(0) != '\n'
                && text.charAt(0) != '\t'
                && text.chars().allMatch(c -> c == '\n' || c == '\t' || c >= 0x20 && c < 0x7f || c > 0xa0 && c < 0xd800)
                && text.lines().noneMatch(line -> !line.isEmpty() && line.isBlank());
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(c -> quoted.append(switch (c) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\n' -> "\\n";
            case '\t' -> "\\t";
            case '\r' -> "\\r";
            case 0 -> "\\0";
            default -> c < 0x20 || c >= 0x7f && c <= 0xa0 || c >= 0x2000 && c < 0x2070 || c >= 0xd800 && c < 0xe000 || c >= 0xfff0
                    ? "\\u%04x".formatted(c)
                    : Character.toString(c);
        }));
        return quoted.append('"').toString();
    }
}
