package dev.perfdoctor.report;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.engine.Report.ActivityReport;
import dev.perfdoctor.engine.State;
import java.util.ArrayList;
import java.util.List;

/** How each activity stands, and because of what. The right of it is free for a picture of the cores. */
final class ActivityTable {
    private ActivityTable() {}

    static void write(List<ActivityReport> activities, Numbered numbered, Lines lines) {
        List<ActivityReport> asked = activities.stream().filter(a -> a.state() != State.NOT_EXAMINED).toList();
        int names = asked.stream().mapToInt(a -> a.activity().id().length()).max().orElse(0) + 3;
        int states = asked.stream().mapToInt(a -> a.state().id().length()).max().orElse(0) + 4;
        for (ActivityReport activity : asked) {
            String name = activity.activity().id();
            String state = activity.state().id();
            String marked = lines.painted(paint(activity.state()), lines.safe(mark(activity.state()) + " " + state));
            int room = Lines.WIDTH - 2 - names - 2 - states;
            String because = lines.safe(because(activity, numbered, room));
            lines.put("  " + name + " ".repeat(names - name.length()) + marked + " ".repeat(states - state.length()) + because);
        }
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
