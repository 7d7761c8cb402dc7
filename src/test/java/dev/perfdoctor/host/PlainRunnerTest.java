package dev.perfdoctor.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the JDK's words mean where it could not start a program. */
final class PlainRunnerTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "2  | Cannot run program \"/x\" (in directory \"/\"): error=2, No such file or directory",
        "2  | Cannot run program \"/x\" (in directory \"/\"): Exec failed, error: 2 (No such file or directory)",
        "13 | Cannot run program \"/x\": Exec failed, error: 13 (Permission denied)",
        "24 | Cannot run program \"/x\" (in directory \"/\"): error=24, Too many open files",
        "24 | Cannot run program \"/x\": Pipe failed, error: 24 (Too many open files)",
        "24 | /dev/null (Too many open files)",
        "11 | Cannot run program \"/x\": error=11, Resource temporarily unavailable",
        "13 | something else"
    })
    void theErrorIsTheKernels(int errno, String message) {
        assertEquals(errno, PlainRunner.errno(message));
    }
}
