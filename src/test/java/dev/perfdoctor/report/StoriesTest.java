package dev.perfdoctor.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.perfdoctor.engine.Report;
import dev.perfdoctor.report.Style.Detail;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What each story looks like, in {@code test/resources/stories/<story>.<exit status>.<dress>}. {@code -Dperfdoctor.golden=write} writes the
 * files anew: then look at what changed.
 */
final class StoriesTest {
    private static final Path FOLDER = Path.of("test", "resources", "stories");

    /** The ways a story may be dressed; the name is the ending of its file. */
    private static final Map<String, Style> DRESSES = Map.of(
            "text", new Style(true, false, Detail.USUAL),
            "verbose.text", new Style(true, false, Detail.ALL),
            "quiet.text", new Style(true, false, Detail.LITTLE),
            "ascii.text", new Style(false, false, Detail.USUAL),
            "colour.text", new Style(true, true, Detail.USUAL),
            "json", new Style(true, false, Detail.USUAL));

    @TestFactory
    Stream<DynamicTest> eachStoryIsToldAsItsFileShows() {
        List<DynamicTest> tests = new ArrayList<>();
        Stories.all().forEach((story, report) -> DRESSES.forEach((dress, style) -> {
            Path file = FOLDER.resolve(story + "." + report.exit() + "." + dress);
            tests.add(dynamicTest(file.getFileName().toString(), () -> assertToldAs(file, document(dress, style, report))));
        }));
        return tests.stream();
    }

    private static String document(String dress, Style style, Report report) {
        return Formats.named(dress.endsWith("text") ? "text" : dress).orElseThrow().write(report, style);
    }

    private static void assertToldAs(Path file, String document) throws IOException {
        if (System.getProperty("perfdoctor.golden", "").equals("write")) {
            Files.createDirectories(FOLDER);
            Files.writeString(file, document);
        }
        assertEquals(Files.readString(file), document, () -> file.toString());
    }

    @Test
    void noLineOfAnyStoryIsWiderThan80ColumnsUnlessOneWordIs() {
        everyTextLine((story, line) -> {
            boolean oneWord = !line.strip().contains(" ") || isCommand(line);
            assertTrue(Columns.of(line) <= 80 || oneWord, () -> story + ": " + line);
        });
    }

    /** Commands are whole, however long. */
    private static boolean isCommand(String line) {
        String text = line.replaceFirst("^ +(per run|till boot|for good|undo|by hand|seen)? +", "");
        return text.startsWith("echo ") || text.startsWith("sudo ") || text.startsWith("/");
    }

    @Test
    void noLineOfAnyStoryEndsInBlanksOrHoldsControlCharacters() {
        everyTextLine((story, line) -> {
            assertEquals(line.stripTrailing(), line, story);
            assertTrue(line.codePoints().allMatch(c -> c >= 0x20 && !(c >= 0x7f && c < 0xa0)), () -> story + ": " + line);
        });
    }

    @Test
    void noStoryHasTwoEmptyLinesInARow() {
        Stories.all().forEach((story, report) -> {
            String text = new TextReport().write(report, new Style(true, false, Detail.ALL));
            assertTrue(!text.contains("\n\n\n") && !text.startsWith("\n") && !text.endsWith("\n\n"), story);
        });
    }

    @Test
    void whereTheLocaleIsNotUtf8EveryDocumentIsAscii() {
        Stories.all().forEach((story, report) -> Formats.ids().forEach(id -> {
            String document = Formats.named(id).orElseThrow().write(report, new Style(false, true, Detail.ALL));
            assertTrue(StandardCharsets.US_ASCII.newEncoder().canEncode(document), () -> story + " as " + id);
        }));
    }

    @Test
    void colourOnlyRepeatsWhatWordsSay() {
        Stories.all().forEach((story, report) -> {
            String plain = new TextReport().write(report, new Style(true, false, Detail.ALL));
            String coloured = new TextReport().write(report, new Style(true, true, Detail.ALL));
            assertEquals(plain, coloured.replaceAll("\u001b\\[[0-9;]*m", ""), story);
        });
    }

    @Test
    void noLineIsACommandOfACiLog() {
        everyTextLine((story, line) -> {
            assertTrue(!line.strip().startsWith("::"), () -> story + ": " + line);
            assertTrue(!line.contains("##[") && !line.contains("##vso["), () -> story + ": " + line);
        });
        Stories.all().forEach((story, report) -> {
            String json = new JsonReport().write(report, new Style(true, false, Detail.USUAL));
            assertTrue(!json.contains("##[") && !json.contains("##vso["), story);
        });
    }

    @Test
    void everyFormatGoesByItsName() {
        Formats.ids().forEach(id -> assertEquals(id, Formats.named(id).orElseThrow().id()));
        assertTrue(Formats.named("yaml").isEmpty());
    }

    private interface Claim {
        void about(String story, String line);
    }

    private static void everyTextLine(Claim claim) {
        for (Detail detail : Detail.values()) {
            Stories.all().forEach((story, report) -> new TextReport()
                    .write(report, new Style(true, false, detail))
                    .lines()
                    .forEach(line -> claim.about(story, line)));
        }
    }
}
