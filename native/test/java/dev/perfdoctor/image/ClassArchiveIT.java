package dev.perfdoctor.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The AOT cache of the image: used where it was made for just these jars, and otherwise no harm. */
final class ClassArchiveIT {
    private static final Path IMAGE = Path.of("target", "perfdoctor").toAbsolutePath();
    private static final String ANSWER = "perfdoctor " + System.getProperty("perfdoctor.version") + "\n";

    @TempDir
    private Path directory;

    private Path copy;

    @BeforeEach
    void copyTheImage() throws Exception {
        copy = directory.resolve("image");
        assertEquals(0, Shell.run(directory, Map.of(), "cp -R \"$1\" image", IMAGE).exit());
        assumeTrue(Files.size(copy.resolve("bin/perfdoctor")) > 10_000, "started by the script, which uses none");
    }

    private List<Path> archives() throws IOException {
        try (Stream<Path> files = Files.list(copy.resolve("lib"))) {
            return files.filter(f -> f.toString().endsWith(".aot")).toList();
        }
    }

    private Shell version() throws Exception {
        return Shell.run(directory, Map.of(), "image/bin/perfdoctor --version");
    }

    /** How the name of the archive ends that the JVM maps for these words, after the digits. */
    private Optional<String> used(String words) throws Exception {
        assumeTrue(Shell.run(directory, Map.of(), "strace -o /dev/null true").exit() == 0, "no strace here");
        Shell.run(directory, Map.of(), "strace -f -o trace -e trace=openat image/bin/perfdoctor " + words);
        return Files.readString(directory.resolve("trace")).lines()
                .filter(l -> l.contains(".aot\"") && !l.contains("ENOENT"))
                .map(l -> l.replaceFirst(".*/lib/[0-9a-f]*", "").replaceFirst("\".*", ""))
                .findFirst();
    }

    @Test
    void isUsedWhereverTheImageIsPut() throws Exception {
        assertEquals(Optional.of("-usual.aot"), used("--version"));
        assertEquals(new Shell(0, ANSWER, ""), version());
    }

    @Test
    void isTheSmallOneForAReportOnThisMachine() throws Exception {
        for (String words : List.of("", "check", "list", "explain pmu", "--no-sudo --for all", "--timings -q", "--format json", "list --format=json")) {
            assertEquals(Optional.of("-usual.aot"), used(words), words);
        }
        for (String words : List.of("-v", "-qv", "--verbose", "--from m.yaml", "--root=/", "capture")) {
            assertEquals(Optional.of(".aot"), used(words), words);
        }
    }

    @Test
    void isNotUsedForAJarThatWasReplaced() throws Exception {
        // The JVM itself would run the archived classes; here the replaced jar's main class says who it is.
        Path source = Files.createDirectories(directory.resolve("new/dev/perfdoctor"));
        Files.writeString(
                source.resolve("Doctor.java"),
                "package dev.perfdoctor; public class Doctor { public static void main(String[] a) { System.out.println(\"replaced\"); } }");
        Path bin = Path.of(System.getProperty("java.home"), "bin");
        Shell made = Shell.run(
                directory, Map.of(), "cd new && \"$1/javac\" dev/perfdoctor/Doctor.java && \"$1/jar\" -uf ../image/lib/perfdoctor-checks-*.jar dev/perfdoctor/Doctor.class", bin);
        assertEquals(0, made.exit(), made::toString);
        assertEquals(new Shell(0, "replaced\n", ""), version());
        assertEquals(Optional.empty(), used("--version"));
    }

    @Test
    void thatIsMissingOrDamagedOnlyCostsTime() throws Exception {
        for (Path archive : archives()) {
            byte[] bytes = Files.readAllBytes(archive);
            for (byte[] content : List.of(new byte[0], new byte[bytes.length], damaged(bytes))) {
                Files.write(archive, content);
                for (String words : List.of("--version", "--version -v")) {
                    Shell answer = Shell.run(directory, Map.of(), "image/bin/perfdoctor " + words);
                    assertEquals(0, answer.exit(), answer::toString);
                    assertEquals(ANSWER, answer.out());
                }
            }
            Files.delete(archive);
        }
        assertEquals(new Shell(0, ANSWER, ""), version());
    }

    /** As a JVM of another release finds it: its own name is in the header. */
    private static byte[] damaged(byte[] archive) {
        byte[] other = archive.clone();
        java.util.Arrays.fill(other, 0, 4096, (byte) 7);
        return other;
    }
}
