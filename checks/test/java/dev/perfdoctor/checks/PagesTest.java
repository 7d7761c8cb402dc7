package dev.perfdoctor.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What {@code perfdoctor explain} prints: each page and each code's section has the parts that a reader looks for. */
class PagesTest {
    private static final Path DOCS = Path.of("docs");
    private static final int WIDTH = 160;

    /** Pages by the id of their check. */
    private static final Map<String, String> PAGES = new LinkedHashMap<>();

    /** Sections by their code. */
    private static final Map<String, String> CODES = new LinkedHashMap<>();

    @BeforeAll
    static void read() throws IOException {
        for (Check check : new BuiltIn().all()) {
            String page = Files.readString(DOCS.resolve(check.id() + ".md"));
            PAGES.put(check.id(), page);
            for (String section : page.split("(?m)^## ", -1)) {
                String title = section.lines().findFirst().orElse("");
                if (title.startsWith(check.id() + "/")) {
                    CODES.put(title, section);
                }
            }
        }
        assertTrue(CODES.size() > 80, () -> "only " + CODES.keySet());
    }

    private static void assertAll(Map<String, String> texts, Predicate<String> holds) {
        List<String> offenders = new ArrayList<>();
        texts.forEach((name, text) -> {
            if (!holds.test(text)) {
                offenders.add(name);
            }
        });
        assertEquals(List.of(), offenders);
    }

    private static Predicate<String> part(String start) {
        return Pattern.compile("(?m)^(- )?" + start).asPredicate();
    }

    @Test
    void aPageSaysWhatWasLookedAt() {
        assertAll(PAGES, part("Looked at"));
    }

    @Test
    void aPageSaysWhatIsNotCheckedAndWhy() {
        assertAll(PAGES, part("## Not checked, and why$"));
    }

    @Test
    void aPageNamesItsSources() {
        assertAll(PAGES, part("## Sources$"));
    }

    @Test
    void aCodeSaysWhatItDoesToAMeasurement() {
        assertAll(CODES, part("What it does"));
    }

    @Test
    void aCodeSaysHowToMendIt() {
        assertAll(CODES, part("How to mend"));
    }

    @Test
    void aCodeSaysHowToVerifyThatItIsMended() {
        assertAll(CODES, part("How to verify"));
    }

    @Test
    void aSectionFitsOnAScreen() {
        assertAll(CODES, text -> text.lines().count() <= 45);
    }

    @Test
    void noLineIsTooLongToBeReadAsItStands() {
        assertAll(PAGES, text -> text.lines().allMatch(line -> line.length() <= WIDTH || line.startsWith("|")));
    }

    /** The codes that the cases expect are the ones that checks report. */
    @Test
    void everyCodeOfACaseHasItsSection() throws IOException {
        Pattern code = Pattern.compile("\\b([a-z-]+)/([a-z][a-z0-9-]+)\\b");
        TreeSet<String> missing = new TreeSet<>();
        try (Stream<Path> files = Files.walk(Path.of("cases"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).toList()) {
                Files.readAllLines(file).stream().filter(line -> line.strip().startsWith("diagnoses:")).forEach(line -> {
                    Matcher found = code.matcher(line);
                    while (found.find()) {
                        if (PAGES.containsKey(found.group(1)) && !CODES.containsKey(found.group())) {
                            missing.add(found.group() + " of " + file);
                        }
                    }
                });
            }
        }
        assertEquals(new TreeSet<>(), missing);
    }
}
