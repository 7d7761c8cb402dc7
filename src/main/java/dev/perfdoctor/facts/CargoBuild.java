package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How Cargo made a program: where it lies and what Cargo remembers of the build (the Cargo book, "Build Cache"; cargo's own
 * {@code core/compiler/fingerprint}).
 *
 * @param binary the program's file
 * @param directory the profile's directory, such as {@code …/target/release}
 * @param targetDirectory the directory of all profiles
 * @param profile the profile's name: {@code dev} of {@code debug}
 * @param project the manifest it was made from, where there is one
 */
public record CargoBuild(String binary, String directory, String targetDirectory, String profile, Optional<CargoProject> project) {
    /** Directories of a profile that hold programs one level deeper. */
    private static final Set<String> INNER = Set.of("deps", "examples");
    /** More packages than any lock file of ours names. */
    private static final int MOST_PACKAGES = 3_000;

    /** The build that made this file; empty where it was not Cargo. A file that is not there yet is told by its place alone. */
    public static Optional<CargoBuild> of(Facts facts, String binary) {
        return facts.once(Found.class, binary, f -> new Found(find(f, binary))).build();
    }

    private record Found(Optional<CargoBuild> build) {}

    private static Optional<CargoBuild> find(Facts facts, String binary) {
        String parent = HostPath.parent(binary);
        String directory = INNER.contains(HostPath.name(parent)) ? HostPath.parent(parent) : parent;
        String above = HostPath.parent(directory);
        Host host = facts.host();
        boolean triple = Text.split(HostPath.name(above), '-').size() >= 3 && marked(host, HostPath.parent(above));
        String target = triple ? HostPath.parent(above) : above;
        boolean cargo = marked(host, target) || host.stat(directory + "/.fingerprint").isPresent();
        Optional<CargoProject> project = CargoProject.around(facts, HostPath.parent(target));
        boolean planned = project.isPresent() && project.get().targetDirectory(facts).equals(target);
        if (!cargo && !planned || directory.equals("/") || target.equals("/")) {
            return Optional.empty();
        }
        String name = HostPath.name(directory);
        return Optional.of(new CargoBuild(
                binary,
                directory,
                target,
                name.equals("debug") ? "dev" : name,
                project.or(() -> CargoProject.around(facts, host.identity().directory()))));
    }

    /** Cargo writes {@code .rustc_info.json} into its target directory. */
    private static boolean marked(Host host, String directory) {
        return host.stat(directory + "/.rustc_info.json").isPresent();
    }

    /** The command that builds it again. */
    public String command() {
        String options = switch (profile) {
            case "dev" -> "";
            case "release" -> " --release";
            default -> " --profile " + Shell.quote(profile);
        };
        String kind = HostPath.name(HostPath.parent(binary)).equals("examples") ? " --example " : " --bin ";
        String name = HostPath.name(HostPath.parent(binary)).equals("deps") ? "" : kind + Shell.quote(HostPath.name(binary));
        String where = project.map(p -> " --manifest-path " + Shell.quote(p.root() + "/Cargo.toml")).orElse("");
        return "cargo build" + options + name + where;
    }

    /** Whether its profile optimises; what the profile does not say is as Cargo's own default, and an unknown profile optimises. */
    public boolean isOptimised() {
        String builtIn = project.map(p -> p.builtIn(profile)).orElse(profile);
        String level = project.flatMap(p -> p.setting(profile, "opt-level")).orElse(builtIn.equals("dev") ? "0" : "3");
        return !level.equals("0");
    }

    /** What its profile says of a key. */
    public Optional<String> setting(String key) {
        return project.flatMap(p -> p.setting(profile, key));
    }

    /** The sources Cargo lists for it: {@code BIN.d} beside it. */
    public Reading<List<String>> sources(Facts facts) {
        String base = project.map(CargoProject::root).orElse(directory);
        return facts.host().read(binary + ".d").map(text -> parse(text, base));
    }

    /**
     * The prerequisites of a make rule; a blank within a name is written with a backslash.
     *
     * <pre>/p/target/release/app: /p/src/lib.rs /p/src/my\ file.rs</pre>
     */
    static List<String> parse(String text, String base) {
        List<String> files = new ArrayList<>();
        for (String line : Text.lines(text)) {
            int colon = line.indexOf(": ");
            if (colon > 0) {
                names(line.substring(colon + 2)).forEach(name -> files.add(HostPath.resolve(base, name)));
            }
        }
        if (files.isEmpty() && text.indexOf(':') < 0) {
            throw new IllegalArgumentException("not a list of sources");
        }
        return List.copyOf(files);
    }

