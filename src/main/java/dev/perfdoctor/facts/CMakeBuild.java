package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A build directory of CMake, as its cache describes it (cmake(1), "CMakeCache.txt").
 *
 * @param directory where {@code CMakeCache.txt} lies
 * @param cache its entries by name, without types
 */
public record CMakeBuild(String directory, Map<String, String> cache) {
    private static final int MOST_LEVELS = 8;
    /** build.ninja of a large project is long; its flags of one program stand anywhere in it. */
    private static final int LONGEST_RULES = 16 << 20;

    /** The build directory a file lies in; empty where there is none above it. */
    public static Optional<CMakeBuild> of(Facts facts, String file) {
        return HostPath.upwards(HostPath.parent(file)).stream()
                .limit(MOST_LEVELS)
                .flatMap(up -> in(facts, up).stream())
                .findFirst();
    }

    /** The build directory this directory is. */
    static Optional<CMakeBuild> in(Facts facts, String directory) {
        return facts.once(Found.class, directory, f -> new Found(
                        f.host().read(cacheFile(directory)).map(CMakeBuild::parse) instanceof Present<Map<String, String>> cache
                                ? Optional.of(new CMakeBuild(directory, cache.value()))
                                : Optional.empty()))
                .build();
    }

    private record Found(Optional<CMakeBuild> build) {}

    private static String cacheFile(String directory) {
        return HostPath.resolve(directory, "CMakeCache.txt");
    }

    /**
     * The entries of a cache file.
     *
     * <pre>
     * //Choose the type of build
     * CMAKE_BUILD_TYPE:STRING=Release
     * </pre>
     */
    static Map<String, String> parse(String text) {
        Map<String, String> cache = new LinkedHashMap<>();
        for (String line : Text.lines(text)) {
            int colon = line.indexOf(':');
            int equals = line.indexOf('=', Math.max(colon, 0));
            if (colon > 0 && equals > colon && !line.startsWith("//") && !line.startsWith("#")) {
                cache.putIfAbsent(line.substring(0, colon), line.substring(equals + 1).strip());
            }
        }
        if (cache.isEmpty()) {
            throw new IllegalArgumentException("not a CMake cache");
        }
        return Map.copyOf(cache);
    }

    /** An entry with something in it. */
    public Optional<String> value(String name) {
        return Optional.ofNullable(cache.get(name)).filter(v -> !v.isEmpty());
    }

    /** An entry as evidence. */
    public Evidence evidence(String name) {
        return new Evidence(cacheFile(directory), name + "=" + cache.getOrDefault(name, "(not set)"));
    }

    /**
     * The build type that made a file: {@code CMAKE_BUILD_TYPE}, or with several configurations the directory that is named like one; empty
     * for none, as CMake leaves it.
     */
    public String type(String file) {
        Optional<String> several = value("CMAKE_CONFIGURATION_TYPES");
        if (several.isEmpty()) {
            return cache.getOrDefault("CMAKE_BUILD_TYPE", "");
        }
        String below = HostPath.seenFrom(directory, HostPath.parent(file));
        return Text.split(several.get(), ';').stream().filter(Text.split(below, '/')::contains).findFirst().orElse("");
    }

    /** All compiler flags the cache names for a build type, of all languages. */
    public List<String> flags(String type) {
        List<String> flags = new ArrayList<>();
        for (String language : List.of("C", "CXX", "Fortran")) {
            flags.addAll(Text.words(cache.getOrDefault("CMAKE_" + language + "_FLAGS", "")));
            if (!type.isEmpty()) {
                flags.addAll(Text.words(cache.getOrDefault("CMAKE_" + language + "_FLAGS_" + type.toUpperCase(Locale.ROOT), "")));
            }
        }
        for (String kind : List.of("EXE", "SHARED", "MODULE")) {
            flags.addAll(Text.words(cache.getOrDefault("CMAKE_" + kind + "_LINKER_FLAGS", "")));
        }
        return List.copyOf(flags);
    }

    /** How sure the optimisation of a program is. */
    public enum Optimised {
        YES,
        NO,
        UNKNOWN
    }

