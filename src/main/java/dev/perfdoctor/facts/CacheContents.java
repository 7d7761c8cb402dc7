package dev.perfdoctor.facts;

import dev.perfdoctor.api.Configuration.Cache;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import dev.perfdoctor.facts.CacheState.Cold;
import dev.perfdoctor.facts.CacheState.OthersLast;
import dev.perfdoctor.facts.CacheState.Unclear;
import dev.perfdoctor.facts.CacheState.Warm;
import dev.perfdoctor.facts.CacheState.Why;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A filled cache beside the program that it is of. */
record CacheContents(Facts facts, Targets.Target target, Cache cache, List<FileWalk.Entry> entries, boolean complete, boolean everyRun) {
    /** Files that mark a cache and are no entries of it. */
    private static final Set<String> NO_ENTRIES = Set.of("CACHEDIR.TAG", ".gitignore", ".gitkeep", ".keep", "README", "README.md", "lock", ".lock");

    /** More entries than a walk of a few milliseconds sees. */
    private static final int MOST = 5_000;

    /** What a cache that is there says of a program. */
    static CacheState of(Facts facts, Targets.Target target, Cache cache, Stat stat) {
        FileWalk walk = FileWalk.below(facts.host(), facts.host().realPath(cache.path()).orElse(cache.path()), MOST, _ -> true);
        List<FileWalk.Entry> entries = walk.files().stream().filter(e -> isEntry(HostPath.name(e.path()))).toList();
        boolean everyRun = !Permissions.mayWrite(facts, stat) || readOnly(facts, cache.path());
        if (entries.isEmpty()) {
            return walk.complete()
                    ? new Cold(Why.EMPTY, everyRun, List.of(new Evidence(cache.path(), everyRun ? "empty, and you may not write there" : "empty")))
                    : new Unclear(new Unread<>(cache.path(), Reading.Why.NOT_CAPTURED, ""));
        }
        return new CacheContents(facts, target, cache, entries, walk.complete(), everyRun).state();
    }

    private static boolean readOnly(Facts facts, String path) {
        return Mounts.of(facts).holding(path).map(m -> m.has("ro")).orElse(false);
    }

    private static boolean isEntry(String name) {
        return !NO_ENTRIES.contains(name) && !name.endsWith(".lock");
    }

    private CacheState state() {
        return switch (cache.keyedOn()) {
            case MTIME -> byTime(Freshness.linked(facts, target.path()), Why.OLDER);
            case CTIME -> byTime(metadataTime(), Why.OLDER_METADATA);
            case BUILD_ID -> byContent(Elf.of(facts, target.path()).map(elf -> elf.buildId()
                    .orElseThrow(() -> new IllegalArgumentException("has no build id"))));
            case SHA256 -> byContent(Digests.sha256(facts, target.path()));
            case PATH -> new Warm(new Evidence(cache.path(), Text.entries(entries.size()) + ", found by the program's path alone"));
        };
    }

    private Reading<Instant> metadataTime() {
        return switch (facts.host().stat(target.path())) {
            case Present<Stat> p when p.value().ctime().isPresent() -> new Present<>(p.value().ctime().get(), new Evidence(
                    target.path(), "metadata changed " + Times.shown(p.value().ctime().get())
                            + (p.value().links().orElse(1) > 1 ? ", " + p.value().links().getAsLong() + " hard links" : "")));
            case Present<Stat> p -> new Absent<>(p.evidence().source());
            case Absent<Stat> a -> new Absent<>(a.source());
            case Unread<Stat> u -> u.cast();
        };
    }

