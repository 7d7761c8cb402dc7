package dev.perfdoctor.checks;

import static dev.perfdoctor.api.Activity.CALL_GRAPH;
import static dev.perfdoctor.api.Activity.RECORD;
import static dev.perfdoctor.api.Activity.STAT;
import static dev.perfdoctor.api.Activity.TIMING;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.facts.Cores;
import dev.perfdoctor.facts.Cores.CoreClass;
import dev.perfdoctor.facts.Cpuinfo;
import dev.perfdoctor.facts.Cpus;
import dev.perfdoctor.facts.PerfInUse;
import dev.perfdoctor.facts.PinnedCommands;
import dev.perfdoctor.facts.Pmus;
import dev.perfdoctor.facts.Recipes;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Cores that differ: counters that split over two PMUs, times that depend on where a program ran. */
public final class Hybrid implements Check {
    @Override
    public String id() {
        return "hybrid";
    }

    @Override
    public Set<Activity> concerns() {
        return Set.of(STAT, RECORD, CALL_GRAPH, TIMING);
    }

    @Override
    public List<Finding> examine(Facts facts) {
        Cores cores = Cores.of(facts);
        List<CoreClass> reachable = cores.reachable(facts);
        if (!cores.known()) {
            return List.of(whichAreWhich(facts, cores));
        }
        if (cores.classes().isEmpty() && Cpus.of(facts).online() instanceof Reading.Unread<?> unread) {
            return List.of(new Finding.CannotTell("whether the cores differ", unread, Set.of(STAT, TIMING)));
        }
        if (!cores.differ()) {
            Optional<Reading.Unread<?>> open = cores.basis() == Cores.Basis.NOTHING ? unseen(facts) : Optional.empty();
            return List.of(open.<Finding>map(u -> new Finding.CannotTell("whether the cores differ", u, Set.of(STAT, TIMING))).orElseGet(() -> new Finding.Healthy("one kind of core", whichCpus(facts))));
        }
        return switch (reachable.size()) {
            case 0 -> List.of(whichAreAllowed(facts));
            case 1 -> List.of(oneKindAllowed(facts, cores, reachable.getFirst()));
            default -> cores.split()
                    ? List.of(splitCounters(facts, cores, reachable))
                    : Stream.concat(Stream.of(mixedSpeed(facts, cores, reachable)), onePmuOrSeveral(facts).stream()).toList();
        };
    }

    private static Finding oneKindAllowed(Facts facts, Cores cores, CoreClass left) {
        if (!cores.ranked()) {
            return new Finding.Healthy("only cores of one kind are allowed", whichCpus(facts));
        }
        return left.equals(cores.classes().getFirst())
                ? new Finding.Healthy("only cores of the fastest kind are allowed", whichCpus(facts))
                : noFastCpuAllowed(facts, cores, left);
    }

    private static Evidence whichCpus(Facts facts) {
        return switch (Cpus.of(facts).affinity()) {
            case Reading.Present<?> p -> p.evidence();
            case Reading.Absent<?> a -> new Evidence(a.source(), "no list of allowed CPUs");
            case Reading.Unread<?> u -> new Evidence(u.source(), u.reason());
        };
    }

    /** Neither the PMUs nor, without them, the model of the processor could be looked at. */
    private static Optional<Reading.Unread<?>> unseen(Facts facts) {
        return switch (Pmus.of(facts).devices()) {
            case Reading.Present<?> _ -> Optional.empty();
            case Reading.Unread<?> unread -> Optional.of(unread);
            case Reading.Absent<?> _ -> Cpuinfo.of(facts).silent();
        };
    }

    private static Finding whichAreWhich(Facts facts, Cores cores) {
        if (cores.basis() == Cores.Basis.MODEL_NAME) {
            return new Finding.CannotTell(
                    "which CPUs are of which kind on " + Cpuinfo.of(facts).modelName(), why(Pmus.of(facts).devices()), Set.of(STAT, TIMING));
        }
        return new Finding.CannotTell(
                "which CPUs are of which kind: there is more than one PMU for cores",
                Cores.listOpen(facts).<Reading.Unread<?>>map(Hybrid::why).orElseThrow(),
                Set.of(STAT, TIMING));
    }

