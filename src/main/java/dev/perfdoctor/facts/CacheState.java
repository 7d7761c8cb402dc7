package dev.perfdoctor.facts;

import dev.perfdoctor.api.Configuration.Cache;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import java.util.List;

/** Whether a program that keeps a cache will find it filled for this very build of it. */
public sealed interface CacheState {
    /** It will. */
    record Warm(Evidence because) implements CacheState {}

    /**
     * It will not.
     *
     * @param why what makes it so
     * @param everyRun whether no run can fill it: the user may not write there
     * @param evidence the cache, and what of the program it was held against
     */
    record Cold(Why why, boolean everyRun, List<Evidence> evidence) implements CacheState {}

    /** Another build shares it and used it last. */
    record OthersLast(Targets.Target other, List<Evidence> evidence) implements CacheState {}

    /** It does not show. */
    record Unclear(Unread<?> because) implements CacheState {}

    /** What makes a cache cold. */
    enum Why {
        MISSING,
        EMPTY,
        /** Its newest entry is older than the program. */
        OLDER,
        /** As {@code OLDER}, by the time of the program's metadata, which a hard link changes too. */
        OLDER_METADATA,
        /** No entry is of this build. */
        NO_ENTRY
    }

    /** Of one cache of a target. */
    static CacheState of(Facts facts, Targets.Target target, Cache cache) {
        return switch (facts.host().stat(cache.path())) {
            case Absent<Stat> a -> new Cold(Why.MISSING, !mayCreate(facts, cache.path()), List.of(new Evidence(a.source(), "absent")));
            case Unread<Stat> u -> new Unclear(u);
            case Present<Stat> p -> CacheContents.of(facts, target, cache, p.value());
        };
    }

    private static boolean mayCreate(Facts facts, String path) {
        String parent = HostPath.parent(path);
        return !(facts.host().stat(parent) instanceof Present<Stat> stat) || Permissions.mayWrite(facts, stat.value());
    }
}
