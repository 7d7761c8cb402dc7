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
import dev.perfdoctor.facts.Confinement;
import dev.perfdoctor.facts.PerfAccess;
import dev.perfdoctor.facts.Remedies;
import dev.perfdoctor.facts.Shell;
import dev.perfdoctor.facts.TracefsMount;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Whether perf can look up a tracepoint by its name. */
public final class Tracefs implements Check {
    private static final String PLACE = "/sys/kernel/tracing";
    private static final String UNKNOWN_GROUP = "gid=GROUP,mode=750";
    private static final String RISK = "The group can then read the names and formats of tracepoints, and what a running trace of the kernel has recorded.";

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
            case TracefsMount.LockedDown l -> lockedDown(l);
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
                .mendedBy(found.isTracefs() ? opened(facts, found) : mounted(facts, TracefsMount.openToUser(facts)))
                .mendedBy(atBoot(facts, found.isTracefs() ? found.mountPoint() : PLACE, TracefsMount.openToUser(facts)));
    }

    /** The same state, with another cause: no mode and no group opens it. What does is told by sandbox/lockdown. */
    private static Diagnosis lockedDown(TracefsMount.LockedDown found) {
        return Diagnosis.of("tracefs/unreadable", "The kernel is locked down, so nobody may look up a tracepoint")
                .blocks(TRACEPOINTS)
                .explained("""
                        Under lockdown=confidentiality the kernel refuses to open any file of tracefs, to root too, and perf stops with "can't access
                        trace events". Hardware events are not affected.
                        """)
                .seen(found.evidence())
                .seen(found.lockdown());
    }

    private static Diagnosis notMounted(Facts facts, TracefsMount.NotMounted found) {
        return Diagnosis.of("tracefs/not-mounted", "Neither tracefs nor debugfs is mounted, so no tracepoint is found")
                .blocks(TRACEPOINTS)
                .explained("""
                        perf looks up every tracepoint there and stops with "Unable to find debugfs/tracefs". As root, perf mounts it by
                        itself at the first tracepoint event. Hardware events are not affected.
                        """)
                .seen(found.evidence())
                .mendedBy(Confinement.of(facts).inContainer() ? List.of(handedOver()) : List.of(
                        mounted(facts, TracefsMount.mountedFor(facts)), atBoot(facts, PLACE, TracefsMount.mountedFor(facts))));
    }

    /** What is mounted on the host does not show in a container that runs already, nor in one that is not given it. */
    private static Remediation handedOver() {
        return Remediation.external(
                        "Give it to the container",
                        Where.HOST,
                        "start the container with the host's as a volume: docker run --volume %1$s:%1$s:ro …".formatted(PLACE),
                        "podman run has the same option; in Kubernetes it is a hostPath volume")
                .risking("Programs inside can then read the names and formats of tracepoints, and what a running trace of the kernel has recorded.");
    }

    private static Remediation opened(Facts facts, TracefsMount.Unreadable found) {
        String point = Shell.quote(found.mountPoint());
        return now(facts, TracefsMount.openToUser(facts), "mount -o remount,%s " + point, "mount -o remount," + found.options() + " " + point);
    }

    /** Beside a debugfs that is shut, too: opening that one would show more than tracepoints. */
    private static Remediation mounted(Facts facts, Optional<String> options) {
        return now(facts, options, "mount -t tracefs -o %s tracefs " + PLACE, "umount " + PLACE);
    }

    /** @param command with a place for the options of the mount */
    private static Remediation now(Facts facts, Optional<String> options, String command, String undo) {
        Where where = Remedies.kernelSide(facts);
        String root = Remedies.asRoot(facts, where);
        List<String> commands = options.stream().map(o -> root + command.formatted(o)).toList();
        List<String> steps = options.isPresent() ? List.of() : List.of("with a group of the user who measures: " + root + command.formatted(UNKNOWN_GROUP));
        return new Remediation("Until the next boot", Kind.TEMPORARY, where, true, commands, steps, List.of(root + undo), risk(options));
    }

    /** systemd has a unit for this mount, and a line of fstab goes before it (systemd-fstab-generator(8)). */
    private static Remediation atBoot(Facts facts, String point, Optional<String> options) {
        return Remediation.manual("For good", true, "add to /etc/fstab the line: tracefs %s tracefs %s 0 0".formatted(point, options.orElse(UNKNOWN_GROUP)))
                .at(Remedies.kernelSide(facts))
                .risking(risk(options));
    }

    private static String risk(Optional<String> options) {
        return options.equals(Optional.of(TracefsMount.FOR_ROOT)) ? "" : RISK;
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
