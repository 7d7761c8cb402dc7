package dev.perfdoctor.checks;

import static dev.perfdoctor.api.Activity.CALL_GRAPH;
import static dev.perfdoctor.api.Activity.RECORD;
import static dev.perfdoctor.api.Activity.STAT;
import static dev.perfdoctor.api.Activity.TIMING;
import static dev.perfdoctor.api.Activity.VALGRIND;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Configuration.Cache;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.facts.BuiltBy;
import dev.perfdoctor.facts.CacheState;
import dev.perfdoctor.facts.CacheState.Cold;
import dev.perfdoctor.facts.Dated;
import dev.perfdoctor.facts.Freshness;
import dev.perfdoctor.facts.Ownership;
import dev.perfdoctor.facts.Rebuilds;
import dev.perfdoctor.facts.TargetFile;
import dev.perfdoctor.facts.TargetFile.Program;
import dev.perfdoctor.facts.Targets;
import dev.perfdoctor.facts.Targets.Target;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Whether the next run is cold, and whether what will be measured is what its user thinks. */
public final class BuildCache implements Check {
    static final Activity[] NUMBERS = {STAT, RECORD, CALL_GRAPH, VALGRIND, TIMING};
    private static final Activity[] FIRST_RUN = {STAT, TIMING, VALGRIND};

    @Override
    public String id() {
        return "build-cache";
    }

    @Override
    public Set<Activity> concerns() {
        return Set.of(NUMBERS);
    }

    @Override
    public List<Finding> examine(Facts facts) {
        List<Finding> findings = new ArrayList<>();
        Set<String> directories = new HashSet<>();
        for (Target target : Targets.of(facts).all()) {
            findings.addAll(target(facts, target));
            Ownership.of(facts, target)
                    .filter(found -> directories.add(found.directory()))
                    .ifPresent(found -> findings.add(rootOwned(facts, found)));
        }
        findings.addAll(Leftover.findings(facts));
        findings.addAll(OldRecording.findings(facts));
        return findings.isEmpty() ? List.of(new Finding.NotApplicable("no target and no recording to look at")) : findings;
    }

    private static List<Finding> target(Facts facts, Target target) {
        TargetFile file = TargetFile.of(facts, target);
        if (file instanceof TargetFile.Nothing || file instanceof TargetFile.Unclear) {
            return List.of(new Finding.NotExamined(target.name() + " is not there to be looked at"));
        }
        List<Finding> findings = new ArrayList<>();
        if (!(file instanceof TargetFile.Script)) { // nobody builds it
            findings.add(freshness(facts, target));
        }
        List<Dated> future = Freshness.future(facts, target);
        if (!future.isEmpty()) {
            findings.add(futureTimes(target, future));
        }
        target.caches().forEach(cache -> findings.add(cache(facts, target, cache)));
        if (file instanceof Program program) {
            findings.add(compiler(facts, target, program));
        }
        return findings;
    }

    private static Finding freshness(Facts facts, Target target) {
        return switch (Freshness.of(facts, target)) {
            case Freshness.Fresh(var because) -> new Finding.Healthy(target.name() + " is later than its sources", because);
            case Freshness.NoSources _ -> new Finding.NotApplicable("nothing tells what " + target.name() + " is built from");
            case Freshness.Unclear(var because) ->
                new Finding.CannotTell("whether " + target.name() + " is of the sources as they are", because, Set.of());
            case Freshness.Pending pending -> rebuildPending(facts, target, pending);
        };
    }

    private static Diagnosis rebuildPending(Facts facts, Target target, Freshness.Pending pending) {
        int more = pending.newer().size() - 1;
        Diagnosis diagnosis = Diagnosis.of("build-cache/rebuild-pending", more == 0
                        ? "A source was changed after %s was built".formatted(target.name())
                        : "%d sources were changed after %s was built".formatted(more + 1, target.name()))
                .seen(pending.newer().stream().limit(3).map(Dated::evidence).toList())
                .seen(pending.built())
                .mendedBy(Rebuilds.same(facts, target));
        String next = pending.certain() ? "The next cargo build compiles again" : "The next build compiles again";
        if (pending.touched()) {
            return diagnosis.notes(NUMBERS).explained(next + """
                    , since it goes by times. git gave the files these times when it switched to another commit and back: the program was built from
                    the present commit, so you would measure this text.
                    """);
        }
        return diagnosis.misleads(NUMBERS).explained(next + """
                . Until then you measure the program as it was before the change, and after that build, caches that belong to one build are cold.
                """);
    }

