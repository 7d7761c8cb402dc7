package dev.perfdoctor.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.perfdoctor.report.Style.Detail;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

final class SchemaTest {
    private static final Object SCHEMA = read(JsonSchema.document());

    @Test
    void everyReportIsAsTheSchemaSays() {
        Stories.all().forEach((story, report) -> {
            for (boolean unicode : new boolean[] {true, false}) {
                String document = new JsonReport().write(report, new Style(unicode, false, Detail.USUAL));
                assertEquals(List.of(), Schema.problems(SCHEMA, read(document)), story);
            }
        });
    }

    @Test
    void everyReportIsJson() {
        Stories.all().forEach((story, report) -> {
            String document = new JsonReport().write(report, new Style(true, false, Detail.USUAL));
            try (JsonParser parser = new JsonFactory().createParser(document)) {
                while (parser.nextToken() != null) {
                    parser.getText();
                }
            } catch (IOException e) {
                throw new AssertionError(story, e);
            }
        });
    }

    @Test
    void theSchemaRefusesWhatIsNoReport() {
        assertFalse(Schema.problems(SCHEMA, Map.of()).isEmpty());
        String good = new JsonReport().write(Stories.kernelBump(), Style.ofFile(Detail.USUAL));
        for (String spoilt : List.of(
                good.replace("\"verdict\" : \"not-ready\"", "\"verdict\" : \"maybe\""),
                good.replace("\"kind\" : \"persistent\"", "\"kind\" : \"forever\""),
                good.replace("\"waived\" : null", "\"waived\" : 3"),
                good.replace("\"stat\" : \"blocked\"", "\"stats\" : \"blocked\""),
                good.replace("\"millis\" : 71.2", "\"millis\" : -1"),
                good.replace("\"code\" : \"kernel/changed\"", "\"code\" : \"Kernel changed\""))) {
            assertFalse(spoilt.equals(good));
            assertFalse(Schema.problems(SCHEMA, read(spoilt)).isEmpty(), spoilt);
        }
    }

    @Test
    void theReportHoldsEveryKeyTheDesignNames() {
        Map<?, ?> report = (Map<?, ?>) read(new JsonReport().write(Stories.kernelBump(), Style.ofFile(Detail.USUAL)));
        assertEquals(
                List.of(
                        "schemaVersion", "tool", "host", "askedFor", "verdict", "activities", "diagnoses", "checks", "unknowns",
                        "commands", "millis"),
                List.copyOf(report.keySet()));
        Map<?, ?> diagnosis = (Map<?, ?>) ((List<?>) report.get("diagnoses")).getFirst();
        assertEquals(
                List.of(
                        "code", "check", "severity", "effects", "summary", "explanation", "evidence", "remediations", "explains",
                        "waived", "links"),
                List.copyOf(diagnosis.keySet()));
    }

    /** JSON is YAML. */
    private static Object read(String document) {
        return new Load(LoadSettings.builder().build()).loadFromString(document);
    }
}
