package dev.perfdoctor.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Request;
import dev.perfdoctor.config.ConfigurationFiles;
import dev.perfdoctor.engine.FactStore;
import dev.perfdoctor.host.LiveHost;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The story this program exists for, on this very machine: a program keeps a cache that goes by its own file's time, so the first run after a
 * build is another than all later ones. Skipped where there is no compiler.
 */
class BuildCacheStoryTest {
    /** Keeps an entry for each build of itself, as precompiling interpreters do. */
    private static final String C = """
            #include <stdio.h>
            #include <sys/stat.h>
            int main(void) {
                struct stat self;
                char entry[99];
                if (stat("/proc/self/exe", &self)) return 1;
                mkdir(".cache", 0755);
                snprintf(entry, sizeof entry, ".cache/%ld", (long) self.st_mtim.tv_nsec);
                FILE *f = fopen(entry, "r");
                if (!f) f = fopen(entry, "w");
                return f ? fclose(f) : 2;
            }
            """;

    private static final String RUST = """
            use std::os::unix::fs::MetadataExt;
            fn main() {
                let self_ = std::fs::metadata("/proc/self/exe").unwrap();
                std::fs::create_dir_all(".cache").unwrap();
                let entry = format!(".cache/{}", self_.mtime_nsec());
                if !std::path::Path::new(&entry).exists() {
                    std::fs::write(&entry, "precompiled").unwrap();
                }
            }
            """;

    @TempDir
    private Path project;

