package dev.perfdoctor.image;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** The start script, with the class path written into it: its order is part of what a class archive is valid for. */
final class Launcher {
    private Launcher() {}

    static void install(Path template, List<Path> jars, Path launcher) throws IOException {
        String classPath = jars.stream().map(jar -> "$home/lib/" + jar.getFileName()).collect(joining(":"));
        Files.createDirectories(launcher.getParent());
        Files.writeString(launcher, Files.readString(template).replace("@CLASS_PATH@", classPath));
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
