package dev.perfdoctor.facts;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.facts.PerfAccess.Answer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The exact command lines for this machine, best first, and a few words on what serves each activity. A recipe never names a CPU outside
 * the allowed set and never a program that does not start; {@code CMD} stands for the measured command.
 */
public record Recipes(Map<Activity, List<String>> commands, Map<Activity, String> details) {
    private static final List<String> COUNTED = List.of("cycles", "instructions");
    /** What needs no counters: the kernel's own software events. */
    private static final String SOFTWARE = "task-clock,page-faults,context-switches";

    /** Those of this machine. */
    public static Recipes of(Facts facts) {
        return facts.once(Recipes.class, f -> new Cook(f).all());
    }

    /** None, for when facts could not be had in time. */
    public static Recipes none() {
        return new Recipes(Map.of(), Map.of());
    }

    /** Command lines for this activity; empty where none works. */
    public List<String> commands(Activity activity) {
        return commands.getOrDefault(activity, List.of());
    }

    /** What serves it, such as "perf 7.1.3"; may be empty. */
    public String detail(Activity activity) {
        return details.getOrDefault(activity, "");
    }

    /** The perf that can be called: plain, or by its full path where PATH leads to none that starts; empty where none does. */
    public static Optional<String> perf(Facts facts) {
        if (PerfInUse.of(facts).works()) {
            return Optional.of("perf");
        }
        return PerfInUse.of(facts).doesNotStart()
                ? PerfOthers.of(facts).working().map(o -> Shell.quote(o.program().path()))
                : Optional.empty();
    }

    private static final class Cook {
        private final Facts facts;
        private final PerfAccess access;
        private final PinnedCommands pinned;
        private final Map<Activity, List<String>> commands = new EnumMap<>(Activity.class);
        private final Map<Activity, String> details = new EnumMap<>(Activity.class);

        Cook(Facts facts) {
            this.facts = facts;
            this.access = PerfAccess.of(facts);
            this.pinned = PinnedCommands.of(facts);
        }

        Recipes all() {
            perf(facts).ifPresent(this::withPerf);
            if (!pinned.pin().isEmpty()) {
                put(Activity.TIMING, pinned.pin() + "CMD");
            }
            if (commands.containsKey(Activity.CALL_GRAPH)) {
                details.put(Activity.CALL_GRAPH, "--call-graph " + mode());
            }
            if (PerfInUse.of(facts) instanceof PerfInUse.Working w && !w.version().isEmpty()) {
                details.put(Activity.STAT, "perf " + w.version());
            }
            return new Recipes(Map.copyOf(commands), Map.copyOf(details));
        }

        private void withPerf(String perf) {
            boolean counters = counters();
            allowed(Activity.STAT, perf).ifPresent(p -> put(Activity.STAT, stat(p, counters)));
            allowed(Activity.RECORD, perf).ifPresent(p -> put(Activity.RECORD, record(p, counters, "")));
            allowed(Activity.CALL_GRAPH, perf)
                    .filter(_ -> facts.request().asks(Activity.CALL_GRAPH))
                    .ifPresent(p -> put(Activity.CALL_GRAPH, record(p, counters, " --call-graph " + mode() + chains())));
            allowed(Activity.SYSTEM_WIDE, perf)
                    .ifPresent(p -> put(Activity.SYSTEM_WIDE, p + " record -a " + (counters ? "" : "-e cpu-clock ") + "-- sleep 10"));
            allowed(Activity.TRACEPOINTS, perf)
                    .filter(p -> !(TracefsMount.of(facts) instanceof TracefsMount.Unreadable) || p.startsWith("sudo "))
                    .ifPresent(p -> put(Activity.TRACEPOINTS, p + " record -e sched:sched_switch -- CMD"));
        }

        /** perf as it may be called for this: plain, else as root where a rule lets it run without a prompt. */
        private Optional<String> allowed(Activity activity, String perf) {
            return switch (access.allows(activity)) {
                case YES, LIMITED -> Optional.of(perf);
                case NO -> SudoPolicy.of(facts).command(activity == Activity.STAT ? "stat" : "record");
                case UNKNOWN -> Optional.empty();
            };
        }

        private boolean userOnly(Activity activity) {
            return access.allows(activity) == Answer.LIMITED;
        }

        private String stat(String perf, boolean counters) {
            String events = counters ? pinned.events(COUNTED, userOnly(Activity.STAT)) : SOFTWARE;
            return (counters ? pinned.pin() : "") + perf + " stat -e " + events + " -- CMD";
        }

        private String record(String perf, boolean counters, String options) {
            String event = counters
                    ? pinned.events(List.of("cycles"), userOnly(Activity.RECORD))
                    : userOnly(Activity.RECORD) ? "cpu-clock:u" : "cpu-clock";
            return (counters ? pinned.pin() : "") + perf + " record -e " + event + options + " -- CMD";
        }

        /** Frame pointers where the targets keep them, DWARF where perf can unwind by it and the targets have the tables. */
        private String mode() {
            List<TargetPrograms.Program> programs = TargetPrograms.of(facts).readable();
            if (!programs.isEmpty() && programs.stream().allMatch(p -> p.elf().framePointers() == Elf.Answer.PRESENT)) {
                return "fp";
            }
            boolean tables = programs.stream().noneMatch(p -> p.elf().unwindTable() == Elf.Answer.ABSENT);
            return Unwinder.of(facts) != Unwinder.NONE && tables ? "dwarf" : "fp";
        }

        private String chains() {
            return KernelCallchains.of(facts) instanceof KernelCallchains.Refused ? " --user-callchains" : "";
        }

        /** Whether hardware events count; where neither probe nor sysfs tell, they are taken to. */
        private boolean counters() {
            Optional<Probe.Row> cycles = Probe.of(facts).open(Probe.Open.CYCLES_USER).filter(Probe.Row::asked);
            if (cycles.isPresent() && !cycles.get().failedWith("EACCES", "EPERM")) {
                return cycles.get().ok();
            }
            return Pmus.of(facts).hasCpuPmu().orElse(true);
        }

        private void put(Activity activity, String line) {
            commands.put(activity, List.of(line));
        }
    }
}
