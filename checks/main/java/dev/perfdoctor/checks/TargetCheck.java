package dev.perfdoctor.checks;

import static dev.perfdoctor.api.Activity.CALL_GRAPH;
import static dev.perfdoctor.api.Activity.RECORD;
import static dev.perfdoctor.api.Activity.STAT;
import static dev.perfdoctor.api.Activity.TIMING;
import static dev.perfdoctor.api.Activity.VALGRIND;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.facts.DebugInfo;
import dev.perfdoctor.facts.Instrumentation;
import dev.perfdoctor.facts.Optimisation;
import dev.perfdoctor.facts.Rebuilds;
import dev.perfdoctor.facts.TargetFile;
import dev.perfdoctor.facts.TargetFile.Program;
import dev.perfdoctor.facts.Targets;
import dev.perfdoctor.facts.Targets.Origin;
import dev.perfdoctor.facts.Targets.Target;
import dev.perfdoctor.facts.ValgrindInstallation;
import dev.perfdoctor.facts.ValgrindReading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The programs that will be measured: whether they are there, and are what a measurement should be of. */
public final class TargetCheck implements Check {
    private static final Activity[] RUNS = {STAT, RECORD, CALL_GRAPH, VALGRIND};
    private static final Activity[] NUMBERS = {STAT, RECORD, CALL_GRAPH, VALGRIND, TIMING};

    @Override
    public String id() {
        return "target";
    }

    @Override
    public Set<Activity> concerns() {
        return Set.of(NUMBERS);
    }

    @Override
    public List<Finding> examine(Facts facts) {
        List<Target> targets = Targets.of(facts).all();
        if (targets.isEmpty()) {
            return List.of(new Finding.NotApplicable("no target is named, and none was found in the working directory"));
        }
        return targets.stream().flatMap(target -> target(facts, target).stream()).toList();
    }

    private static List<Finding> target(Facts facts, Target target) {
        return switch (TargetFile.of(facts, target)) {
            case Program program -> program(facts, target, program);
            case TargetFile.Script s -> List.of(new Finding.NotApplicable(target.name() + " is a script for " + s.interpreter()));
            case TargetFile.Other o -> List.of(new Finding.NotApplicable(target.name() + " is " + o.what()));
            case TargetFile.OtherSystem o -> List.of(otherSystem(target, o));
            case TargetFile.Nothing n -> List.of(missing(facts, target, n.evidence()));
            case TargetFile.Unclear u ->
                List.of(new Finding.CannotTell("what " + target.name() + " is", u.because(), target.isNamed() ? Set.of(RUNS) : Set.of()));
        };
    }

    private static Diagnosis missing(Facts facts, Target target, Evidence seen) {
        Diagnosis missing = Diagnosis.of("target/missing", target.name() + " is not there to be measured")
                .explained("""
                        perf and valgrind end with "No such file or directory" or another error of starting it. It was not built yet, was cleaned
                        away, or is built elsewhere.
                        """)
                .seen(seen)
                .mendedBy(Rebuilds.same(facts, target));
        // A command line may run in another directory or after a build; it says less surely than a target where its program is.
        return target.origin() == Origin.COMMAND ? missing.notes(RUNS) : missing.blocks(RUNS);
    }

    private static Diagnosis otherSystem(Target target, TargetFile.OtherSystem other) {
        return Diagnosis.of("target/wrong-architecture", target.name() + " is " + other.format())
                .blocks(RUNS)
                .explained("The kernel refuses it with \"Exec format error\", unless something else starts it, which would be measured instead.")
                .seen(other.evidence())
                .mendedBy(Remediation.manual("For this machine", false, "build " + target.name() + " for this machine"));
    }

    private static List<Finding> program(Facts facts, Target target, Program program) {
        List<Finding> findings = new ArrayList<>();
        findings.add(architecture(facts, target, program));
        findings.add(optimisation(facts, target, program));
        instrumented(facts, target, program).ifPresent(findings::add);
        findings.addAll(debugInfo(facts, target, program));
        return findings;
    }

    private static Finding architecture(Facts facts, Target target, Program program) {
        String here = program.uname(facts);
        if (program.elf().runsOn(here).orElse(true)) {
            return new Finding.Healthy(target.name() + " is a program for this machine", program.evidence());
        }
        Optional<Evidence> emulator = program.emulator(facts);
        Diagnosis wrong = Diagnosis.of(
                        "target/wrong-architecture", "%s is for %s, this machine is %s".formatted(target.name(), program.elf().machine(), here))
                .seen(program.evidence())
                .mendedBy(Remediation.manual("For this machine", false, "build " + target.name() + " for " + here));
        return emulator.isEmpty()
                ? wrong.blocks(RUNS).explained("The kernel refuses it with \"Exec format error\".")
                : wrong.misleads(NUMBERS)
                        .seen(emulator.get())
                        .explained("The kernel starts it in an emulator, and all counts, samples and times are of that emulator.");
    }

