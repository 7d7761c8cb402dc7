package dev.perfdoctor.checks;

import static dev.perfdoctor.api.Activity.CALL_GRAPH;
import static dev.perfdoctor.api.Activity.RECORD;
import static dev.perfdoctor.api.Activity.STAT;
import static dev.perfdoctor.api.Activity.SYSTEM_WIDE;
import static dev.perfdoctor.api.Activity.TRACEPOINTS;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.api.Remediation.Where;
import dev.perfdoctor.facts.Confinement;
import dev.perfdoctor.facts.ContainerEngine;
import dev.perfdoctor.facts.Credentials;
import dev.perfdoctor.facts.Credentials.Capability;
import dev.perfdoctor.facts.PerfAccess;
import dev.perfdoctor.facts.PerfAccess.Answer;
import dev.perfdoctor.facts.Probe;
import dev.perfdoctor.facts.SecurityModules;
import java.util.List;
import java.util.Set;

/** What refuses perf events above the kernel's own rules: seccomp, user namespaces, SELinux, lockdown, gVisor; and that this is a container. */
public final class Sandbox implements Check {
    private static final Activity[] ALL = {STAT, RECORD, CALL_GRAPH, SYSTEM_WIDE, TRACEPOINTS};

    @Override
    public String id() {
        return "sandbox";
    }

    @Override
    public Set<Activity> concerns() {
        return Activity.PERF;
    }

    @Override
    public List<Finding> examine(Facts facts) {
        return List.of(refusal(facts), userNamespace(facts), lockdown(facts), container(facts));
    }

    private static Finding refusal(Facts facts) {
        if (!(PerfAccess.of(facts).state() instanceof PerfAccess.State.Sandboxed refused)) {
            return unasked(facts);
        }
        if (Confinement.of(facts).virtualization().filter(v -> v.name().equals("gvisor")).isPresent()) {
            return gvisor(facts, refused);
        }
        if (Credentials.of(facts).seccompFilter() instanceof Present<Boolean> filter && filter.value()) {
            return seccomp(facts, refused, filter);
        }
        if (SecurityModules.of(facts).selinuxEnforces() instanceof Present<Boolean> enforces && enforces.value()) {
            return selinux(refused, enforces);
        }
        return new Finding.CannotTell(
                "what refuses perf_event_open with " + refused.errno(),
                Reading.failed(refused.because().source(), "neither a seccomp filter nor SELinux shows"),
                Activity.PERF);
    }

    /** The filters of container engines refuse perf to who has no capability for it, and only the call itself shows that. */
    private static Finding unasked(Facts facts) {
        Finding nothing = new Finding.NotApplicable("nothing above the kernel refuses perf events");
        Credentials credentials = Credentials.of(facts);
        boolean letThrough = credentials.effective(Capability.SYS_ADMIN) && credentials.effective(Capability.PERFMON); // Podman asked for both
        boolean asked = Probe.of(facts).open(Probe.Open.TASK_CLOCK_USER).filter(Probe.Row::asked).isPresent();
        if (!Confinement.of(facts).inContainer() || letThrough || asked) {
            return nothing;
        }
        return switch (credentials.seccompFilter()) {
            case Present<Boolean> filter when filter.value() ->
                new Finding.CannotTell("whether the seccomp filter of this container lets perf through", Probe.of(facts).obstacle(), Activity.PERF);
            case Unread<Boolean> u -> new Finding.CannotTell("whether a seccomp filter of this container refuses perf", u, Activity.PERF);
            case Present<Boolean> _ -> nothing;
            case Absent<Boolean> _ -> nothing;
        };
    }

    private static Diagnosis seccomp(Facts facts, PerfAccess.State.Sandboxed refused, Present<Boolean> filter) {
        ContainerEngine engine = ContainerEngine.of(facts);
        return Diagnosis.of("sandbox/seccomp", "A seccomp filter refuses perf_event_open (%s)".formatted(refused.errno()))
                .blocks(ALL)
                .explained(refused.errno().equals("ENOSYS")
                        ? """
                          The filter answers as if the kernel had no perf events: perf stat prints <not supported> for every event, task-clock too,
                          and may exit 0. The kernel has them; %s does not let you use them. No sysctl changes that.
                          """.formatted(engine.name())
                        : """
                          perf says "No permission to enable cycles event" whatever perf_event_paranoid is set to: the call never reaches the kernel's
                          own rules. %s does not let it through. No sysctl changes that.
                          """.formatted(engine.name()))
                .seen(filter)
                .seen(refused.because())
                .mendedBy(engine.options().stream().map(o -> allow(facts, engine, o)).toList());
    }

    private static Remediation allow(Facts facts, ContainerEngine engine, String option) {
        Where where = Confinement.of(facts).inContainer() ? Where.HOST : Where.HERE;
        return Remediation.external("Let " + engine.name() + " allow it", where, option)
                .risking("Programs inside can then use the kernel's perf events, a large interface with a history of bugs.");
    }

