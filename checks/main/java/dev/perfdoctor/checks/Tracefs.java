package dev.perfdoctor.checks;

import static dev.perfdoctor.api.Activity.TRACEPOINTS;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.api.Remediation.Kind;
import dev.perfdoctor.api.Remediation.Where;
import dev.perfdoctor.facts.PerfAccess;
import dev.perfdoctor.facts.Remedies;
import dev.perfdoctor.facts.Shell;
import dev.perfdoctor.facts.TracefsMount;
import java.util.List;
import java.util.Set;

/** Whether perf can look up a tracepoint by its name. */
public final class Tracefs implements Check {
    private static final String PLACE = "/sys/kernel/tracing";
    private static final String RISK = "Every user can then read the names and formats of tracepoints.";

    @Override
    public String id() {
        return "tracefs";
    }

    @Override
    public Set<Activity> concerns() {
        return Set.of(TRACEPOINTS);
    }

    @Override
    public List<Finding> examine(Facts facts) {
        if (PerfAccess.of(facts).allows(TRACEPOINTS) == PerfAccess.Answer.NO) {
            return List.of(new Finding.NotExamined("tracepoints are refused to you whatever their names"));
        }
        return List.of(switch (TracefsMount.of(facts)) {
            case TracefsMount.Listed l -> new Finding.Healthy("the tracepoints can be listed", l.evidence());
            case TracefsMount.MountedByPerf m -> mountedByPerf(m);
            case TracefsMount.Unreadable u -> unreadable(facts, u);
            case TracefsMount.NotMounted n -> notMounted(facts, n);
            case TracefsMount.Unclear u ->
                new Finding.CannotTell("whether the tracepoints can be listed", u.because(), Set.of(TRACEPOINTS));
        });
    }

    private static Diagnosis unreadable(Facts facts, TracefsMount.Unreadable found) {
        return Diagnosis.of("tracefs/unreadable", "You may not read %s, where tracepoints are listed".formatted(found.isTracefs() ? "tracefs" : "debugfs"))
                .blocks(TRACEPOINTS)
                .explained("""
                        perf looks up every tracepoint in %s and stops with "can't access trace events" or "event syntax error",
                        though the kernel would let you open them. Hardware events are not affected.
                        """.formatted(found.mountPoint()))
                .seen(found.evidence())
                .mendedBy(found.isTracefs() ? opened(facts, found) : mounted(facts))
                .mendedBy(atBoot(facts, found.isTracefs() ? found.mountPoint() : PLACE));
    }

    private static Diagnosis notMounted(Facts facts, TracefsMount.NotMounted found) {
        return Diagnosis.of("tracefs/not-mounted", "Neither tracefs nor debugfs is mounted, so no tracepoint is found")
                .blocks(TRACEPOINTS)
                .explained("""
                        perf looks up every tracepoint there and stops with "Unable to find debugfs/tracefs". As root, perf mounts it by
                        itself at the first tracepoint event. Hardware events are not affected.
                        """)
                .seen(found.evidence())
                .mendedBy(mounted(facts))
                .mendedBy(atBoot(facts, PLACE));
    }

    private static Remediation opened(Facts facts, TracefsMount.Unreadable found) {
        String point = Shell.quote(found.mountPoint());
        return now(facts, "mount -o remount,mode=755 " + point, "mount -o remount,mode=" + found.mode() + " " + point);
    }

    /** Beside a debugfs that is shut, too: opening that one would show more than tracepoints. */
    private static Remediation mounted(Facts facts) {
        return now(facts, "mount -t tracefs -o mode=755 tracefs " + PLACE, "umount " + PLACE);
    }

    private static Remediation now(Facts facts, String command, String undo) {
        Where where = Remedies.kernelSide(facts);
        String root = Remedies.asRoot(facts, where);
        return new Remediation("Until the next boot", Kind.TEMPORARY, where, true, List.of(root + command), List.of(), List.of(root + undo), RISK);
    }

    /** systemd has a unit for this mount, and a line of fstab goes before it (systemd-fstab-generator(8)). */
    private static Remediation atBoot(Facts facts, String point) {
        return Remediation.manual("For good", true, "add to /etc/fstab the line: tracefs %s tracefs mode=755 0 0".formatted(point))
                .at(Remedies.kernelSide(facts))
                .risking(RISK);
    }

    /** The same state of the machine, and no obstacle: perf mounts what it needs, which is a change worth knowing. */
    private static Diagnosis mountedByPerf(TracefsMount.MountedByPerf found) {
        return Diagnosis.of("tracefs/not-mounted", "Neither tracefs nor debugfs is mounted; your perf mounts it")
                .notes(TRACEPOINTS)
                .explained("""
                        You are root here, so perf mounts tracefs on /sys/kernel/tracing by itself at its first tracepoint event, and leaves it
                        mounted. Other users' perf stops with "Unable to find debugfs/tracefs" until then.
                        """)
                .seen(found.evidence());
    }
}
