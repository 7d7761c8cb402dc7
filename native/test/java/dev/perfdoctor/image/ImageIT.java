package dev.perfdoctor.image;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the assembled product holds. */
final class ImageIT {
    private static final Path IMAGE = Path.of("target", "perfdoctor");

    /** OSHI's are left out: they also hold windows of desktops and the BSDs. {@link HardwareIT} runs what is used of them. */
    @Test
    void theRuntimeHoldsEveryModuleTheJarsNeed() throws Exception {
        Shell jdeps = Shell.run(
                IMAGE.resolve("lib"),
                Map.of(),
                "\"$1\" --multi-release 25 --ignore-missing-deps --print-module-deps $(ls *.jar | grep -v '^oshi-')",
                Path.of(System.getProperty("java.home"), "bin", "jdeps"));
        assertEquals(0, jdeps.exit(), jdeps::toString);
        Set<String> needed = words(jdeps.out(), ",");
        assertTrue(modules().containsAll(needed), () -> needed + " needed, " + modules() + " linked");
    }

    @Test
    void theRuntimeHasItsClassArchive() {
        assertTrue(Files.isRegularFile(IMAGE.resolve("runtime", "lib", "server", "classes.jsa")));
    }

    @Test
    void aDashIsStandardOutput(@TempDir Path directory) throws Exception {
        for (String words : List.of("capture --no-sudo -o -", "check --no-sudo --format json=-")) {
            Shell answer = Shell.run(directory, Map.of(), "\"$1/bin/perfdoctor\" " + words, IMAGE.toAbsolutePath());
            assertTrue(answer.out().contains("perfdoctor"), answer::toString);
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(), left.toList());
        }
    }

    private static Set<String> modules() {
        Properties release = new Properties();
        try (var reader = Files.newBufferedReader(IMAGE.resolve("runtime", "release"))) {
            release.load(reader);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return words(release.getProperty("MODULES").replace("\"", ""), " ");
    }

    private static Set<String> words(String text, String separator) {
        return Stream.of(text.strip().split(separator, -1)).collect(toSet());
    }
}
