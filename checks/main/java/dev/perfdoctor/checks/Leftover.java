package dev.perfdoctor.checks;

import static dev.perfdoctor.api.Activity.TIMING;

import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.facts.ClassArchives;
import dev.perfdoctor.facts.Leftovers;
import dev.perfdoctor.facts.Leftovers.Kind;
import dev.perfdoctor.facts.Leftovers.Mismatch;
import dev.perfdoctor.facts.PythonCode;
import dev.perfdoctor.facts.Targets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** {@code build-cache/mismatched-data}: files of earlier builds that later ones take for their own, or should and do not. */
final class Leftover {
    private Leftover() {}

    static List<Finding> findings(Facts facts) {
        List<Finding> findings = new ArrayList<>();
        Set<String> told = new HashSet<>();
        for (Targets.Target target : Targets.of(facts).all()) {
            Leftovers.around(facts, target).mismatched().stream()
                    .filter(mismatch -> told.add(mismatch.file()))
                    .forEach(mismatch -> findings.add(mismatched(mismatch)));
        }
        if (facts.request().asks(TIMING)) {
            ClassArchives.of(facts).mismatched().forEach(mismatch -> findings.add(mismatched(mismatch)));
        }
        findings.addAll(python(facts));
        return findings;
    }

    private static Diagnosis mismatched(Mismatch mismatch) {
        Diagnosis diagnosis = Diagnosis.of("build-cache/mismatched-data", summary(mismatch)).seen(mismatch.evidence());
        Diagnosis felt = mismatch.kind() == Kind.CLASS_ARCHIVE ? diagnosis.limits(TIMING) : diagnosis.misleads(BuildCache.NUMBERS);
        return felt.explained(explanation(mismatch.kind())).mendedBy(Remediation.manual("For good", false, step(mismatch)));
    }

    private static String summary(Mismatch mismatch) {
        return switch (mismatch.kind()) {
            case COUNTERS -> "The coverage counters are from another build: " + mismatch.file();
            case PROFILE -> "The profile is older than the sources: " + mismatch.file();
            case BUILD_DIRECTORY -> "CMake's cache does not belong to this directory: " + mismatch.why();
            case CLASS_ARCHIVE -> "The JVM will not use its class archive: " + mismatch.why();
        };
    }

    private static String explanation(Kind kind) {
        return switch (kind) {
            case COUNTERS -> """
                    gcov mixes or overwrites them, and -fprofile-use optimises for control flow that no longer exists, with a warning at best.
                    """;
            case PROFILE -> """
                    Functions that were changed since then have no profile, or that of other code: the compiler takes hot paths for cold ones, and
                    what you measure is neither the old program nor the new one at its best.
                    """;
            case BUILD_DIRECTORY -> """
                    CMake refuses to build here again. The program in it is of another source tree than the one beside it.
                    """;
            case CLASS_ARCHIVE -> """
                    With -Xshare:auto the JVM prints no message and loads every class the slow way, so start-up takes longer than it will in
                    production.
                    """;
        };
    }

    private static String step(Mismatch mismatch) {
        return switch (mismatch.kind()) {
            case COUNTERS -> "delete the .gcda files, run the instrumented program again, then build";
            case PROFILE -> "record the profile again with a program built from these sources, then build";
            case BUILD_DIRECTORY -> "run cmake in a new build directory";
            case CLASS_ARCHIVE -> "dump the archive again with this JVM and these jars (-XX:ArchiveClassesAtExit=%s)".formatted(mismatch.file());
        };
    }

    private static List<Finding> python(Facts facts) {
        PythonCode code = PythonCode.of(facts);
        List<Finding> findings = new ArrayList<>();
        code.unchecked().stream().findFirst().ifPresent(module -> findings.add(unchecked(module, code.unchecked().size())));
        code.stale().stream().findFirst().ifPresent(module -> findings.add(stale(facts, module, code.stale().size())));
        return findings;
    }

    private static Diagnosis unchecked(PythonCode.Module module, int count) {
        return Diagnosis.of("build-cache/mismatched-data", count == 1
                        ? "Python runs a compiled module that is older than its source"
                        : "Python runs %d compiled modules that are older than their sources".formatted(count))
                .misleads(BuildCache.NUMBERS)
                .explained("""
                        It was compiled with the mode unchecked-hash, so Python takes it as it is and never looks at the source: your change is
                        not in what you measure.
                        """)
                .seen(module.evidence())
                .seen(module.source(), "changed after it")
                .mendedBy(Remediation.manual("For good", false, "compile again: python3 -m compileall --invalidation-mode unchecked-hash -f DIR"));
    }

    /** The next run mends it by itself; that matters for who measures this program, and for all where it cannot be kept. */
    private static Diagnosis stale(Facts facts, PythonCode.Module module, int count) {
        boolean measured = module.everyRun() || Targets.of(facts).all().stream().anyMatch(t -> t.isNamed() && PythonCode.isScript(facts, t));
        Diagnosis diagnosis = Diagnosis.of("build-cache/mismatched-data", count == 1
                        ? "A compiled Python module does not match its source"
                        : "%d compiled Python modules do not match their sources".formatted(count))
                .explained(module.everyRun()
                        ? "Python compiles them at every run and cannot keep the result, so every run does that work too."
                        : "Python compiles them at the next run, which does that work too; later runs do not.")
                .seen(module.evidence())
                .seen(module.source(), "is different now")
                .mendedBy(Remediation.manual("Before you measure", false, "run it once and discard that run, or python3 -m compileall DIR"));
        return measured ? diagnosis.misleads(BuildCache.NUMBERS) : diagnosis.notes(BuildCache.NUMBERS);
    }
}
