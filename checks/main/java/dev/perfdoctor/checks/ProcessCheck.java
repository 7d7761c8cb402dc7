package dev.perfdoctor.checks;

import static dev.perfdoctor.api.Activity.CALL_GRAPH;
import static dev.perfdoctor.api.Activity.RECORD;
import static dev.perfdoctor.api.Activity.STAT;
import static dev.perfdoctor.api.Activity.SYSTEM_WIDE;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.api.Identity;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.api.Remediation.Where;
import dev.perfdoctor.facts.Credentials;
import dev.perfdoctor.facts.Credentials.Capability;
import dev.perfdoctor.facts.ObservedProcess;
import dev.perfdoctor.facts.Remedies;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Whether the process of {@code --pid} may be observed. */
public final class ProcessCheck implements Check {
    /** So many threads rarely stay the same while perf opens an event for each. */
    private static final int MANY_THREADS = 64;

    @Override
    public String id() {
        return "process";
    }

    @Override
    public Set<Activity> concerns() {
        return Set.of(STAT, RECORD, CALL_GRAPH, SYSTEM_WIDE);
    }

    @Override
    public List<Finding> examine(Facts facts) {
        return ObservedProcess.of(facts)
                .map(process -> examine(facts, process))
                .orElse(List.of(new Finding.NotApplicable("no process was named (--pid)")));
    }

    private static List<Finding> examine(Facts facts, ObservedProcess process) {
        return switch (process.uid()) {
            case Present<Long> uid -> present(facts, process, uid);
            case Absent<Long> a when process.hidden() && !Credentials.isRoot(facts) ->
                List.of(new Finding.CannotTell(
                        "whether process %d exists".formatted(process.pid()),
                        new Unread<>(a.source(), Why.DENIED, ""),
                        Set.of(RECORD, SYSTEM_WIDE)));
            case Absent<Long> a -> List.of(gone(process, a.source()));
            case Unread<Long> u ->
                List.of(new Finding.CannotTell("who runs process %d".formatted(process.pid()), u, Set.of(RECORD, SYSTEM_WIDE)));
        };
    }

    private static List<Finding> present(Facts facts, ObservedProcess process, Present<Long> uid) {
        List<Finding> findings = new ArrayList<>();
        findings.add(access(facts, process, uid));
        if (process.inOtherPidNamespace() instanceof Present<Boolean> other && other.value()) {
            findings.add(otherNamespace(process, other.evidence()));
        }
        if (process.threads() instanceof Present<Integer> threads && threads.value() > MANY_THREADS) {
            findings.add(shortLivedThreads(threads));
        }
        return findings;
    }

    private static Finding access(Facts facts, ObservedProcess process, Present<Long> uid) {
        Credentials credentials = Credentials.of(facts);
        boolean capable = credentials.effective(Capability.PERFMON)
                || credentials.effective(Capability.SYS_PTRACE)
                || credentials.effective(Capability.SYS_ADMIN);
        if (capable) {
            return new Finding.Healthy("process %d may be observed".formatted(process.pid()), uid.evidence());
        }
        long me = Credentials.user(facts).map(Identity.User::uid).orElse(-1L);
        if (me != uid.value()) {
            return otherUser(facts, process, uid);
        }
        return process.notDumpable()
                ? notDumpable(facts, process, uid)
                : new Finding.Healthy("process %d is your own".formatted(process.pid()), uid.evidence());
    }

    private static Diagnosis gone(ObservedProcess process, String source) {
        return Diagnosis.of("process/gone", "There is no process %d here".formatted(process.pid()))
                .blocks(RECORD, SYSTEM_WIDE)
                .explained("""
                        perf -p %1$d stops with "Problems finding threads of monitor" or "No such process". The process ended, or the number is from
                        another pid namespace: a container numbers its processes itself.
                        """.formatted(process.pid()))
                .seen(source, "absent")
                .mendedBy(Remediation.perRun("Find its number as this namespace counts", "pgrep -a NAME"));
    }

    private static Diagnosis otherUser(Facts facts, ObservedProcess process, Present<Long> uid) {
        return Diagnosis.of("process/other-user", "Process %d is run by another user (uid %d)".formatted(process.pid(), uid.value()))
                .blocks(RECORD, SYSTEM_WIDE)
                .explained("""
                        perf -p is refused with "Access to performance monitoring and observability operations is limited": the kernel lets you
                        observe only your own processes, whatever perf_event_paranoid is.
                        """)
                .seen(uid.evidence())
                .mendedBy(Remediation.perRun(
                        "As that user", becoming(facts, uid.value()) + record(process)).asRoot());
    }

    private static Diagnosis notDumpable(Facts facts, ObservedProcess process, Present<Long> uid) {
        return Diagnosis.of("process/not-dumpable", "Process %d is yours and not dumpable".formatted(process.pid()))
                .blocks(RECORD, SYSTEM_WIDE)
                .explained("""
                        The kernel protects it from inspection, even by its own user: it changed its user ids, got capabilities from its file, or
                        asked for protection (PR_SET_DUMPABLE). perf -p is refused as for another user's process.
                        """)
                .seen("/proc/" + process.pid(), "owned by root")
                .seen(uid.evidence())
                .mendedBy(Remediation.perRun("As root", Remedies.asRoot(facts, Where.HERE) + record(process)).asRoot());
    }

    private static String record(ObservedProcess process) {
        return "perf record -p %d -- sleep 10".formatted(process.pid());
    }

    /** sudo takes a number behind a {@code #}, doas one as it is. */
    private static String becoming(Facts facts, long uid) {
        String root = Remedies.asRoot(facts, Where.HERE);
        return root.equals("doas ") ? root + "-u %d ".formatted(uid) : "sudo -u '#%d' ".formatted(uid);
    }

    private static Diagnosis otherNamespace(ObservedProcess process, Evidence numbers) {
        String inside = process.numbers().map(List::getLast).orElse("another number");
        return Diagnosis.of(
                        "process/other-namespace", "Process %d is %s in its own pid namespace".formatted(process.pid(), inside))
                .notes(RECORD, SYSTEM_WIDE)
                .explained("""
                        perf -p wants the number of this namespace, %1$d. Symbols of just-in-time compilers are looked up in /tmp/perf-%2$s.map in
                        the process's own file system, because the runtime names the file by the id it has inside.
                        """.formatted(process.pid(), inside))
                .seen(numbers)
                .mendedBy(Remediation.perRun("By its number here", "perf record -g -p %d -- sleep 10".formatted(process.pid())));
    }

    private static Diagnosis shortLivedThreads(Present<Integer> threads) {
        return Diagnosis.of("process/short-lived-threads", "The process has %d threads".formatted(threads.value()))
                .notes(RECORD, SYSTEM_WIDE)
                .explained("""
                        perf -p opens an event for each thread it finds. Threads that end meanwhile make it stop with "No such process": try
                        again, or record all CPUs and filter by process when reporting.
                        """)
                .seen(threads.evidence());
    }
}
