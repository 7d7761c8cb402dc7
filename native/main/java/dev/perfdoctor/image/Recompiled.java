package dev.perfdoctor.image;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.tools.ToolProvider;

/** A library compiled anew from its published sources, for this Java: the AOT cache passes over class files older than version 50. */
final class Recompiled {
    private Recompiled() {}

    /**
     * The classes by their paths in a jar.
     *
     * @param sources the library's sources jar
     * @param work a directory that is made and left behind
     */
    static Map<String, byte[]> classes(Path sources, Path work) throws IOException {
        Path classes = Files.createDirectories(work.resolve("classes"));
        List<String> compiler = new ArrayList<>(
                List.of("-proc:none", "-nowarn", "-g", "-XDstringConcat=inline", "-d", classes.toString()));
        compiler.addAll(unpacked(sources, work.resolve("java")));
        if (ToolProvider.getSystemJavaCompiler().run(null, null, null, compiler.toArray(String[]::new)) != 0) {
            throw new IllegalStateException(sources + " does not compile");
        }
        Map<String, byte[]> compiled = new TreeMap<>();
        try (Stream<Path> files = Files.walk(classes)) {
            files.filter(Files::isRegularFile).forEach(file -> compiled.put(classes.relativize(file).toString(), content(file)));
        }
        return compiled;
    }

    private static List<String> unpacked(Path sources, Path directory) throws IOException {
        List<String> files = new ArrayList<>();
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(sources))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = directory.resolve(entry.getName()).normalize();
                if (file.toString().endsWith(".java") && file.startsWith(directory) && !file.endsWith("module-info.java")) {
                    Files.createDirectories(file.getParent());
                    Files.write(file, zip.readAllBytes());
                    files.add(file.toString());
                }
            }
        }
        return files;
    }

    private static byte[] content(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