    private static List<String> names(String list) {
        List<String> names = new ArrayList<>();
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < list.length(); i++) {
            char c = list.charAt(i);
            boolean escaped = c == '\\' && i + 1 < list.length() && list.charAt(i + 1) == ' ';
            if (c == ' ') {
                addTo(names, name);
            } else {
                name.append(escaped ? ' ' : c);
                i += escaped ? 1 : 0;
            }
        }
        addTo(names, name);
        return names;
    }

    private static void addTo(List<String> names, StringBuilder name) {
        if (!name.isEmpty()) {
            names.add(name.toString());
        }
        name.setLength(0);
    }

    /**
     * When the build began, as Cargo keeps it: it compares each source with the time of {@code dep-…}, which it sets back to the start of the
     * compilation ({@code invoked.timestamp}). The program's own time says less: {@code touch} changes it and Cargo does not mind.
     */
    public Reading<Instant> begun(Facts facts) {
        Host host = facts.host();
        Reading<List<String>> packages = host.listKnown(directory + "/.fingerprint");
        return switch (packages) {
            case Present<List<String>> names -> latest(host, names.value());
            case Absent<List<String>> absent -> new Absent<>(absent.source());
            case Unread<List<String>> unread -> unread.cast();
        };
    }

    private Reading<Instant> latest(Host host, List<String> packages) {
        String name = HostPath.name(binary);
        String folder = directory + "/.fingerprint/";
        List<String> likely = packages.stream().filter(p -> isPackage(p, name)).toList();
        List<Present<Instant>> found = stamps(host, folder, likely, name);
        if (found.isEmpty()) { // the package need not be called as its program
            found = stamps(host, folder, packages.stream().limit(MOST_PACKAGES).toList(), name);
        }
        if (found.isEmpty()) {
            found = likely.stream().flatMap(p -> time(host, folder + p + "/invoked.timestamp").stream()).toList();
        }
        return found.stream()
                .max(Comparator.comparing(Present::value))
                .<Reading<Instant>>map(stamp -> stamp)
                .orElseGet(() -> new Absent<>(folder + name + "-…"));
    }

    /** {@code app-9c1f3b7e5d2a4860} is a build of the package app. */
    private static boolean isPackage(String folder, String name) {
        int dash = folder.lastIndexOf('-');
        return dash > 0 && folder.substring(0, dash).replace('_', '-').equals(name.replace('_', '-'));
    }

    private static List<Present<Instant>> stamps(Host host, String folder, List<String> packages, String name) {
        return packages.stream()
                .flatMap(p -> time(host, folder + p + "/dep-bin-" + name)
                        .or(() -> time(host, folder + p + "/dep-example-" + name))
                        .stream())
                .toList();
    }

    private static Optional<Present<Instant>> time(Host host, String file) {
        return host.stat(file) instanceof Present<Stat> stat && stat.value().mtime().isPresent()
                ? Optional.of(new Present<>(stat.value().mtime().get(), new Evidence(file, Times.shown(stat.value().mtime().get()))))
                : Optional.empty();
    }

    /**
     * The compiler Cargo used last in this target directory.
     *
     * <pre>{"rustc_fingerprint":1,"outputs":{"2":{"success":true,"stdout":"rustc 1.89.0 (29483883e 2025-08-04)\nbinary: rustc\n…</pre>
     */
    public Reading<String> compiler(Facts facts) {
        return facts.host().read(targetDirectory + "/.rustc_info.json").map(text -> {
            int at = text.indexOf("\"rustc ");
            int end = at < 0 ? -1 : text.indexOf("\\n", at);
            if (end < 0) {
                throw new IllegalArgumentException("names no rustc");
            }
            return text.substring(at + 1, end);
        });
    }

    /** The release that {@code rust-toolchain.toml} or {@code rust-toolchain} asks for, where it is a number such as {@code 1.85.0}. */
    public Optional<String> pinned(Facts facts) {
        String start = project.map(CargoProject::root).orElse(targetDirectory);
        for (String up : HostPath.upwards(start)) {
            for (String name : List.of("/rust-toolchain.toml", "/rust-toolchain")) {
                if (facts.host().read(HostPath.normal(up + name)) instanceof Present<String> text) {
                    String channel = TomlKeys.parse(text.value()).value("toolchain.channel").orElse(text.value().strip());
                    return Optional.of(channel).filter(c -> !c.isEmpty() && Character.isDigit(c.charAt(0)));
                }
            }
        }
        return Optional.empty();
    }
}
