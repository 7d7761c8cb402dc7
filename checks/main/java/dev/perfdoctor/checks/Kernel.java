package dev.perfdoctor.checks;

import static dev.perfdoctor.api.Activity.CALL_GRAPH;
import static dev.perfdoctor.api.Activity.RECORD;
import static dev.perfdoctor.api.Activity.STAT;
import static dev.perfdoctor.api.Activity.SYSTEM_WIDE;
import static dev.perfdoctor.api.Activity.TRACEPOINTS;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Effect;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.api.Finding.Healthy;
import dev.perfdoctor.api.Finding.NotApplicable;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.facts.KernelChange;
import dev.perfdoctor.facts.KernelHistory;
import dev.perfdoctor.facts.KernelMinimum;
import dev.perfdoctor.facts.KernelModules;
import dev.perfdoctor.facts.KernelRelease;
import dev.perfdoctor.facts.PerfAccess;
import dev.perfdoctor.facts.PerfInUse;
import dev.perfdoctor.facts.Remedies;
import dev.perfdoctor.facts.Times;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which kernel runs, whether it has perf events at all, and whether it just changed under perf's feet. */
public final class Kernel implements Check {
    @Override
    public String id() {
        return "kernel";
    }

    @Override
    public Set<Activity> concerns() {
        return Activity.PERF;
    }

    @Override
    public boolean always() {
        return true;
    }

    @Override
    public List<Finding> examine(Facts facts) {
        List<Finding> findings = new ArrayList<>();
        findings.add(perfEvents(facts));
        findings.add(pendingReboot(facts));
        findings.add(modules(facts));
        KernelMinimum.of(facts).unmet().forEach(unmet -> findings.add(belowMinimum(facts, unmet)));
        KernelChange.of(facts).ifPresent(change -> findings.add(changed(facts, change)));
        return findings;
    }

    private static Finding perfEvents(Facts facts) {
        return PerfAccess.of(facts).state() instanceof PerfAccess.State.NoPerfEvents(Evidence because)
                ? noPerfEvents(facts, because)
                : new Healthy("Linux " + KernelRelease.of(facts).text(), KernelRelease.of(facts).evidence());
    }

    private static Diagnosis noPerfEvents(Facts facts, Evidence because) {
        return Diagnosis.of("kernel/no-perf-events", "This kernel was built without perf events")
                .affects(Effect.BLOCKED, Activity.PERF)
                .seen(because)
                .seen(KernelRelease.of(facts).evidence())
                .explained("""
                        The system call perf_event_open does not exist here. perf stat prints <not supported> for every event, task-clock too,
                        and exits 0; perf record ends with "Function not implemented". No setting changes that.
                        """)
                .mendedBy(Remediation.perRun("For one run: count instructions by simulation", "valgrind --tool=callgrind CMD"))
                .mendedBy(Remediation.external(
                        "For good: another kernel", Remedies.kernelSide(facts), "boot a kernel built with CONFIG_PERF_EVENTS=y, as distributions' are"));
    }

    private static Finding pendingReboot(Facts facts) {
        KernelHistory history = KernelHistory.of(facts);
        Optional<KernelHistory.Other> newer = history.newer();
        if (Remedies.kernelSide(facts) == Remediation.Where.HOST) {
            return new NotApplicable("which kernel boots next is decided outside");
        }
        return newer.isPresent()
                ? rebootPending(facts, history, newer.get())
                : new Healthy("no newer kernel waits for a reboot", KernelRelease.of(facts).evidence());
    }

    private static Diagnosis rebootPending(Facts facts, KernelHistory history, KernelHistory.Other newer) {
        boolean toolsGone = history.toolsMovedTo(newer.release()) && PerfInUse.of(facts).doesNotStart();
        Diagnosis diagnosis = Diagnosis.of("kernel/reboot-pending", 
                        "Kernel %s is installed, %s still runs"
                                .formatted(shown(newer.release(), history.running()), shown(history.running(), newer.release())))
                .affects(Effect.NOTE, facts.request().asked())
                .seen(history.running().evidence())
                .seen(newer.evidence())
                .explaining("kernel/modules-missing")
                .mendedBy(Remediation.manual("For good: reboot", true, "reboot when it suits; until then the older kernel stays in use"));
        return toolsGone
                ? diagnosis.limits(STAT, RECORD).explaining("perf-binary/not-built-for-kernel", "perf-binary/package-without-perf").explained("""
                        The tools of the running kernel are gone, those of %s are there: perf's wrapper finds nothing until the reboot. The perf
                        of the newer kernel measures the running one just as well by its full path.
                        """.formatted(newer.release().text()))
                : diagnosis.explained("""
                        Until the reboot you measure the older kernel. After it, measure again before you compare, and run perfdoctor again: perf
                        and a sudo rule may be tied to the older kernel.
                        """);
    }

