package dev.perfdoctor.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A page for a terminal. Light Markdown: headings, paragraphs, lists, code and tables; what is none of these is a paragraph. Back quotes stay
 * where colour cannot say the same.
 */
public final class Markdown {
    private static final String CODE_INDENT = "    ";

    private final Lines lines;
    private final Style style;
    private final List<String> paragraph = new ArrayList<>();
    private final List<String> table = new ArrayList<>();
    /** What the lines of the paragraph that is being read begin with. */
    private String indent = "";
    private String bullet = "";
    private boolean code;

    private Markdown(Style style) {
        this.style = style;
        this.lines = new Lines(style);
    }

    /** The page in 80 columns; code is never broken. */
    public static String shown(String page, Style style) {
        Markdown markdown = new Markdown(style);
        page.lines().forEach(markdown::line);
        markdown.end();
        return markdown.lines.toString();
    }

    private void line(String line) {
        String text = line.strip();
        if (text.startsWith("```")) {
            end();
            lines.blank();
            code = !code;
        } else if (code) {
            lines.whole(CODE_INDENT, line);
        } else if (text.isEmpty()) {
            end();
            lines.blank();
        } else if (text.startsWith("#")) {
            heading(text);
        } else if (text.startsWith("|")) {
            endParagraph();
            table.add(text);
        } else if (line.startsWith(CODE_INDENT) && paragraph.isEmpty() && bullet.isEmpty()) {
            lines.whole("", line);
        } else {
            prose(line, text);
        }
    }

    private void heading(String text) {
        end();
        lines.blank();
        int start = 0;
        while (start < text.length() && text.charAt(start) == '#') {
            start++;
        }
        String title = lines.safe(text.substring(start).strip().replace("`", ""));
        lines.put(lines.painted(Paint.STRONG, title));
        if (start == 1 && !style.colour()) {
            lines.put((style.unicode() ? "─" : "-").repeat(Columns.of(title)));
        }
        lines.blank();
    }

    private void prose(String line, String text) {
        String mark = mark(text);
        if (!mark.isEmpty()) {
            end();
            indent = " ".repeat(line.indexOf(text.charAt(0)));
            bullet = mark;
            paragraph.add(text.substring(mark.length()).strip());
        } else {
            paragraph.add(text);
        }
    }

    /** What a list item begins with: {@code -}, {@code *} or {@code 1.}; empty for no item. */
    private static String mark(String text) {
        int blank = text.indexOf(' ');
        String first = blank < 0 ? "" : text.substring(0, blank);
        boolean numbered = first.length() > 1
                && first.length() < 4
                && (first.endsWith(".") || first.endsWith(")"))
                && first.chars().limit(first.length() - 1L).allMatch(c -> c >= '0' && c <= '9');
        return first.equals("-") || first.equals("*") || numbered ? first : "";
    }

    private void end() {
        endParagraph();
        if (!table.isEmpty()) {
            new MarkdownTable(table.stream().map(Markdown::plain).toList()).write(lines);
            table.clear();
        }
    }

    private void endParagraph() {
        if (!paragraph.isEmpty()) {
            String start = bullet.isEmpty() ? indent : indent + (bullet.equals("*") ? "-" : bullet) + " ";
            lines.prose(start, plain(String.join(" ", paragraph)));
        }
        paragraph.clear();
        indent = "";
        bullet = "";
    }

    /** Without the marks of strong text; links as their text, followed by the address where that says more. */
    private static String plain(String text) {
        String rest = text.replace("**", "");
        StringBuilder plain = new StringBuilder();
        int from = 0;
        for (int open = rest.indexOf('['); open >= 0; open = rest.indexOf('[', from)) {
            int middle = rest.indexOf("](", open);
            int close = middle < 0 ? -1 : rest.indexOf(')', middle);
            if (close < 0) {
                break;
            }
            String label = rest.substring(open + 1, middle);
            String address = rest.substring(middle + 2, close);
            plain.append(rest, from, open).append(label);
            plain.append(label.equals(address) || address.endsWith(".md") ? "" : " (" + address + ")");
            from = close + 1;
        }
        return plain.append(rest.substring(from)).toString();
    }
}
