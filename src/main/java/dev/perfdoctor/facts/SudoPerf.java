package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import java.util.Optional;

/**
 * The perf that {@code sudo perf} runs, where sudo was asked and searches a path of its own: sudo ignores the user's PATH where secure_path
 * is set (sudoers(5)).
 *
 * @param path empty where that path leads to none, and where it is not known
 * @param evidence the search path; empty where it is not known
 */
public record SudoPerf(Optional<String> path, Optional<Evidence> evidence) {
    /** For the calling user; root needs no sudo. */
    public static SudoPerf of(Facts facts) {
        return facts.once(SudoPerf.class, SudoPerf::search);
    }

    private static SudoPerf search(Facts facts) {
        Optional<String> directories = Credentials.isRoot(facts) ? Optional.empty() : SudoSeen.of(facts).securePath();
        return new SudoPerf(
                directories.flatMap(d -> RootTool.in(facts.host(), d, "perf")),
                directories.map(d -> new Evidence("secure_path of sudo", d)));
    }

    /** Whether it is another file than this one. */
    public boolean isOtherThan(Facts facts, String perf) {
        return path.isPresent() && !real(facts, path.get()).equals(real(facts, perf));
    }

    private static String real(Facts facts, String file) {
        return facts.host().realPath(file).orElse(file);
    }
}
