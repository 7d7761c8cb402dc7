package dev.perfdoctor.image;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A program in C that ships with the doctor. The doctor works without it, so a machine that cannot build it is told so.
 *
 * @param name its file
 * @param without what the doctor does where it is missing, as a sentence
 */
record Program(Path sources, String name, String without) {
    /** Whether it is there now. */
    boolean make(String version, Path directory) throws IOException, InterruptedException {
        Optional<String> obstacle = obstacle();
        if (obstacle.isPresent()) {
            System.out.println("The image has no " + name + ": " + obstacle.get() + ". " + without);
            return false;
        }
        Path objects = Path.of("target").resolve(sources).toAbsolutePath();
        // Relative: make takes a blank in the path of the checkout for the end of a file's name.
        String out = sources.toAbsolutePath().relativize(objects).toString();
        Tool.run("make", "-C", sources.toString(), "OUT=" + out, "VERSION=" + version, out + "/" + name);
        Files.createDirectories(directory);
        Files.copy(objects.resolve(name), directory.resolve(name), REPLACE_EXISTING);
        return true;
    }

    private Optional<String> obstacle() {
        if (!Files.exists(sources.resolve("Makefile"))) {
            return Optional.of(sources + " holds no Makefile");
        }
        if (!onPath("make")) {
            return Optional.of("make is not on PATH");
        }
        return Stream.of("cc", "gcc", "clang").noneMatch(Program::onPath) ? Optional.of("no C compiler is on PATH") : Optional.empty();
    }

    private static boolean onPath(String program) {
        return List.of(System.getenv("PATH").split(":", -1)).stream()
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }
}
