package dev.perfdoctor.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of a page: columns as wide as they must be, the last one broken to what is left. Where that leaves too little, each row is an item of a
 * list: its first cell, and below it the others with the heads of their columns.
 */
record MarkdownTable(List<String> rows) {
    private static final int GAP = 2;

    void write(Lines lines) {
        List<List<String>> cells = rows.stream().map(MarkdownTable::cells).filter(r -> !isRule(r)).toList();
        int columns = cells.stream().mapToInt(List::size).max().orElse(0);
        int before = 0;
        int[] starts = new int[columns];
        for (int i = 0; i < columns; i++) {
            int column = i;
            starts[i] = before;
            before += GAP + cells.stream().mapToInt(r -> column < r.size() ? Columns.of(lines.safe(r.get(column))) : 0).max().orElse(0);
        }
        boolean narrow = columns > 0 && starts[columns - 1] <= Lines.WIDTH / 2;
        if (narrow) {
            cells.forEach(row -> aligned(row, starts, lines));
        } else {
            cells.stream().skip(1).forEach(row -> listed(row, cells.getFirst(), lines));
        }
    }

    private static void listed(List<String> row, List<String> heads, Lines lines) {
        lines.prose("- ", row.getFirst());
        for (int i = 1; i < row.size(); i++) {
            if (!row.get(i).isEmpty()) {
                lines.prose("  ", (i < heads.size() ? heads.get(i) + ": " : "") + row.get(i));
            }
        }
    }

    private static void aligned(List<String> row, int[] starts, Lines lines) {
        StringBuilder start = new StringBuilder();
        for (int i = 0; i < row.size() - 1; i++) {
            start.append(lines.safe(row.get(i)));
            start.append(" ".repeat(Math.max(1, starts[i + 1] - Columns.of(start.toString()))));
        }
        lines.prose(start.toString(), row.getLast());
    }

    /** {@code | a | b |} is two cells; a bar within back quotes is none of the table's. */
    private static List<String> cells(String row) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean code = false;
        String inner = row.substring(1, row.endsWith("|") && row.length() > 1 ? row.length() - 1 : row.length());
        for (int i = 0; i < inner.length(); i++) {
            char c = inner.charAt(i);
            code ^= c == '`';
            if (c == '|' && !code) {
                cells.add(cell.toString().strip());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        cells.add(cell.toString().strip());
        return cells;
    }

    private static boolean isRule(List<String> row) {
        return row.stream().allMatch(c -> !c.isEmpty() && c.chars().allMatch(x -> x == '-' || x == ':'));
    }
}
