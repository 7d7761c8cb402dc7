package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.facts.Elf.Instrument;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What was built into a target that counts or checks besides its work.
 *
 * @param what for people: "a sanitizer"
 * @param evidence what shows it
 */
public record Instrumentation(String what, List<Evidence> evidence) {
    private record Flag(String prefix, String what) {}

    private static final List<Flag> FLAGS = List.of(
            new Flag("-fsanitize=", "a sanitizer"),
            new Flag("-Zsanitizer=", "a sanitizer"),
            new Flag("sanitizer=", "a sanitizer"),
            new Flag("--coverage", "coverage or profile counters"),
            new Flag("-fprofile-arcs", "coverage or profile counters"),
            new Flag("-fprofile-generate", "coverage or profile counters"),
            new Flag("-fprofile-instr-generate", "coverage or profile counters"),
            new Flag("-Cinstrument-coverage", "coverage or profile counters"),
            new Flag("instrument-coverage", "coverage or profile counters"),
            new Flag("-Cprofile-generate", "coverage or profile counters"),
            new Flag("profile-generate", "coverage or profile counters"),
            new Flag("-pg", "call counting"),
            new Flag("-finstrument-functions", "call counting"));

    /**
     * Of a target, where there is any: what the file shows, else what the build was asked for. The file decides where its symbols can be seen;
     * flags may have changed since.
     */
    static Optional<Instrumentation> of(Facts facts, Targets.Target target, Elf elf) {
        List<Instrument> shown = elf.instruments();
        if (!shown.isEmpty()) {
            String what = shown.stream().map(i -> i.kind().words()).distinct().collect(Collectors.joining(" and "));
            return Optional.of(new Instrumentation(what, shown.stream().limit(4).map(i -> new Evidence(elf.file(), i.mark())).toList()));
        }
        boolean told = elf.tellingSymbols().isPresent() && elf.hasSymbols().orElse(false);
        return told ? Optional.empty() : byFlags(facts, target.path());
    }

    /** As {@link #of(Facts, Targets.Target, Elf)}, of what is known to be a program. */
    public static Optional<Instrumentation> of(Facts facts, Targets.Target target, TargetFile.Program program) {
        return of(facts, target, program.elf());
    }

    private static Optional<Instrumentation> byFlags(Facts facts, String file) {
        List<Evidence> evidence = new ArrayList<>();
        List<String> what = new ArrayList<>();
        CMakeBuild.of(facts, file).ifPresent(build -> find(build.flags(build.type(file)), build.directory() + "/CMakeCache.txt", what, evidence));
        CargoBuild.of(facts, file).flatMap(CargoBuild::project).ifPresent(project ->
                find(project.rustflags(facts), "rustflags", what, evidence));
        return what.isEmpty() ? Optional.empty() : Optional.of(new Instrumentation(what.getFirst(), evidence));
    }

    private static void find(List<String> flags, String source, List<String> what, List<Evidence> evidence) {
        for (String flag : flags) {
            FLAGS.stream().filter(f -> flag.startsWith(f.prefix())).findFirst().ifPresent(f -> {
                what.add(f.what());
                evidence.add(new Evidence(source, flag));
            });
        }
    }
}
