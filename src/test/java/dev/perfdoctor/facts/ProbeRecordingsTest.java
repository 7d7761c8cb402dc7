package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.facts.Probe.Open;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the probe printed on real machines; the file's name says which machine and which user. */
class ProbeRecordingsTest {
    private static final Path RECORDINGS = Path.of("test", "resources", "probe");

    static List<String> recordings() throws IOException {
        try (Stream<Path> files = Files.list(RECORDINGS)) {
            return files.map(f -> f.getFileName().toString().replace(".txt", "")).sorted().toList();
        }
    }

    private static Probe read(String recording) throws IOException {
        String out = Files.readString(RECORDINGS.resolve(recording + ".txt"));
        return Probe.from(new Reading.Present<>(new Ran(0, out, ""), new Evidence(Probe.COMMAND, "exit 0")));
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void everyLineIsUnderstood(String recording) throws IOException {
        Probe probe = read(recording);
        assertEquals(Files.readAllLines(RECORDINGS.resolve(recording + ".txt")).size(), probe.rows().size());
        assertEquals(!recording.startsWith("cut-"), probe.complete());
    }

    /** The matrix of kernel/events/core.c, level by level. */
    @ParameterizedTest
    @CsvSource({
        "debian-6.1-no-pmu-paranoid-minus-1-user,           OK,     OK,     OK,     ENOENT, ENOENT",
        "debian-6.1-no-pmu-paranoid-1-tracefs-readable-user,OK,     OK,     EACCES, ENOENT, ENOENT",
        "debian-6.1-no-pmu-paranoid-2-user,                 OK,     EACCES, EACCES, ENOENT, EACCES",
        "debian-6.1-no-pmu-paranoid-3-user,                 EACCES, EACCES, EACCES, EACCES, EACCES",
        "debian-6.1-no-pmu-paranoid-3-cap-perfmon,          EACCES, EACCES, EACCES, EACCES, EACCES",
        "debian-6.1-no-pmu-paranoid-3-root,                 OK,     OK,     OK,     ENOENT, ENOENT",
        "arm64-pmu-paranoid-2-user,                         OK,     EACCES, EACCES, OK,     EACCES",
        "user-namespace-root,                               OK,     EACCES, EACCES, ENOENT, EACCES",
        "docker-default-root,                               EPERM,  EPERM,  EPERM,  EPERM,  EPERM",
        "docker-unconfined-root,                            OK,     EACCES, EACCES, ENOENT, EACCES",
        "seccomp-enosys-root,                               ENOSYS, ENOSYS, ENOSYS, ENOSYS, ENOSYS",
        "no-file-descriptors-root,                          EMFILE, EMFILE, EMFILE, EMFILE, EMFILE"
    })
    void eachAttemptHasTheKernelsAnswer(String recording, String own, String kernel, String cpu, String cycles, String kernelCycles)
            throws IOException {
        Probe probe = read(recording);
        assertAll(
                () -> assertEquals(own, errno(probe, Open.TASK_CLOCK_USER)),
                () -> assertEquals(kernel, errno(probe, Open.TASK_CLOCK)),
                () -> assertEquals(cpu, errno(probe, Open.SYSTEM_WIDE)),
                () -> assertEquals(cycles, errno(probe, Open.CYCLES_USER)),
                () -> assertEquals(kernelCycles, errno(probe, Open.CYCLES)));
    }

    private static String errno(Probe probe, Open attempt) {
        return probe.open(attempt).orElseThrow().errno();
    }
}
