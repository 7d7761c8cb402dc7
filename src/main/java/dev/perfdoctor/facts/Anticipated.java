package dev.perfdoctor.facts;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Request;
import java.util.List;

/** Commands that the facts of a usual run will ask for, so that they run beside each other and beside the reading of files. */
public final class Anticipated {
    private Anticipated() {}

    /** Those that this request surely needs; none where it asks for nothing of perf. */
    public static List<List<String>> commands(Request request) {
        boolean perf = request.asked().stream().anyMatch(Activity.PERF::contains);
        return perf
                ? List.of(List.of(Probe.COMMAND), List.of("perf", "--version"), List.of("perf", "version", "--build-options"))
                : List.of();
    }
}
