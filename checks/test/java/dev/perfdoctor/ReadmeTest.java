package dev.perfdoctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.cli.Main;
import dev.perfdoctor.cli.Surroundings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What README.md shows is what the doctor says. */
final class ReadmeTest {
    private static final Pattern EXAMPLE = Pattern.compile("\\(`perfdoctor (--for [^`]+)`\\):\\s+```\n(.*?)```\n", Pattern.DOTALL);

    @Test
    void theReportIsReal() throws IOException {
        Matcher example = EXAMPLE.matcher(Files.readString(Path.of("..", "README.md")));
        assertTrue(example.find(), "README.md shows a report and the command that printed it");
        String[] words = example.group(1).replace("checks/cases/", "cases/").split(" ", -1);
        ByteArrayOutputStream report = new ByteArrayOutputStream();
        Main.run(words, Surroundings.plain(report, OutputStream.nullOutputStream(), Map.of("LANG", "C.UTF-8"), Doctor::engine));
        assertEquals(withoutTime(example.group(2)), withoutTime(report.toString(StandardCharsets.UTF_8)));
    }

    private static String withoutTime(String report) {
        return report.replaceFirst("[0-9]+ ms", "N ms");
    }
}
