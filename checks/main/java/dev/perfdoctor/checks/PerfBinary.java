package dev.perfdoctor.checks;

import static dev.perfdoctor.api.Activity.CALL_GRAPH;
import static dev.perfdoctor.api.Activity.RECORD;
import static dev.perfdoctor.api.Activity.TRACEPOINTS;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Effect;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import dev.perfdoctor.facts.KernelRelease;
import dev.perfdoctor.facts.KernelTools;
import dev.perfdoctor.facts.PerfBinaries;
import dev.perfdoctor.facts.PerfBuild;
import dev.perfdoctor.facts.PerfInUse;
import dev.perfdoctor.facts.PerfInUse.Broken;
import dev.perfdoctor.facts.PerfInUse.None;
import dev.perfdoctor.facts.PerfInUse.Unknown;
import dev.perfdoctor.facts.PerfInUse.Working;
import dev.perfdoctor.facts.PerfOthers;
import dev.perfdoctor.facts.PerfOthers.Other;
import dev.perfdoctor.facts.PerfPackage;
import dev.perfdoctor.facts.PerfProgram;
import dev.perfdoctor.facts.PerfStart;
import dev.perfdoctor.facts.PerfStart.NoneForKernel;
import dev.perfdoctor.facts.SudoPerf;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Where perf lives and whether it starts: kernel updates move it, remove it, or leave one that its own wrapper refuses. */
public final class PerfBinary implements Check {
    @Override
    public String id() {
        return "perf-binary";
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
        return switch (PerfInUse.of(facts)) {
            case Working working -> examineWorking(facts, working);
            case Broken broken -> List.of(broken(facts, broken));
            case None none -> List.of(nothing(facts, List.of(none.evidence()), Optional.empty()));
            case Unknown(var what, var because) -> List.of(new Finding.CannotTell(what, because, Activity.PERF));
        };
    }

    private static List<Finding> examineWorking(Facts facts, Working working) {
        List<Finding> findings = new ArrayList<>();
        findings.add(new Finding.Healthy(working.version().isEmpty() ? "perf starts" : "perf " + working.version() + " starts", working.evidence()));
        otherUnderSudo(facts, working).ifPresent(findings::add);
        skew(facts, working).ifPresent(findings::add);
        features(facts).ifPresent(findings::add);
        return findings;
    }

    /** The order of the catalogue: the first that holds is told alone. */
    private static Finding broken(Facts facts, Broken broken) {
        Optional<Other> later = PerfOthers.of(facts).workingOnPath();
        if (later.isPresent()) {
            return shadowed(facts, broken, later.get());
        }
        return broken.how() instanceof NoneForKernel miss
                ? nothing(facts, List.of(miss.evidence()), Optional.of(broken))
                : doesNotStart(facts, broken.program(), broken.how());
    }

    /** No perf on PATH that is one, or a wrapper script that found none. */
    private static Finding nothing(Facts facts, List<Evidence> seen, Optional<Broken> wrapper) {
        if (KernelTools.of(facts) instanceof KernelTools.WithoutPerf tools) {
            return packageWithoutPerf(facts, tools, seen);
        }
        if (PerfPackage.of(facts) instanceof PerfPackage.NoneForKernel none) {
            return noPackageForKernel(facts, none, seen);
        }
        if (wrapper.isPresent()) {
            return notBuiltForKernel(facts, wrapper.get(), seen);
        }
        PerfOthers others = PerfOthers.of(facts);
        return others.usable()
                .map(other -> notOnPath(facts, other, seen))
                .or(() -> others.all().stream().findFirst().map(o -> doesNotStart(facts, o.program(), o.start())))
                .orElseGet(() -> missing(facts, seen));
    }

    private static Finding shadowed(Facts facts, Broken broken, Other working) {
        String first = broken.program().path();
        return blocked("perf-binary/shadowed", "The first perf on PATH, %s, does not start".formatted(first))
                .explained("""
                        A shell runs the first one it finds and goes no further: every "perf" ends with an error, although %s,
                        later on PATH, works. %s
                        """.formatted(working.program().path(), PerfBinaryWords.symptom(broken.how())))
                .seen(seen(broken.how()))
                .seen(seen(working.start()))
                .mendedBy(PerfBinaryRemedies.run(facts, Optional.of(working)))
                .mendedBy(PerfBinaryRemedies.aside(facts, broken.program()))
                .mendedBy(PerfBinaryRemedies.repair(facts, broken.program(), broken.how()));
    }

