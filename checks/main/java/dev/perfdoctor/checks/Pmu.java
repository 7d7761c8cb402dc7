package dev.perfdoctor.checks;

import static dev.perfdoctor.api.Activity.CALL_GRAPH;
import static dev.perfdoctor.api.Activity.RECORD;
import static dev.perfdoctor.api.Activity.STAT;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.api.Finding.CannotTell;
import dev.perfdoctor.api.Finding.Healthy;
import dev.perfdoctor.api.Finding.NotApplicable;
import dev.perfdoctor.api.Finding.NotExamined;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.api.Remediation.Kind;
import dev.perfdoctor.api.Remediation.Where;
import dev.perfdoctor.facts.Counters;
import dev.perfdoctor.facts.Counters.State;
import dev.perfdoctor.facts.Demands;
import dev.perfdoctor.facts.Demands.Demand;
import dev.perfdoctor.facts.OnPath;
import dev.perfdoctor.facts.PerfAccess;
import dev.perfdoctor.facts.PerfAccess.Answer;
import dev.perfdoctor.facts.PinnedCommands;
import dev.perfdoctor.facts.Platform;
import dev.perfdoctor.facts.Precision;
import dev.perfdoctor.facts.Probe;
import dev.perfdoctor.facts.Remedies;
import dev.perfdoctor.facts.Watchdog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the hardware counts: whether there are counters, whether they count and interrupt, and who else holds some. */
public final class Pmu implements Check {
    private static final Set<Activity> COUNTED = Set.of(STAT, RECORD, CALL_GRAPH);

    @Override
    public String id() {
        return "pmu";
    }

    @Override
    public Set<Activity> concerns() {
        return COUNTED;
    }

    @Override
    public List<Finding> examine(Facts facts) {
        PerfAccess access = PerfAccess.of(facts);
        if (access.state() instanceof PerfAccess.State.NoPerfEvents) {
            return List.of(new NotApplicable("this kernel has no perf events"));
        }
        Counters counters = Counters.of(facts);
        List<Finding> findings = new ArrayList<>(List.of(counters(facts, access, counters)));
        boolean usable = counters.state() == State.WORK || counters.state() == State.LISTED;
        if (usable) {
            findings.add(precision(facts));
            findings.add(counterLeft(facts));
        } else if (findings.getFirst() instanceof Diagnosis && counters.state() != State.HELD) {
            findings.addAll(platform(facts, counters.state()));
        }
        return findings;
    }

    private static Finding counters(Facts facts, PerfAccess access, Counters counters) {
        return switch (counters.state()) {
            case WORK -> new Healthy("hardware counters count and interrupt", counters.evidence().getFirst());
            case LISTED -> new Healthy("hardware counters are there", counters.evidence().getFirst());
            case MISSING -> absent(facts, counters.evidence());
            case DEAD -> dead(counters.evidence()).blocks(STAT, RECORD, CALL_GRAPH);
            case PARTLY_DEAD -> dead(counters.evidence()).misleads(STAT, RECORD, CALL_GRAPH);
            case NO_INTERRUPTS -> noInterrupts(counters.evidence());
            case HELD -> held(facts, counters.evidence());
            case DOUBTFUL -> new CannotTell("whether the counters count", Counters.obstacle(facts), COUNTED);
            case UNKNOWN -> access.state() instanceof PerfAccess.State.Sandboxed
                    ? new NotExamined("perf events are refused before any counter is looked for")
                    : new CannotTell("whether there are hardware counters", Counters.obstacle(facts), COUNTED);
        };
    }

    private static Diagnosis absent(Facts facts, List<Evidence> evidence) {
        Platform platform = Platform.of(facts);
        String why = platform.isVirtual() ? "%s is given none".formatted(platform.kind().words()) : "no PMU driver is active";
        return Diagnosis.of("pmu/absent", "There are no hardware counters: " + why)
                .blocks(STAT)
                .misleads(RECORD, CALL_GRAPH)
                .seen(evidence)
                .explained("""
                        perf stat prints <not supported> for cycles and instructions and exits 0. perf record exits 0 too: without a message it
                        samples cpu-clock, a timer, instead of cycles. perf list shows tables built into perf and proves nothing, and no level of
                        perf_event_paranoid brings a counter.
                        """)
                .mendedBy(withoutCounters(facts))
                .mendedBy(platform.isVirtual() ? List.of() : List.of(whyNoDriver(facts)));
    }

