package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading.Present;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The compiler that a target was built with, held against the one that would build it now. */
public sealed interface BuiltBy {
    /** They are the same. */
    record Same(Evidence because) implements BuiltBy {}

    /** The next build uses another. */
    record Another(String built, String now, List<Evidence> evidence) implements BuiltBy {}

    /** One of them is not known. */
    record Unknown() implements BuiltBy {}

    /** Of a target's program. */
    static BuiltBy of(Facts facts, Targets.Target target, TargetFile.Program program) {
        Elf elf = program.elf();
        Optional<CargoBuild> cargo = CargoBuild.of(facts, target.path());
        if (cargo.isPresent()) {
            return rust(facts, cargo.get(), elf);
        }
        return CMakeBuild.of(facts, target.path()).map(build -> cmake(facts, build, elf)).orElse(new Unknown());
    }

    /** {@code rustc version 1.85.0 (4d91de4e4 2025-02-17)} in the program, {@code rustc 1.85.0 (4d91de4e4 2025-02-17)} of the compiler. */
    private static BuiltBy rust(Facts facts, CargoBuild build, Elf elf) {
        List<String> built = elf.compilers().stream()
                .filter(c -> c.startsWith("rustc version "))
                .map(c -> c.substring("rustc version ".length()))
                .toList();
        if (built.isEmpty()) {
            return new Unknown();
        }
        Evidence mine = new Evidence(elf.file(), ".comment: rustc version " + built.getFirst());
        Optional<String> pinned = build.pinned(facts);
        if (pinned.isPresent()) {
            boolean same = built.stream().anyMatch(b -> isRelease(b, pinned.get()));
            Evidence asked = new Evidence("rust-toolchain", "channel " + pinned.get());
            return same ? new Same(mine) : new Another("rustc " + built.getFirst(), "rustc " + pinned.get(), List.of(mine, asked));
        }
        if (!(build.compiler(facts) instanceof Present<String> now)) {
            return new Unknown();
        }
        boolean same = built.stream().anyMatch(b -> now.value().equals("rustc " + b));
        return same
                ? new Same(mine)
                : new Another("rustc " + built.getFirst(), now.value(), List.of(mine, new Evidence(now.evidence().source(), now.value())));
    }

    /** {@code 1.85} is any 1.85.x. */
    private static boolean isRelease(String built, String wanted) {
        return built.equals(wanted) || built.startsWith(wanted + " ") || built.startsWith(wanted + ".") || built.startsWith(wanted + "-");
    }

    /**
     * A program names every compiler of its objects, those of the C library's start files too; so it is another's only where no entry is of
     * the compiler that CMake would call.
     */
    private static BuiltBy cmake(Facts facts, CMakeBuild build, Elf elf) {
        List<BuiltBy> answers = new ArrayList<>();
        for (String language : List.of("CXX", "C")) {
            build.compiler(facts, language).ifPresent(now -> answers.add(held(facts, build, language, now, elf)));
        }
        return answers.stream()
                .filter(Same.class::isInstance)
                .findFirst()
                .or(() -> answers.stream().filter(Another.class::isInstance).findFirst())
                .orElse(new Unknown());
    }

    private static BuiltBy held(Facts facts, CMakeBuild build, String language, Present<String> configured, Elf elf) {
        String family = configured.value().startsWith("GNU ") ? "GCC:" : configured.value().startsWith("Clang ") ? "clang version" : "";
        List<String> built = family.isEmpty() ? List.of() : elf.compilers().stream().filter(c -> c.contains(family)).toList();
        if (built.isEmpty()) {
            return new Unknown();
        }
        Evidence mine = new Evidence(elf.file(), ".comment: " + built.getFirst());
        String version = configured.value().substring(configured.value().indexOf(' ') + 1);
        if (built.stream().noneMatch(b -> holds(b, version))) {
            return new Another(built.getFirst(), configured.value(), List.of(mine, configured.evidence()));
        }
        return upgraded(facts, build, language, built)
                .<BuiltBy>map(now -> new Another(built.getFirst(), now.observed(), List.of(mine, now)))
                .orElse(new Same(mine));
    }

    private static boolean holds(String comment, String version) {
        int at = comment.indexOf(version);
        int end = at + version.length();
        return at >= 0 && (end == comment.length() || !Character.isLetterOrDigit(comment.charAt(end)));
    }

    /** {@code /usr/bin/c++} leads to {@code x86_64-linux-gnu-g++-14} since the compiler was upgraded in its place. */
    private static Optional<Evidence> upgraded(Facts facts, CMakeBuild build, String language, List<String> built) {
        Optional<String> program = build.value("CMAKE_" + language + "_COMPILER");
        if (program.isEmpty() || !(facts.host().realPath(program.get()) instanceof Present<String> real)) {
            return Optional.empty();
        }
        String name = HostPath.name(real.value());
        String major = name.substring(name.lastIndexOf('-') + 1);
        boolean numbered = name.indexOf('-') > 0 && major.chars().allMatch(Character::isDigit) && !major.isEmpty();
        boolean same = built.stream().anyMatch(b -> Text.words(b).stream().anyMatch(w -> w.startsWith(major + ".")));
        return numbered && !same ? Optional.of(new Evidence(program.get(), real.value())) : Optional.empty();
    }
}
