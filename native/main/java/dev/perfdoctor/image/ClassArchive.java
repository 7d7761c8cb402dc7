package dev.perfdoctor.image;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The AOT cache of the image (JEP 483): the product's classes, loaded and linked, as a few hundred runs of the product leave them.
 *
 * <p>The JVM does not notice a jar that was replaced and runs the classes of the archive. So the archive is named for what it was made of
 * ({@code native/run/cache.c}, which is asked for the name): the launcher in C starts without where there is none for the jars it finds. A JVM
 * that refuses it, as another release does, says so on standard error and starts without.
 */
final class ClassArchive {
    private static final String ENDING = ".aot";

    private final Path image;
    private final Path run;
    private final List<Path> jars;
    private final JvmOptions options;

    ClassArchive(Path image, List<Path> jars, JvmOptions options) {
        this.image = image.toAbsolutePath();
        this.run = this.image.resolve("libexec").resolve("perfdoctor-run");
        this.jars = jars;
        this.options = options;
    }

    /** Makes it where it is missing; answers its size. */
    long make(Path machines) throws IOException, InterruptedException {
        Path lib = image.resolve("lib");
        Path archive = lib.resolve(name());
        if (!Files.exists(archive)) {
            System.out.println("Making the class archive of the image");
            try (Stream<Path> present = Files.list(lib)) {
                for (Path old : present.filter(file -> file.toString().endsWith(ENDING)).toList()) {
                    Files.delete(old);
                }
            }
            make(machines, archive);
        }
        return Files.size(archive);
    }

    private String name() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(run.toString(), "archive", image.toString()));
        jars.forEach(jar -> command.add(jar.getFileName().toString()));
        return Tool.output(command).strip();
    }

    private void make(Path machines, Path archive) throws IOException, InterruptedException {
        Path recorded = image.resolveSibling("recorded.aotconf");
        List<String> record = new ArrayList<>(List.of(run.toString(), "ask", "perfdoctor-probe", "--")); // served as by the launcher
        record.addAll(java("-XX:AOTMode=record", "-XX:AOTConfiguration=" + recorded));
        record.add("dev.perfdoctor.Training");
        record.addAll(runs(machines));
        Tool.answering(record); // whatever is the matter with this machine
        Tool.run(java("-XX:AOTMode=create", "-XX:AOTConfiguration=" + recorded, "-XX:AOTCache=" + archive).toArray(String[]::new));
        Files.delete(recorded);
    }

    private List<String> java(String... more) {
        List<String> java = new ArrayList<>();
        java.add(image.resolve("runtime", "bin", "java").toString());
        java.addAll(options.all());
        java.add("-Dperfdoctor.home=" + image);
        java.addAll(List.of(more));
        java.addAll(List.of("-cp", jars.stream().map(jar -> image.resolve("lib").resolve(jar.getFileName()).toString()).collect(joining(":"))));
        return java;
    }

    /**
     * What people call, and one machine of each check's cases; last the usual run. It only reads, and asks nothing of sudo. A class costs each
     * start some 20 µs, so the rare ones of all cases stay outside.
     */
    private static List<String> runs(Path machines) throws IOException {
        List<String> words = new ArrayList<>();
        for (String run : List.of(
                "--version", "--help", "list", "explain paranoid", "--only kernel --format json", "--no-sudo --for all -v --color always")) {
            words.addAll(List.of(run.split(" ", -1)));
            words.add(";");
        }
        try (Stream<Path> checks = Files.list(machines)) {
            for (Path check : checks.sorted().toList()) {
                words.addAll(List.of("--from", firstIn(check).toString(), ";"));
            }
        }
        words.add("--no-sudo");
        return words;
    }

    private static Path firstIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(f -> f.toString().endsWith(".yaml")).sorted().findFirst().orElseThrow();
        }
    }
}
