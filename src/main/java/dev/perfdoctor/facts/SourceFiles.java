package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Stat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The files a target is built from, with their times: those that the build system lists, else those that the configuration declares.
 *
 * @param files those whose time is known
 * @param complete whether no further ones were left out
 */
record SourceFiles(List<Dated> files, boolean complete) {
    private static final int MOST = 10_000;

    /** Directories that hold no sources of the project, whatever lies in them. */
    private static final Set<String> FOREIGN = Set.of("node_modules", "__pycache__", "CMakeFiles", "_deps", "vendor");

    /** Of a target. */
    static SourceFiles of(Facts facts, Targets.Target target) {
        return facts.once(SourceFiles.class, target, f -> find(f, target));
    }

    private static SourceFiles find(Facts facts, Targets.Target target) {
        Optional<CargoBuild> cargo = CargoBuild.of(facts, target.path());
        if (cargo.isPresent() && cargo.get().sources(facts) instanceof Present<List<String>> listed) {
            return listed(facts.host(), listed.value());
        }
        List<Dated> files = new ArrayList<>();
        boolean complete = true;
        for (String declared : target.sources()) {
            SourceFiles some = declared(facts.host(), declared, target.path(), MOST - files.size());
            files.addAll(some.files());
            complete &= some.complete();
        }
        if (cargo.isPresent()) { // Cargo goes by what stands in them, not by their time
            files.removeIf(f -> HostPath.name(f.file()).equals("Cargo.toml") || HostPath.name(f.file()).equals("Cargo.lock"));
        }
        return new SourceFiles(List.copyOf(files), complete);
    }

    private static SourceFiles listed(Host host, List<String> names) {
        List<Dated> files = new ArrayList<>();
        boolean complete = names.size() <= MOST;
        for (String name : names.stream().limit(MOST).toList()) {
            boolean dependency = name.contains("/.cargo/registry/") || name.contains("/.cargo/git/") || name.contains("/rustlib/");
            if (!dependency) {
                Optional<Dated> file = dated(name, host.stat(name).orElse(null));
                file.ifPresent(files::add);
                complete &= file.isPresent();
            }
        }
        return new SourceFiles(List.copyOf(files), complete);
    }

    private static SourceFiles declared(Host host, String declared, String binary, int most) {
        boolean pattern = PathPattern.isPattern(declared);
        PathPattern wanted = new PathPattern(declared);
        String start = pattern ? wanted.fixedPart() : declared;
        boolean directory = host.stat(start) instanceof Present<Stat> stat && stat.value().isDirectory();
        if (!directory) {
            Optional<Dated> file = dated(start, host.stat(start).orElse(null));
            return new SourceFiles(file.stream().toList(), file.isPresent() || host.stat(start).isAbsent());
        }
        String real = host.realPath(start).orElse(start);
        String builds = HostPath.parent(binary);
        FileWalk walk = FileWalk.below(host, real, Math.max(0, most), path -> !isForeign(path) && !(path.equals(builds) && !real.equals(builds)));
        List<Dated> files = walk.files().stream()
                .filter(e -> !isScrap(HostPath.name(e.path())) && !e.path().equals(binary))
                .filter(e -> !pattern || wanted.matches(start + e.path().substring(real.length())))
                .flatMap(e -> dated(e.path(), e.stat()).stream())
                .toList();
        return new SourceFiles(files, walk.complete());
    }

    private static boolean isForeign(String path) {
        String name = HostPath.name(path);
        return FOREIGN.contains(name) || name.startsWith(".") || name.equals("target");
    }

    /** Files of editors and of version control. */
    private static boolean isScrap(String name) {
        return name.startsWith(".") || name.startsWith("#") || name.endsWith("~") || name.endsWith(".swp") || name.endsWith(".orig")
                || name.endsWith(".o") || name.endsWith(".pyc");
    }

    private static Optional<Dated> dated(String name, Stat stat) {
        return stat != null && stat.isRegular() ? stat.mtime().map(time -> new Dated(name, time)) : Optional.empty();
    }
}