    private void write(String file, String text) throws IOException {
        Path path = project.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private void configure(String release, String profiling, String sources) throws IOException {
        write(".perfdoctor.yaml", """
                targets:
                  - {binary: %s, sources: [%s], caches: [{path: .cache, keyed-on: mtime}]}
                  - {binary: %s, sources: [%s], caches: [{path: .cache, keyed-on: mtime}]}
                """.formatted(release, sources, profiling, sources));
    }

    private void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(2, TimeUnit.MINUTES));
        assertEquals(0, process.exitValue(), String.join(" ", command) + ": " + said);
    }

    private static boolean has(String program) {
        try {
            Process process = new ProcessBuilder(program, "--version").redirectErrorStream(true).start();
            process.getInputStream().readAllBytes();
            return process.waitFor() == 0;
        } catch (IOException none) {
            return false;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** What the doctor tells whoever starts it in the project, in the order of the report. */
    private List<String> told() {
        System.setProperty("perfdoctor.directory", project.toString());
        Check check = new BuildCache();
        try (LiveHost host = LiveHost.create()) {
            Request request = new Request(Set.of(Activity.STAT, Activity.CALL_GRAPH, Activity.TIMING), List.of(), OptionalInt.empty(), false)
                    .with(ConfigurationFiles.of(host, List.of(check.id())).described());
            Facts facts = new FactStore(host, request, Duration.ofSeconds(30));
            return check.examine(facts).stream()
                    .flatMap(f -> f instanceof Diagnosis d ? Stream.of(d.code() + ": " + d.summary()) : Stream.empty())
                    .toList();
        } finally {
            System.clearProperty("perfdoctor.directory");
        }
    }

    @Test
    void withPerfRecord() throws IOException, InterruptedException {
        assumeTrue(has("gcc") && has("perf"), "no gcc or no perf here");
        write("app.c", "int main(void) { for (volatile long i = 0; i < 30000000; i++) { } return 0; }\n");
        run("gcc", "-O1", "-o", "app", "app.c");
        configureOne("app");
        assumeTrue(succeeds("perf", "record", "-q", "-e", "task-clock", "-o", "perf.data", "./app"), "perf may not record here");
        assertEquals(List.of(), told(), "recorded from this very build");

        write("app.c", "int main(void) { for (volatile long i = 0; i < 40000000; i++) { } return 0; }\n");
        run("gcc", "-O1", "-o", "app", "app.c");
        assertEquals(List.of("build-cache/stale-perf-data: perf.data was recorded from another build of app"), told());

        byte[] recorded = Files.readAllBytes(project.resolve("perf.data"));
        Files.write(project.resolve("perf.data"), Arrays.copyOf(recorded, recorded.length / 2));
        assertEquals(List.of("build-cache/unusable-perf-data: perf.data is shorter than its header says"), told());
        Arrays.fill(recorded, 48, 56, (byte) 0); // what kill -9 leaves: no data size
        Files.write(project.resolve("perf.data"), recorded);
        assertEquals(List.of("build-cache/unusable-perf-data: perf.data has no end: perf record was killed"), told());
        Files.write(project.resolve("perf.data"), new byte[0]);
        assertEquals(List.of("build-cache/unusable-perf-data: perf.data is empty"), told());
    }

    private void configureOne(String binary) throws IOException {
        write(".perfdoctor.yaml", "targets: [{binary: " + binary + "}]\n");
    }

    private boolean succeeds(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true);
        builder.environment().put("HOME", project.resolve("home").toString()); // perf's store must not grow by a test
        Process process = builder.start();
        process.getInputStream().readAllBytes();
        return process.waitFor() == 0;
    }

    private static final String COLD = "build-cache/cold: The next run of %s is cold: .cache is of no use to it";

    @Test
    void withGcc() throws IOException, InterruptedException {
        assumeTrue(has("gcc"), "no gcc here");
        String release = "release/app";
        String profiling = "profiling/app";
        write("app.c", C);
        Files.createDirectories(project.resolve("release"));
        Files.createDirectories(project.resolve("profiling"));
        configure(release, profiling, "app.c");

        run("gcc", "-O2", "-o", release, "app.c");
        assertEquals(List.of(COLD.formatted(release)), told(), "built and never run");
        run("./release/app");
        assertEquals(List.of(), told(), "run once: warm");

        run("gcc", "-O2", "-o", release, "app.c");
        assertEquals(List.of(COLD.formatted(release)), told(), "rebuilt: the next run is cold");
        run("./release/app");
        assertEquals(List.of(), told(), "run once and discarded: warm again");

        run("gcc", "-O2", "-g", "-o", profiling, "app.c");
        assertEquals(List.of(COLD.formatted(profiling)), told(), "the other profile was built");
        run("./profiling/app");
        assertEquals(
                List.of("build-cache/other-profile: profiling/app used .cache last, not release/app"), told(), "and has the cache now");

        write("app.c", C + "/* changed */\n");
        assertTrue(told().contains("build-cache/rebuild-pending: A source was changed after release/app was built"), told()::toString);
    }

    @Test
    void withCargo() throws IOException, InterruptedException {
        assumeTrue(has("cargo"), "no cargo here");
        String release = "target/release/app";
        write("Cargo.toml", """
                [package]
                name = "app"
                version = "0.1.0"
                edition = "2021"
                [profile.release]
                debug = "line-tables-only"
                [profile.profiling]
                inherits = "release"
                debug = true
                """);
        write("src/main.rs", RUST);
        configure(release, "target/profiling/app", "src, Cargo.toml");

        run("cargo", "build", "--release", "--offline", "--quiet");
        assertEquals(List.of(COLD.formatted(release)), told(), "built and never run");
        run("./target/release/app");
        assertEquals(List.of(), told(), "run once: warm");

        Files.setLastModifiedTime(project.resolve("Cargo.lock"), FileTime.from(Instant.now()));
        Files.setLastModifiedTime(project.resolve("Cargo.toml"), FileTime.from(Instant.now()));
        assertEquals(List.of(), told(), "Cargo does not mind the times of these");

        write("src/main.rs", RUST + "// changed\n");
        assertEquals(List.of("build-cache/rebuild-pending: A source was changed after target/release/app was built"), told());
        run("cargo", "build", "--release", "--offline", "--quiet");
        assertEquals(List.of(COLD.formatted(release)), told(), "rebuilt: the next run is cold");
        run("./target/release/app");
        assertEquals(List.of(), told(), "run once and discarded: warm again");

        run("cargo", "build", "--profile", "profiling", "--offline", "--quiet");
        assertEquals(List.of(COLD.formatted("target/profiling/app")), told(), "the other profile was built");
        run("./target/profiling/app");
        assertEquals(
                List.of("build-cache/other-profile: target/profiling/app used .cache last, not target/release/app"), told());
    }
}
