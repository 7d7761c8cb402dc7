package dev.perfdoctor.image;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The C program that tries what others infer. The doctor works without it, so a machine that cannot build it is told so. */
final class Probe {
    private Probe() {}

    static void make(Path sources, String version, Path probe) throws IOException, InterruptedException {
        if (!Files.exists(sources.resolve("Makefile"))) {
            leftOut(sources + " holds no Makefile");
        } else if (!onPath("make")) {
            leftOut("make is not on PATH");
        } else if (Stream.of("cc", "gcc", "clang").noneMatch(Probe::onPath)) {
            leftOut("no C compiler is on PATH");
        } else {
            Path objects = Path.of("target", "probe").toAbsolutePath();
            // Relative: make takes a blank in the path of the checkout for the end of a file's name.
            Tool.run("make", "-C", sources.toString(), "OUT=" + sources.toAbsolutePath().relativize(objects), "VERSION=" + version);
            Files.createDirectories(probe.getParent());
            Files.copy(objects.resolve(probe.getFileName()), probe, REPLACE_EXISTING);
        }
    }

    private static void leftOut(String why) {
        System.out.println("The image has no perfdoctor-probe: " + why + ". The doctor will infer what it cannot try.");
    }

    private static boolean onPath(String program) {
        return List.of(System.getenv("PATH").split(":", -1)).stream()
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }
}
