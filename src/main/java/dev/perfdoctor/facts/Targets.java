package dev.perfdoctor.facts;

import dev.perfdoctor.api.Configuration;
import dev.perfdoctor.api.Configuration.Cache;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The programs that will be measured: named by {@code --target}, described by the configuration, started by one of its {@code commands:}, or,
 * where none of these names any, found in the project of the working directory.
 *
 * @param all in that order, each file once
 */
public record Targets(List<Target> all) {
    public Targets {
        all = List.copyOf(all);
    }

    /** Who says that a program will be measured, the surest first. */
    public enum Origin {
        OPTION,
        CONFIGURATION,
        COMMAND,
        DISCOVERED
    }

    /**
     * A program that will be measured. Its file need not exist.
     *
     * @param path absolute
     * @param name as a person in the working directory would write it
     * @param sources declared files, directories and patterns it is built from; often none
     * @param caches declared caches
     */
    public record Target(String path, String name, Origin origin, List<String> sources, List<Cache> caches) {
        /** Whether a person said so, rather than a search. */
        public boolean isNamed() {
            return origin != Origin.DISCOVERED;
        }
    }

    /** Those of this run. */
    public static Targets of(Facts facts) {
        return facts.once(Targets.class, Targets::gather);
    }

    /** Those a person named, by whatever way. */
    public List<Target> named() {
        return all.stream().filter(Target::isNamed).toList();
    }

    /** A path of this machine as a person in the working directory would write it. */
    public static String nameOf(Facts facts, String path) {
        return HostPath.seenFrom(facts.host().identity().directory(), path);
    }

    private static Targets gather(Facts facts) {
        Host host = facts.host();
        String directory = host.identity().directory();
        Map<String, Target> all = new LinkedHashMap<>();
        for (String path : facts.request().targets()) {
            add(all, target(directory, HostPath.resolve(directory, path), Origin.OPTION));
        }
        for (Configuration.Target described : facts.request().configuration().targets()) {
            String path = described.binary();
            add(all, new Target(path, HostPath.seenFrom(directory, path), Origin.CONFIGURATION, described.sources(), described.caches()));
        }
        for (Demands.Demand demand : Demands.of(facts).commands()) {
            program(host, demand).ifPresent(path -> add(all, target(directory, path, Origin.COMMAND)));
        }
        if (all.isEmpty()) {
            ProjectSearch.programs(facts).forEach(path -> add(all, target(directory, path, Origin.DISCOVERED)));
        }
        return new Targets(List.copyOf(all.values()));
    }

    private static Target target(String directory, String path, Origin origin) {
        return new Target(path, HostPath.seenFrom(directory, path), origin, List.of(), List.of());
    }

    /** One file named twice is one target, with the sources and caches of both. */
    private static void add(Map<String, Target> all, Target target) {
        all.merge(target.path(), target, (a, b) -> new Target(
                a.path(), a.name(), a.origin(), joined(a.sources(), b.sources()), joined(a.caches(), b.caches())));
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        Set<T> both = new LinkedHashSet<>(first);
        both.addAll(second);
        return List.copyOf(both);
    }

    /**
     * The program a command line measures, where it is one's own: named by a path, or found in PATH outside the system's directories.
     * {@code sleep 10} beside {@code -a} is a clock, and {@code cargo bench} measures what Cargo starts.
     */
    private static Optional<String> program(Host host, Demands.Demand demand) {
        if (demand.program().isEmpty()) {
            return Optional.empty();
        }
        String word = demand.program().getFirst();
        if (word.indexOf('/') >= 0) {
            return Optional.of(HostPath.resolve(demand.command().directory(), word));
        }
        String path = host.identity().variable("PATH").orElse("");
        return Text.split(path, ':').stream()
                .filter(directory -> directory.startsWith("/"))
                .map(directory -> HostPath.resolve(directory, word))
                .filter(file -> host.stat(file).isPresent())
                .findFirst()
                .filter(file -> isOwn(host, file));
    }

    private static final List<String> SYSTEM = List.of("/usr", "/bin", "/sbin", "/lib", "/opt", "/nix", "/gnu", "/snap");
    private static final List<String> TOOLCHAINS = List.of("/.cargo/", "/.rustup/", "/.pyenv/", "/.nvm/", "/.sdkman/", "/go/bin/", "/shims/");

    private static boolean isOwn(Host host, String file) {
        String real = host.realPath(file).orElse(file);
        return SYSTEM.stream().noneMatch(system -> HostPath.isIn(real, system)) && TOOLCHAINS.stream().noneMatch(file::contains);
    }
}