    private CacheState byTime(Reading<Instant> program, Why older) {
        Optional<Dated> newest = newest();
        return switch (program) {
            case Present<Instant> p when newest.isEmpty() || Times.isMadeUp(facts, p.value()) || Times.isFuture(facts, p.value()) ->
                unclear(p.evidence().source(), "the times do not tell when it was built or used");
            case Present<Instant> p when Times.surelyAfter(p.value(), newest.get().time()) -> complete
                    ? new Cold(older, everyRun, List.of(newestEvidence(newest.get()), p.evidence()))
                    : unclear(cache.path(), "too many entries to look at all");
            case Present<Instant> p when Times.aboutEqual(p.value(), newest.get().time()) ->
                unclear(newest.get().file(), "as old as the program, to the second");
            case Present<Instant> p -> othersLast(newest.get(), p)
                    .<CacheState>map(other -> other)
                    .orElseGet(() -> new Warm(newestEvidence(newest.get())));
            case Absent<Instant> a -> unclear(a.source(), "no time is known of it");
            case Unread<Instant> u -> new Unclear(u);
        };
    }

    private Evidence newestEvidence(Dated newest) {
        return new Evidence(cache.path(), "%s, the newest %s of %s"
                .formatted(Text.entries(entries.size()), HostPath.name(newest.file()), Times.shown(newest.time())));
    }

    private Optional<Dated> newest() {
        return entries.stream()
                .flatMap(e -> e.stat().mtime().map(time -> new Dated(e.path(), time)).stream())
                .max(Comparator.comparing(Dated::time));
    }

    /** Another target with the same cache, built after this one and before the newest entry, is the one that wrote it. */
    private Optional<OthersLast> othersLast(Dated newest, Present<Instant> mine) {
        return Targets.of(facts).all().stream()
                .filter(other -> !other.path().equals(target.path()) && other.caches().contains(cache) && !sameContent(other))
                .flatMap(other -> Freshness.linked(facts, other.path()) instanceof Present<Instant> theirs
                                && Times.surelyAfter(newest.time(), theirs.value())
                                && Times.surelyAfter(theirs.value(), mine.value())
                        ? Stream.of(
                                new OthersLast(other, List.of(newestEvidence(newest), theirs.evidence(), mine.evidence())))
                        : Stream.<OthersLast>empty())
                .findFirst();
    }

    private boolean sameContent(Targets.Target other) {
        String mine = Elf.of(facts, target.path()).map(elf -> elf.buildId().orElse("")).orElse("");
        String theirs = Elf.of(facts, other.path()).map(elf -> elf.buildId().orElse("")).orElse("");
        return !mine.isEmpty() && mine.equals(theirs);
    }

    /** Entries that are called by the key tell; others leave open what they are of, since a relinked program may have the same content. */
    private CacheState byContent(Reading<String> key) {
        return switch (key) {
            case Present<String> p when entries.stream().anyMatch(e -> isOf(e.path(), p.value())) ->
                new Warm(new Evidence(cache.path(), "has an entry of " + p.value()));
            case Present<String> p when complete && entries.stream().allMatch(e -> looksLikeKey(e.path())) ->
                new Cold(Why.NO_ENTRY, everyRun, List.of(new Evidence(cache.path(), "no entry of " + p.value()), p.evidence()));
            case Present<String> p -> unclear(cache.path(), "its entries do not tell which build they are of");
            case Absent<String> a -> unclear(a.source(), "there is no program to hold it against");
            case Unread<String> u -> new Unclear(u);
        };
    }

    private String below(String path) {
        String root = facts.host().realPath(cache.path()).orElse(cache.path());
        return path.length() > root.length() ? path.substring(root.length() + 1) : HostPath.name(path);
    }

    /** By its first dozen digits, which may be cut into a directory of two and the rest. */
    private boolean isOf(String path, String key) {
        String digits = key.substring(0, Math.min(12, key.length()));
        return below(path).replace("/", "").contains(digits);
    }

    private boolean looksLikeKey(String path) {
        String name = below(path).replace("/", "");
        int run = 0;
        for (int i = 0; i < name.length() && run < 16; i++) {
            run = Character.digit(name.charAt(i), 16) >= 0 ? run + 1 : 0;
        }
        return run >= 16;
    }

    private static Unclear unclear(String source, String why) {
        return new Unclear(Reading.failed(source, why));
    }
}
