package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What the native probe saw when it tried perf events as the calling user. Its outcome outranks inference from settings. A probe that was
 * cut (no {@code end} line) has answered what it printed and nothing else.
 *
 * @param rows in the order of the output
 * @param complete whether it came to its end
 * @param reading how the command went
 */
public record Probe(List<Row> rows, boolean complete, Reading<Ran> reading) {
    /** The command's name for a host. */
    public static final String COMMAND = "perfdoctor-probe";

    /** This machine's. */
    public static Probe of(Facts facts) {
        return facts.once(Probe.class, f -> from(f.host().run(COMMAND)));
    }

    static Probe from(Reading<Ran> reading) {
        List<Row> rows = reading instanceof Present<Ran> p ? rows(p.value().out()) : List.of();
        return new Probe(rows, rows.stream().anyMatch(r -> r.kind().equals("end")), reading);
    }

    private static List<Row> rows(String out) {
        List<Row> rows = new ArrayList<>();
        for (String line : Text.lines(out)) {
            FlatJson.parse(line.strip())
                    .filter(members -> members.containsKey("probe"))
                    .ifPresent(members -> rows.add(new Row(members, line.strip())));
        }
        return List.copyOf(rows);
    }

    /** One line of the probe. */
    public record Row(Map<String, String> values, String line) {
        /** The value of {@code probe}: {@code open}, {@code spin}, … */
        public String kind() {
            return text("probe");
        }

        /** A value as text; empty when the key is missing. */
        public String text(String key) {
            return values.getOrDefault(key, "");
        }

        /** A whole number, or empty when the key is missing or holds none. */
        public Optional<Long> number(String key) {
            try {
                return Optional.ofNullable(values.get(key)).map(Long::valueOf);
            } catch (NumberFormatException none) {
                return Optional.empty();
            }
        }

        /** Whether a key is {@code true}. */
        public boolean is(String key) {
            return text(key).equals("true");
        }

        /** The symbolic errno, {@code OK} for success; empty where none is given. */
        public String errno() {
            return text("errno");
        }

        /** Whether the syscall itself answered: a row with a {@code stage} never came that far. */
        public boolean asked() {
            return !values.containsKey("stage");
        }

        /** Whether it succeeded. */
        public boolean ok() {
            return asked() && errno().equals("OK");
        }

        /** Whether the syscall itself failed with one of these. */
        public boolean failedWith(String... errnos) {
            return asked() && List.of(errnos).contains(errno());
        }

        /** The line as evidence. */
        public Evidence evidence() {
            return new Evidence(COMMAND, line);
        }
    }

    /** An event the opening half tries. */
    public enum Open {
        /** Own code, user side only, software: the least there is. */
        TASK_CLOCK_USER("task-clock", false),
        /** Own code with the kernel side. */
        TASK_CLOCK("task-clock", true),
        /** All processes on one CPU. */
        SYSTEM_WIDE("cpu-clock", true),
        /** A hardware counter, user side only. */
        CYCLES_USER("cycles", false),
        /** A hardware counter with the kernel side. */
        CYCLES("cycles", true),
        /** A tracepoint with raw data, as perf record and perf trace want it. */
        RAW_TRACEPOINT("sched:sched_switch", true);

        private final String event;
        private final boolean kernel;

        Open(String event, boolean kernel) {
            this.event = event;
            this.kernel = kernel;
        }

        private boolean matches(Row row) {
            return row.kind().equals("open")
                    && row.text("event").equals(event)
                    && row.is("user")
                    && row.is("kernel") == kernel
                    && row.text("pmu").isEmpty()
                    && row.number("precise").orElse(0L) == 0;
        }
    }

    /** The row of an opening attempt, if the probe came that far. */
    public Optional<Row> open(Open which) {
        return first(which::matches);
    }

    /** The rows of one kind, such as {@code spin}. */
    public List<Row> all(String kind) {
        return rows.stream().filter(r -> r.kind().equals(kind)).toList();
    }

    /** The first row that matches. */
    public Optional<Row> first(Predicate<Row> wanted) {
        return rows.stream().filter(wanted).findFirst();
    }

    /** Whether there is any answer at all. */
    public boolean spoke() {
        return !rows.isEmpty();
    }

    /** Why there is no (further) answer, as a reading for a {@code CannotTell}. */
    public Unread<Ran> obstacle() {
        return switch (reading) {
            case Present<Ran> p when rows.isEmpty() -> Reading.failed(COMMAND, "exit " + p.value().exit() + ", nothing understood");
            case Present<Ran> _ -> Reading.failed(COMMAND, "cut off before its end");
            case Absent<Ran> a -> Reading.failed(a.source(), "no probe for this machine");
            case Unread<Ran> u -> u;
        };
    }
}
