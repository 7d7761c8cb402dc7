package dev.perfdoctor.checks;

import static dev.perfdoctor.api.Activity.CALL_GRAPH;
import static dev.perfdoctor.api.Activity.RECORD;
import static dev.perfdoctor.api.Activity.SYSTEM_WIDE;

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
import dev.perfdoctor.facts.Kallsyms;
import dev.perfdoctor.facts.PerfAccess;
import dev.perfdoctor.facts.Remedies;
import dev.perfdoctor.facts.Sysctl;
import java.util.List;
import java.util.Set;

/** Whether samples in the kernel get names. */
public final class KernelSymbols implements Check {
    private static final String KEY = "kernel.kptr_restrict";

    @Override
    public String id() {
        return "kernel-symbols";
    }

    @Override
    public Set<Activity> concerns() {
        return Set.of(RECORD, CALL_GRAPH, SYSTEM_WIDE);
    }

    @Override
    public List<Finding> examine(Facts facts) {
        if (PerfAccess.of(facts).allows(RECORD) != PerfAccess.Answer.YES) {
            return List.of(new Finding.NotExamined("the kernel side is not sampled"));
        }
        return List.of(switch (Kallsyms.shown(facts)) {
            case Present<Boolean> p when p.value() -> new Finding.Healthy("kernel functions get their names", p.evidence());
            case Present<Boolean> p -> hidden(facts, p);
            case Absent<Boolean> a -> new Finding.NotApplicable("this kernel has no " + a.source());
            case Unread<Boolean> u -> new Finding.CannotTell("whether kernel functions get their names", u, Set.of());
        });
    }

    private static Diagnosis hidden(Facts facts, Present<Boolean> seen) {
        Reading<Integer> restrict = Sysctl.number(facts, KEY);
        Diagnosis hidden = Diagnosis.of("kernel-symbols/hidden", "The kernel's symbols are hidden from you: all addresses are zero")
                .limits(RECORD, CALL_GRAPH, SYSTEM_WIDE)
                .explained("""
                        perf samples the kernel and cannot name what it finds: "Kernel address maps (/proc/{kallsyms,modules}) are
                        restricted", and kernel frames are bare addresses or one [unknown]. perf record stores the hidden table in its
                        cache as well, where it stays.
                        """)
                .seen(seen);
        return restrict instanceof Present<Integer> level
                ? hidden.seen(level).mendedBy(remedies(facts, level))
                : hidden;
    }

    private static List<Remediation> remedies(Facts facts, Present<Integer> level) {
        String risk = "Users allowed to profile the kernel can then read its addresses, which weakens address randomisation.";
        // At 0 the level of perf_event_paranoid hides them; CAP_SYSLOG shows them at 0 and 1, nothing does at 2.
        if (level.value() > 0) {
            return Remedies.sysctl(facts, KEY, level, 0, risk);
        }
        Remediation capability = Confinement.of(facts).inContainer()
                ? Remediation.external("For this container", Where.HOST, "start the container with CAP_SYSLOG beside CAP_PERFMON")
                : Remediation.manual("For good", true, "give the profiling user CAP_SYSLOG beside CAP_PERFMON");
        return List.of(capability.risking(risk));
    }
}