    /** What measures all the same; perf's own clock only where its events are allowed. */
    private static List<Remediation> withoutCounters(Facts facts) {
        List<Remediation> ways = new ArrayList<>();
        if (PerfAccess.of(facts).allows(STAT) != Answer.NO) {
            ways.add(Remediation.perRun(
                    "For one run: count and sample with the kernel's clock",
                    "perf stat -e task-clock,page-faults,context-switches -- CMD",
                    "perf record -e cpu-clock -- CMD"));
        }
        String simulation = "For one run: count instructions by simulation, the same on every machine";
        String callgrind = "valgrind --tool=callgrind CMD";
        ways.add(OnPath.of(facts, "valgrind").isAbsent()
                ? Remediation.manual(simulation, false, "install valgrind (perfdoctor --for valgrind tells how), then run: " + callgrind)
                : Remediation.perRun(simulation, callgrind));
        return ways;
    }

    private static Remediation whyNoDriver(Facts facts) {
        return new Remediation(
                "For good: find out why the driver is not active",
                Kind.EXTERNAL,
                Remedies.kernelSide(facts),
                true,
                List.of(),
                List.of(
                        "read what '%sdmesg' says after 'Performance Events:'".formatted(Remedies.asRoot(facts, Remedies.kernelSide(facts))),
                        "an unsupported model needs a newer kernel, a broken or reserved PMU a setting of the firmware"),
                List.of(),
                "");
    }

    private static Diagnosis dead(List<Evidence> evidence) {
        return Diagnosis.of("pmu/dead", "The hardware counters open and count nothing")
                .seen(evidence)
                .explained("""
                        A loop of known length ran and its counter stayed at 0, although the kernel says that it was running. perf stat would
                        print 0 for everything and exit 0, perf record would take no samples.
                        """)
                .mendedBy(Remediation.perRun(
                        "For one run: count and sample with the kernel's clock",
                        "perf stat -e task-clock,page-faults,context-switches -- CMD",
                        "perf record -e cpu-clock -- CMD"));
    }

    private static Diagnosis noInterrupts(List<Evidence> evidence) {
        return Diagnosis.of("pmu/no-interrupts", "The hardware counters count and never interrupt")
                .blocks(RECORD, CALL_GRAPH)
                .seen(evidence)
                .explained("""
                        Sampling needs the interrupt of a counter that overflows, and none came. perf record of cycles ends without samples or
                        says that the hardware does not support sampling. perf stat is right.
                        """)
                .mendedBy(Remediation.perRun("For one run: sample with the kernel's clock", "perf record -e cpu-clock -- CMD"));
    }

    private static Diagnosis held(Facts facts, List<Evidence> evidence) {
        return Diagnosis.of("pmu/counter-taken", "Another driver holds the hardware counters (EBUSY)")
                .blocks(STAT, RECORD, CALL_GRAPH)
                .seen(evidence)
                .explained("""
                        A profiler's own driver (VTune's sep and vtss, AMDPowerProfiler, oprofile) or an exclusive event such as Intel PT has
                        reserved the counters, so the kernel refuses every other hardware event.
                        """)
                .mendedBy(new Remediation(
                        "Until it is loaded again",
                        Kind.TEMPORARY,
                        Remedies.kernelSide(facts),
                        true,
                        List.of(),
                        List.of("look for such a driver in the output of lsmod, stop the profiler it belongs to, and unload it"),
                        List.of(),
                        ""));
    }

    private static Finding precision(Facts facts) {
        Precision precision = Precision.of(facts);
        if (!facts.request().asks(RECORD, CALL_GRAPH)) {
            return new NotExamined("no samples were asked for");
        }
        Optional<Demand> unmet = precision.unmet(Demands.of(facts));
        return precision.complete() && unmet.isEmpty()
                ? new Healthy("samples can be as precise as they are asked for", Counters.of(facts).evidence().getFirst())
                : noPrecise(facts, precision, unmet);
    }

