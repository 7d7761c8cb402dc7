package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Whether a target was built from the sources as they lie there now, by times: time says what may be, content says what is. */
public sealed interface Freshness {
    /** No known source is later than the build. */
    record Fresh(Evidence because) implements Freshness {}

    /**
     * Sources are later than the build.
     *
     * @param newer them, the newest first
     * @param built when the build began, or what stands for it
     * @param touched whether git alone gave them their times and the commit is the same as then
     * @param certain whether the build system itself goes by exactly this comparison
     */
    record Pending(List<Dated> newer, Present<Instant> built, boolean touched, boolean certain) implements Freshness {}

    /** No sources are known: none are declared, and no build system lists them. */
    record NoSources() implements Freshness {}

    /** The times do not tell. */
    record Unclear(Unread<?> because) implements Freshness {}

    /** Of a target. */
    static Freshness of(Facts facts, Targets.Target target) {
        SourceFiles sources = SourceFiles.of(facts, target);
        if (sources.files().isEmpty()) {
            return new NoSources();
        }
        return switch (built(facts, target)) {
            case Present<Instant> p when Times.isMadeUp(facts, p.value()) ->
                new Unclear(Reading.failed(p.evidence().source(), "its time was set by the build, not by the clock"));
            case Present<Instant> p -> compared(facts, target, sources, p);
            case Absent<Instant> a -> new Unclear(Reading.failed(a.source(), "no time is known of the build"));
            case Unread<Instant> u -> new Unclear(u);
        };
    }

    private static Freshness compared(Facts facts, Targets.Target target, SourceFiles sources, Present<Instant> built) {
        List<Dated> newer = sources.files().stream()
                .filter(f -> Times.surelyAfter(f.time(), built.value()) && !Times.isFuture(facts, f.time()))
                .sorted(Comparator.comparing(Dated::time).reversed())
                .toList();
        boolean cargo = CargoBuild.of(facts, target.path()).isPresent();
        if (!newer.isEmpty()) {
            boolean touched = GitHistory.around(facts, HostPath.parent(newer.getFirst().file())).explains(newer, built.value());
            return new Pending(newer, built, touched, cargo);
        }
        Dated last = sources.files().stream().max(Comparator.comparing(Dated::time)).orElseThrow();
        if (Times.aboutEqual(last.time(), built.value())) {
            return new Unclear(Reading.failed(last.file(), "as old as the build, to the second"));
        }
        return new Fresh(last.evidence());
    }

    /** When the build began: Cargo keeps that; else the program's own time, which is that of its link. */
    static Reading<Instant> built(Facts facts, Targets.Target target) {
        Optional<CargoBuild> cargo = CargoBuild.of(facts, target.path());
        if (cargo.isPresent() && cargo.get().begun(facts) instanceof Present<Instant> begun) {
            return begun;
        }
        return linked(facts, target.path());
    }

    /** When a file was last changed; absent also where that is not known. */
    static Reading<Instant> linked(Facts facts, String file) {
        return linked(facts.host(), file);
    }

    /** As {@link #linked(Facts, String)}. */
    static Reading<Instant> linked(Host host, String file) {
        return switch (host.stat(file)) {
            case Present<Stat> p when p.value().mtime().isPresent() ->
                new Present<>(p.value().mtime().get(), new Dated(file, p.value().mtime().get()).evidence());
            case Present<Stat> p -> new Absent<>(p.evidence().source());
            case Absent<Stat> a -> new Absent<>(a.source());
            case Unread<Stat> u -> u.cast();
        };
    }

    /** Known files of a target that are later than the machine's now. */
    static List<Dated> future(Facts facts, Targets.Target target) {
        List<Dated> all = new ArrayList<>(SourceFiles.of(facts, target).files());
        if (linked(facts, target.path()) instanceof Present<Instant> built) {
            all.add(new Dated(target.path(), built.value()));
        }
        return all.stream().filter(f -> Times.isFuture(facts, f.time())).toList();
    }
}
