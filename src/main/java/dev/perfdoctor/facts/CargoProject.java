package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Unread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A Cargo package or workspace as its manifest and configuration describe it (The Cargo Book, "Profiles", "Configuration").
 *
 * @param root the directory of the manifest whose profiles count: the workspace's
 * @param manifest its keys; none where it could not be read
 * @param configurations keys of the {@code config.toml} files that count, the nearest first
 * @param gap why one of those files could not be read
 */
public record CargoProject(String root, TomlKeys manifest, List<TomlKeys> configurations, Optional<Unread<?>> gap) {
    /** Profiles may inherit from one another. */
    private static final int LONGEST_CHAIN = 8;

    /** The project a directory belongs to. */
    public static Optional<CargoProject> around(Facts facts, String directory) {
        return root(facts.host(), directory).map(root -> facts.once(CargoProject.class, root, f -> read(f, root)));
    }

    private static Optional<String> root(Host host, String directory) {
        String nearest = "";
        for (String up : HostPath.upwards(directory)) {
            if (host.lstat(up + "/Cargo.toml").isPresent()) {
                nearest = nearest.isEmpty() ? up : nearest;
                if (keys(host, up + "/Cargo.toml").hasTable("workspace")) {
                    return Optional.of(up);
                }
            }
        }
        return Optional.of(nearest).filter(n -> !n.isEmpty());
    }

    private static CargoProject read(Facts facts, String root) {
        Host host = facts.host();
        List<String> places = new ArrayList<>(HostPath.upwards(root).stream().map(up -> HostPath.resolve(up, ".cargo")).toList());
        host.identity().variable("CARGO_HOME")
                .or(() -> host.identity().variable("HOME").map(home -> home + "/.cargo"))
                .map(HostPath::normal)
                .filter(home -> !places.contains(home))
                .ifPresent(places::add);
        List<Reading<String>> files = places.stream()
                .map(place -> host.lstat(place + "/config.toml").isPresent() ? place + "/config.toml" : place + "/config")
                .map(host::read)
                .toList();
        List<TomlKeys> configurations = files.stream()
                .map(file -> file.map(TomlKeys::parse).orElse(TomlKeys.none()))
                .filter(keys -> !keys.values().isEmpty())
                .toList();
        Optional<Unread<?>> gap = files.stream().<Unread<?>>mapMulti((file, unread) -> {
            if (file instanceof Unread<?> u) {
                unread.accept(u);
            }
        }).findFirst();
        return new CargoProject(root, keys(host, root + "/Cargo.toml"), configurations, gap);
    }

    private static TomlKeys keys(Host host, String file) {
        return host.read(file).map(TomlKeys::parse).orElse(TomlKeys.none());
    }

    /** A key of the configuration files, the nearest's. */
    public Optional<String> configured(String key) {
        return configurations.stream().flatMap(keys -> keys.value(key).stream()).findFirst();
    }

    /** Where builds go: {@code CARGO_TARGET_DIR}, {@code build.target-dir}, else {@code target} beside the manifest. */
    public String targetDirectory(Facts facts) {
        Optional<String> variable = facts.host().identity().variable("CARGO_TARGET_DIR");
        return HostPath.resolve(root, variable.or(() -> configured("build.target-dir")).orElse("target"));
    }

    /** Flags for rustc: {@code RUSTFLAGS}, else {@code build.rustflags} and those of {@code target.…}, as words. */
    public List<String> rustflags(Facts facts) {
        Optional<String> variable = facts.host().identity().variable("RUSTFLAGS");
        if (variable.isPresent()) {
            return Text.words(variable.get());
        }
        List<String> flags = new ArrayList<>();
        for (TomlKeys keys : configurations) {
            keys.values().entrySet().stream()
                    .filter(e -> e.getKey().equals("build.rustflags") || e.getKey().startsWith("target.") && e.getKey().endsWith(".rustflags"))
                    .forEach(e -> flags.addAll(words(e.getValue())));
        }
        return List.copyOf(flags);
    }

    /** {@code ["-C", "target-cpu=native"]} or {@code -C target-cpu=native}. */
    private static List<String> words(String value) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < value.length(); i++) {
            plain.append("[]\"',".indexOf(value.charAt(i)) >= 0 ? ' ' : value.charAt(i));
        }
        return Text.words(plain.toString());
    }

    /** What a profile says of a key, inherited or not; empty where it says nothing and Cargo's own default counts. */
    public Optional<String> setting(String profile, String key) {
        String at = profile;
        for (int i = 0; i < LONGEST_CHAIN; i++) {
            Optional<String> value = own(at, key);
            if (value.isPresent()) {
                return value;
            }
            Optional<String> parent = own(at, "inherits").or(() -> Optional.of(at(profile)).filter(p -> !p.isEmpty()));
            if (parent.isEmpty() || parent.get().equals(at)) {
                return Optional.empty();
            }
            at = parent.get();
        }
        return Optional.empty();
    }

    private static String at(String profile) {
        return profile.equals("bench") ? "release" : profile.equals("test") ? "dev" : "";
    }

    private Optional<String> own(String profile, String key) {
        String name = "profile." + profile + "." + key;
        return configured(name).or(() -> manifest.value(name));
    }

    /** The built-in profile at the end of the chain of {@code inherits}: {@code dev}, {@code release}, or an unknown profile itself. */
    public String builtIn(String profile) {
        String at = profile;
        for (int i = 0; i < LONGEST_CHAIN && !at.equals("dev") && !at.equals("release"); i++) {
            String here = at;
            at = own(at, "inherits").orElseGet(() -> at(here).isEmpty() ? here : at(here));
        }
        return at;
    }
}
