package dev.perfdoctor.checks;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every machine in {@code cases/} is told what its {@code expect:} section wants. A failing test is named after the file to look at.
 *
 * <p>Other cases than those of this module: {@code -Dtest=CasesTest -Dperfdoctor.cases=PATH}, a file or a folder.
 */
final class CasesTest {
    private static final Path CASES = Path.of(System.getProperty("perfdoctor.cases", "cases"));

    @TestFactory
    Stream<DynamicTest> eachMachineIsToldWhatItExpects() throws IOException {
        return cases().map(f -> dynamicTest(f.toString(), f.toUri(), () -> check(f)));
    }

    /** The case files. */
    static Stream<Path> cases() throws IOException {
        try (Stream<Path> files = Files.walk(CASES)) {
            return files
                    .filter(f -> Files.isRegularFile(f) && (f.toString().endsWith(".yaml") || f.toString().endsWith(".yml")))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private static void check(Path file) throws IOException {
        List<String> wrong = Case.read(file).wrong();
        if (!wrong.isEmpty()) {
            fail(file + "\n  " + String.join("\n  ", wrong));
        }
    }
}
