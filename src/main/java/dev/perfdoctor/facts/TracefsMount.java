package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import java.util.Optional;

/**
 * Where perf finds the tracepoints' names and ids: tracefs, else debugfs, as perf looks for them (tools/lib/api/fs/tracing_path.c).
 * Mounted and readable are two things: its default mode is 0700.
 */
public sealed interface TracefsMount {
    /** Where mounts are listed. */
    String MOUNTS = "/proc/self/mountinfo";

    /** The directory of events can be listed. */
    record Listed(Evidence evidence) implements TracefsMount {}

    /**
     * Mounted, and not to be read by this user.
     *
     * @param mode as mount(8) takes it: 700 where mountinfo names none, as the kernel leaves its default out (fs/tracefs/inode.c)
     */
    record Unreadable(String mountPoint, boolean isTracefs, String mode, Evidence evidence) implements TracefsMount {}

    /** Neither tracefs nor debugfs is mounted, and this user's perf cannot mount one to read it. */
    record NotMounted(Evidence evidence) implements TracefsMount {}

    /** Neither is mounted; perf mounts tracefs at its first tracepoint, and may. */
    record MountedByPerf(Evidence evidence) implements TracefsMount {}

    /** Nobody knows. */
    record Unclear(Unread<?> because) implements TracefsMount {}

    /** This machine's. */
    static TracefsMount of(Facts facts) {
        return facts.once(TracefsMount.class, TracefsMount::look);
    }

    private static TracefsMount look(Facts facts) {
        Host host = facts.host();
        Mounts mounts = Mounts.of(facts);
        if (!mounts.reading().isPresent()) {
            return byDirectory(host, mounts.reading());
        }
        Optional<Mounts.Mount> tracefs = mount(mounts, "tracefs");
        if (tracefs.isPresent()) {
            return listed(host, tracefs.get(), tracefs.get().point() + "/events");
        }
        // Entering debugfs's tracing directory would mount tracefs there, so only the way to it is looked at.
        return mount(mounts, "debugfs")
                .map(debugfs -> listed(host, debugfs, debugfs.point()))
                .orElseGet(() -> nowhere(facts, new Evidence(MOUNTS, "no tracefs and no debugfs")));
    }

    private static TracefsMount nowhere(Facts facts, Evidence evidence) {
        return perfMayMount(facts) ? new MountedByPerf(evidence) : new NotMounted(evidence);
    }

    /**
     * tracefs__mount() of tools/lib/api/fs/fs.c mounts it on the directory that the kernel keeps for it. The kernel wants CAP_SYS_ADMIN of the
     * initial user namespace for that (no FS_USERNS_MOUNT), and the mode 0700 lets root alone read what is mounted then. AppArmor profiles of
     * containers forbid mount(2).
     */
    private static boolean perfMayMount(Facts facts) {
        return Credentials.isRoot(facts)
                && Credentials.of(facts).effective(Credentials.Capability.SYS_ADMIN)
                && !SecurityModules.appArmorConfines(facts)
                && facts.host().stat("/sys/kernel/tracing").map(Stat::isDirectory).orElse(false);
    }

    private static TracefsMount listed(Host host, Mounts.Mount mount, String directory) {
        return switch (host.list(directory)) {
            case Present<?> p -> new Listed(new Evidence(p.evidence().source(), "can be listed"));
            case Unread<?> u when u.why() == Reading.Why.DENIED -> unreadable(mount);
            case Unread<?> u -> new Unclear(u);
            case Absent<?> a -> new NotMounted(new Evidence(a.source(), "absent"));
        };
    }

    private static TracefsMount byDirectory(Host host, Reading<String> mounts) {
        if (host.list("/sys/kernel/tracing/events") instanceof Present<?> p) {
            return new Listed(p.evidence());
        }
        return new Unclear(
                mounts instanceof Unread<String> u ? u : Reading.failed(MOUNTS, "there is no such file"));
    }

    private static Unreadable unreadable(Mounts.Mount mount) {
        String mode = mount.options().stream().filter(o -> o.startsWith("mode=")).map(o -> o.substring("mode=".length())).findFirst().orElse("700");
        return new Unreadable(mount.point(), mount.type().equals("tracefs"), mode, new Evidence(mount.point(), "mounted with mode " + mode + ", permission denied"));
    }

    private static Optional<Mounts.Mount> mount(Mounts mounts, String type) {
        return mounts.all().stream().filter(m -> m.type().equals(type)).findFirst();
    }
}
