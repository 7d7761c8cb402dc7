package dev.perfdoctor.hardware;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class LineTest {
    @Test
    void holdsWhatIsKnown() {
        String line = Line.of("machine").text("vendor", "LENOVO").text("model", "unknown").text("more", null).number("cores", 0).toString();
        assertEquals("{\"hardware\":\"machine\",\"vendor\":\"LENOVO\"}", line);
        assertTrue(Line.of("machine").text("model", "unknown").isBare());
    }

    @Test
    void staysOneLineOfJsonWhateverFirmwareSays() {
        String line = Line.of("machine").text("model", "a\"b\\c\n\u001b[31m").toString();
        assertEquals("{\"hardware\":\"machine\",\"model\":\"a\\\"b\\\\c\\u000a\\u001b[31m\"}", line);
        assertTrue(Line.of("machine").text("model", "x".repeat(10_000)).toString().length() < 300);
    }

    @Test
    void numbersThatMayBeZeroAreTold() {
        assertEquals("{\"hardware\":\"memory\",\"swap\":0,\"load\":0.50}", Line.of("memory").count("swap", 0).decimal("load", 0.5).toString());
    }
}
