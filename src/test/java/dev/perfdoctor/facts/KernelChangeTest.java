package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which kernel a path belongs to, and when a machine is still at an earlier one. */
class KernelChangeTest {
    @ParameterizedTest
    @CsvSource({
        "/usr/lib/linux-tools/6.8.0-40-generic/perf, 6.8.0-40-generic",
        "/usr/lib/linux-tools-6.8.0-40/perf, 6.8.0-40",
        "/usr/lib/linux-aws-tools-6.8.0-1031/perf, 6.8.0-1031",
        "/usr/bin/perf_5.10, 5.10"
    })
    void thePathOfAKernelsPerfNamesIt(String path, String release) {
        assertEquals(Optional.of(release), KernelChange.releaseIn(path).map(KernelRelease::text));
    }

    @ParameterizedTest
    @CsvSource({"/usr/bin/perf", "/opt/perf/6.8/bin/perf", "/usr/lib/linux-tools/perf", "/home/dev/tools-old/perf", "ALL"})
    void otherPathsNameNone(String path) {
        assertEquals(Optional.empty(), KernelChange.releaseIn(path));
    }

    @Test
    void severalKernelsAreNoChangeWherePerfStarts() {
        assertEquals(Optional.empty(), KernelChange.of(Machines.facts("""
                otherwise: absent
                uname: {release: 6.8.0-45-generic, machine: x86_64}
                environment: {PATH: /usr/bin}
                files:
                  /usr/bin/perf: {elf: {machine: x86_64}, mode: "0755"}
                  /usr/lib/linux-tools/6.8.0-40-generic/perf: {elf: {machine: x86_64}, mode: "0755"}
                commands:
                - {run: perf --version, out: "perf version 6.8.12\\n"}
                """)));
    }
}
