package dev.perfdoctor.facts;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.facts.Credentials.Capability;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the kernel lets this user's perf do with perf events, and how we know. The probe's outcome outranks what level, capabilities and the
 * kernel's maker let one infer; capabilities in perf's own file, which the probe's has not, outrank the probe. All of that is here alone.
 *
 * @param state the answer in the words of the catalogue
 * @param answers for each step; {@link KernelFlavour.Known#UNKNOWN} where neither the probe nor the settings tell
 * @param level {@code kernel.perf_event_paranoid}; absent, unread or garbled is not 0
 * @param probeSpoke whether the probe answered at least for the least event
 * @param refusals where it shows that a step is refused, for those that are
 * @param obstacle what stands in the way where a step is unknown
 */
public record PerfAccess(
        State state,
        Map<Step, KernelFlavour.Known> answers,
        Reading<Integer> level,
        boolean probeSpoke,
        Map<Step, Evidence> refusals,
        Unread<?> obstacle) {
    /** The sysctl's key. */
    public static final String KEY = "kernel.perf_event_paranoid";

    private static final String FILE = Sysctl.path(KEY);

    /** What there is to be allowed, each more than the one before (kernel/events/core.c, perf_event_open). */
    public enum Step {
        /** Own processes, user side only: {@code task-clock:u}. */
        OWN_USER_CODE(Probe.Open.TASK_CLOCK_USER),
        /** Own processes with what the kernel does for them: {@code task-clock}. */
        OWN_KERNEL_SIDE(Probe.Open.TASK_CLOCK),
        /** A CPU with all that runs there: {@code -a}, {@code -C}. */
        ALL_CPUS(Probe.Open.SYSTEM_WIDE),
        /** Tracepoints with their data, as perf record and perf trace open them. */
        RAW_TRACEPOINTS(Probe.Open.RAW_TRACEPOINT);

        private final Probe.Open row;

        Step(Probe.Open row) {
            this.row = row;
        }
    }

    /** The answer. Where a step is unknown, the state says the worst that is certain; {@link #unsettled()} says the rest. */
    public sealed interface State {
        /** All there is, by level -1 or by capability. */
        record Everything(Evidence because) implements State {}

        /** All but raw tracepoints: level 0. */
        record NoRawTracepoints(Evidence because) implements State {}

        /** One's own processes with the kernel side: level 1. */
        record OwnProcesses(Evidence because) implements State {}

        /** One's own processes, user side only: level 2, and any higher one where it is not patched. */
        record OwnUserCode(Evidence because) implements State {}

        /** Not even that: the patched levels of Debian, Ubuntu and Android. */
        record Nothing(Evidence because) implements State {}

        /** This kernel has no perf events at all. */
        record NoPerfEvents(Evidence because) implements State {}

        /**
         * Something other than the level refuses even the least event: a seccomp filter, a user-space kernel, SELinux.
         *
         * @param errno what it answers
         * @param behind what the kernel would let this user do without it, by inference
         */
        record Sandboxed(Evidence because, String errno, State behind) implements State {}

        /** Nothing is certain but that nobody could tell. */
        record Unclear(Unread<?> because) implements State {}
    }

    /** What an activity may expect. */
    public enum Answer {
        YES,
        /** It works with less: without the kernel side. */
        LIMITED,
        NO,
        UNKNOWN
    }

    /** That of this user with the perf in use. */
    public static PerfAccess of(Facts facts) {
        return facts.once(PerfAccess.class, f -> new Inquiry(f).answer());
    }

    /** Whether an activity is allowed; nothing is said of counters. {@link Answer#YES} for what needs no perf events. */
    public Answer allows(Activity activity) {
        if (state instanceof State.Sandboxed || state instanceof State.NoPerfEvents) {
            return Activity.PERF.contains(activity) ? Answer.NO : Answer.YES;
        }
        return switch (activity) {
            case STAT, RECORD, CALL_GRAPH -> own();
            case SYSTEM_WIDE -> plain(Step.ALL_CPUS);
            case TRACEPOINTS -> plain(Step.RAW_TRACEPOINTS);
            case VALGRIND, TIMING -> Answer.YES;
        };
    }

    private Answer own() {
        Answer least = plain(Step.OWN_USER_CODE);
        return least == Answer.YES && plain(Step.OWN_KERNEL_SIDE) == Answer.NO ? Answer.LIMITED : least;
    }

    private Answer plain(Step step) {
        return switch (answers.getOrDefault(step, KernelFlavour.Known.UNKNOWN)) {
            case YES -> Answer.YES;
            case NO -> Answer.NO;
            case UNKNOWN -> Answer.UNKNOWN;
        };
    }

    /** Whether every step is known to be allowed, so that no other way to more rights matters. */
    public boolean leavesNothingRefused() {
        return state instanceof State.Everything;
    }

    /** The activities whose answer is unknown and could be no. */
    public Set<Activity> unsettled() {
        Set<Activity> open = EnumSet.noneOf(Activity.class);
        Arrays.stream(Activity.values()).filter(a -> allows(a) == Answer.UNKNOWN).forEach(open::add);
        return open;
    }

    /** Where it shows that a step is refused. */
    public Evidence refusal(Step step) {
        return refusals.getOrDefault(step, new Evidence(FILE, "not refused"));
    }

    /** Whether this kernel knows CAP_PERFMON: since 5.8, and RHEL's 4.18 too. The highest capability tells. */
    static boolean knowsPerfmon(Facts facts) {
        return facts.host()
                .read("/proc/sys/kernel/cap_last_cap")
                .map(text -> Integer.parseInt(text.strip()) >= Capability.PERFMON.bit())
                .orElse(KernelRelease.of(facts).atLeast(5, 8));
    }

    /** Finds the answer for one machine. */
    private static final class Inquiry {
        private final Facts facts;
        private final Host host;
        private final Probe probe;
        private final Reading<Integer> level;
        private final KernelFlavour flavour;
        private final Credentials credentials;
        /** Whether the probe's refusals are the kernel's; behind a filter they are the filter's. */
        private boolean asked = true;
        /** What may void the capabilities of perf's file. */
        private Optional<Unread<?>> doubt = Optional.empty();

        Inquiry(Facts facts) {
            this.facts = facts;
            this.host = facts.host();
            this.probe = Probe.of(facts);
            this.level = Sysctl.number(facts, KEY);
            this.flavour = KernelFlavour.of(facts);
            this.credentials = Credentials.of(facts);
        }

        PerfAccess answer() {
            Optional<Probe.Row> least = probe.open(Probe.Open.TASK_CLOCK_USER).filter(Probe.Row::asked);
            if (least.isEmpty() && hasNoPerfEvents() && showsItsKernel()) {
                return of(new State.NoPerfEvents(new Evidence(FILE, "absent")), Map.of());
            }
            if (least.isPresent() && refusedAbove(least.get())) {
                return above(least.get());
            }
            Map<Step, KernelFlavour.Known> answers = inferred();
            for (Step step : Step.values()) {
                probed(step).ifPresent(known -> answers.put(step, known));
            }
            return withFileCapabilities(answers);
        }

        private PerfAccess above(Probe.Row refusal) {
            boolean missing = refusal.failedWith("ENOSYS") && hasNoPerfEvents();
            if (missing) {
                return of(new State.NoPerfEvents(refusal.evidence()), Map.of());
            }
            asked = false;
            PerfAccess behind = withFileCapabilities(inferred());
            return of(new State.Sandboxed(refusal.evidence(), refusal.errno(), behind.state()), behind.answers());
        }

        private PerfAccess of(State state, Map<Step, KernelFlavour.Known> answers) {
            Map<Step, Evidence> refusals = new EnumMap<>(Step.class);
            answers.forEach((step, known) -> {
                if (known == KernelFlavour.Known.NO) {
                    refusals.put(step, refusedBy(step));
                }
            });
            boolean spoke = probe.open(Probe.Open.TASK_CLOCK_USER).isPresent();
            return new PerfAccess(state, Map.copyOf(answers), level, spoke, Map.copyOf(refusals), obstacle());
        }

        /**
         * A kernel without perf events has neither the sysctl nor the bus (kernel/sys_ni.c answers ENOSYS). In a container both may be
         * hidden, and a user-space kernel has neither.
         */
        private boolean hasNoPerfEvents() {
            Confinement confinement = Confinement.of(facts);
            boolean userSpaceKernel = confinement.virtualization().map(v -> v.name().equals("gvisor")).orElse(false);
            return level.isAbsent()
                    && host.list(Pmus.DEVICES).isAbsent()
                    && !confinement.inContainer()
                    && !userSpaceKernel
                    && !filtered();
        }

        /** A tree without {@code /proc} and {@code /sys} lacks both files whatever its kernel has. */
        private boolean showsItsKernel() {
            return host.stat("/proc/sys/kernel").isPresent() && host.stat("/sys").isPresent();
        }

        private boolean filtered() {
            return credentials.seccompFilter().orElse(false);
        }

        /**
         * EPERM and ENOSYS are never the level's answer to an event without kernel side; EACCES is only where the level is patched. What
         * else answers EACCES is SELinux or a filter; where neither is in force, the level is patched after all.
         */
        private boolean refusedAbove(Probe.Row least) {
            if (least.failedWith("EPERM", "ENOSYS")) {
                return true;
            }
            boolean byLevel = !(level instanceof Present<Integer> p)
                    || flavour.refusesAll(p.value()) != KernelFlavour.Known.NO && !credentials.effective(Capability.SYS_ADMIN);
            return least.failedWith("EACCES") && !byLevel && (filtered() || SecurityModules.of(facts).selinuxEnforces().orElse(false));
        }

        /** What the probe's open says of a step; empty where it did not come that far or failed for a reason that is no permission. */
        private Optional<KernelFlavour.Known> probed(Step step) {
            return probe.open(step.row).flatMap(row -> row.ok()
                    ? Optional.of(KernelFlavour.Known.YES)
                    : row.failedWith("EACCES", "EPERM") ? Optional.of(KernelFlavour.Known.NO) : Optional.empty());
        }

        /** By the process's own capabilities, the level and what the kernel's maker makes of it. */
        private Map<Step, KernelFlavour.Known> inferred() {
            boolean admin = credentials.effective(Capability.SYS_ADMIN);
            boolean perfmon = credentials.effective(Capability.PERFMON);
            Map<Step, KernelFlavour.Known> byLevel = byLevel();
            return admin || perfmon ? raised(byLevel, admin) : byLevel;
        }

        /** perfmon_capable() opens every step, but the patched levels may ask for CAP_SYS_ADMIN first (include/linux/perf_event.h). */
        private Map<Step, KernelFlavour.Known> raised(Map<Step, KernelFlavour.Known> without, boolean admin) {
            KernelFlavour.Known enough = admin ? KernelFlavour.Known.YES : perfmonIsEnough();
            return switch (enough) {
                case YES -> all(KernelFlavour.Known.YES);
                case NO -> without;
                case UNKNOWN -> all(KernelFlavour.Known.UNKNOWN);
            };
        }

        private KernelFlavour.Known perfmonIsEnough() {
            int highest = level instanceof Present<Integer> p ? p.value() : Integer.MAX_VALUE;
            KernelFlavour.Known known = flavour.perfmonIsEnough(highest);
            boolean levelKnown = level.isPresent();
            return known == KernelFlavour.Known.NO && !levelKnown ? KernelFlavour.Known.UNKNOWN : known;
        }

        private Map<Step, KernelFlavour.Known> byLevel() {
            if (!(level instanceof Present<Integer> seen)) {
                return all(KernelFlavour.Known.UNKNOWN);
            }
            int value = seen.value();
            Map<Step, KernelFlavour.Known> answers = new EnumMap<>(Step.class);
            answers.put(Step.OWN_USER_CODE, not(flavour.refusesAll(value)));
            answers.put(Step.OWN_KERNEL_SIDE, known(value < 2));
            answers.put(Step.ALL_CPUS, known(value < 1));
            answers.put(Step.RAW_TRACEPOINTS, known(value < 0));
            return answers;
        }

        private static KernelFlavour.Known known(boolean yes) {
            return yes ? KernelFlavour.Known.YES : KernelFlavour.Known.NO;
        }

        private static KernelFlavour.Known not(KernelFlavour.Known known) {
            return switch (known) {
                case YES -> KernelFlavour.Known.NO;
                case NO -> KernelFlavour.Known.YES;
                case UNKNOWN -> KernelFlavour.Known.UNKNOWN;
            };
        }

        private static Map<Step, KernelFlavour.Known> all(KernelFlavour.Known known) {
            Map<Step, KernelFlavour.Known> answers = new EnumMap<>(Step.class);
            Arrays.stream(Step.values()).forEach(s -> answers.put(s, known));
            return answers;
        }

        /** getcap is asked only where something is left to be gained. */
        private PerfAccess withFileCapabilities(Map<Step, KernelFlavour.Known> answers) {
            if (answers.values().stream().allMatch(k -> k == KernelFlavour.Known.YES)) {
                return of(new State.Everything(allowedBy()), answers);
            }
            Optional<FileCapabilities> file = PerfInUse.of(facts) instanceof PerfInUse.Working perf
                    ? Optional.of(FileCapabilities.of(facts, perf.program()))
                    : Optional.empty();
            boolean admin = file.map(c -> c.gives(Capability.SYS_ADMIN)).orElse(false);
            boolean perfmon = file.map(c -> c.gives(Capability.PERFMON)).orElse(false) && knowsPerfmon(facts);
            if (!admin && !perfmon) {
                return of(state(answers), answers);
            }
            doubt = file.get().doubt(facts);
            if (doubt.isPresent()) {
                answers.replaceAll((_, known) -> known == KernelFlavour.Known.NO ? KernelFlavour.Known.UNKNOWN : known);
                return of(state(answers), answers);
            }
            Map<Step, KernelFlavour.Known> raised = raised(answers, admin);
            boolean everything = raised.values().stream().allMatch(k -> k == KernelFlavour.Known.YES);
            return of(everything ? new State.Everything(file.get().evidence()) : state(raised), raised);
        }

        private State state(Map<Step, KernelFlavour.Known> answers) {
            for (Step step : Step.values()) {
                if (answers.get(step) == KernelFlavour.Known.NO) {
                    Evidence because = refusedBy(step);
                    return switch (step) {
                        case OWN_USER_CODE -> new State.Nothing(because);
                        case OWN_KERNEL_SIDE -> new State.OwnUserCode(because);
                        case ALL_CPUS -> new State.OwnProcesses(because);
                        case RAW_TRACEPOINTS -> new State.NoRawTracepoints(because);
                    };
                }
            }
            return answers.containsValue(KernelFlavour.Known.UNKNOWN)
                    ? new State.Unclear(obstacle())
                    : new State.Everything(allowedBy());
        }

        private Evidence refusedBy(Step step) {
            return probe.open(step.row)
                    .filter(row -> asked && row.failedWith("EACCES", "EPERM"))
                    .map(Probe.Row::evidence)
                    .orElseGet(this::levelEvidence);
        }

        private Evidence allowedBy() {
            return probe.open(Probe.Open.RAW_TRACEPOINT)
                    .filter(Probe.Row::ok)
                    .map(Probe.Row::evidence)
                    .or(() -> credentials.effective(Capability.SYS_ADMIN) || credentials.effective(Capability.PERFMON)
                            ? credentials.capabilities()
                            : Optional.empty())
                    .orElseGet(this::levelEvidence);
        }

        private Evidence levelEvidence() {
            return switch (level) {
                case Present<Integer> p -> p.evidence();
                case Absent<Integer> a -> new Evidence(a.source(), "absent");
                case Unread<Integer> u -> new Evidence(u.source(), u.reason());
            };
        }

        private Unread<?> obstacle() {
            return doubt.isPresent() ? doubt.get() : obstacleOfLevel();
        }

        private Unread<?> obstacleOfLevel() {
            return switch (level) {
                case Unread<Integer> unread -> unread;
                case Absent<Integer> absent -> Reading.failed(absent.source(), "absent, and no probe answered");
                case Present<Integer> p ->
                    Reading.failed(probe.obstacle().source(), probe.obstacle().reason() + "; what level " + p.value()
                            + " refuses on a kernel of " + flavour.maker().words() + " is not known");
            };
        }
    }
}
