package dev.perfdoctor.checks;

import static dev.perfdoctor.api.Activity.CALL_GRAPH;
import static dev.perfdoctor.api.Activity.RECORD;
import static dev.perfdoctor.api.Activity.STAT;
import static dev.perfdoctor.api.Activity.SYSTEM_WIDE;
import static dev.perfdoctor.api.Activity.TRACEPOINTS;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Effect;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.api.Finding.CannotTell;
import dev.perfdoctor.api.Finding.Healthy;
import dev.perfdoctor.api.Finding.NotApplicable;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.facts.BootLevel;
import dev.perfdoctor.facts.KernelFlavour;
import dev.perfdoctor.facts.PerfAccess;
import dev.perfdoctor.facts.PerfAccess.Answer;
import dev.perfdoctor.facts.PerfAccess.State.Everything;
import dev.perfdoctor.facts.PerfAccess.State.NoPerfEvents;
import dev.perfdoctor.facts.PerfAccess.State.NoRawTracepoints;
import dev.perfdoctor.facts.PerfAccess.State.Nothing;
import dev.perfdoctor.facts.PerfAccess.State.OwnProcesses;
import dev.perfdoctor.facts.PerfAccess.State.OwnUserCode;
import dev.perfdoctor.facts.PerfAccess.State.Sandboxed;
import dev.perfdoctor.facts.PerfAccess.State.Unclear;
import dev.perfdoctor.facts.PerfAccess.Step;
import dev.perfdoctor.facts.PerfCapabilities;
import dev.perfdoctor.facts.SudoPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What the kernel lets this user do: {@code kernel.perf_event_paranoid} and what outranks it. */
public final class Paranoid implements Check {
    private static final Activity[] OWN = {STAT, RECORD, CALL_GRAPH};

    @Override
    public String id() {
        return "paranoid";
    }

    @Override
    public Set<Activity> concerns() {
        return Activity.PERF;
    }

    @Override
    public boolean always() {
        return true;
    }

    @Override
    public List<Finding> examine(Facts facts) {
        PerfAccess access = PerfAccess.of(facts);
        List<Finding> findings = new ArrayList<>();
        findings.add(access(facts, access.state()));
        findings.addAll(rawTracepoints(facts, access));
        findings.addAll(unsettled(access));
        findings.addAll(fileCapabilities(facts, access));
        findings.add(persistence(facts));
        return findings;
    }

    private static Finding access(Facts facts, PerfAccess.State state) {
        return switch (state) {
            case Everything(var because) -> new Healthy("perf events are open to you", because);
            case NoRawTracepoints(var because) -> new Healthy("perf events are open to you, raw tracepoints aside", because);
            case OwnProcesses(var because) when !facts.request().asks(SYSTEM_WIDE, TRACEPOINTS) ->
                new Healthy("your own processes are open to you, kernel side included", because);
            case OwnProcesses(var because) -> systemWideBlocked(facts, because);
            case OwnUserCode(var because) -> kernelBlocked(facts, because);
            case Nothing(var because) when PerfCapabilities.of(facts).perfmonFallsShort() -> capabilityNotEnough(facts, because);
            case Nothing(var because) -> userBlocked(facts, because);
            case NoPerfEvents _ -> new NotApplicable("this kernel has no perf events");
            case Sandboxed(_, _, Everything _) -> new NotApplicable("the kernel would allow it, something above it does not");
            case Sandboxed(_, _, NoPerfEvents _) -> new NotApplicable("whether this kernel has perf events does not show here");
            case Sandboxed(_, _, Unclear _) -> new NotApplicable("what the kernel would allow does not show from here");
            case Sandboxed(_, _, Nothing behind) -> access(facts, behind);
            case Sandboxed _ -> new NotApplicable("what the kernel would leave to you counts once something above it lets a call through");
            case Unclear(var because) ->
                new CannotTell("what the kernel lets you measure", because, PerfAccess.of(facts).unsettled());
        };
    }

    /** Higher levels refuse them too, and say so with more; below, they are one thing of their own. */
    private static List<Finding> rawTracepoints(Facts facts, PerfAccess access) {
        boolean theirs = access.state() instanceof NoRawTracepoints || access.state() instanceof OwnProcesses;
        boolean refused = access.answers().get(Step.RAW_TRACEPOINTS) == KernelFlavour.Known.NO;
        return theirs && refused && facts.request().asks(TRACEPOINTS) ? List.of(rawTracepointsBlocked(facts, access)) : List.of();
    }

