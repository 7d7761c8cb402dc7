package dev.perfdoctor.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept away from the start, because it takes longer than all that a usual run does. */
final class StartIT {
    private static final Path IMAGE = Path.of("target", "perfdoctor").toAbsolutePath();

    /** Readers of YAML and JSON, the hardware, the parser of words, regular expressions, formats, channels, jars. */
    private static final List<String> NEEDLESS = List.of(
            "org.snakeyaml.", "com.fasterxml.", "oshi.", "org.slf4j.", "picocli.", "java.util.regex.Pattern", "java.util.Formatter",
            "java.time.ZoneId", "sun.nio.ch.FileChannelImpl", "java.lang.CharacterData00");

    @TempDir
    private Path directory;

    @Test
    void aUsualRunUsesNothingItDoesNotNeed() throws Exception {
        assertEquals(List.of(), needless(""));
        assertNotEquals(List.of(), needless("check --no-sudo --format json"));
    }

    /** Started without the launcher, which lets no option reach the JVM, and without the archive, which loads all its classes at once. */
    private List<String> needless(String words) throws IOException, InterruptedException {
        String script = "exec \"$1/runtime/bin/java\" -XX:-UsePerfData -Xlog:class+init:file=initialized -cp \"$1/lib/*\""
                + " -Dperfdoctor.home=\"$1\" -Dstdout.encoding=UTF-8 dev.perfdoctor.Doctor " + words;
        Shell.run(directory, Map.of(), script, IMAGE);
        try (Stream<String> lines = Files.lines(directory.resolve("initialized"))) {
            return lines.filter(line -> line.contains("Initializing '"))
                    .map(line -> line.split("'", -1)[1].replace('/', '.'))
                    .filter(name -> NEEDLESS.stream().anyMatch(name::startsWith))
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "list", "--help"})
    void wordsOpenNoJar(String words) throws Exception {
        assumeTrue(Files.size(IMAGE.resolve("bin/perfdoctor")) > 10_000, "started by the script, which uses no class archive");
        assumeTrue(Shell.run(directory, Map.of(), "strace -o /dev/null true").exit() == 0, "no strace here");
        Shell.run(directory, Map.of(), "strace -f -o trace -e trace=openat \"$1/bin/perfdoctor\" " + words, IMAGE);
        // The launcher, which opens each without waiting, looks whether the archive fits.
        try (Stream<String> lines = Files.lines(directory.resolve("trace"))) {
            assertEquals(List.of(), lines.filter(line -> line.contains(".jar\"") && !line.contains("O_NONBLOCK")).toList());
        }
    }
}
