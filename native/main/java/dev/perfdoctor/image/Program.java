package dev.perfdoctor.image;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A program in C that ships with the doctor. The doctor works without it, so a machine that cannot build it is told so.
 *
 * @param without what the doctor does where it is missing, as a sentence
 */
record Program(Path sources, String without) {
    void make(String version, Path program) throws IOException, InterruptedException {
        if (!Files.exists(sources.resolve("Makefile"))) {
            leftOut(program, sources + " holds no Makefile");
        } else if (!onPath("make")) {
            leftOut(program, "make is not on PATH");
        } else if (Stream.of("cc", "gcc", "clang").noneMatch(Program::onPath)) {
            leftOut(program, "no C compiler is on PATH");
        } else {
            Path objects = Path.of("target").resolve(sources).toAbsolutePath();
            // Relative: make takes a blank in the path of the checkout for the end of a file's name.
            Tool.run("make", "-C", sources.toString(), "OUT=" + sources.toAbsolutePath().relativize(objects), "VERSION=" + version);
            Files.createDirectories(program.getParent());
            Files.copy(objects.resolve(program.getFileName()), program, REPLACE_EXISTING);
        }
    }

    private void leftOut(Path program, String why) {
        System.out.println("The image has no " + program.getFileName() + ": " + why + ". " + without);
    }

    private static boolean onPath(String program) {
        return List.of(System.getenv("PATH").split(":", -1)).stream()
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }
}