    private static List<Finding> unsettled(PerfAccess access) {
        boolean told = access.state() instanceof Unclear || access.unsettled().isEmpty();
        return told ? List.of() : List.of(new CannotTell("whether even user-only events are refused", access.obstacle(), access.unsettled()));
    }

    private static Diagnosis userBlocked(Facts facts, Evidence because) {
        return diagnosis(facts, "paranoid/user-blocked", "You may not measure even your own code", because)
                .blocks(OWN)
                .affects(beyondOwn(facts), Set.of(SYSTEM_WIDE, TRACEPOINTS))
                .explained("""
                        Every event is refused, the user-only ones of your own processes too. perf says "Access to performance monitoring
                        and observability operations is limited"; perf 7 may print <not supported> instead and exit 0. %s
                        """.formatted(whyAll(facts)))
                .mendedBy(AccessRemedies.forOwnCode(facts));
    }

    private static String whyAll(Facts facts) {
        KernelFlavour flavour = KernelFlavour.of(facts);
        boolean byLevel = PerfAccess.of(facts).level() instanceof Present<Integer> p
                && flavour.refusesAll(p.value()) == KernelFlavour.Known.YES;
        return byLevel
                ? "The kernel of %s is patched to do so at this level; others treat it as level 2.".formatted(flavour.maker().words())
                : "Level 2 brings back your own code, level 1 what the kernel does for it.";
    }

    private static Diagnosis capabilityNotEnough(Facts facts, Evidence because) {
        return diagnosis(facts, "paranoid/capability-not-enough", "CAP_PERFMON does not open this level", because)
                .seen(PerfCapabilities.of(facts).perfmon())
                .blocks(OWN)
                .affects(beyondOwn(facts), Set.of(SYSTEM_WIDE, TRACEPOINTS))
                .explained("""
                        The kernel of %s asks for CAP_SYS_ADMIN at this level, whatever perf's message says of CAP_PERFMON. From level 2
                        down the capability counts again and opens everything, to whoever has it and to nobody else.
                        """.formatted(KernelFlavour.of(facts).maker().words()))
                .mendedBy(AccessRemedies.level(facts, 2));
    }

    private static Diagnosis kernelBlocked(Facts facts, Evidence because) {
        return diagnosis(facts, "paranoid/kernel-blocked", "You can measure your own code, not the kernel's", because)
                .limits(OWN)
                .affects(beyondOwn(facts), Set.of(SYSTEM_WIDE, TRACEPOINTS))
                .explaining("call-graph/kernel-callchains-refused")
                .explained("""
                        perf turns every event into its user-only form without a message (cycles becomes cycles:u). Time spent in system calls, page
                        faults and interrupts is missing from counts and profiles altogether, and -a, -C and tracepoints are refused.
                        """)
                .mendedBy(AccessRemedies.forKernelSide(facts));
    }

    private static Diagnosis systemWideBlocked(Facts facts, Evidence because) {
        return diagnosis(facts, "paranoid/system-wide-blocked", "You can measure your own processes, not whole CPUs", because)
                .affects(beyondOwn(facts), Set.of(SYSTEM_WIDE))
                .limits(TRACEPOINTS)
                .explained("""
                        perf stat -a, perf record -C 0 and perf top are refused: "Access to performance monitoring and observability
                        operations is limited". What you start yourself is measured with the kernel side.
                        """)
                .mendedBy(AccessRemedies.forAllCpus(facts));
    }

    private static Diagnosis rawTracepointsBlocked(Facts facts, PerfAccess access) {
        Evidence because = access.refusal(Step.RAW_TRACEPOINTS);
        return diagnosis(facts, "paranoid/raw-tracepoints-blocked", "Tracepoints can be counted, not recorded", because)
                .affects(beyondOwn(facts), Set.of(TRACEPOINTS))
                .explained("""
                        perf record -e sched:* and perf trace ask for the data of each tracepoint, which the kernel gives at level 0 and 1
                        to CAP_PERFMON alone. perf says "No permission to enable sched:sched_switch event". perf stat -e sched:* counts them.
                        """)
                .mendedBy(AccessRemedies.forTracepoints(facts));
    }

