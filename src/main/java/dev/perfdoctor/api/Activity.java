package dev.perfdoctor.api;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Something a user wants to measure. Every verdict is about activities, never about a machine as such. */
public enum Activity {
    /** Count hardware events of a command: {@code perf stat -e cycles,instructions}. */
    STAT("stat"),
    /** Sample a command: {@code perf record}. */
    RECORD("record"),
    /** Sample with usable call stacks: {@code perf record -g}. */
    CALL_GRAPH("call-graph"),
    /** Observe all CPUs or other processes: {@code -a}, {@code -C}, {@code -p}. */
    SYSTEM_WIDE("system-wide"),
    /** Tracepoints and probes: {@code -e sched:*}, {@code perf trace}. */
    TRACEPOINTS("tracepoints"),
    /** callgrind, cachegrind, memcheck, massif and the others of valgrind. */
    VALGRIND("valgrind"),
    /** Trust wall-clock times. */
    TIMING("timing");

    /** The five that need the kernel's perf events. */
    public static final Set<Activity> PERF = Set.of(STAT, RECORD, CALL_GRAPH, SYSTEM_WIDE, TRACEPOINTS);

    /** What is asked for when nobody says otherwise. */
    public static final List<Activity> USUAL = List.of(STAT, RECORD, CALL_GRAPH, VALGRIND);

    private final String id;

    Activity(String id) {
        this.id = id;
    }

    /** The name on the command line and in reports, such as {@code call-graph}. */
    public String id() {
        return id;
    }

    /** The activity of this name, or empty. */
    public static Optional<Activity> named(String id) {
        return Arrays.stream(values()).filter(a -> a.id.equals(id)).findFirst();
    }
}