    private static Diagnosis noPrecise(Facts facts, Precision precision, Optional<Demand> unmet) {
        boolean none = precision.highest() instanceof Present<Integer> p && p.value() == 0;
        boolean noBranches = precision.branches() instanceof Present<Boolean> p && !p.value();
        String what = none && noBranches
                ? "no precise samples and no branch stacks"
                : noBranches ? "no branch stacks" : none ? "no precise samples" : "less precise samples than asked for";
        Diagnosis diagnosis = Diagnosis.of("pmu/no-precise", "The counters offer " + what)
                .notes(RECORD, CALL_GRAPH)
                .seen(precision.evidence())
                .explained("""
                        Virtual machines, most AMD processors before Zen 4 and ARM are like that. perf record takes what there is; only an
                        explicit cycles:pp, -b, -j or --call-graph lbr is refused: "PMU Hardware doesn't support sampling/overflow-interrupts"
                        or "doesn't support branch stack sampling". A sample may point some instructions past the one that cost the time.
                        """)
                .mendedBy(Remediation.perRun("For one run: ask for neither", PinnedCommands.of(facts).sampling()));
        return unmet.map(demand -> diagnosis.limits(RECORD, CALL_GRAPH).seen(demand.evidence())).orElse(diagnosis);
    }

    private static Finding counterLeft(Facts facts) {
        List<Probe.Row> crowded = Counters.crowded(facts);
        return crowded.isEmpty() ? watchdog(facts) : shared(facts, crowded);
    }

    private static Diagnosis shared(Facts facts, List<Probe.Row> crowded) {
        return Diagnosis.of(
                        "pmu/counter-taken",
                        "Somebody else counts too: a single event had its counter %d %% of the time".formatted(Counters.share(crowded.getFirst())))
                .limits(STAT)
                .seen(crowded.stream().map(Probe.Row::evidence).toList())
                .explained("""
                        Another profiler uses the counters at the same moment, so events take turns. perf stat scales what it saw and prints a
                        percentage below 100 behind the line: an estimate, the worse the shorter the command.
                        """)
                .mendedBy(new Remediation(
                        "Until it is started again",
                        Kind.TEMPORARY,
                        Remedies.kernelSide(facts),
                        true,
                        List.of(),
                        List.of("find the processes that hold perf events: %sls -l /proc/[0-9]*/fd shows anon_inode:[perf_event]".formatted(Remedies.asRoot(facts, Remedies.kernelSide(facts))), "stop the profiler among them"),
                        List.of(),
                        ""));
    }

    private static Finding watchdog(Facts facts) {
        if (Platform.of(facts).isVirtual()) {
            return new NotApplicable("the NMI watchdog of a guest needs none of its counters");
        }
        return switch (Watchdog.of(facts)) {
            case Watchdog.Costless(var because) -> new Healthy("no counter is held by the NMI watchdog", because);
            case Watchdog.HoldsCounter holds when facts.request().asks(STAT) -> counterTaken(facts, holds);
            case Watchdog.HoldsCounter holds -> new Healthy("the counter of the NMI watchdog is not missed here", holds.switchedOn().evidence());
            case Watchdog.Unclear(var because) -> new CannotTell("whether the NMI watchdog holds a counter", because, Set.of());
        };
    }

    private static Diagnosis counterTaken(Facts facts, Watchdog.HoldsCounter holds) {
        return Diagnosis.of("pmu/counter-taken", "The NMI watchdog holds one hardware counter of each CPU")
                .limits(STAT)
                .seen(holds.switchedOn())
                .seen(holds.detector())
                .seen(Counters.simultaneous(facts))
                .explained("""
                        With one counter less, groups of events that need all of them are not counted, and more events than counters take
                        turns: perf stat then scales and prints a percentage below 100 behind the line. A few events count as they should.
                        """)
                .mendedBy(Remedies.sysctl(
                        facts,
                        Watchdog.KEY,
                        holds.switchedOn(),
                        0,
                        "The kernel no longer notices a CPU that hangs with interrupts off."));
    }

    /** Who could hand out counters, told only where some are missed. */
    private static List<Finding> platform(Facts facts, State state) {
        Platform platform = Platform.of(facts);
        return PmuPlatforms.advice(platform.kind(), state).map(advice -> platform(platform, advice)).stream().<Finding>map(d -> d).toList();
    }

    private static Diagnosis platform(Platform platform, PmuPlatforms.Advice advice) {
        return Diagnosis.of("pmu/platform", "This is " + platform.kind().words())
                .explaining("pmu/absent", "pmu/dead", "pmu/no-interrupts")
                .notes(STAT, RECORD, CALL_GRAPH)
                .seen(platform.because())
                .explained(advice.situation())
                .mendedBy(new Remediation(
                        advice.title(), Kind.EXTERNAL, advice.where(), advice.where() == Where.HOST, List.of(), advice.steps(), List.of(), advice.risk()));
    }
}
