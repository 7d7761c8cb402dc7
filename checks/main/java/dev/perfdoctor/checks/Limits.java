package dev.perfdoctor.checks;

import static dev.perfdoctor.api.Activity.CALL_GRAPH;
import static dev.perfdoctor.api.Activity.RECORD;
import static dev.perfdoctor.api.Activity.SYSTEM_WIDE;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.facts.Cpus;
import dev.perfdoctor.facts.Demands;
import dev.perfdoctor.facts.Elf;
import dev.perfdoctor.facts.ProcessLimits;
import dev.perfdoctor.facts.Remedies;
import dev.perfdoctor.facts.RingBuffers;
import dev.perfdoctor.facts.Sysctl;
import dev.perfdoctor.facts.TargetPrograms;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Limits of the kernel and of this process that perf runs into: locked memory, sample rate, stack depth, open files. */
public final class Limits implements Check {
    private static final String RATE = "kernel.perf_event_max_sample_rate";
    private static final String STACK = "kernel.perf_event_max_stack";
    /** PERF_MAX_STACK_DEPTH, include/uapi/linux/perf_event.h. */
    private static final int USUAL_STACK = 127;

    private static final int USUAL_RATE = 100_000;
    /** perf record's default frequency, which a lower limit cuts (tools/perf/util/record.c). */
    private static final int DEFAULT_FREQUENCY = 4000;
    /** Events of a plain perf stat -a, one descriptor for each on each CPU. */
    private static final int EVENTS = 8;

    @Override
    public String id() {
        return "limits";
    }

    @Override
    public Set<Activity> concerns() {
        return Set.of(RECORD, CALL_GRAPH, SYSTEM_WIDE);
    }

    @Override
    public List<Finding> examine(Facts facts) {
        return List.of(lockedMemory(facts), sampleRate(facts), stackDepth(facts), openFiles(facts));
    }

    private static Finding lockedMemory(Facts facts) {
        return switch (RingBuffers.of(facts)) {
            case RingBuffers.Fit fit -> new Finding.Healthy("perf's ring buffers fit", fit.evidence());
            case RingBuffers.DefaultRefused refused -> mlock(facts, refused.pages(), refused.evidence()).blocks(RECORD, CALL_GRAPH, SYSTEM_WIDE);
            case RingBuffers.LargerRefused refused when Demands.of(facts).ring(refused.pages()).isPresent() ->
                mlock(facts, refused.pages(), refused.evidence())
                        .seen(Demands.of(facts).ring(refused.pages()).get().evidence())
                        .limits(RECORD, CALL_GRAPH, SYSTEM_WIDE);
            case RingBuffers.LargerRefused refused when isLowered(facts) ->
                mlock(facts, refused.pages(), refused.evidence()).limits(RECORD, CALL_GRAPH, SYSTEM_WIDE);
            // What perf takes by default fits, so nobody is limited who does not ask for more.
            case RingBuffers.LargerRefused refused ->
                mlock(facts, refused.pages(), refused.evidence()).notes(RECORD, CALL_GRAPH, SYSTEM_WIDE);
            case RingBuffers.NotTried n -> new Finding.NotExamined(n.why());
        };
    }

    private static boolean isLowered(Facts facts) {
        return Sysctl.number(facts, RingBuffers.KEY).orElse(RingBuffers.USUAL_KILOBYTES) < RingBuffers.USUAL_KILOBYTES;
    }

    private static Diagnosis mlock(Facts facts, long pages, Evidence refused) {
        Diagnosis mlock = Diagnosis.of("limits/mlock", "A ring buffer of %d pages may not be locked in memory".formatted(pages))
                .explained("""
                        perf record stops with "Permission error mapping pages". One user's ring buffers may lock perf_event_mlock_kb for each CPU
                        plus RLIMIT_MEMLOCK. All profilers of that user share this, so another one that runs may hold it.
                        """)
                .seen(refused)
                .mendedBy(pages > 1 ? List.of(Remediation.perRun("Smaller buffers", "perf record -m 1 -- CMD")) : List.of());
        if (Sysctl.number(facts, RingBuffers.KEY) instanceof Present<Integer> kilobytes) {
            int wanted = Math.max(RingBuffers.USUAL_KILOBYTES, kilobytes.value() * 2);
            mlock = mlock.seen(kilobytes)
                    .mendedBy(Remedies.sysctl(facts, RingBuffers.KEY, kilobytes, wanted, "Each user may then lock more memory."));
        }
        return ProcessLimits.of(facts).lockedMemory() instanceof Present<ProcessLimits.Limit> limit ? mlock.seen(limit) : mlock;
    }

    private static Finding sampleRate(Facts facts) {
        return switch (Sysctl.number(facts, RATE)) {
            case Present<Integer> rate when rate.value() <= 1 -> leftLow(facts, rate);
            case Present<Integer> rate when rate.value() < USUAL_RATE -> throttled(facts, rate);
            case Present<Integer> rate -> new Finding.Healthy("the sample rate is not limited below the usual", rate.evidence());
            case Absent<Integer> a -> new Finding.NotApplicable("no " + a.source());
            case Unread<Integer> u -> new Finding.CannotTell("whether the sample rate was left at 1", u, Set.of());
        };
    }

