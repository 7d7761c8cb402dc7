package dev.perfdoctor.checks;

import static dev.perfdoctor.api.Activity.CALL_GRAPH;
import static dev.perfdoctor.api.Activity.RECORD;
import static dev.perfdoctor.api.Activity.STAT;
import static dev.perfdoctor.api.Activity.SYSTEM_WIDE;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.api.Remediation.Kind;
import dev.perfdoctor.api.Remediation.Where;
import dev.perfdoctor.facts.BootLevel;
import dev.perfdoctor.facts.PerfAccess;
import dev.perfdoctor.facts.PerfCapabilities;
import dev.perfdoctor.facts.PerfCapabilities.Setcap;
import dev.perfdoctor.facts.Remedies;
import dev.perfdoctor.facts.Shell;
import dev.perfdoctor.facts.SudoPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Ways to more rights for perf, the narrowest first: never a level lower than what was asked for needs, and never -1. */
final class AccessRemedies {
    private AccessRemedies() {}

    /** From nothing to one's own code; to all CPUs where those were asked for. */
    static List<Remediation> forOwnCode(Facts facts) {
        return facts.request().asks(SYSTEM_WIDE) ? level(facts, 0) : own(facts, 2);
    }

    /** From one's own code to the kernel side; to all CPUs where those were asked for. */
    static List<Remediation> forKernelSide(Facts facts) {
        return facts.request().asks(SYSTEM_WIDE)
                ? forAllCpus(facts)
                : joined(own(facts, 1), anyPerf(facts) ? byCapability(facts) : List.of());
    }

    /** From one's own processes to all CPUs. */
    static List<Remediation> forAllCpus(Facts facts) {
        return facts.request().asks(SYSTEM_WIDE)
                ? joined(bySudo(facts, "stat -a -- sleep 5"), level(facts, 0), byCapability(facts))
                : List.of();
    }

    private static List<Remediation> own(Facts facts, int wanted) {
        return asksForOwn(facts) ? level(facts, wanted) : List.of();
    }

    private static boolean asksForOwn(Facts facts) {
        return facts.request().asks(STAT, RECORD, CALL_GRAPH);
    }

    /** The level that the remedies of what is refused now lead to. */
    private static OptionalInt advised(Facts facts) {
        boolean all = facts.request().asks(SYSTEM_WIDE);
        return switch (PerfAccess.of(facts).state()) {
            case PerfAccess.State.OwnUserCode _, PerfAccess.State.OwnProcesses _ when all -> OptionalInt.of(0);
            case PerfAccess.State.OwnUserCode _ when asksForOwn(facts) -> OptionalInt.of(1);
            default -> OptionalInt.empty();
        };
    }

    private static boolean anyPerf(Facts facts) {
        return Activity.PERF.stream().anyMatch(a -> facts.request().asks(a));
    }

    /** To the data of tracepoints: only level -1 would do, which opens everything to everybody, so it is not advised. */
    static List<Remediation> forTracepoints(Facts facts) {
        return joined(bySudo(facts, "record -e sched:sched_switch -- CMD"), byCapability(facts));
    }

    /** What keeps a level over the next boot. */
    static List<Remediation> keep(Facts facts, BootLevel.Less less) {
        if (!less.key().equals(PerfAccess.KEY)) {
            String risk = "Every user can then read where the kernel's functions are.";
            return List.of(Remedies.keep(facts, less.key(), less.now(), less.now().value(), risk));
        }
        int enough = Math.max(less.now().value(), facts.request().asks(SYSTEM_WIDE) ? 0 : 1); // what was asked for needs no more
        int level = Math.min(enough, advised(facts).orElse(enough)); // one file holds one value: that which the refusal's own remedy writes
        return level < less.then() ? List.of(Remedies.keep(facts, less.key(), less.now(), level, risk(level))) : List.of();
    }

    /** The level as a sysctl, where it is known and higher. */
    static List<Remediation> level(Facts facts, int wanted) {
        if (!(PerfAccess.of(facts).level() instanceof Present<Integer> seen)) {
            Remediation unseen = Remediation.manual(
                            "For good, by hand: the level may not be read here",
                            true,
                            "note what 'sysctl %s' shows as root, for the way back".formatted(PerfAccess.KEY),
                            "if it is above %d, set it to %d".formatted(wanted, wanted))
                    .at(Remedies.kernelSide(facts));
            return List.of(unseen.risking(risk(wanted)));
        }
        return seen.value() > wanted ? Remedies.sysctl(facts, PerfAccess.KEY, seen, wanted, risk(wanted)) : List.of();
    }

    private static String risk(int level) {
        return switch (level) {
            case 2 -> "Every user can then measure their own programs, which side-channel attacks make use of.";
            case 1 -> "Every user can then sample the kernel while their programs run.";
            default -> "Every user can then observe what runs on all CPUs, other users' programs too.";
        };
    }

    private static List<Remediation> bySudo(Facts facts, String arguments) {
        return SudoPolicy.of(facts)
                .command(arguments.substring(0, arguments.indexOf(' ')))
                .map(perf -> new Remediation(
                        "For one run, by the sudo rule that is there",
                        Kind.PER_RUN,
                        Where.HERE,
                        true,
                        List.of(perf + " " + arguments),
                        List.of(),
                        List.of(),
                        ""))
                .stream()
                .toList();
    }

    /** CAP_PERFMON in perf's own file, where that counts here. */
    private static List<Remediation> byCapability(Facts facts) {
        return PerfCapabilities.of(facts).setcap().map(way -> setcap(facts, way)).stream().toList();
    }

    private static Remediation setcap(Facts facts, Setcap way) {
        String sudo = Remedies.asRoot(facts, Where.HERE);
        String undo = way.before().isEmpty()
                ? sudo + Shell.line("setcap", "-r", way.program())
                : sudo + Shell.line("setcap", way.before(), way.program());
        return new Remediation(
                "For good, for this perf alone; an update of its package takes it away",
                Kind.PERSISTENT,
                Where.HERE,
                true,
                List.of(sudo + Shell.line("setcap", way.capabilities(), way.program())),
                List.of(),
                List.of(undo),
                "Whoever may run this perf can then observe every process and the kernel.");
    }

    /** What gives a perf its capabilities back. */
    static List<Remediation> forVoidCapabilities(Facts facts, PerfCapabilities.Ineffective caps) {
        Optional<Remediation> again = PerfCapabilities.of(facts).setcap().map(way -> setcap(facts, way));
        return again.map(List::of).orElseGet(() -> List.of(Remediation.external("For good: where capabilities count", Remedies.kernelSide(facts), caps.mending())));
    }

    @SafeVarargs
    private static List<Remediation> joined(List<Remediation>... ways) {
        List<Remediation> all = new ArrayList<>();
        for (List<Remediation> some : ways) {
            all.addAll(some);
        }
        return all;
    }
}