    /** sudo searches its own path and may find another perf, of another version and with other features. */
    private static Optional<Finding> otherUnderSudo(Facts facts, Working working) {
        SudoPerf sudo = SudoPerf.of(facts);
        if (!sudo.isOtherThan(facts, working.path())) {
            return Optional.empty();
        }
        String other = sudo.path().orElseThrow();
        return Optional.of(Diagnosis.of("perf-binary/shadowed", "sudo perf runs %s, perf runs %s".formatted(other, working.path()))
                .affects(Effect.LIMITED, Activity.PERF)
                .explained("""
                        sudo does not search your PATH but its own: what works without sudo may work differently with it, and what one records the
                        other may not read. A sudo rule has to name the one you mean.
                        """)
                .seen(sudo.evidence().stream().toList())
                .seen(other, "found by sudo")
                .seen(working.path(), "found by PATH")
                .mendedBy(PerfBinaryRemedies.underSudo(facts, working.path())));
    }

    private static Diagnosis doesNotStart(Facts facts, PerfProgram program, PerfStart how) {
        return blocked("perf-binary/broken", PerfBinaryWords.summary(program, how))
                .explained(PerfBinaryWords.symptom(how) + " " + PerfBinaryWords.cause(facts, program, how))
                .seen(seen(how))
                .seen(PerfBinaryWords.file(program))
                .mendedBy(PerfBinaryRemedies.run(facts, PerfOthers.of(facts).working()))
                .mendedBy(PerfBinaryRemedies.repair(facts, program, how))
                .mendedBy(PerfBinaryRemedies.replace(facts, program));
    }

    private static Finding packageWithoutPerf(Facts facts, KernelTools.WithoutPerf tools, List<Evidence> seen) {
        return blocked("perf-binary/package-without-perf", "The tools package of this kernel holds no perf")
                .explained("""
                        %s is installed, but perf is not in it: it has moved to another package, or this package was built without it. Installing
                        the tools packages again does not help.%s
                        """.formatted(tools.packageName(), PerfBinaryWords.anyWillDo(facts)))
                .seen(tools.seen())
                .seen(seen)
                .mendedBy(PerfBinaryRemedies.run(facts, PerfOthers.of(facts).usable()))
                .mendedBy(PerfBinaryRemedies.packages(facts));
    }

    private static Finding noPackageForKernel(Facts facts, PerfPackage.NoneForKernel none, List<Evidence> seen) {
        return blocked("perf-binary/no-package-for-kernel", "No package brings a perf for the kernel %s".formatted(PerfBinaryWords.kernel(facts)))
                .explained("""
                        %s. This distribution looks for a perf of exactly the running kernel, and the packages its message may name
                        do not exist.%s%s
                        """.formatted(none.reason(), PerfBinaryWords.anyWillDo(facts), PerfBinaryWords.released(facts, none)))
                .seen(KernelRelease.of(facts).evidence())
                .seen(seen)
                .mendedBy(PerfBinaryRemedies.run(facts, PerfOthers.of(facts).usable()))
                .mendedBy(PerfBinaryRemedies.packages(facts));
    }

    private static Finding notBuiltForKernel(Facts facts, Broken wrapper, List<Evidence> seen) {
        String path = wrapper.program().path();
        Diagnosis diagnosis = blocked("perf-binary/not-built-for-kernel", "There is no perf for the running kernel %s".formatted(PerfBinaryWords.kernel(facts)))
                .explained("""
                        %s is a script that starts the perf built with the running kernel, and that one is not there: every "perf" ends with
                        %s.%s
                        """.formatted(path, PerfBinaryWords.ending(wrapper.how()), PerfBinaryWords.anyWillDo(facts)))
                .seen(seen);
        if (KernelTools.of(facts) instanceof KernelTools.PerfGone gone) {
            diagnosis = diagnosis.seen(gone.seen());
        }
        return diagnosis
                .mendedBy(PerfBinaryRemedies.run(facts, PerfOthers.of(facts).usable()))
                .mendedBy(PerfBinaryRemedies.packages(facts));
    }

