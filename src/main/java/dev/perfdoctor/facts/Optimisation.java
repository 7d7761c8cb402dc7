package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import java.util.List;
import java.util.Optional;

/** Whether a target was compiled with optimisation, and what tells. */
public sealed interface Optimisation {
    /** It was. */
    record Optimised(Evidence because) implements Optimisation {}

    /**
     * It was not.
     *
     * @param reason a clause: "Cargo's profile dev does not optimise"
     */
    record Unoptimised(String reason, Evidence because) implements Optimisation {}

    /** Nothing tells. */
    record Unknown() implements Optimisation {}

    /** Of a target: what the compiler wrote into it tells before what the build was asked for. */
    static Optimisation of(Facts facts, Targets.Target target, Elf elf) {
        return byProducers(elf)
                .or(() -> CargoBuild.of(facts, target.path()).map(Optimisation::byProfile))
                .or(() -> CMakeBuild.of(facts, target.path()).map(build -> byCMake(facts, build, target.path())))
                .or(() -> MesonBuild.of(facts, target.path()).map(Optimisation::byMeson))
                .orElse(new Unknown());
    }

    /**
     * gcc names the options that decide in DW_AT_producer ({@code GNU C17 13.3.0 -mtune=generic -g -O2}); other compilers do not. A program
     * of which any unit was optimised is.
     */
    private static Optional<Optimisation> byProducers(Elf elf) {
        List<String> gnu = elf.producers().stream().filter(p -> p.startsWith("GNU ") && !p.startsWith("GNU AS")).toList();
        if (gnu.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> optimised = gnu.stream().filter(p -> !CMakeBuild.level(Text.words(p)).equals("0")).findFirst();
        return Optional.of(optimised.isPresent()
                ? new Optimised(new Evidence(elf.file(), "DW_AT_producer: " + optimised.get()))
                : new Unoptimised("gcc says that it was given no -O", new Evidence(elf.file(), "DW_AT_producer: " + gnu.getFirst())));
    }

    private static Optimisation byProfile(CargoBuild build) {
        String level = build.setting("opt-level").map(l -> "opt-level = " + l).orElse("Cargo's own opt-level");
        Evidence evidence = new Evidence(build.directory(), "profile " + build.profile() + ", " + level);
        return build.isOptimised()
                ? new Optimised(evidence)
                : new Unoptimised("it is of Cargo's profile " + build.profile() + ", which does not optimise", evidence);
    }

    private static Optimisation byCMake(Facts facts, CMakeBuild build, String file) {
        String type = build.type(file);
        Evidence evidence = build.evidence("CMAKE_BUILD_TYPE");
        String reason = type.isEmpty()
                ? "CMAKE_BUILD_TYPE is empty, and CMake then asks for no optimisation"
                : "CMAKE_BUILD_TYPE is " + type + ", which does not optimise";
        return switch (build.optimised(facts, file)) {
            case YES -> new Optimised(evidence);
            case NO -> new Unoptimised(reason, evidence);
            case UNKNOWN -> new Unknown();
        };
    }

    private static Optimisation byMeson(MesonBuild build) {
        return build.optimization().equals("0")
                ? new Unoptimised("Meson's buildtype " + build.type() + " does not optimise", build.evidence())
                : new Optimised(build.evidence());
    }
}
