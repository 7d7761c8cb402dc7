package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.facts.Leftovers.Kind;
import dev.perfdoctor.facts.Leftovers.Mismatch;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Archives of classes that a JVM starts faster with: CDS ({@code .jsa}) and AOT caches ({@code .aot}, JEP 483) in the working directory and
 * where Maven and Gradle put jars. A JVM that finds its archive not fitting leaves it and says nothing (-Xshare:auto).
 *
 * @param mismatched those that will be left
 */
public record ClassArchives(List<Mismatch> mismatched) {
    /** The name of the JVM stands in the header, behind magic, checksums and a table of regions. */
    private static final int HEADER = 8_192;
    private static final int MOST = 20;

    /** Those of this machine's working directory. */
    public static ClassArchives of(Facts facts) {
        return facts.once(ClassArchives.class, ClassArchives::find);
    }

    private static ClassArchives find(Facts facts) {
        String directory = facts.host().identity().directory();
        List<Mismatch> found = new ArrayList<>();
        if (!directory.isEmpty()) {
            for (String folder : List.of(directory, directory + "/target", directory + "/build/libs", directory + "/lib")) {
                List<String> names = facts.host().listKnown(HostPath.normal(folder)).orElse(List.of());
                names.stream()
                        .filter(n -> n.endsWith(".jsa") || n.endsWith(".aot"))
                        .limit(MOST)
                        .forEach(n -> archive(facts, HostPath.resolve(folder, n), jars(folder, names)).ifPresent(found::add));
            }
        }
        return new ClassArchives(List.copyOf(found));
    }

    private static List<String> jars(String folder, List<String> names) {
        return names.stream().filter(n -> n.endsWith(".jar")).limit(MOST).map(n -> HostPath.resolve(folder, n)).toList();
    }

    private static Optional<Mismatch> archive(Facts facts, String file, List<String> jars) {
        Optional<String> made = vm(facts.host(), file);
        if (made.isEmpty()) {
            return Optional.empty(); // not an archive, or not readable
        }
        Optional<Present<String>> running = running(facts.host());
        if (running.isPresent() && !made.get().contains("(" + running.get().value() + ")")) {
            return Optional.of(new Mismatch(Kind.CLASS_ARCHIVE, file, "it is of another JVM",
                    List.of(new Evidence(file, made.get()), running.get().evidence())));
        }
        return jars.stream().flatMap(jar -> newer(facts, file, jar).stream()).findFirst();
    }

    private static Optional<Mismatch> newer(Facts facts, String file, String jar) {
        return Freshness.linked(facts, file) instanceof Present<Instant> archive && Freshness.linked(facts, jar) instanceof Present<Instant> changed
                        && Times.surelyAfter(changed.value(), archive.value())
                ? Optional.of(new Mismatch(Kind.CLASS_ARCHIVE, file, HostPath.name(jar) + " was changed after it",
                        List.of(archive.evidence(), changed.evidence())))
                : Optional.empty();
    }

    /** {@code OpenJDK 64-Bit Server VM (17.0.15+6-Debian-1deb12u1) for linux-amd64 …} behind the magic number 0xf00baba2 or …8. */
    private static Optional<String> vm(Host host, String file) {
        if (!(host.bytes(file, 0, HEADER) instanceof Present<byte[]> head)) {
            return Optional.empty();
        }
        String text = new String(head.value(), StandardCharsets.ISO_8859_1);
        boolean magic = text.startsWith("\u00ab\013\u00f0", 1);
        int name = text.indexOf(" VM (");
        int end = name < 0 ? -1 : text.indexOf(')', name);
        if (!magic || end < 0) {
            return Optional.empty();
        }
        int start = Math.max(text.lastIndexOf('\0', name) + 1, name - 60);
        return Optional.of(text.substring(start, end + 1));
    }

    /** The version of the JVM that {@code java} starts: JAVA_RUNTIME_VERSION of its {@code release} file, as {@code java -version} prints it. */
    private static Optional<Present<String>> running(Host host) {
        String program = Text.split(host.identity().variable("PATH").orElse(""), ':').stream()
                .filter(d -> d.startsWith("/"))
                .map(d -> HostPath.resolve(d, "java"))
                .filter(f -> host.stat(f).isPresent())
                .findFirst()
                .or(() -> host.identity().variable("JAVA_HOME").map(home -> home + "/bin/java"))
                .orElse("");
        String real = program.isEmpty() ? "" : host.realPath(program).orElse("");
        if (real.isEmpty()) {
            return Optional.empty();
        }
        String release = HostPath.parent(HostPath.parent(real)) + "/release";
        return host.read(release).map(ClassArchives::runtimeVersion) instanceof Present<String> version
                ? Optional.of(new Present<>(version.value(), new Evidence(release, "JAVA_RUNTIME_VERSION " + version.value())))
                : Optional.empty();
    }

    private static String runtimeVersion(String text) {
        for (String line : Text.lines(text)) {
            if (line.startsWith("JAVA_RUNTIME_VERSION=")) {
                return line.substring("JAVA_RUNTIME_VERSION=".length()).replace("\"", "").strip();
            }
        }
        throw new IllegalArgumentException("names no JAVA_RUNTIME_VERSION");
    }
}
