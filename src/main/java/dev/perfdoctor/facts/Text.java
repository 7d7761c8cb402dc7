package dev.perfdoctor.facts;

import java.util.ArrayList;
import java.util.List;

/** Text of files and commands cut into pieces, without regular expressions: they cost the default run milliseconds. */
public final class Text {
    private Text() {}

    /** The lines, without their ends; no empty one after a final line feed. */
    public static List<String> lines(String text) {
        return text.lines().toList();
    }

    /** The pieces between blanks and tabs, never empty ones. */
    public static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        int at = 0;
        while (at < line.length()) {
            int end = at;
            while (end < line.length() && !Character.isWhitespace(line.charAt(end))) {
                end++;
            }
            if (end > at) {
                words.add(line.substring(at, end));
            }
            at = end + 1;
        }
        return words;
    }

    /** The pieces between separators; empty pieces count. */
    public static List<String> split(String text, char separator) {
        List<String> pieces = new ArrayList<>();
        int from = 0;
        for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
            pieces.add(text.substring(from, at));
            from = at + 1;
        }
        pieces.add(text.substring(from));
        return pieces;
    }

    /** {@code 1 entry}, {@code 2 entries}. */
    static String entries(int number) {
        return number + (number == 1 ? " entry" : " entries");
    }
}
