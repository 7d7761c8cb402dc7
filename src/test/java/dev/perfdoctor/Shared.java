package dev.perfdoctor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/**
 * The acceptance material that lies beside the repository: the folder that the system property or environment variable
 * {@code perfdoctor.shared} ({@code PERFDOCTOR_SHARED}) names, else the nearest folder {@code shared} beside a parent of the working directory.
 * Tests that need it are skipped where there is none.
 */
public final class Shared {
    private Shared() {}

    /** A file or folder of it; the calling test is skipped where there is none. */
    public static Path path(String name) {
        Optional<Path> found = find(name);
        Assumptions.assumeTrue(found.isPresent(), "no shared material here");
        return found.orElseThrow();
    }

    /** A file or folder of it, where there is one. */
    public static Optional<Path> find(String name) {
        return folder().map(folder -> folder.resolve(name)).filter(Files::exists);
    }

    private static Optional<Path> folder() {
        String named = System.getProperty("perfdoctor.shared", System.getenv().getOrDefault("PERFDOCTOR_SHARED", ""));
        if (!named.isEmpty() && Files.isDirectory(Path.of(named))) {
            return Optional.of(Path.of(named));
        }
        for (Path up = Path.of("").toAbsolutePath(); up != null; up = up.getParent()) {
            Path shared = up.resolveSibling("shared");
            if (Files.isDirectory(shared.resolve("cases"))) {
                return Optional.of(shared);
            }
        }
        return Optional.empty();
    }
}
