package dev.perfdoctor.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The JSON Schema of {@link JsonReport}, as it is shipped. */
public final class JsonSchema {
    /** Its name among the formats. */
    public static final String ID = "json-schema";

    private JsonSchema() {}

    /** The document. */
    public static String document() {
        try (InputStream in = JsonSchema.class.getResourceAsStream("report.schema.json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
