package dev.perfdoctor.image;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The laboratory of the acceptance material beside the repository. */
final class Lab {
    private Lab() {}

    /** {@code lab.sh}, where it is. */
    static Optional<Path> script() {
        Stream<Path> parents = Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent);
        Stream<Path> folders = Stream.concat(
                Stream.of(Path.of(System.getProperty("perfdoctor.shared", "shared"))), parents.map(p -> p.resolveSibling("shared")));
        return folders.map(f -> f.resolve("lab").resolve("lab.sh").toAbsolutePath()).filter(Files::isExecutable).findFirst();
    }
}
