package dev.perfdoctor.image;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/** What starts the product, with the class path in it: its order is part of what a class archive is valid for. */
record Launcher(List<Path> jars, JvmOptions options) {
    /** The start script. It uses no class archive but the runtime's own, for it has no means to tell whether one fits. */
    void install(Path template, Path script) throws IOException {
        String classPath = jars.stream().map(jar -> "$home/lib/" + jar.getFileName()).collect(joining(":"));
        String text = Files.readString(template).replace("@CLASS_PATH@", classPath).replace("@JVM_OPTIONS@", options.inShell());
        Files.createDirectories(script.getParent());
        Files.writeString(script, text);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** What the program in C is compiled with; written only where it differs, so that make has nothing to do. */
    void describe(Map<ClassArchive.Kind, Long> archives, Path header) throws IOException {
        String text = """
                #define JVM_OPTIONS %s
                #define JARS %s
                #define WHOLE_ARCHIVE %s
                #define USUAL_ARCHIVE %s
                """.formatted(
                        options.inC(),
                        jars.stream().map(jar -> "\"" + jar.getFileName() + "\"").collect(joining(", ")),
                        archive(ClassArchive.Kind.WHOLE, archives),
                        archive(ClassArchive.Kind.USUAL, archives));
        Files.createDirectories(header.getParent());
        if (!Files.exists(header) || !Files.readString(header).equals(text)) {
            Files.writeString(header, text);
        }
    }

    private static String archive(ClassArchive.Kind kind, Map<ClassArchive.Kind, Long> sizes) {
        return "{\"%s\", %dLL}".formatted(kind.ending(), sizes.get(kind));
    }
}
