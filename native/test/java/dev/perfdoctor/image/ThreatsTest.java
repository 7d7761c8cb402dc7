package dev.perfdoctor.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of threats says of each what shows that it is stopped: that has to be there. */
final class ThreatsTest {
    private static final Pattern NAME = Pattern.compile("`(\\w+(?:Test|IT))(?:\\.(\\w+))?`");

    @Test
    void everyTestThatThePageNamesExists() throws IOException {
        Map<String, String> tests = new HashMap<>();
        for (String folder : List.of("test/java", "../src/test/java", "../checks/test/java")) {
            try (Stream<Path> files = Files.walk(Path.of(folder))) {
                for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                    tests.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
                }
            }
        }
        List<String> missing = new ArrayList<>();
        Matcher name = NAME.matcher(Files.readString(Path.of("THREATS.md")));
        int found = 0;
        while (name.find()) {
            found++;
            String source = tests.getOrDefault(name.group(1), "");
            if (name.group(2) == null ? source.isEmpty() : !source.contains("void " + name.group(2) + "(")) {
                missing.add(name.group());
            }
        }
        assertTrue(found > 30, "names found: " + found);
        assertEquals(List.of(), missing);
    }

    @Test
    void everyRowNamesATestOrACase() throws IOException {
        List<String> rows = Files.readAllLines(Path.of("THREATS.md")).stream().filter(l -> l.startsWith("| ") && !l.startsWith("| who | way")).toList();
        assertTrue(rows.size() > 20, "rows found: " + rows.size());
        assertEquals(List.of(), rows.stream().filter(row -> !NAME.matcher(row).find() && !row.contains("the cases of `")).toList());
    }
}
