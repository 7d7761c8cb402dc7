package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Identity;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Stat;
import java.util.List;
import java.util.Optional;

/**
 * Files of root in a build directory of somebody else: what a build, or a profiler, left behind that was run with sudo.
 *
 * @param directory the build directory
 * @param owner the user's name
 * @param found some of them
 */
public record Ownership(String directory, String owner, List<Evidence> found) {
    private static final int MOST = 1_500;
    private static final int SHOWN = 3;

    private record Held(Optional<Ownership> ownership) {}

    /** Of the build directory of a target; empty where there is none, all is as it should be, or the project is not this user's at all. */
    public static Optional<Ownership> of(Facts facts, Targets.Target target) {
        return directory(facts, target).flatMap(dir -> facts.once(Held.class, dir, f -> new Held(look(f, dir))).ownership());
    }

    private static Optional<String> directory(Facts facts, Targets.Target target) {
        return CargoBuild.of(facts, target.path())
                .map(CargoBuild::targetDirectory)
                .or(() -> CMakeBuild.of(facts, target.path()).map(CMakeBuild::directory))
                .or(() -> MesonBuild.of(facts, target.path()).map(MesonBuild::directory));
    }

    private static Optional<Ownership> look(Facts facts, String directory) {
        Optional<Identity.User> user = Credentials.user(facts);
        Host host = facts.host();
        boolean own = user.isPresent() && !user.get().isRoot()
                && (isOf(host, directory, user.get().uid()) || isOf(host, HostPath.parent(directory), user.get().uid()));
        if (!own) {
            return Optional.empty();
        }
        List<Evidence> found = FileWalk.below(host, directory, MOST, path -> !HostPath.name(path).equals(".git")).entries().stream()
                .filter(e -> e.stat().uid() == 0)
                .limit(SHOWN)
                .map(e -> new Evidence(e.path(), "belongs to root"))
                .toList();
        return found.isEmpty() ? Optional.empty() : Optional.of(new Ownership(directory, user.get().name(), found));
    }

    private static boolean isOf(Host host, String path, long uid) {
        return host.stat(path) instanceof Present<Stat> stat && stat.value().uid() == uid;
    }
}
