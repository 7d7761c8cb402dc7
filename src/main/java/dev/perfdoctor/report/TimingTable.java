package dev.perfdoctor.report;

import dev.perfdoctor.engine.Timings.Kind;
import dev.perfdoctor.engine.Timings.Row;
import java.util.List;
import java.util.Locale;

/** What a run's parts took, for {@code --timings}: a line each, the costliest first, the total last. */
final class TimingTable {
    /** Dozens of places are looked at once and cost next to nothing. */
    private static final double SHOWN = 0.2;

    private static final int NAME = 36;

    private TimingTable() {}

    static void write(List<Row> rows, Lines lines) {
        if (rows.isEmpty()) {
            return;
        }
        lines.blank();
        lines.put("Where the time went (checks run side by side and wait for each other)");
        lines.put(kind("") + " ".repeat(NAME) + " %5s %9s %9s %5s".formatted("count", "average", "total", "share"));
        List<Row> shown = rows.stream().filter(r -> r.kind() == Kind.TOTAL || r.millis() >= SHOWN).toList();
        shown.forEach(r -> write(r, lines));
        if (shown.size() < rows.size()) {
            lines.put("  " + Sentences.count(rows.size() - shown.size(), "row") + " below " + SHOWN + " ms left out");
        }
    }

    private static String kind(String id) {
        return "  %-8s  ".formatted(id);
    }

    private static void write(Row row, Lines lines) {
        String name = lines.safe(row.name());
        String figures = String.format(
                Locale.ROOT, " %5d %9s %9s %4.0f%%", row.count(), millis(row.average()), millis(row.millis()), row.share() * 100);
        String kind = kind(row.kind().id());
        int wide = Columns.of(name);
        if (wide > NAME) { // whole, on a line of its own
            lines.put(kind + name);
            lines.put(" ".repeat(kind.length() + NAME) + figures);
        } else {
            lines.put(kind + name + " ".repeat(NAME - wide) + figures);
        }
    }

    private static String millis(double millis) {
        return String.format(Locale.ROOT, millis < 10 ? "%.2f ms" : "%.1f ms", millis);
    }
}
