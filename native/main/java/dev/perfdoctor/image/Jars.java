package dev.perfdoctor.image;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * The jars of the product, not compressed: its own with {@link PlainCalls} and {@link PlainLambdas}, a library whose sources are at hand {@link Recompiled}, the others
 * as they are; without manifests, of which a start reads those of all jars that have a class in its archive (13 ms). What is no longer needed goes.
 *
 * @param sources where sources jars are, named as Maven names them
 */
record Jars(List<Path> all, Path sources) {
    private static final String OWN = "perfdoctor-";

    /** The same bytes from the same classes. */
    private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    void install(Path lib) throws IOException {
        Files.createDirectories(lib);
        List<Path> names = all.stream().map(Path::getFileName).toList();
        try (Stream<Path> present = Files.list(lib)) {
            for (Path jar : present.filter(file -> file.toString().endsWith(".jar") && !names.contains(file.getFileName())).toList()) {
                Files.delete(jar);
            }
        }
        for (Path jar : all) {
            Path copy = lib.resolve(jar.getFileName());
            byte[] shipped = shipped(jar);
            if (!Files.exists(copy) || !Arrays.equals(Files.readAllBytes(copy), shipped)) {
                Files.write(copy, shipped);
            }
        }
    }

    private byte[] shipped(Path jar) throws IOException {
        String name = jar.getFileName().toString();
        Path source = sources.resolve(name.replaceFirst("\\.jar$", "-sources.jar"));
        ClassLoader others = ClassLoader.getSystemClassLoader();
        Map<String, byte[]> entries = entries(jar);
        if (name.startsWith(OWN)) {
            entries.replaceAll((entry, content) -> entry.endsWith(".class") ? PlainCalls.in(content, others) : content);
            PlainLambdas.replace(entries, others);
        }
        if (Files.exists(source)) {
            entries.keySet().removeIf(entry -> entry.endsWith(".class"));
            entries.putAll(Recompiled.classes(source, sources.resolve(name)));
        }
        entries.remove(JarFile.MANIFEST_NAME);
        return stored(entries);
    }

    private static Map<String, byte[]> entries(Path jar) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(jar))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (!entry.isDirectory()) {
                    entries.put(entry.getName(), zip.readAllBytes());
                }
            }
        }
        return entries;
    }

    private static byte[] stored(Map<String, byte[]> entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream jar = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                add(jar, entry.getKey(), entry.getValue());
            }
        }
        return bytes.toByteArray();
    }

    private static void add(ZipOutputStream jar, String name, byte[] content) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(content);
        ZipEntry entry = new ZipEntry(name);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(content.length);
        entry.setCrc(sum.getValue());
        entry.setTimeLocal(TIME);
        jar.putNextEntry(entry);
        jar.write(content);
        jar.closeEntry();
    }
}
