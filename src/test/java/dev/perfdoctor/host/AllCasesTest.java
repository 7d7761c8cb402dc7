package dev.perfdoctor.host;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The acceptance cases are machine files, and each of them is read. */
class AllCasesTest {
    @TestFactory
    List<DynamicTest> everyAcceptanceCaseIsAMachine() throws IOException {
        try (Stream<Path> files = Files.walk(Shared.path("cases"))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> isAMachine(file)))
                    .toList();
        }
    }

    private static void isAMachine(Path file) {
        MachineFileHost host = MachineFileHost.open(file);
        assertTrue(host.expect().isPresent());
        assertFalse(host.listKnown("/").orElse(List.of()).isEmpty());
    }
}