    private static Diagnosis leftLow(Facts facts, Present<Integer> rate) {
        return Diagnosis.of("limits/sample-rate-left-low", "The kernel takes %d sample a second (perf_event_max_sample_rate)".formatted(rate.value()))
                .misleads(RECORD, CALL_GRAPH)
                .explained("""
                        perf record lowers its frequency to that and exits 0, and the profile is a handful of samples. A benchmark tuner (pyperf
                        system tune) sets 1, and was not reset.
                        """)
                .seen(rate)
                .mendedBy(Remedies.sysctl(facts, RATE, rate, USUAL_RATE, ""));
    }

    private static Diagnosis throttled(Facts facts, Present<Integer> rate) {
        Diagnosis lowered = Diagnosis.of(
                        "limits/sample-rate-throttled", "The kernel lowered the sample rate to %d a second".formatted(rate.value()))
                .explained("""
                        Handling samples took too long ("perf: interrupt took too long"), so the kernel lowered its limit and never raises it
                        again by itself. Only a frequency above it (-F) is cut; perf record's default is 4000.
                        """)
                .seen(rate)
                .mendedBy(Remedies.sysctl(facts, RATE, rate, USUAL_RATE, "The kernel may lower it again under the same load."));
        Optional<Demands.Demand> higher = Demands.of(facts).frequency(rate.value());
        if (higher.isPresent()) {
            return lowered.seen(higher.get().evidence()).limits(RECORD, CALL_GRAPH, SYSTEM_WIDE);
        }
        return rate.value() < DEFAULT_FREQUENCY ? lowered.limits(RECORD, CALL_GRAPH, SYSTEM_WIDE) : lowered.notes(RECORD, CALL_GRAPH, SYSTEM_WIDE);
    }

    private static Finding stackDepth(Facts facts) {
        Optional<TargetPrograms.Program> deep = TargetPrograms.of(facts).readable().stream()
                .filter(p -> p.elf().runtime().filter(r -> r == Elf.ManagedRuntime.JVM).isPresent())
                .findFirst();
        if (deep.isEmpty()) {
            return new Finding.NotApplicable("no target with deep stacks (a JVM)");
        }
        return switch (Sysctl.number(facts, STACK)) {
            case Present<Integer> frames when frames.value() <= USUAL_STACK -> maxStack(facts, frames, deep.get());
            case Present<Integer> frames -> new Finding.Healthy("stacks may be deep", frames.evidence());
            case Absent<Integer> a -> new Finding.NotApplicable("no " + a.source());
            case Unread<Integer> u -> new Finding.CannotTell("at how many frames stacks are cut", u, Set.of());
        };
    }

    private static Diagnosis maxStack(Facts facts, Present<Integer> frames, TargetPrograms.Program deep) {
        return Diagnosis.of("limits/max-stack", "Stacks are cut at %d frames (perf_event_max_stack)".formatted(frames.value()))
                .limits(CALL_GRAPH)
                .explained("""
                        The stacks of a JVM are often deeper. The kernel drops the frames beyond the limit, those next to main, without a message: a
                        flame graph gets many towers without a base. The limit cannot be changed while a profiler records call graphs (EBUSY).
                        """)
                .seen(frames)
                .seen(deep.evidence())
                .mendedBy(Remedies.sysctl(facts, STACK, frames, 512, "Samples with deep stacks take more memory."));
    }

    private static Finding openFiles(Facts facts) {
        int cpus = Cpus.of(facts).online().map(BitSet::cardinality).orElse(1);
        long needed = (long) EVENTS * cpus;
        return switch (ProcessLimits.of(facts).openFiles()) {
            case Present<ProcessLimits.Limit> p when p.value().soft().isPresent() && p.value().soft().getAsLong() < needed ->
                fewFiles(p, cpus, needed);
            case Present<ProcessLimits.Limit> p -> new Finding.Healthy("enough files may be open", p.evidence());
            case Absent<ProcessLimits.Limit> a -> new Finding.NotApplicable("no " + a.source());
            case Unread<ProcessLimits.Limit> u -> new Finding.CannotTell("how many files may be open", u, Set.of());
        };
    }

    private static Diagnosis fewFiles(Present<ProcessLimits.Limit> limit, int cpus, long needed) {
        long soft = limit.value().soft().getAsLong();
        boolean mayRaise = limit.value().hard().isEmpty() || limit.value().hard().getAsLong() >= needed;
        Remediation way = mayRaise
                ? Remediation.perRun("In this shell", "ulimit -n " + (needed + 64))
                : Remediation.manual(
                        "For good",
                        true,
                        "raise the hard limit: LimitNOFILE=%d of the service, or 'nofile' in /etc/security/limits.d".formatted(needed + 64));
        return Diagnosis.of("limits/open-files", "%d files may be open, %d CPUs × %d events want %d".formatted(soft, cpus, EVENTS, needed))
                .limits(SYSTEM_WIDE)
                .explained("""
                        perf -a opens a descriptor for every event on every CPU and stops with "Too many events are opened" beyond the
                        limit (RLIMIT_NOFILE, ulimit -n). Fewer events, or some CPUs (-C), still work.
                        """)
                .seen(limit)
                .mendedBy(way);
    }
}
