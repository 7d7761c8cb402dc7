package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.perfdoctor.facts.SudoersScanner.Broken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The sudo project's own policies: which of their lines {@code visudo -c} of sudo 1.9.16 refuses, by the line on which each starts. */
class SudoersGrammarTest {
    private static final Map<String, List<Integer>> REFUSED = Map.of(
            "test4.in", List.of(6),
            "test5.in", List.of(2, 3),
            "test7.in", List.of(2, 3, 4, 5, 6, 7),
            "test8.in", List.of(8),
            "test11.in", List.of(1),
            "test12.in", List.of(1),
            "test13.in", List.of(1),
            "test18.in", List.of(4, 5, 6, 7, 8),
            "test25.in", List.of(3),
            "test29.in", List.of(5, 7, 9, 11));

    @TempDir
    static Path folder;

    @TestFactory
    Stream<DynamicTest> refusesWhatSudoRefuses() throws IOException, InterruptedException {
        Path policies = SudoCorpus.unpackInto(folder).resolve("sudoers-in");
        try (Stream<Path> files = Files.list(policies)) {
            List<Path> all = files.sorted().toList();
            assertEquals(31, all.size());
            return all.stream().map(file -> DynamicTest.dynamicTest(name(file), () -> assertEquals(
                    REFUSED.getOrDefault(name(file), List.of()), refused(Files.readString(file)))));
        }
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }

    private static List<Integer> refused(String text) {
        List<Integer> numbers = new ArrayList<>();
        for (SudoersFiles.Numbered line : SudoersFiles.logicalLines(text)) {
            try {
                SudoersFiles.parsed(line.text());
            } catch (Broken broken) {
                numbers.add(line.number());
            }
        }
        return numbers;
    }
}
