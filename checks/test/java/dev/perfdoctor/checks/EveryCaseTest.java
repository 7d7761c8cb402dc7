package dev.perfdoctor.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.perfdoctor.api.Check;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What holds of every machine, whatever is wrong with it. */
final class EveryCaseTest {
    /** Ids with pages and codes with sections, read once. */
    private static final Set<String> EXPLAINED = new HashSet<>();

    @TestFactory
    Stream<DynamicTest> itsReportReadsWell() throws IOException {
        return CasesTest.cases().map(f -> dynamicTest(f.toString(), f.toUri(), () -> assertEquals(List.of(), wrong(f))));
    }

    @TestFactory
    Stream<DynamicTest> everyCheckHasAPage() {
        return new BuiltIn().all().stream().map(Check::id).map(id -> dynamicTest(id, () -> assertEquals(0, run("explain", id).exit())));
    }

    private static List<String> wrong(Path file) throws IOException {
        Answer json = run("--from", file.toString(), "--for", "all", "--format", "json");
        if (json.exit() == 2) {
            return List.of();
        }
        List<String> wrong = new ArrayList<>();
        Json report = Json.parse(json.out());
        report.items("diagnoses").forEach(d -> diagnosis(d, wrong));
        Set<String> whole = whole(report);
        run("--from", file.toString(), "--for", "all", "-v").out().lines().forEach(l -> line(l, whole, wrong));
        return wrong;
    }

    private static void diagnosis(Json diagnosis, List<String> wrong) {
        String code = diagnosis.text("code");
        String summary = diagnosis.text("summary");
        if (summary.length() > 80 || summary.endsWith(".") || summary.contains("\n")) {
            wrong.add(code + ": the summary is no sentence of 80 characters without a full stop: " + summary);
        }
        if (!isExplained(code)) {
            wrong.add(code + " has no section in its page");
        }
    }

    private static boolean isExplained(String code) {
        if (!EXPLAINED.contains(code) && run("explain", code).exit() == 0) {
            EXPLAINED.add(code);
        }
        return EXPLAINED.contains(code);
    }

    /** Commands, those of steps by hand too, and where something was read are not broken, however long. */
    private static Set<String> whole(Json report) {
        Set<String> whole = new HashSet<>(report.texts("commands"));
        report.items("activities").forEach(a -> whole.addAll(a.texts("recipe")));
        for (Json diagnosis : report.items("diagnoses")) {
            diagnosis.items("evidence").forEach(e -> whole.add(e.text("source")));
            for (Json way : diagnosis.items("remediations")) {
                whole.addAll(way.texts("commands"));
                whole.addAll(way.texts("undo"));
                way.texts("manual").stream()
                        .map(step -> step.substring(step.contains(": ") ? step.indexOf(": ") + 2 : 0))
                        .filter(EveryCaseTest::isCommand)
                        .forEach(whole::add);
            }
        }
        return whole;
    }

    private static boolean isCommand(String text) {
        return text.matches("/.*|\\S+ -.*|.* && .*");
    }

    private static void line(String line, Set<String> whole, List<String> wrong) {
        String words = line.strip();
        boolean mayBeLong = !words.contains(" ") || whole.stream().anyMatch(words::endsWith);
        if (line.codePointCount(0, line.length()) > 80 && !mayBeLong) {
            wrong.add("wider than 80 columns: " + line);
        }
        if (!line.equals(line.stripTrailing()) || line.chars().anyMatch(c -> c < 0x20 || c == 0x7f)) {
            wrong.add("blanks at the end, or control characters: " + line);
        }
    }

    private static Answer run(String... arguments) {
        return Answer.of(Arrays.asList(arguments));
    }
}