    private static Diagnosis futureTimes(Target target, List<Dated> future) {
        return Diagnosis.of("build-cache/future-mtime", future.size() == 1
                        ? "A file of %s is dated in the future".formatted(target.name())
                        : "%d files of %s are dated in the future".formatted(future.size(), target.name()))
                .limits(STAT, TIMING)
                .explained("""
                        Build systems take it for changed after every build and compile again each time, so the program changes after you measured
                        it. A clock was wrong, here or where the file comes from.
                        """)
                .seen(future.stream().limit(3).map(Dated::evidence).toList())
                .mendedBy(Remediation.manual("For good", false, "set the clock, then touch these files"));
    }

    private static Finding cache(Facts facts, Target target, Cache cache) {
        String name = Targets.nameOf(facts, cache.path());
        return switch (CacheState.of(facts, target, cache)) {
            case CacheState.Warm(var because) -> new Finding.Healthy("the cache of " + target.name() + " is warm", because);
            case CacheState.Unclear(var because) ->
                new Finding.CannotTell("whether " + name + " is warm for " + target.name(), because, Set.of());
            case CacheState.OthersLast(var other, var evidence) -> Diagnosis.of(
                            "build-cache/other-profile", "%s used %s last, not %s".formatted(other.name(), name, target.name()))
                    .misleads(FIRST_RUN)
                    .explained("""
                            Both builds share this cache, and what one writes is of no use to the other: the next run of %s fills it anew, and its
                            numbers include that work. Each change from one build to the other costs such a run.
                            """.formatted(target.name()))
                    .seen(evidence)
                    .mendedBy(warmUp(target));
            case Cold cold -> cold(target, name, cold);
        };
    }

    private static Diagnosis cold(Target target, String cache, Cold cold) {
        String how = cold.everyRun() ? "Every run of %s is cold: %s cannot be written" : "The next run of %s is cold: %s is of no use to it";
        return Diagnosis.of("build-cache/cold", how.formatted(target.name(), cache))
                .misleads(FIRST_RUN)
                .explained(why(target, cold) + (cold.everyRun()
                        ? """
                           Each run does again the work that the cache would save, so its counts and times are not those of a user whose cache
                          is filled.
                          """
                        : """
                           The next run also fills the cache, so its counts and times are not those of later runs.
                          """))
                .seen(cold.evidence())
                .mendedBy(cold.everyRun() ? writable(cache) : warmUp(target));
    }

    private static String why(Target target, Cold cold) {
        return switch (cold.why()) {
            case MISSING -> "The cache is not there.";
            case EMPTY -> "The cache is empty.";
            case OLDER -> "The cache is keyed on the time of %s, and was last filled before that was built.".formatted(target.name());
            case OLDER_METADATA -> """
                    The cache is keyed on the time when anything of %s was changed, its links too: perf record makes a hard link to the program, so
                    recording alone makes the cache cold.""".formatted(target.name());
            case NO_ENTRY -> "The cache has no entry of this build of %s.".formatted(target.name());
        };
    }

    private static Remediation warmUp(Target target) {
        return new Remediation(
                "Warm it up",
                Remediation.Kind.PER_RUN,
                Remediation.Where.HERE,
                false,
                List.of(),
                List.of("run %s once as you will measure it, and discard that run".formatted(target.name()),
                        "measure the second run; the instruction counts of the second and the third should agree"),
                List.of(),
                "");
    }

    private static Remediation writable(String cache) {
        return Remediation.manual("For good", false, "make %s writable for yourself, then run once and discard that run".formatted(cache));
    }

    private static Finding compiler(Facts facts, Target target, Program program) {
        return switch (BuiltBy.of(facts, target, program)) {
            case BuiltBy.Same(var because) -> new Finding.Healthy(target.name() + " is of the compiler in use", because);
            case BuiltBy.Unknown _ -> new Finding.NotApplicable("nothing tells which compiler would build " + target.name());
            case BuiltBy.Another another -> Diagnosis.of(
                            "build-cache/other-compiler", target.name() + " was built by another compiler than the next build's")
                    .misleads(NUMBERS)
                    .explained("""
                            It was built by %s; the compiler in use is %s. What you measure is not what the next build produces, and a comparison with
                            that build would show the change of the compiler too.
                            """.formatted(another.built(), another.now()))
                    .seen(another.evidence())
                    .mendedBy(Rebuilds.same(facts, target));
        };
    }

    private static Diagnosis rootOwned(Facts facts, Ownership found) {
        return Diagnosis.of("build-cache/root-owned", "Files in %s belong to root".formatted(Targets.nameOf(facts, found.directory())))
                .limits(NUMBERS)
                .explained("""
                        A build under sudo, or a profiler that builds under sudo, left them. The next build as %s ends with "Permission denied", so
                        nothing new can be measured.
                        """.formatted(found.owner()))
                .seen(found.found())
                .mendedBy(Rebuilds.owned(facts, found));
    }
}
