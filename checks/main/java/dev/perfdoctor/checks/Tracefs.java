package dev.perfdoctor.checks;

import static dev.perfdoctor.api.Activity.TRACEPOINTS;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.api.Remediation.Kind;
import dev.perfdoctor.facts.PerfAccess;
import dev.perfdoctor.facts.Remedies;
import dev.perfdoctor.facts.Shell;
import dev.perfdoctor.facts.TracefsMount;
import java.util.List;
import java.util.Set;

/** Whether perf can look up a tracepoint by its name. */
public final class Tracefs implements Check {
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
            case TracefsMount.Unreadable u -> unreadable(facts, u);
            case TracefsMount.NotMounted n -> notMounted(facts, n);
            case TracefsMount.Unclear u ->
                new Finding.CannotTell("whether the tracepoints can be listed", u.because(), Set.of(TRACEPOINTS));
        });
    }

    private static Diagnosis unreadable(Facts facts, TracefsMount.Unreadable found) {
        String sudo = Remedies.sudo(facts);
        String point = Shell.quote(found.mountPoint());
        Remediation now = new Remediation(
                "Until the next boot",
                Kind.TEMPORARY,
                Remedies.kernelSide(facts),
                true,
                List.of(sudo + "mount -o remount,mode=755 " + point),
                List.of(),
                List.of(sudo + "mount -o remount,mode=700 " + point),
                "Every user can then read the names and formats of tracepoints.");
        return Diagnosis.of("tracefs/unreadable", "tracefs is mounted, and you may not read it")
                .blocks(TRACEPOINTS)
                .explained("""
                        perf looks up every tracepoint in %s and stops with "can't access trace events" or "event syntax error",
                        though the kernel would let you open them. Hardware events are not affected.
                        """.formatted(found.mountPoint()))
                .seen(found.evidence())
                .mendedBy(now);
    }

    private static Diagnosis notMounted(Facts facts, TracefsMount.NotMounted found) {
        String sudo = Remedies.sudo(facts);
        Remediation now = new Remediation(
                "Until the next boot",
                Kind.TEMPORARY,
                Remedies.kernelSide(facts),
                true,
                List.of(sudo + "mount -t tracefs -o mode=755 tracefs /sys/kernel/tracing"),
                List.of(),
                List.of(sudo + "umount /sys/kernel/tracing"),
                "Every user can then read the names and formats of tracepoints.");
        return Diagnosis.of("tracefs/not-mounted", "Neither tracefs nor debugfs is mounted")
                .blocks(TRACEPOINTS)
                .explained("""
                        perf looks up every tracepoint there and stops with "Unable to find debugfs/tracefs". As root, perf mounts it by
                        itself at the first tracepoint event. Hardware events are not affected.
                        """)
                .seen(found.evidence())
                .mendedBy(now);
    }
}
