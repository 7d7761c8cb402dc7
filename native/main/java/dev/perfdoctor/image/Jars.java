package dev.perfdoctor.image;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The jars of the product, copied where they differ; what is no longer needed goes. */
final class Jars {
    private Jars() {}

    static void install(List<Path> jars, Path lib) throws IOException {
        Files.createDirectories(lib);
        List<Path> names = jars.stream().map(Path::getFileName).toList();
        try (Stream<Path> present = Files.list(lib)) {
            for (Path jar : present.filter(file -> !names.contains(file.getFileName())).toList()) {
                Files.delete(jar);
            }
        }
        for (Path jar : jars) {
            Path copy = lib.resolve(jar.getFileName());
            if (!Files.exists(copy) || Files.mismatch(jar, copy) >= 0) {
                Files.copy(jar, copy, REPLACE_EXISTING);
            }
        }
    }
}
