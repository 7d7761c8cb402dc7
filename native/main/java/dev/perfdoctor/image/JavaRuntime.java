package dev.perfdoctor.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The Java runtime of the product: what the jars need of the building JDK, and a class archive of it. Linking takes seconds,
 * so a runtime that was made of the same things is kept.
 */
final class JavaRuntime {
    /** What {@code jdeps} finds in the jars; a test of the image compares. */
    private static final String MODULES = "java.base";

    private static final List<String> OPTIONS = List.of(
            "--add-modules", MODULES, "--strip-debug", "--no-header-files", "--no-man-pages", "--vm=server");

    private JavaRuntime() {}

    static void link(Path jdk, Path runtime) throws IOException, InterruptedException {
        Path note = runtime.getParent().resolveSibling("runtime-made-of");
        String madeOf = Files.readString(jdk.resolve("release")) + jdk + "\n" + String.join(" ", OPTIONS) + "\n";
        if (Files.exists(note) && Files.readString(note).equals(madeOf) && Files.exists(archive(runtime))) {
            return;
        }
        System.out.println("Linking the Java runtime of the image from " + jdk);
        Files.deleteIfExists(note);
        delete(runtime);
        Tool.run(Stream.concat(
                        Stream.of(jdk.resolve("bin", "jlink").toString(), "--output", runtime.toString()), OPTIONS.stream())
                .toArray(String[]::new));
        // Not jlink's --generate-cds-archive: it makes a second one, for heaps above 32 GB.
        Tool.run(runtime.resolve("bin", "java").toString(), "-Xshare:dump");
        Files.deleteIfExists(runtime.resolve("bin", "keytool"));
        Files.writeString(note, madeOf);
    }

    private static Path archive(Path runtime) {
        return runtime.resolve("lib", "server", "classes.jsa");
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
