package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;

/**
 * Where perf finds the tracepoints' names and ids: tracefs, else debugfs, as perf looks for them (tools/lib/api/fs/tracing_path.c).
 * Mounted and readable are two things: its default mode is 0700.
 */
public sealed interface Tracefs {
    /** The directory of events can be listed. */
    record Listed(Evidence evidence) implements Tracefs {}

    /** Mounted, and not to be read by this user. */
    record Unreadable(String mountPoint, Evidence evidence) implements Tracefs {}

    /** Neither tracefs nor debugfs is mounted; perf as root would mount it. */
    record NotMounted(Evidence evidence) implements Tracefs {}

    /** Nobody knows. */
    record Unclear(Unread<?> because) implements Tracefs {}

    /** This machine's. */
    static Tracefs of(Facts facts) {
        return facts.once(Tracefs.class, Tracefs::look);
    }

    private static Tracefs look(Facts facts) {
        Host host = facts.host();
        Reading<String> mounts = host.read("/proc/self/mountinfo");
        if (!(mounts instanceof Present<String> table)) {
            return byDirectory(host, mounts);
        }
        String mount = mountPoint(table.value());
        if (mount.isEmpty()) {
            return new NotMounted(new Evidence("/proc/self/mountinfo", "no tracefs and no debugfs"));
        }
        return switch (host.list(mount + "/events")) {
            case Present<?> p -> new Listed(p.evidence());
            case Unread<?> u when u.why() == Reading.Why.DENIED -> new Unreadable(mount, new Evidence(mount, "mounted, permission denied"));
            case Unread<?> u -> new Unclear(u);
            // debugfs holds an empty tracing directory until tracefs is mounted on it
            case Absent<?> a -> new NotMounted(new Evidence(a.source(), "absent"));
        };
    }

    private static Tracefs byDirectory(Host host, Reading<String> mounts) {
        if (host.list("/sys/kernel/tracing/events") instanceof Present<?> p) {
            return new Listed(p.evidence());
        }
        return new Unclear(
                mounts instanceof Unread<String> u ? u : Reading.failed("/proc/self/mountinfo", "there is no /proc/self/mountinfo"));
    }

    /** The directory that holds {@code events}: the first tracefs, else {@code tracing} of the first debugfs; empty for neither. */
    static String mountPoint(String mountinfo) {
        String debugfs = "";
        for (String line : Text.lines(mountinfo)) {
            int dash = line.indexOf(" - ");
            var fields = Text.words(line);
            if (dash < 0 || fields.size() < 5) {
                continue;
            }
            String type = Text.words(line.substring(dash + 3)).stream().findFirst().orElse("");
            if (type.equals("tracefs")) {
                return fields.get(4);
            }
            debugfs = type.equals("debugfs") && debugfs.isEmpty() ? fields.get(4) + "/tracing" : debugfs;
        }
        return debugfs;
    }
}