    private static Finding notOnPath(Facts facts, Other other, List<Evidence> seen) {
        String name = other.program().name();
        String where = other.program().directory();
        return blocked("perf-binary/not-on-path", name.equals("perf")
                        ? "perf is in %s, which PATH does not lead to".formatted(where)
                        : "perf is called %s here".formatted(name))
                .explained("""
                        A plain "perf" ends with "command not found", although %s is there and measures this kernel. Programs that
                        start perf themselves fail in the same way.
                        """.formatted(other.program().path()))
                .seen(seen)
                .seen(dangling(facts))
                .seen(seen(other.start()))
                .seen(PerfBinaryWords.file(other.program()))
                .mendedBy(PerfBinaryRemedies.run(facts, Optional.of(other)))
                .mendedBy(PerfBinaryRemedies.reach(facts, other.program()));
    }

    private static Finding missing(Facts facts, List<Evidence> seen) {
        return blocked("perf-binary/missing", "There is no perf on this machine")
                .explained("""
                        perf is not on PATH, and not in the places where packages and people put it: every "perf" ends with
                        "command not found". %s
                        """.formatted(PerfBinaryWords.why(facts)))
                .seen(seen)
                .seen(dangling(facts))
                .mendedBy(PerfBinaryRemedies.packages(facts));
    }

    private static List<Evidence> dangling(Facts facts) {
        return PerfBinaries.of(facts).dangling().stream()
                .map(p -> new Evidence(p.path(), "a link to " + p.resolved() + ", which does not exist"))
                .toList();
    }

    private static Diagnosis blocked(String code, String summary) {
        return Diagnosis.of(code, summary).affects(Effect.BLOCKED, Activity.PERF);
    }

    private static List<Evidence> seen(PerfStart start) {
        return start.seen().stream().toList();
    }

    /** perf's ABI is compatible both ways (perf_event_open's attr.size; kernel commit 974802eaa1af), so this is never more than a note. */
    private static Optional<Finding> skew(Facts facts, Working working) {
        KernelRelease perf = working.release();
        KernelRelease kernel = KernelRelease.of(facts);
        if (!perf.isKnown() || !kernel.isKnown() || perf.majorMinor().equals(kernel.majorMinor())) {
            return Optional.empty();
        }
        boolean older = perf.compareTo(kernel) < 0;
        return Optional.of(Diagnosis.of("perf-binary/version-skew", "perf is %s, the kernel %s".formatted(perf.majorMinor(), kernel.majorMinor()))
                .affects(Effect.NOTE, Activity.PERF)
                .explained("""
                        That is normal and supported: perf and the kernel understand each other across versions, and measurements
                        are right. %s
                        """.formatted(older
                                ? "An older perf may not know the names of events and metrics that came with a newer processor."
                                : "Some options of a newer perf need a newer kernel and then say so."))
                .seen(working.evidence())
                .seen(kernel.evidence()));
    }

    private static Optional<Finding> features(Facts facts) {
        PerfBuild build = PerfBuild.of(facts);
        List<String> missing = List.of("libtraceevent", "libelf", "zlib", "lzma").stream().filter(build::lacks).toList();
        if (build.reading() instanceof Unread<?> unread && unread.why() != Why.NOT_CAPTURED) { // not captured is not asked, as with an absent line
            return Optional.of(new Finding.CannotTell("whether perf was built with libtraceevent", unread, Set.of(TRACEPOINTS)));
        }
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        Diagnosis diagnosis = Diagnosis.of("perf-binary/features-missing", "perf was built without %s".formatted(String.join(", ", missing)))
                .explained(PerfBinaryWords.without(missing))
                .mendedBy(PerfBinaryRemedies.withFeatures(facts));
        for (String name : missing) {
            diagnosis = build.evidence(name).map(diagnosis::seen).orElse(diagnosis);
            diagnosis = switch (name) {
                case "libtraceevent" -> diagnosis.blocks(TRACEPOINTS);
                case "libelf" -> diagnosis.limits(RECORD, CALL_GRAPH);
                default -> diagnosis.notes(RECORD, CALL_GRAPH);
            };
        }
        return Optional.of(diagnosis);
    }
}
