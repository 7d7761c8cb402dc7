package dev.perfdoctor.report;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.engine.Report.ActivityReport;
import dev.perfdoctor.engine.State;
import java.util.ArrayList;
import java.util.List;

/** How each activity stands, and because of what. To the right of it, or below where there is no room, the cores. */
final class ActivityTable {
    /** Where the blocks of the cores begin, if nothing stands in the way. */
    private static final int BLOCKS_AT = 51;

    private static final int GAP = 3;

    private record Cell(String text, int wide) {}

    private ActivityTable() {}

    static void write(List<ActivityReport> activities, Numbered numbered, CorePicture cores, Lines lines) {
        List<Cell> table = table(activities, numbered, lines);
        List<String> picture = cores.drawn();
        int start = Math.max(BLOCKS_AT - cores.margin(), GAP + table.stream().mapToInt(Cell::wide).max().orElse(0));
        boolean beside = start + picture.stream().mapToInt(Columns::of).max().orElse(0) <= Lines.WIDTH;
        for (int i = 0; i < Math.max(table.size(), beside ? picture.size() : 0); i++) {
            Cell cell = i < table.size() ? table.get(i) : new Cell("", 0);
            String right = beside && i < picture.size() ? picture.get(i) : "";
            lines.put(right.isEmpty() ? cell.text() : cell.text() + " ".repeat(start - cell.wide()) + right);
        }
        notAskedFor(activities, lines);
        if (!beside) {
            lines.blank();
            picture.forEach(line -> lines.put("  " + line));
        }
    }

    private static List<Cell> table(List<ActivityReport> activities, Numbered numbered, Lines lines) {
        List<ActivityReport> asked = activities.stream().filter(a -> a.state() != State.NOT_EXAMINED).toList();
        int names = asked.stream().mapToInt(a -> a.activity().id().length()).max().orElse(0) + 3;
        int states = asked.stream().mapToInt(a -> a.state().id().length()).max().orElse(0) + 4;
        List<Cell> table = new ArrayList<>();
        for (ActivityReport activity : asked) {
            String name = activity.activity().id();
            String state = activity.state().id();
            String plain = lines.safe(mark(activity.state()) + " " + state);
            String because = lines.safe(because(activity, numbered, Lines.WIDTH - 2 - names - 2 - states));
            String start = "  " + name + " ".repeat(names - name.length());
            String end = because.isEmpty() ? "" : " ".repeat(states - state.length()) + because;
            table.add(new Cell(
                    start + lines.painted(paint(activity.state()), plain) + end,
                    Columns.of(start) + Columns.of(plain) + Columns.of(end)));
        }
        return table;
    }

    private static void notAskedFor(List<ActivityReport> activities, Lines lines) {
        List<Activity> others = activities.stream()
                .filter(a -> a.state() == State.NOT_EXAMINED)
                .map(ActivityReport::activity)
                .toList();
        if (!others.isEmpty()) {
            lines.flowing("  not asked for:", Paint.FAINT, 17, String.join(", ", others.stream().map(Activity::id).toList()));
        }
    }

    private static String because(ActivityReport activity, Numbered numbered, int room) {
        List<String> causes = numbered.names(activity.because());
        if (causes.isEmpty()) {
            return activity.detail();
        }
        String all = String.join(", ", causes);
        List<String> some = new ArrayList<>(causes);
        while (all.length() > room && some.size() > 1) {
            some.removeLast();
            all = String.join(", ", some) + " and " + (causes.size() - some.size()) + " more";
        }
        return all;
    }

    private static Paint paint(State state) {
        return switch (state) {
            case BLOCKED -> Paint.BAD;
            case MISLEADING, UNKNOWN -> Paint.DOUBTFUL;
            case LIMITED, NOT_EXAMINED -> Paint.PLAIN;
            case READY -> Paint.GOOD;
        };
    }

    private static String mark(State state) {
        return switch (state) {
            case BLOCKED -> "✗";
            case MISLEADING -> "!";
            case UNKNOWN -> "?";
            case LIMITED -> "~";
            case READY -> "✓";
            case NOT_EXAMINED -> "-";
        };
    }
}
