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
     * @param options gid and mode as mount(8) takes them: 0 and 700 where mountinfo names none, as the kernel leaves its defaults out
     *     (fs/tracefs/inode.c)
     */
    record Unreadable(String mountPoint, boolean isTracefs, String options, Evidence evidence) implements TracefsMount {}

    /** Mounted, and shut to everybody, root too: lockdown for confidentiality (kernel_lockdown(7)). */
    record LockedDown(Evidence evidence, Evidence lockdown) implements TracefsMount {}

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

    /** What systemd mounts it with, for root alone (sys-kernel-tracing.mount). */
    public static final String FOR_ROOT = "nosuid,nodev,noexec";

    /**
     * What to mount it with so that this user may look tracepoints up. By the group, for the mode reaches the top directory alone and the files
     * below stay shut (seen on Linux 5.10, 6.1, 6.12 and 7.3). Empty where the user's group is not known, or root's.
     */
    static Optional<String> openToUser(Facts facts) {
        return facts.host().identity().user().filter(user -> user.gid() != 0).map(user -> "gid=%d,mode=750".formatted(user.gid()));
    }

    /** The same for a mount that is not there yet: root needs no group, but in a user namespace, where root is somebody else. */
    static Optional<String> mountedFor(Facts facts) {
        boolean root = facts.host().identity().user().filter(u -> u.uid() == 0).isPresent()
                && Credentials.of(facts).inOwnUserNamespace() instanceof Present<Boolean> own && !own.value();
        return root ? Optional.of(FOR_ROOT) : openToUser(facts);
    }

    private static TracefsMount look(Facts facts) {
        TracefsMount mounted = mounted(facts);
        return mounted instanceof Unreadable unreadable
                        && SecurityModules.of(facts).lockdown() instanceof Present<SecurityModules.Lockdown> mode
                        && mode.value() == SecurityModules.Lockdown.CONFIDENTIALITY
                ? new LockedDown(unreadable.evidence(), mode.evidence())
                : mounted;
    }

    private static TracefsMount mounted(Facts facts) {
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
            case Present<?> p -> mayBeLookedUp(host, mount, directory, p.evidence().source());
            case Unread<?> u when u.why() == Reading.Why.DENIED -> unreadable(mount, mount.point());
            case Unread<?> u -> new Unclear(u);
            case Absent<?> a -> new NotMounted(new Evidence(a.source(), "absent"));
        };
    }

    /** Directories may be open and the files in them not: the mount's mode counts for its top alone, its gid for all below. */
    private static TracefsMount mayBeLookedUp(Host host, Mounts.Mount mount, String directory, String listed) {
        String id = directory + "/sched/sched_switch/id";
        boolean denied = mount.type().equals("tracefs") && host.read(id) instanceof Unread<?> u && u.why() == Reading.Why.DENIED;
        return denied ? unreadable(mount, id) : new Listed(new Evidence(listed, "can be listed"));
    }

    private static TracefsMount byDirectory(Host host, Reading<String> mounts) {
        if (host.list("/sys/kernel/tracing/events") instanceof Present<?> p) {
            // Directories may be open and the files in them not; which mount option shut them does not show here.
            return host.read("/sys/kernel/tracing/events/sched/sched_switch/id") instanceof Unread<String> u ? new Unclear(u) : new Listed(p.evidence());
        }
        return new Unclear(
                mounts instanceof Unread<String> u ? u : Reading.failed(MOUNTS, "there is no such file"));
    }

    private static Unreadable unreadable(Mounts.Mount mount, String file) {
        String mode = option(mount, "mode=", "700");
        return new Unreadable(
                mount.point(),
                mount.type().equals("tracefs"),
                "gid=%s,mode=%s".formatted(option(mount, "gid=", "0"), mode),
                new Evidence(file, "permission denied; %s is mounted with mode %s".formatted(mount.type(), mode)));
    }

    private static String option(Mounts.Mount mount, String name, String usual) {
        return mount.options().stream().filter(o -> o.startsWith(name)).map(o -> o.substring(name.length())).findFirst().orElse(usual);
    }

    private static Optional<Mounts.Mount> mount(Mounts mounts, String type) {
        return mounts.all().stream().filter(m -> m.type().equals(type)).findFirst();
    }
}