    private static Diagnosis gvisor(Facts facts, PerfAccess.State.Sandboxed refused) {
        Diagnosis gvisor = Diagnosis.of("sandbox/gvisor", "gVisor has no perf_event_open (%s)".formatted(refused.errno()))
                .blocks(ALL)
                .explained("""
                        This container runs on gVisor (runsc), a kernel in user space that has no perf events at all. perf stat prints <not
                        supported> for every event. Nothing inside can mend it.
                        """)
                .seen(refused.because())
                .mendedBy(Remediation.external(
                        "Another runtime", Where.HOST, "run this workload under runc or crun instead of runsc while you measure it"));
        return Confinement.of(facts).virtualization().map(v -> gvisor.seen(v.evidence())).orElse(gvisor);
    }

    private static Diagnosis selinux(PerfAccess.State.Sandboxed refused, Present<Boolean> enforces) {
        return Diagnosis.of("sandbox/selinux", "SELinux refuses perf events (%s)".formatted(refused.errno()))
                .blocks(ALL)
                .explained("""
                        Neither perf_event_paranoid nor missing capabilities explain the refusal, and SELinux is enforcing: the policy does
                        not grant this domain the class perf_event.
                        """)
                .seen(enforces)
                .seen(refused.because())
                .mendedBy(Remediation.manual(
                        "For good",
                        true,
                        "look at the denials: ausearch -m avc -c perf",
                        "make a policy module of them with audit2allow, read it, and load it with semodule -i"));
    }

    /** Capabilities that look full and count for nothing, because perf asks the initial namespace. */
    private static Finding userNamespace(Facts facts) {
        Credentials credentials = Credentials.of(facts);
        return switch (credentials.inOwnUserNamespace()) {
            case Present<Boolean> own when own.value() && looksPrivileged(credentials) -> inNamespace(facts, own);
            case Present<Boolean> own ->
                new Finding.Healthy(own.value() ? "no capability is taken for more than it is" : "not in a user namespace", own.evidence());
            case Absent<Boolean> a -> new Finding.NotApplicable("this kernel has no " + a.source());
            case Unread<Boolean> u -> new Finding.CannotTell("whether root here is root to the kernel", u, Set.of());
        };
    }

    private static boolean looksPrivileged(Credentials credentials) {
        return credentials.has(Capability.SYS_ADMIN).orElse(false) || credentials.has(Capability.PERFMON).orElse(false);
    }

    private static Finding inNamespace(Facts facts, Present<Boolean> own) {
        PerfAccess access = PerfAccess.of(facts);
        if (access.leavesNothingRefused()) {
            return new Finding.Healthy("a user namespace, and the kernel refuses nothing", own.evidence());
        }
        Diagnosis namespace = Diagnosis.of("sandbox/user-namespace", "Root here is an ordinary user to perf: a user namespace")
                .explaining("paranoid/user-blocked", "paranoid/kernel-blocked", "paranoid/system-wide-blocked", "paranoid/raw-tracepoints-blocked")
                .explained("""
                        The capabilities look full and count only inside this user namespace. The kernel asks the initial one, so perf may
                        do what perf_event_paranoid allows an ordinary user, and no option of the engine changes that while it is rootless.
                        """)
                .seen(own)
                .seen(Credentials.of(facts).capabilities().stream().toList())
                .mendedBy(Remediation.external(
                        "Outside the namespace", Where.HOST, "measure from the host, or in a container of an engine that root runs"));
        for (Activity activity : ALL) {
            namespace = switch (access.allows(activity)) {
                case NO -> activity == SYSTEM_WIDE || activity == TRACEPOINTS ? namespace.blocks(activity) : namespace.limits(activity);
                case LIMITED -> namespace.limits(activity);
                case YES, UNKNOWN -> namespace.notes(activity);
            };
        }
        return namespace;
    }

    private static Finding lockdown(Facts facts) {
        return switch (SecurityModules.of(facts).lockdown()) {
            case Present<SecurityModules.Lockdown> mode when mode.value() == SecurityModules.Lockdown.CONFIDENTIALITY -> confidential(mode);
            case Present<SecurityModules.Lockdown> mode -> new Finding.Healthy("lockdown leaves perf alone", mode.evidence());
            case Absent<SecurityModules.Lockdown> a -> new Finding.NotApplicable("no " + a.source());
            case Unread<SecurityModules.Lockdown> u -> new Finding.CannotTell("whether lockdown keeps tracepoints shut", u, Set.of());
        };
    }

    private static Diagnosis confidential(Present<SecurityModules.Lockdown> mode) {
        return Diagnosis.of("sandbox/lockdown", "The kernel is locked down for confidentiality")
                .limits(TRACEPOINTS)
                .explaining("tracefs/unreadable")
                .explained("""
                        Even root is refused tracefs, kprobes and the registers of kernel samples ("Lockdown: perf: … is restricted"). Counting
                        and sampling go on working.
                        """)
                .seen(mode)
                .mendedBy(Remediation.external(
                        "At boot",
                        Where.HERE,
                        "boot with lockdown=integrity, or without lockdown=")
                        .risking("Root can then read the kernel's memory, which confidentiality mode is there to prevent."));
    }

    private static Finding container(Facts facts) {
        return Confinement.of(facts).container()
                .<Finding>map(c -> Diagnosis.of("sandbox/container", "This is a container (%s)".formatted(c.name()))
                        .notes(ALL)
                        .explained("""
                                The kernel and its settings are the host's: sysctls and kernel packages are changed there. perf, valgrind and
                                debug symbols belong to the image, and what is installed here is gone with the container.
                                """)
                        .seen(c.evidence()))
                .orElse(new Finding.NotApplicable("no container shows"));
    }
}
