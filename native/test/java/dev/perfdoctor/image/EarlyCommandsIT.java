package dev.perfdoctor.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that the launcher starts before the JVM. */
final class EarlyCommandsIT {
    private static final Path IMAGE = Path.of("target", "perfdoctor").toAbsolutePath();

    @TempDir
    private Path directory;

    @BeforeEach
    void needsTheProgramThatStartsThem() throws IOException {
        assumeTrue(Files.isExecutable(IMAGE.resolve("libexec", "perfdoctor-run")), "the image has no perfdoctor-run");
        program("perf", "echo \"$*\" >> '" + directory.resolve("log") + "'; echo perf version 6.1.0");
    }

    private void program(String name, String body) throws IOException {
        Path file = Files.writeString(directory.resolve(name), "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Shell doctor(String arguments) throws IOException, InterruptedException {
        return Shell.run(directory, Map.of("PATH", directory + ":/usr/bin:/bin"), "exec \"$1\" " + arguments, IMAGE.resolve("bin", "perfdoctor"));
    }

    private List<String> asked() throws IOException {
        Path log = directory.resolve("log");
        return Files.exists(log) ? Files.readAllLines(log).stream().sorted().toList() : List.of();
    }

    @Test
    void areRunOnceAndAnswerTheChecks() throws Exception {
        Shell run = doctor("--format json --no-sudo");
        assertTrue(run.out().startsWith("{"), run::toString);
        assertEquals(asked().stream().distinct().toList(), asked());
        assertTrue(asked().contains("--version"), asked()::toString);
    }

    @Test
    void areNotRunForAMachineInAFileNorForHelp() throws Exception {
        Files.writeString(directory.resolve("machine.yaml"), "perfdoctor-machine: 1\n");
        doctor("--from machine.yaml --format json");
        doctor("check --root . --format json");
        doctor("--version");
        doctor("list");
        assertEquals(List.of(), asked());
    }

    @Test
    void thatHangDoNotOutliveTheDoctor() throws Exception {
        String nap = "sleep " + ThreadLocalRandom.current().nextInt(100_000_000, 1_000_000_000); // nobody else's
        program("perf", "(setsid " + nap + " &); " + nap + " & " + nap);
        doctor("--format json --no-sudo --timeout 1s");
        Thread.sleep(300);
        assertFalse(ProcessHandle.allProcesses().anyMatch(p -> p.info().commandLine().orElse("").contains(nap)));
    }
}
