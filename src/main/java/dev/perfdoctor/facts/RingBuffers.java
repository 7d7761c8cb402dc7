package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Whether perf's ring buffers may be locked in memory. Only what the probe mapped tells: perf fits its default to
 * {@code perf_event_mlock_kb} (tools/perf/util/evlist.c), and other profilers of the same user share the allowance.
 */
public sealed interface RingBuffers {
    /** The sysctl's key. */
    String KEY = "kernel.perf_event_mlock_kb";
    /** Its default: 512 and a page. */
    int USUAL_KILOBYTES = 516;
    /** perf record's default ring with the usual allowance. */
    long DEFAULT_PAGES = 128;

    /** The largest that was tried fits. */
    record Fit(Evidence evidence) implements RingBuffers {}

    /** Not even perf's own default fits. */
    record DefaultRefused(long pages, Evidence evidence) implements RingBuffers {}

    /** Only a larger one than perf's default does not fit. */
    record LargerRefused(long pages, Evidence evidence) implements RingBuffers {}

    /** The probe mapped none. */
    record NotTried(String why) implements RingBuffers {}

    /** This user's. */
    static RingBuffers of(Facts facts) {
        return facts.once(RingBuffers.class, f -> judge(Probe.of(f)));
    }

    private static RingBuffers judge(Probe probe) {
        List<Probe.Row> tried = probe.all("mmap");
        Predicate<Probe.Row> refused = row -> row.failedWith("EPERM", "ENOMEM");
        Optional<Probe.Row> usual = tried.stream().filter(RingBuffers::isDefault).filter(refused).findFirst();
        if (usual.isPresent()) {
            return new DefaultRefused(pages(usual.get()), usual.get().evidence());
        }
        Optional<Probe.Row> larger = tried.stream().filter(refused).findFirst();
        if (larger.isPresent()) {
            return new LargerRefused(pages(larger.get()), larger.get().evidence());
        }
        return tried.stream()
                .filter(Probe.Row::ok)
                .reduce((_, last) -> last)
                .<RingBuffers>map(last -> new Fit(last.evidence()))
                .orElse(new NotTried("the probe mapped no ring buffer"));
    }

    private static long pages(Probe.Row row) {
        return row.number("pages").orElse(0L);
    }

    /** The probe marks the ring that perf would take here; without the mark, the one it takes with the usual allowance. */
    private static boolean isDefault(Probe.Row row) {
        return row.is("default") || pages(row) <= DEFAULT_PAGES;
    }
}
