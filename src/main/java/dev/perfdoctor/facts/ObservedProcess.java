package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The process that perf is to attach to ({@code --pid}), as procfs shows it (proc_pid_status(5)).
 *
 * @param pid as this pid namespace counts
 * @param status fields of its status file
 * @param owner who owns {@code /proc/PID}: root where the process is not dumpable, whoever runs it (proc(5))
 * @param pidNamespace text of {@code ns/pid}
 * @param ownPidNamespace the same of the doctor's process
 * @param hidden whether procfs hides other users' processes (hidepid), so that absent is not gone
 */
public record ObservedProcess(
        int pid,
        Reading<Map<String, String>> status,
        Reading<Stat> owner,
        Reading<String> pidNamespace,
        Reading<String> ownPidNamespace,
        boolean hidden) {
    /** The process of the request; empty where none is asked for. */
    public static Optional<ObservedProcess> of(Facts facts) {
        return facts.request().pid().isPresent()
                ? Optional.of(facts.once(ObservedProcess.class, f -> read(f, f.request().pid().getAsInt())))
                : Optional.empty();
    }

    private static ObservedProcess read(Facts facts, int pid) {
        Host host = facts.host();
        String at = "/proc/" + pid;
        return new ObservedProcess(
                pid,
                host.read(at + "/status").map(Credentials::fields),
                host.stat(at),
                host.readLink(at + "/ns/pid"),
                host.readLink("/proc/self/ns/pid"),
                hides(Mounts.of(facts)));
    }

    /** {@code hidepid} of the procfs at /proc, anything but 0 or off (proc(5)). */
    private static boolean hides(Mounts mounts) {
        return mounts.all().stream()
                .filter(m -> m.point().equals("/proc") && m.type().equals("proc"))
                .flatMap(m -> m.options().stream())
                .anyMatch(o -> o.startsWith("hidepid=") && !o.equals("hidepid=0") && !o.equals("hidepid=off"));
    }

    private Reading<String> field(String name) {
        return switch (status) {
            case Present<Map<String, String>> p when p.value().containsKey(name) -> {
                String value = p.value().get(name);
                yield new Present<>(value, new Evidence("/proc/" + pid + "/status", name + ": " + String.join(" ", Text.words(value))));
            }
            case Present<Map<String, String>> p -> new Absent<>(p.evidence().source());
            case Absent<Map<String, String>> a -> new Absent<>(a.source());
            case Unread<Map<String, String>> u -> u.cast();
        };
    }

    /** Its effective user id. */
    public Reading<Long> uid() {
        return field("Uid").map(text -> Long.valueOf(Text.words(text).get(1)));
    }

    /** How many threads it has now. */
    public Reading<Integer> threads() {
        return field("Threads").map(Integer::valueOf);
    }

    /** Its name in each pid namespace it is in, this one's first: {@code NSpid}, kernel 4.1 on. */
    public Reading<List<String>> numbers() {
        return field("NSpid").map(Text::words);
    }

    /** Whether it lives in a pid namespace below this one. */
    public Reading<Boolean> inOtherPidNamespace() {
        if (numbers() instanceof Present<List<String>> p) {
            return p.with(p.value().size() > 1);
        }
        return pidNamespace instanceof Present<String> its && ownPidNamespace instanceof Present<String> own
                ? its.with(!its.value().equals(own.value()))
                : pidNamespace.map(text -> false);
    }

    /** Whether the kernel treats it as not dumpable: root owns its directory, somebody else runs it. */
    public boolean notDumpable() {
        return owner instanceof Present<Stat> directory
                && directory.value().uid() == 0
                && uid() instanceof Present<Long> user
                && user.value() != 0;
    }
}