    /**
     * Whether a program was compiled with optimisation. What CMake wrote for the compiler tells ({@code flags.make}, {@code build.ninja});
     * a project may choose a build type without saying so in the cache. Where neither is there, the cache's own words decide.
     */
    public Optimised optimised(Facts facts, String file) {
        Optional<List<String>> used = used(facts.host(), file);
        if (used.isPresent()) {
            return level(used.get()).equals("0") ? Optimised.NO : Optimised.YES;
        }
        String type = type(file);
        String level = level(flags(type));
        if (!level.equals("0")) {
            return Optimised.YES;
        }
        return switch (type.toLowerCase(Locale.ROOT)) {
            case "release", "relwithdebinfo", "minsizerel" -> explicit(flags(type)) ? Optimised.NO : Optimised.YES;
            case "debug", "" -> Optimised.NO;
            default -> cache.keySet().stream().anyMatch(k -> k.endsWith("_FLAGS_" + type.toUpperCase(Locale.ROOT)))
                    ? Optimised.NO
                    : Optimised.UNKNOWN;
        };
    }

    private static boolean explicit(List<String> flags) {
        return flags.stream().anyMatch(f -> f.startsWith("-O"));
    }

    /** The last {@code -O} counts (gcc(1)); none is {@code -O0}, {@code -O} alone is {@code -O1}. */
    static String level(List<String> flags) {
        return flags.stream().filter(f -> f.startsWith("-O")).reduce((_, last) -> last).map(f -> f.length() == 2 ? "1" : f.substring(2)).orElse("0");
    }

    /** The flags that the generated rules of a program hold; empty where there are none to be found. */
    private Optional<List<String>> used(Host host, String file) {
        String name = HostPath.name(file);
        String make = HostPath.resolve(HostPath.parent(file), "CMakeFiles/" + name + ".dir/flags.make");
        Reading<String> rules = host.read(make).isPresent() ? host.read(make) : host.read(directory + "/build.ninja", LONGEST_RULES);
        if (!(rules instanceof Present<String> text)) {
            return Optional.empty();
        }
        List<String> flags = new ArrayList<>();
        boolean ninja = !rules.source().equals(make);
        boolean mine = !ninja;
        for (String line : Text.lines(text.value())) {
            if (ninja && line.startsWith("build ")) {
                mine = line.contains("CMakeFiles/" + name + ".dir/");
            }
            int equals = line.indexOf('=');
            if (mine && equals > 0 && line.substring(0, equals).strip().endsWith("FLAGS")) {
                flags.addAll(Text.words(line.substring(equals + 1)));
            }
        }
        return flags.isEmpty() && ninja ? Optional.empty() : Optional.of(flags);
    }

    /** The compiler of a language as CMake found it when it was configured: {@code GNU 13.3.0}. */
    public Optional<Present<String>> compiler(Facts facts, String language) {
        Host host = facts.host();
        if (!(host.listKnown(directory + "/CMakeFiles") instanceof Present<List<String>> versions)) {
            return Optional.empty();
        }
        return versions.value().stream()
                .filter(v -> !v.isEmpty() && Character.isDigit(v.charAt(0)))
                .map(v -> directory + "/CMakeFiles/" + v + "/CMake" + language + "Compiler.cmake")
                .flatMap(file -> host.read(file).map(CMakeBuild::compilerOf) instanceof Present<String> p
                        ? java.util.stream.Stream.of(new Present<>(p.value(), new Evidence(file, p.value())))
                        : java.util.stream.Stream.empty())
                .reduce((_, last) -> last);
    }

    /** {@code set(CMAKE_CXX_COMPILER_ID "GNU")} and {@code set(CMAKE_CXX_COMPILER_VERSION "13.3.0")}. */
    private static String compilerOf(String text) {
        String id = "";
        String version = "";
        for (String line : Text.lines(text)) {
            List<String> quoted = Text.split(line, '"');
            if (quoted.size() >= 3 && line.startsWith("set(CMAKE_")) {
                String name = quoted.getFirst().strip();
                id = name.endsWith("_COMPILER_ID") ? quoted.get(1) : id;
                version = name.endsWith("_COMPILER_VERSION") ? quoted.get(1) : version;
            }
        }
        if (version.isEmpty()) {
            throw new IllegalArgumentException("names no compiler version");
        }
        return id + " " + version;
    }

    /** The source tree it was made for. */
    public Optional<String> home() {
        return value("CMAKE_HOME_DIRECTORY");
    }

    /** The command that builds it again. */
    public String command() {
        return "cmake --build " + Shell.quote(directory);
    }
}