    private static Finding modules(Facts facts) {
        return switch (KernelModules.of(facts)) {
            case KernelModules.There(var because) -> new Healthy("the running kernel's modules are installed", because);
            case KernelModules.Gone(var others) -> modulesMissing(facts, others);
            case KernelModules.NotNeeded(var why) -> new NotApplicable(why);
            case KernelModules.Unknown(var because) ->
                new Finding.CannotTell("whether the running kernel's modules are installed", because, Set.of());
        };
    }

    private static Diagnosis modulesMissing(Facts facts, Evidence others) {
        KernelRelease running = KernelRelease.of(facts);
        Optional<KernelHistory.Other> newer = KernelHistory.of(facts).newer();
        Remediation way = newer.map(n -> Remediation.manual("For good: reboot", true, "reboot into " + n.release().text()))
                .orElseGet(() -> Remediation.manual(
                        "For good, by hand", true, "reinstall the modules of " + running.text() + " from where this kernel came"));
        return Diagnosis.of("kernel/modules-missing", "The modules of the running kernel are gone")
                .limits(TRACEPOINTS)
                .seen(running.evidence())
                .seen(others)
                .explained("""
                        /lib/modules/%s does not exist, as after an update that removed it. Modules that are not loaded yet cannot be loaded any
                        more, so their tracepoints cannot be used, nor probes set in them; perf cannot read symbols from module files.
                        """.formatted(running.text()))
                .mendedBy(way);
    }

    private static Diagnosis belowMinimum(Facts facts, KernelMinimum.Unmet unmet) {
        Diagnosis diagnosis = Diagnosis.of(
                        "kernel/below-minimum",
                        "Linux %s is older than %s needs (%s)".formatted(KernelRelease.of(facts).majorMinor(), unmet.feature().words(), unmet.feature().since()))
                .seen(KernelRelease.of(facts).evidence())
                .seen(unmet.because());
        return switch (unmet.feature()) {
            case HYBRID_PMUS -> diagnosis
                    .limits(STAT, RECORD, CALL_GRAPH)
                    .explained("This kernel takes all cores for one kind. An event of one kind counts 0 on the other, or counts something else.")
                    .mendedBy(Remediation.manual("For good: a newer kernel", true, "boot Linux 5.13 or later"));
            case CAP_PERFMON -> diagnosis
                    .limits(SYSTEM_WIDE, TRACEPOINTS)
                    .explained("This kernel does not know CAP_PERFMON, so perf's file grants nothing. Before 5.8, CAP_SYS_ADMIN alone opens perf events.")
                    .mendedBy(Remediation.manual("For good: a newer kernel", true, "boot Linux 5.8 or later"));
        };
    }

    private static Diagnosis changed(Facts facts, KernelChange change) {
        Diagnosis diagnosis = Diagnosis.of("kernel/changed", headline(change))
                .affects(Effect.NOTE, facts.request().asked())
                .seen(change.evidence())
                .explained(story(change))
                .onlyToExplain(true);
        Diagnosis byRule = change.rule().isPresent() ? diagnosis.explaining("sudo/path-mismatch", "sudo/rule-path-gone") : diagnosis;
        return change.toolsBehind()
                ? byRule.explaining(
                        "perf-binary/package-without-perf",
                        "perf-binary/not-built-for-kernel",
                        "perf-binary/not-on-path",
                        "perf-binary/missing",
                        "perf-binary/broken")
                : byRule;
    }

    private static String headline(KernelChange change) {
        KernelRelease now = change.now();
        String steps = change.before()
                .map(before -> "%s → %s".formatted(shown(before, now), shown(now, before)))
                .orElse("now " + now.abi());
        return "The kernel changed%s: %s".formatted(change.day().map(Kernel::on).orElse(""), steps);
    }

    private static String on(LocalDate day) {
        return " on " + Times.day(day);
    }

    private static String story(KernelChange change) {
        List<String> sentences = new ArrayList<>();
        if (change.perfNow().isPresent() && change.rule().isPresent()) {
            sentences.add("perf moved from %s to %s; the sudo rule still names the old place.".formatted(change.rule().get(), change.perfNow().get()));
        } else if (change.rule().isPresent()) {
            sentences.add("The sudo rule still names %s.".formatted(change.rule().get()));
        }
        if (change.toolsBehind()) {
            sentences.add(change.perfBefore()
                    .map("No perf came with the new kernel; that of the earlier one is still at %s."::formatted)
                    .orElse("No perf came with the new kernel, and that of the earlier one is gone."));
        }
        sentences.add("All of this has one cause, and the next kernel update can bring it again.");
        return String.join(" ", sentences);
    }

    /** As short as tells it from the other: the version, else what stands before the flavour. */
    private static String shown(KernelRelease release, KernelRelease other) {
        return release.version().equals(other.version()) ? release.abi() : release.version();
    }
}
