package dev.perfdoctor.image;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The AOT caches of the image (JEP 483): the product's classes, loaded and linked, as a few dozen runs of the product leave them. A start loads
 * all classes of its cache, some 10 µs each, so there are two: one for whatever can be asked, and one for a report on this machine, without
 * what reads other machines or knows hardware.
 *
 * <p>The JVM does not notice a jar that was replaced and runs the classes of the archive. So the archives are named for what they were made of
 * ({@code native/run/cache.c}, which is asked for the name): the launcher in C starts without where there is none for the jars it finds. A JVM
 * that refuses it, as another release does, says so on standard error and starts without.
 */
final class ClassArchive {
    /** How the names of the archives end, after what they are named for. */
    enum Kind {
        WHOLE(".aot"),
        USUAL("-usual.aot");

        private final String ending;

        Kind(String ending) {
            this.ending = ending;
        }

        String ending() {
            return ending;
        }
    }

    /** The packages of which other machines' reports need more classes than this one's. */
    private static final Pattern OF_REPORTS = Pattern.compile("dev\\.perfdoctor\\.(api|engine|facts|checks|report)\\..*");

    private final Path image;
    private final Path run;
    private final List<Path> jars;
    private final JvmOptions options;
    private final Path loaded;

    ClassArchive(Path image, List<Path> jars, JvmOptions options) {
        this.image = image.toAbsolutePath();
        this.run = this.image.resolve("libexec").resolve("perfdoctor-run");
        this.jars = jars;
        this.options = options;
        this.loaded = this.image.resolveSibling("loaded-classes");
    }

    /** Makes those that are missing; answers their sizes. */
    Map<Kind, Long> make(Path machines) throws IOException, InterruptedException {
        Path lib = image.resolve("lib");
        String name = name();
        if (Stream.of(Kind.values()).anyMatch(kind -> !Files.exists(lib.resolve(name + kind.ending)))) {
            System.out.println("Making the class archives of the image");
            try (Stream<Path> present = Files.list(lib)) {
                for (Path old : present.filter(file -> file.toString().endsWith(".aot")).toList()) {
                    Files.delete(old);
                }
            }
            make(lib.resolve(name + Kind.WHOLE.ending), List.of("-Xlog:class+load:file=" + loaded), everything(machines));
            Files.write(loaded, ofReports());
            make(lib.resolve(name + Kind.USUAL.ending), List.of(), usual());
        }
        Map<Kind, Long> sizes = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            sizes.put(kind, Files.size(lib.resolve(name + kind.ending)));
        }
        return sizes;
    }

    private String name() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(run.toString(), "archive", image.toString()));
        jars.forEach(jar -> command.add(jar.getFileName().toString()));
        return Tool.output(command).strip();
    }

    private void make(Path archive, List<String> more, List<String> runs) throws IOException, InterruptedException {
        Path recorded = image.resolveSibling("recorded.aotconf");
        List<String> record = new ArrayList<>(List.of(run.toString(), "ask", "perfdoctor-probe", "--")); // served as by the launcher
        record.addAll(java(Stream.concat(more.stream(), Stream.of("-XX:AOTMode=record", "-XX:AOTConfiguration=" + recorded))));
        record.add("dev.perfdoctor.Training");
        record.addAll(runs);
        Tool.answering(record); // whatever is the matter with this machine
        Tool.run(java(Stream.of("-XX:AOTMode=create", "-XX:AOTConfiguration=" + recorded, "-XX:AOTCache=" + archive)).toArray(String[]::new));
        Files.delete(recorded);
    }

    /** Lines of the log: {@code [0.012s][info][class,load] java.lang.Object source: ...}. */
    private List<String> ofReports() throws IOException {
        try (Stream<String> lines = Files.lines(loaded)) {
            return lines.map(line -> line.replaceFirst("^.*\\] ", "").replaceFirst(" .*", ""))
                    .filter(name -> OF_REPORTS.matcher(name).matches() && !name.contains("/"))
                    .toList();
        }
    }

    private List<String> java(Stream<String> more) {
        List<String> java = new ArrayList<>();
        java.add(image.resolve("runtime", "bin", "java").toString());
        java.addAll(options.all());
        java.add("-Dperfdoctor.home=" + image);
        more.forEach(java::add);
        java.addAll(List.of("-cp", jars.stream().map(jar -> image.resolve("lib").resolve(jar.getFileName()).toString()).collect(joining(":"))));
        return java;
    }

    /**
     * What people call, and one machine of each check's cases; last the usual run. It only reads, and asks nothing of sudo. The rare classes of
     * all cases stay outside.
     */
    private static List<String> everything(Path machines) throws IOException {
        List<String> runs = new ArrayList<>(
                List.of("--version", "--help", "list", "explain paranoid", "--only kernel --format json", "--no-sudo --for all -v --color always"));
        try (Stream<Path> checks = Files.list(machines)) {
            for (Path check : checks.sorted().toList()) {
                runs.add("--from " + firstIn(check));
            }
        }
        return words(runs, "--no-sudo");
    }

    private List<String> usual() throws IOException {
        Path configuration = Files.writeString(image.resolveSibling("configuration.yaml"), "for: [stat]\n");
        List<String> words = new ArrayList<>(List.of("--classes", loaded.toString()));
        words.addAll(words(List.of("--version", "--help", "list", "explain paranoid", "--no-sudo --format json --config " + configuration), "--no-sudo --timings"));
        return words;
    }

    private static List<String> words(List<String> runs, String last) {
        List<String> words = new ArrayList<>();
        for (String run : runs) {
            words.addAll(List.of(run.split(" ", -1)));
            words.add(";");
        }
        words.addAll(List.of(last.split(" ", -1)));
        return words;
    }

    private static Path firstIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(f -> f.toString().endsWith(".yaml")).sorted().findFirst().orElseThrow();
        }
    }
}
