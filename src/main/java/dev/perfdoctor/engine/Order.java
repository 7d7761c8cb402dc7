package dev.perfdoctor.engine;

import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Effect;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.api.Remediation.Where;
import dev.perfdoctor.facts.PerfCalls;
import java.util.List;
import java.util.stream.Stream;

/** In which order ways to mend can work: each names what this run reports and what must be mended before it. */
record Order(List<Diagnosis> found, PerfCalls perf) {
    private static final String PERF = "perf-binary";
    private static final String NO_SUDO = "sudo/blocked-here";

    /** The diagnosis with ways that say what they come after. What mends perf itself needs none. */
    Diagnosis of(Diagnosis diagnosis) {
        boolean needsPerf = !diagnosis.check().equals(PERF);
        return diagnosis.mendedOnlyBy(diagnosis.remediations().stream()
                .map(way -> needsPerf ? perf.called(way, PERF) : way)
                .map(way -> way.onlyAfter(reported(asRoot(way), diagnosis)))
                .toList());
    }

    /** Where sudo refuses whatever it is asked for, no line that begins with it works; in another shell it may. */
    private static Remediation asRoot(Remediation way) {
        boolean bySudo = way.where() == Where.HERE && way.commands().stream().anyMatch(c -> c.startsWith("sudo ") || c.contains("| sudo "));
        return bySudo ? way.onlyAfter(Stream.concat(way.after().stream(), Stream.of(NO_SUDO)).toList()) : way;
    }

    private List<String> reported(Remediation way, Diagnosis mended) {
        return found.stream()
                .filter(d -> !d.code().equals(mended.code()))
                .filter(d -> way.after().contains(d.code()) || way.after().contains(d.check()) && d.effects().containsValue(Effect.BLOCKED))
                .map(Diagnosis::code)
                .distinct()
                .toList();
    }
}
