package dev.perfdoctor.cli;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.engine.Engine;
import dev.perfdoctor.report.Escape;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** {@code perfdoctor list}: the checks, the activities they concern, and where each comes from. */
final class ListCommand implements Command {
    @Override
    public String name() {
        return "list";
    }

    @Override
    public String summary() {
        return "the checks, what they concern, and where each comes from";
    }

    @Override
    public Syntax syntax() {
        return Syntax.of(List.of());
    }

    @Override
    public int run(Arguments arguments, Surroundings around) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("CHECK", "CONCERNS", "FROM"));
        for (Check check : around.engine().get().checks()) {
            rows.add(List.of(check.id(), activities(check.concerns()), origin(check)));
        }
        int first = widest(rows, 0);
        int second = widest(rows, 1);
        StringBuilder table = new StringBuilder();
        for (List<String> row : rows) {
            table.append(padded(row.get(0), first)).append(padded(row.get(1), second)).append(row.get(2)).append('\n');
        }
        around.print(around.unicode() ? table.toString() : Escape.ascii(table.toString()));
        return 0;
    }

    /** All seven, and the five of perf, have names that are shorter than their lists. */
    private static String activities(Set<Activity> concerned) {
        if (concerned.containsAll(Set.of(Activity.values()))) {
            return "all";
        }
        List<String> words = new ArrayList<>();
        boolean perf = concerned.containsAll(Activity.PERF);
        if (perf) {
            words.add("all of perf");
        }
        Arrays.stream(Activity.values())
                .filter(a -> concerned.contains(a) && !(perf && Activity.PERF.contains(a)))
                .forEach(a -> words.add(a.id()));
        return String.join(", ", words);
    }

    private static String origin(Check check) {
        if (Engine.class.getClassLoader().equals(check.getClass().getClassLoader())) {
            return "built in";
        }
        CodeSource source = check.getClass().getProtectionDomain().getCodeSource();
        return source == null ? "unknown" : Escape.line(source.getLocation().getPath());
    }

    private static int widest(List<List<String>> rows, int column) {
        return rows.stream().mapToInt(r -> r.get(column).length()).max().orElse(0) + 2;
    }

    private static String padded(String cell, int width) {
        return cell + " ".repeat(width - cell.length());
    }
}