    private static Finding whichAreAllowed(Facts facts) {
        return new Finding.CannotTell(
                "which kinds of cores this shell may use", why(Cpus.of(facts).affinity()), Set.of(STAT, TIMING));
    }

    /** Cores of different speed are known by their speed alone where the PMUs are not to be seen. */
    private static Optional<Finding> onePmuOrSeveral(Facts facts) {
        return Pmus.of(facts).hasCpuPmu() instanceof Reading.Unread<?> unread
                ? Optional.of(new Finding.CannotTell("whether each kind of core counts on a PMU of its own", unread, Set.of(STAT)))
                : Optional.empty();
    }

    private static Reading.Unread<?> why(Reading<?> missing) {
        return switch (missing) {
            case Reading.Unread<?> unread -> unread;
            case Reading.Absent<?> a -> new Reading.Unread<>(a.source(), Reading.Why.FAILED, "not there");
            case Reading.Present<?> p -> new Reading.Unread<>(p.evidence().source(), Reading.Why.FAILED, p.evidence().observed());
        };
    }

    private static Diagnosis splitCounters(Facts facts, Cores cores, List<CoreClass> reachable) {
        String names = reachable.stream().map(CoreClass::pmu).collect(Collectors.joining(", "));
        return Diagnosis.of(
                        "hybrid/split-counters",
                        "Events are counted on %d kinds of cores, one counter for each".formatted(reachable.size()))
                .misleads(STAT, TIMING)
                .limits(RECORD, CALL_GRAPH)
                .explained("""
                        A program that moves between them (%s) is counted in parts: perf prints one line for each kind, the percentage behind it is
                        the share of time spent there, not multiplexing, and a kind it never ran on says <not counted>. An event opened without a
                        PMU's name, as by an older perf on ARM, counts 0 on the other kind. Pin the run and name the PMU.
                        """.formatted(names))
                .seen(cores.evidence())
                .seen(whichCpus(facts))
                .mendedBy(pinned(facts));
    }

    private static Diagnosis mixedSpeed(Facts facts, Cores cores, List<CoreClass> reachable) {
        return Diagnosis.of(
                        "hybrid/mixed-speed",
                        "The CPUs are of %d speeds, and a program may run on any".formatted(reachable.size()))
                .misleads(TIMING)
                .explained("""
                        %sTimes are not comparable: the same program takes longer when the scheduler puts it on a slower core. Pin the
                        run to CPUs of one kind.
                        """.formatted(Pmus.of(facts).hasCpuPmu().orElse(false) ? "One PMU counts on all of them, so counts are right. " : ""))
                .seen(cores.evidence())
                .seen(whichCpus(facts))
                .mendedBy(pinned(facts));
    }

    private static Diagnosis noFastCpuAllowed(Facts facts, Cores cores, CoreClass left) {
        CoreClass fastest = cores.classes().getFirst();
        return Diagnosis.of(
                        "hybrid/no-fast-cpu-allowed",
                        "Only slower CPUs are allowed here (%s)".formatted(left.list()))
                .limits(STAT, TIMING)
                .explained("""
                        The affinity or the cpuset of this shell leaves out the faster cores (%s), so what you measure is right for the slower ones
                        and says nothing about the others.
                        """.formatted(fastest.list()))
                .seen(cores.evidence())
                .seen(whichCpus(facts))
                .mendedBy(Remediation.manual(
                        "Measure where the faster cores are allowed",
                        false,
                        "start the measurement from a shell or service whose affinity (taskset -p $$) and cpuset"
                                + " (AllowedCPUs=, --cpuset-cpus) include CPUs " + fastest.list()));
    }

    private static List<Remediation> pinned(Facts facts) {
        PinnedCommands pinned = PinnedCommands.of(facts);
        if (pinned.pin().isEmpty()) {
            return List.of();
        }
        Remediation anyProgram = Remediation.perRun("Pin the run", pinned.pin() + "CMD");
        if (pinned.pmu().isEmpty()) {
            return List.of(anyProgram);
        }
        Remediation named = Remediation.perRun("Pin the run and name the PMU", pinned.counting(Recipes.perf(facts).orElse("perf")));
        return PerfInUse.of(facts).doesNotStart() && Recipes.perf(facts).isEmpty() ? List.of(anyProgram, named) : List.of(named);
    }
}
