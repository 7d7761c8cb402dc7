package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Stat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Looks for the programs of the project in the working directory: a few well-known places, bounded. A guess, and treated as one: of several
 * builds of one program only the newest that is no debug build is taken.
 */
final class ProjectSearch {
    private static final int MOST_PROGRAMS = 4;
    private static final int MOST_NAMES = 2_000;

    /** Directories of a Cargo target directory that are no profiles. */
    private static final Set<String> NO_PROFILES = Set.of("doc", "package", "tmp", "flycheck", "criterion", "rust-analyzer", "miri", "llvm-cov-target");

    private final Facts facts;
    private final Host host;
    private final String directory;
    private final List<String> names;

    private record Found(String path, Instant built, boolean debug) {}

    private ProjectSearch(Facts facts) {
        this.facts = facts;
        this.host = facts.host();
        this.directory = host.identity().directory();
        this.names = directory.isEmpty() ? List.of() : names(directory);
    }

    /** Their files, the newest first. */
    static List<String> programs(Facts facts) {
        ProjectSearch search = new ProjectSearch(facts);
        List<Found> found = new ArrayList<>(search.cargo());
        found.addAll(search.buildDirectories());
        found.addAll(search.beside());
        return best(found);
    }

    private static List<String> best(List<Found> found) {
        Map<String, Found> byName = new LinkedHashMap<>();
        for (Found one : found) {
            byName.merge(HostPath.name(one.path()), one, (a, b) -> a.debug() != b.debug() ? (a.debug() ? b : a) : a.built().isBefore(b.built()) ? b : a);
        }
        return byName.values().stream()
                .sorted((a, b) -> b.built().compareTo(a.built()))
                .limit(MOST_PROGRAMS)
                .map(Found::path)
                .toList();
    }

    private List<String> names(String folder) {
        List<String> all = host.listKnown(folder).orElse(List.of());
        return all.size() > MOST_NAMES ? all.subList(0, MOST_NAMES) : all;
    }

    /** A profile's directory holds {@code app} and {@code app.d} for each program. */
    private List<Found> cargo() {
        Optional<CargoProject> project = directory.isEmpty() ? Optional.empty() : CargoProject.around(facts, directory);
        if (project.isEmpty() || !HostPath.isIn(directory, project.get().root())) {
            return List.of();
        }
        String target = project.get().targetDirectory(facts);
        List<Found> found = new ArrayList<>();
        for (String profile : names(target)) {
            String folder = target + "/" + profile;
            if (!NO_PROFILES.contains(profile) && !profile.startsWith(".")) {
                for (String name : names(folder)) {
                    boolean made = name.endsWith(".d") && !name.startsWith("lib");
                    if (made) {
                        program(folder + "/" + name.substring(0, name.length() - 2), profile.equals("debug")).ifPresent(found::add);
                    }
                }
            }
        }
        return found;
    }

    /** Build directories of CMake, Meson and Ninja, by their usual names. */
    private List<Found> buildDirectories() {
        if (!names.contains("CMakeLists.txt") && !names.contains("meson.build")) {
            return List.of();
        }
        List<Found> found = new ArrayList<>();
        for (String name : names) {
            boolean usual = name.equals("out") || name.equals("_build") || name.equals("Release") || name.equals("Debug")
                    || name.startsWith("build") || name.startsWith("cmake-build");
            if (usual || name.equals("CMakeCache.txt")) {
                String folder = usual ? HostPath.resolve(directory, name) : directory;
                boolean debug = CMakeBuild.in(facts, folder).map(b -> b.type(folder + "/x").equalsIgnoreCase("debug")).orElse(false);
                if (host.stat(folder + "/CMakeCache.txt").isPresent() || host.stat(folder + "/build.ninja").isPresent()) {
                    for (String place : List.of(folder, folder + "/bin", folder + "/src")) {
                        found.addAll(elfFiles(place, debug));
                    }
                }
            }
        }
        return found;
    }

    /** What make and go leave beside their sources. */
    private List<Found> beside() {
        boolean make = names.contains("Makefile") || names.contains("GNUmakefile") || names.contains("makefile");
        if (!make && !names.contains("go.mod") || names.contains("CMakeCache.txt")) {
            return List.of();
        }
        List<Found> found = new ArrayList<>(elfFiles(directory, false));
        found.addAll(elfFiles(directory + "/bin", false));
        return found;
    }

    private List<Found> elfFiles(String folder, boolean debug) {
        return names(folder).stream()
                .filter(name -> name.indexOf('.') < 0 || name.endsWith(".elf") || name.endsWith(".out"))
                .flatMap(name -> program(HostPath.resolve(folder, name), debug).stream())
                .filter(found -> isElf(found.path()))
                .toList();
    }

    private boolean isElf(String file) {
        return host.bytes(file, 0, 4) instanceof Present<byte[]> head
                && head.value().length == 4 && head.value()[0] == 0x7f && head.value()[1] == 'E' && head.value()[2] == 'L' && head.value()[3] == 'F';
    }

    private Optional<Found> program(String file, boolean debug) {
        return host.stat(file) instanceof Present<Stat> stat && stat.value().isRegular() && stat.value().isExecutable() && stat.value().size() != 0
                ? Optional.of(new Found(file, stat.value().mtime().orElse(Instant.EPOCH), debug))
                : Optional.empty();
    }
}
