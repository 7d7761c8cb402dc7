package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether the hardware counts, and whether its counters interrupt. In this order: an event that opened is there; an event that could not be
 * found is not; where permission was refused, which the kernel decides first, sysfs alone tells. What was not tried did not fail.
 *
 * @param state the answer
 * @param evidence what shows it, most telling first
 */
public record Counters(State state, List<Evidence> evidence) {
    /** The answer. */
    public enum State {
        /** They count and interrupt, both tried. */
        WORK,
        /** They are there; that they count was not seen. */
        LISTED,
        /** There is no CPU PMU. */
        MISSING,
        /** All of them open, run and count nothing. */
        DEAD,
        /** Those of one kind of core count nothing, others do. */
        PARTLY_DEAD,
        /** They count, and no overflow ever interrupts: sampling takes no samples. */
        NO_INTERRUPTS,
        /** Somebody else holds them: EBUSY. */
        HELD,
        /** They open and count nothing, and too little was tried to say why. */
        DOUBTFUL,
        /** Neither the probe nor sysfs tells. */
        UNKNOWN
    }

    /** Those of this machine. */
    public static Counters of(Facts facts) {
        return facts.once(Counters.class, f -> new Inquiry(f).answer());
    }

    /** The loops that had their counter for less than nine tenths of their time, pinned to its CPUs: somebody else uses it too. */
    public static List<Probe.Row> crowded(Facts facts) {
        return Probe.of(facts).all("spin").stream()
                .filter(row -> row.ok() && row.number("pinned").isPresent() && share(row) < 90)
                .toList();
    }

    /** How much of its time a loop had its counter, percent; 100 where the row does not say. */
    public static long share(Probe.Row row) {
        long enabled = row.number("enabled").orElse(0L);
        return enabled <= 0 ? 100 : row.number("running").orElse(enabled) * 100 / enabled;
    }

    /** How many events counted at once, as far as it was tried. */
    public static List<Evidence> simultaneous(Facts facts) {
        return Probe.of(facts).all("counters").stream()
                .filter(row -> row.number("simultaneous").isPresent())
                .map(Probe.Row::evidence)
                .toList();
    }

    /** What stood in the way where the state is unknown. */
    public static Unread<?> obstacle(Facts facts) {
        return switch (Pmus.of(facts).devices()) {
            case Unread<List<String>> unread -> unread;
            case Absent<List<String>> absent -> Reading.failed(absent.source(), "absent, though this kernel has perf events");
            case Present<List<String>> _ -> Probe.of(facts).obstacle();
        };
    }

    /** Finds the answer for one machine. */
    private static final class Inquiry {
        private final Probe probe;
        private final Pmus pmus;

        Inquiry(Facts facts) {
            this.probe = Probe.of(facts);
            this.pmus = Pmus.of(facts);
        }

        Counters answer() {
            List<Probe.Row> cycles = probe.all("open").stream().filter(Inquiry::isCycles).toList();
            Optional<Probe.Row> held = cycles.stream().filter(r -> r.failedWith("EBUSY")).findFirst();
            if (held.isPresent()) {
                return new Counters(State.HELD, List.of(held.get().evidence()));
            }
            Optional<Probe.Row> opened = cycles.stream().filter(Probe.Row::ok).findFirst();
            if (opened.isPresent()) {
                return counting(cycles, opened.get());
            }
            boolean othersCount = probe.first(r -> r.kind().equals("open") && r.text("event").equals("instructions") && r.ok()).isPresent();
            return cycles.stream()
                    .filter(row -> row.failedWith("ENOENT", "ENODEV") && !othersCount)
                    .findFirst()
                    .map(this::missing)
                    .orElseGet(this::bySysfs);
        }

        private static boolean isCycles(Probe.Row row) {
            return row.text("event").equals("cycles") && row.number("precise").orElse(0L) == 0;
        }

        /**
         * x86 without a core PMU answers ENOENT, one whose driver is not ready ENODEV (arch/x86/events/core.c). Any other errno says nothing
         * of absence: EACCES comes before the PMU is looked for, EOPNOTSUPP from a PMU that is there.
         */
        private Counters missing(Probe.Row row) {
            List<Evidence> evidence = new ArrayList<>(List.of(row.evidence()));
            if (pmus.hasCpuPmu() instanceof Present<Boolean> listed) {
                evidence.add(listed.evidence());
            }
            return new Counters(State.MISSING, evidence);
        }

        private Counters bySysfs() {
            return switch (pmus.hasCpuPmu()) {
                case Present<Boolean> p -> new Counters(p.value() ? State.LISTED : State.MISSING, List.of(p.evidence()));
                case Absent<Boolean> a -> new Counters(State.UNKNOWN, List.of(new Evidence(a.source(), "absent")));
                case Unread<Boolean> u -> new Counters(State.UNKNOWN, List.of(new Evidence(u.source(), u.reason())));
            };
        }

        private Counters counting(List<Probe.Row> cycles, Probe.Row opened) {
            List<Probe.Row> loops = probe.all("spin").stream().filter(r -> r.ok() && wasRunning(r)).toList();
            List<Probe.Row> still = loops.stream().filter(Inquiry::countedNothing).toList();
            boolean ownCpus = loops.size() == 1 || loops.stream().allMatch(r -> r.number("pinned").isPresent());
            if (!still.isEmpty() && ownCpus) {
                State state = still.size() == loops.size() ? State.DEAD : State.PARTLY_DEAD;
                return new Counters(state, still.stream().map(Probe.Row::evidence).toList());
            }
            Optional<Probe.Row> sample = probe.all("sample").stream().filter(r -> r.text("event").equals("cycles")).findFirst();
            if (sample.isPresent() && interruptsMissing(sample.get())) {
                return new Counters(State.NO_INTERRUPTS, List.of(sample.get().evidence(), opened.evidence()));
            }
            boolean silent = cycles.stream().filter(Probe.Row::ok).allMatch(r -> countedNothing(r) && wasRunning(r));
            if (loops.isEmpty() && silent) {
                return new Counters(State.DOUBTFUL, List.of(opened.evidence()));
            }
            boolean tried = !loops.isEmpty() && sample.filter(Probe.Row::ok).isPresent();
            return new Counters(tried ? State.WORK : State.LISTED, List.of(tried ? loops.getFirst().evidence() : opened.evidence()));
        }

        private static boolean countedNothing(Probe.Row row) {
            return row.number("count").filter(n -> n == 0).isPresent();
        }

        /** A counter that never got its turn has not failed; older rows do not say. */
        private static boolean wasRunning(Probe.Row row) {
            return row.number("running").orElse(1L) > 0;
        }

        /** No sample of several that were due, or a driver that says it has no interrupt (EOPNOTSUPP, kernel/events/core.c). */
        private static boolean interruptsMissing(Probe.Row sample) {
            boolean none = sample.ok() && sample.number("samples").filter(n -> n == 0).isPresent() && sample.number("due").orElse(2L) > 1;
            return none || sample.failedWith("EOPNOTSUPP");
        }
    }
}
