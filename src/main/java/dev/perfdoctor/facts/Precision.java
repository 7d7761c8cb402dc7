package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How precise samples of cycles can be ({@code :p}, {@code :pp}, {@code :ppp}) and whether a sample can bring the branches before it
 * ({@code -b}, {@code -j}): by trying, else by what the driver states.
 *
 * @param highest the highest precise level that is offered; unread where nobody tells
 * @param branches whether branch stacks are offered
 */
public record Precision(Reading<Integer> highest, Reading<Boolean> branches) {
    /** That of this machine. */
    public static Precision of(Facts facts) {
        return facts.once(Precision.class, f -> new Precision(highest(f), branches(f)));
    }

    private static Reading<Integer> highest(Facts facts) {
        List<Probe.Row> levels = probed(Probe.of(facts));
        if (levels.isEmpty()) {
            return stated(facts);
        }
        Probe.Row best = levels.getFirst();
        long level = 0;
        for (Probe.Row row : levels) {
            long precise = row.number("precise").orElse(0L);
            if (row.ok() && precise > level) {
                level = precise;
                best = row;
            }
        }
        return new Present<>((int) level, best.evidence());
    }

    /** Rows that say something of precision: what failed for want of permission or of any PMU does not. */
    private static List<Probe.Row> probed(Probe probe) {
        List<Probe.Row> levels = new ArrayList<>();
        for (Probe.Row row : probe.all("open")) {
            boolean asked = row.text("event").equals("cycles") && row.number("precise").orElse(0L) > 0;
            if (asked && (row.ok() || row.failedWith("EOPNOTSUPP", "EINVAL"))) {
                levels.add(row);
            }
        }
        return levels;
    }

    private static Reading<Integer> stated(Facts facts) {
        return Pmus.of(facts).cpu().stream()
                .map(Pmus.CpuPmu::maxPrecise)
                .filter(Reading::isPresent)
                .findFirst()
                .orElseGet(() -> Reading.failed(Pmus.DEVICES, "no driver states max_precise"));
    }

    private static Reading<Boolean> branches(Facts facts) {
        Optional<Probe.Row> row = Probe.of(facts).first(r -> r.kind().equals("branch-stack"));
        if (row.filter(r -> r.ok() || r.failedWith("EOPNOTSUPP", "EINVAL")).isPresent()) {
            return new Present<>(row.get().ok(), row.get().evidence());
        }
        for (Pmus.CpuPmu pmu : Pmus.of(facts).cpu()) {
            if (pmu.branches() instanceof Present<Integer> depth) {
                return depth.with(depth.value() > 0);
            }
        }
        return Reading.failed(Pmus.DEVICES, "no driver states branches");
    }

    /** Whether all that a profiler may ask for is offered, as far as known. */
    public boolean complete() {
        return highest.orElse(1) > 0 && branches.orElse(true);
    }

    /** The first command that will be run and asks for what is known not to be offered. */
    public Optional<Demands.Demand> unmet(Demands demands) {
        boolean noBranches = branches instanceof Present<Boolean> p && !p.value();
        int most = highest.orElse(Integer.MAX_VALUE);
        return demands.first(d -> d.samples() && (noBranches && wantsBranches(d) || d.precise() > most));
    }

    private static boolean wantsBranches(Demands.Demand demand) {
        return demand.branchStack().isPresent() || demand.callGraph().filter(mode -> mode.startsWith("lbr")).isPresent();
    }

    /** What shows that something is not offered. */
    public List<Evidence> evidence() {
        List<Evidence> seen = new ArrayList<>();
        if (branches instanceof Present<Boolean> p && !p.value()) {
            seen.add(p.evidence());
        }
        if (highest instanceof Present<Integer> p && (p.value() == 0 || seen.isEmpty())) {
            seen.add(p.evidence());
        }
        return seen;
    }
}
