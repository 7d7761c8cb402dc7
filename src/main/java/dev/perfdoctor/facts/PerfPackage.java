package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import java.util.List;
import java.util.Optional;

/**
 * The package that brings perf to this distribution for the running kernel: named only where it is known to hold one. The table and its
 * sources are on the page of the check {@code perf-binary}.
 */
public sealed interface PerfPackage {
    /**
     * There is one.
     *
     * @param packages to be installed together; the first holds perf
     * @param byPath where its perf must be called when a plain {@code perf} does not lead there; may hold a {@code *}
     * @param note what has to be known about it; may be empty
     */
    record Known(List<String> packages, Optional<String> byPath, String note) implements PerfPackage {
        /** One that a plain {@code perf} leads to. */
        static Known of(String... packages) {
            return new Known(List.of(packages), Optional.empty(), "");
        }

        Known noting(String text) {
            return new Known(packages, byPath, text);
        }

        Known calledBy(String path) {
            return new Known(packages, Optional.of(path), note);
        }
    }

    /**
     * This distribution ties perf to the kernel's version, and no package of the running kernel can exist.
     *
     * @param reason whose kernel it is, as a sentence
     * @param other a package whose perf works all the same
     */
    record NoneForKernel(String reason, Optional<Known> other) implements PerfPackage {}

    /**
     * The packages of this kernel are made without perf.
     *
     * @param other a package whose perf works all the same
     */
    record MadeWithout(String reason, Optional<Known> other) implements PerfPackage {}

    /** Nothing is installed here by packages: how one gets a perf all the same. */
    record NoPackages(String reason, List<String> steps) implements PerfPackage {}

    /** It is not known which package holds perf. */
    record Unclear(String reason) implements PerfPackage {}

    /** Of this machine. */
    static PerfPackage of(Facts facts) {
        return facts.once(PerfPackage.class, f -> PerfPackages.unlessSeenWithout(KernelTools.of(f), of(new PerfPackages.Machine(
                Lineage.of(f), Distribution.of(f), KernelRelease.of(f), PerfPackages.maker(f), Confinement.of(f).inContainer()))));
    }

    /** The decision itself. */
    static PerfPackage of(PerfPackages.Machine machine) {
        return PerfPackages.of(machine);
    }

    /** A package worth installing, whether its perf is reached by name or by path. */
    default Optional<Known> any() {
        return switch (this) {
            case Known known -> Optional.of(known);
            case NoneForKernel(_, var other) -> other;
            case MadeWithout(_, var other) -> other;
            case NoPackages _, Unclear _ -> Optional.empty();
        };
    }
}
