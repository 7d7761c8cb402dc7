package dev.perfdoctor.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A document for a terminal, line by line. Text is escaped here and broken at blanks to 80 columns; a word that is longer, such as a path,
 * stays whole. No line ends in blanks, and no two empty lines follow each other.
 */
final class Lines {
    static final int WIDTH = 80;

    private static final int LONGEST_CODE = 78;

    private final Style style;
    private final StringBuilder document = new StringBuilder();
    private boolean empty = true;

    Lines(Style style) {
        this.style = style;
    }

    /** Text as this reader may see it: escaped, and in ASCII where that is all the locale has. */
    String safe(String text) {
        String line = Escape.line(text);
        return style.unicode() ? line : Escape.ascii(line);
    }

    /** An empty line, unless the last one is or there is none. */
    void blank() {
        if (!empty) {
            document.append('\n');
            empty = true;
        }
    }

    /** One line that is not broken: a command, a path. */
    void whole(String indent, String text) {
        put(indent + safe(text));
    }

    /** Text broken to the width, each line after {@code indent}. */
    void flowing(String indent, String text) {
        flowing(indent, Paint.PLAIN, indent.length(), text);
    }

    /** Text broken to the width, the first line after {@code label} and all at this column. */
    void flowing(String label, Paint paint, int column, String text) {
        List<String> lines = broken(safe(text), WIDTH - column);
        for (int i = 0; i < lines.size(); i++) {
            put((i == 0 ? labelled(label, paint, column) : " ".repeat(column)) + lines.get(i));
        }
    }

    /** Text of a page broken to the width, all lines at the column where {@code start} ends; back quotes become colour where there is any. */
    void prose(String start, String text) {
        List<String> lines = broken(withWholeCode(words(safe(text))), WIDTH - Columns.of(start));
        boolean code = false;
        for (int i = 0; i < lines.size(); i++) {
            StringBuilder line = new StringBuilder(i == 0 ? safe(start) : " ".repeat(Columns.of(start)));
            String[] pieces = style.colour() ? lines.get(i).split("`", -1) : new String[] {lines.get(i)};
            for (int piece = 0; piece < pieces.length; piece++) {
                code ^= piece > 0;
                line.append(painted(code ? Paint.CODE : Paint.PLAIN, pieces[piece]));
            }
            put(line.toString());
        }
    }

    /** One line after a label, not broken. */
    void whole(String label, Paint paint, int column, String text) {
        put(labelled(label, paint, column) + safe(text));
    }

    /** A finished line: its parts went through {@link #safe} and {@link #painted}. */
    void put(String line) {
        String ended = Escape.ofCiLog(withoutBlanksAtItsEnd(line));
        document.append(ended).append('\n');
        empty = ended.isEmpty();
    }

    /** As String.stripTrailing(), which for a line with signs of ours loads the tables of Unicode. */
    private static String withoutBlanksAtItsEnd(String line) {
        int end = line.length();
        while (end > 0 && line.charAt(end - 1) == ' ') {
            end--;
        }
        return line.substring(0, end);
    }

    /** A part of a line in colour; comes after {@link #safe}. */
    String painted(Paint paint, String safe) {
        return paint.on(safe, style);
    }

    private String labelled(String label, Paint paint, int column) {
        int start = 0;
        while (start < label.length() && label.charAt(start) == ' ') {
            start++;
        }
        String words = safe(label.substring(start));
        String blanks = " ".repeat(Math.max(words.isEmpty() ? 0 : 1, column - start - Columns.of(words)));
        return " ".repeat(start) + painted(paint, words) + blanks;
    }

    /** The words, with what stands between two back quotes as one: a command in a sentence is not broken, if a line can hold it. */
    private static List<String> withWholeCode(List<String> words) {
        List<String> whole = new ArrayList<>();
        int from = 0;
        while (from < words.size()) {
            int to = from;
            StringBuilder word = new StringBuilder(words.get(from));
            while (isOpen(word) && to + 1 < words.size() && word.length() < LONGEST_CODE) {
                word.append(' ').append(words.get(++to));
            }
            boolean fits = !isOpen(word) && word.length() <= LONGEST_CODE;
            whole.add(fits ? word.toString() : words.get(from));
            from = fits ? to + 1 : from + 1;
        }
        return whole;
    }

    private static boolean isOpen(CharSequence word) {
        return word.chars().filter(c -> c == '`').count() % 2 == 1;
    }

    static List<String> broken(String text, int width) {
        return broken(words(text), width);
    }

    private static List<String> broken(List<String> words, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        int used = 0;
        for (String word : words) {
            int wide = Columns.of(word);
            if (used > 0 && used + 1 + wide > width) {
                lines.add(line.toString());
                line.setLength(0);
                used = 0;
            }
            used += wide + (used > 0 ? 1 : 0);
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        int from = 0;
        for (int at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', from)) {
            if (at > from) {
                words.add(text.substring(from, at));
            }
            from = at + 1;
        }
        if (from < text.length()) {
            words.add(text.substring(from));
        }
        return withWholeMarks(words);
    }

    /** {@code <not counted>} and its like as one word: a reader looks for it as perf prints it. */
    private static List<String> withWholeMarks(List<String> words) {
        List<String> whole = new ArrayList<>();
        for (String word : words) {
            boolean ends = word.indexOf('>') > 0 && !word.contains("<");
            boolean open = !whole.isEmpty() && whole.getLast().startsWith("<") && !whole.getLast().contains(">");
            if (ends && open) {
                whole.add(whole.removeLast() + " " + word);
            } else {
                whole.add(word);
            }
        }
        return whole;
    }

    /** The document. */
    @Override
    public String toString() {
        return document.toString();
    }
}