    private static Finding optimisation(Facts facts, Target target, Program program) {
        return switch (Optimisation.of(facts, target, program.elf())) {
            case Optimisation.Optimised(var because) -> new Finding.Healthy(target.name() + " is optimised", because);
            case Optimisation.Unknown _ -> new Finding.NotApplicable("nothing tells how " + target.name() + " was compiled");
            case Optimisation.Unoptimised(var reason, var because) -> Diagnosis.of(
                            "target/unoptimised", target.name() + " was built without optimisation")
                    .misleads(NUMBERS)
                    .explained("""
                            %s. Everything runs and exits 0, and the numbers are of a program that nobody ships: other hot spots, other calls,
                            often several times the instructions.
                            """.formatted(sentence(reason)))
                    .seen(because)
                    .mendedBy(Rebuilds.optimised(facts, target));
        };
    }

    private static String sentence(String clause) {
        return Character.toUpperCase(clause.charAt(0)) + clause.substring(1);
    }

    private static Optional<Finding> instrumented(Facts facts, Target target, Program program) {
        return Instrumentation.of(facts, target, program).map(found -> Diagnosis.of(
                        "target/instrumented", "%s was built with %s".formatted(target.name(), found.what()))
                .misleads(NUMBERS)
                .explained("""
                        Each memory access, branch, call or allocation does extra work, so neither counts nor times are those of the program that
                        users run. Under valgrind, address and thread sanitizers do not start.
                        """)
                .seen(found.evidence())
                .mendedBy(Rebuilds.optimised(facts, target)));
    }

    private static List<Finding> debugInfo(Facts facts, Target target, Program program) {
        return switch (DebugInfo.of(facts, program.elf())) {
            case DebugInfo.There there -> List.of(readable(facts, target, there));
            case DebugInfo.None none -> List.of(noDebugInfo(facts, target, none));
            case DebugInfo.Unclear(var because) ->
                List.of(new Finding.CannotTell("whether there is a debug file for " + target.name(), because, Set.of()));
            case DebugInfo.Unknown _ -> List.of();
        };
    }

    private static Diagnosis noDebugInfo(Facts facts, Target target, DebugInfo.None none) {
        String names = none.stripped()
                ? "It is stripped too, so callgrind shows addresses and perf [unknown]."
                : "callgrind shows ???:function, and perf no source lines and no inlined functions.";
        return Diagnosis.of("target/no-debug-info", target.name() + " has no debug information")
                .limits(VALGRIND, CALL_GRAPH)
                .explained(names + " Counts and times are right; debug information changes neither the code nor its speed.")
                .seen(none.because())
                .mendedBy(Rebuilds.withDebugInfo(facts, target));
    }

    private static Finding readable(Facts facts, Target target, DebugInfo.There there) {
        if (!facts.request().asks(VALGRIND)) {
            return new Finding.Healthy(target.name() + " has debug information", there.because());
        }
        ValgrindInstallation valgrind = ValgrindInstallation.of(facts);
        return ValgrindReading.of(valgrind, there.in())
                .<Finding>map(beyond -> unreadable(target, there, beyond, valgrind))
                .orElseGet(() -> new Finding.Healthy(target.name() + " has debug information", there.because()));
    }

    private static Diagnosis unreadable(Target target, DebugInfo.There there, ValgrindReading beyond, ValgrindInstallation valgrind) {
        Diagnosis diagnosis = Diagnosis.of(
                        "target/unreadable-debug-info", "The debug information of %s is beyond this valgrind".formatted(target.name()))
                .limits(VALGRIND)
                .explained("""
                        It is %s, which valgrind reads since %s. An older one warns or gives up, and callgrind shows ??? where names and lines
                        should be.
                        """.formatted(beyond.what(), beyond.since()))
                .seen(there.because())
                .explaining("valgrind/debug-format")
                .mendedBy(Remediation.manual("For this valgrind", false,
                        "build %s with -gdwarf-4 -gz=none and without -gsplit-dwarf, or use valgrind %s".formatted(target.name(), beyond.since())));
        return valgrind.version() instanceof Reading.Present<?> version ? diagnosis.seen(version.evidence()) : diagnosis;
    }
}