    /** What a rule without a password leaves of a refusal: another way, not the plain one. */
    private static Effect beyondOwn(Facts facts) {
        return SudoPolicy.of(facts).allowsPerf() ? Effect.LIMITED : Effect.BLOCKED;
    }

    private static Diagnosis diagnosis(Facts facts, String code, String summary, Evidence because) {
        PerfAccess access = PerfAccess.of(facts);
        Diagnosis diagnosis = access.level() instanceof Present<Integer> level
                ? Diagnosis.of(code, "%s (perf_event_paranoid is %d)".formatted(summary, level.value())).seen(level)
                : Diagnosis.of(code, summary);
        boolean same = diagnosis.evidence().contains(because);
        return same ? diagnosis : diagnosis.seen(because);
    }

    private static List<Finding> fileCapabilities(Facts facts, PerfAccess access) {
        if (access.leavesNothingRefused() || access.state() instanceof NoPerfEvents) {
            return List.of();
        }
        return PerfCapabilities.of(facts).voided().stream().<Finding>map(v -> fileCapabilityVoid(facts, access, v)).toList();
    }

    private static Diagnosis fileCapabilityVoid(Facts facts, PerfAccess access, PerfCapabilities.Ineffective caps) {
        if (caps.shutsOut()) {
            return shutOut(facts, caps);
        }
        List<Activity> without = Activity.PERF.stream()
                .filter(a -> access.allows(a) == Answer.NO || access.allows(a) == Answer.LIMITED)
                .toList();
        return Diagnosis.of("paranoid/file-capability-void", "The capabilities of %s have no effect".formatted(caps.file()))
                .explaining(
                        "paranoid/user-blocked", "paranoid/kernel-blocked", "paranoid/system-wide-blocked", "paranoid/raw-tracepoints-blocked")
                .notes(OWN)
                .notes(SYSTEM_WIDE, TRACEPOINTS)
                .affects(Effect.LIMITED, without)
                .seen(caps.evidence())
                .explained("""
                        They were set so that perf may measure more, but %s. perf has no more rights than any other program of yours.
                        """.formatted(caps.why()))
                .mendedBy(AccessRemedies.forVoidCapabilities(facts, caps));
    }

    private static Diagnosis shutOut(Facts facts, PerfCapabilities.Ineffective caps) {
        return Diagnosis.of("paranoid/file-capability-void", "The capabilities of %s keep perf from its own children".formatted(caps.file()))
                .blocks(OWN)
                .blocks(TRACEPOINTS)
                .notes(SYSTEM_WIDE)
                .seen(caps.evidence())
                .explained("""
                        They were set so that perf may measure more, but %s. A program that gains capabilities may not be inspected, so the kernel
                        refuses perf even the user-only events of what it starts: "Access to performance monitoring and observability operations is
                        limited". Without them perf could measure your own code.
                        """.formatted(caps.why()))
                .mendedBy(AccessRemedies.forVoidCapabilities(facts, caps));
    }

    private static Finding persistence(Facts facts) {
        return switch (BootLevel.of(facts)) {
            case BootLevel.Less less -> notPersistent(facts, less);
            case BootLevel.Same(var because) -> new Healthy("the next boot allows no less", because);
            case BootLevel.Elsewhere(var why) -> new NotApplicable(why);
            case BootLevel.Unknown(var because) -> new CannotTell("what the next boot sets %s to".formatted(PerfAccess.KEY), because, Set.of());
        };
    }

    private static Diagnosis notPersistent(Facts facts, BootLevel.Less less) {
        return Diagnosis.of(
                        "paranoid/not-persistent",
                        "%s is %d now and %d after the next boot".formatted(less.key(), less.now().value(), less.then()))
                .notes(OWN)
                .notes(SYSTEM_WIDE, TRACEPOINTS)
                .seen(less.now())
                .seen(less.because())
                .explained("The value in force is not the one that the next boot sets. What you can measure today is then refused, until it is set again.")
                .mendedBy(AccessRemedies.keep(facts, less));
    }
}
