package dev.perfdoctor.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Identity;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RedactionTest {
    private static Identity of(String user, String host, String home) {
        return new Identity("Linux", "6.8.0", "", "x86_64", host, Optional.of(new Identity.User(user, 1000, 1000, List.of())),
                Map.of("HOME", home), "", Instant.EPOCH);
    }

    @Test
    void oneNameStaysOneNameWhereverItStands() {
        String text = """
                user: {name: marlene, uid: 1000}
                User marlene may run the following commands on frodo:
                  /srv/homes/marlene/app: 1
                  /home/marlene2/x: 1
                """;
        assertEquals(
                """
                user: {name: user1xx, uid: 1000}
                User user1xx may run the following commands on host1:
                  /srv/homes/user1xx/app: 1
                  /home/marlene2/x: 1
                """,
                Redaction.of(text, of("marlene", "frodo", "/srv/homes/marlene")));
    }

    @Test
    void aNameThatIsAWordTellsOfNobodyAndStays() {
        String text = "user: {name: perf, uid: 1000}\n    (root) NOPASSWD: /usr/bin/perf\n";
        assertEquals(text, Redaction.of(text, of("perf", "localhost", "/home/perf")));
    }

    @Test
    void namesInBinaryFilesGoAndTheFieldsKeepTheirPlaces() {
        String binary = Base64.getEncoder().encodeToString("\0\7/home/marlene/app\0\0frodo\0".getBytes(StandardCharsets.ISO_8859_1));
        String expected = Base64.getEncoder().encodeToString("\0\7/home/user1xx/app\0\0host1\0".getBytes(StandardCharsets.ISO_8859_1));
        assertEquals(
                "  /x: {base64: \"" + expected + "\"}\n",
                Redaction.of("  /x: {base64: \"" + binary + "\"}\n", of("marlene", "frodo", "/home/marlene")));
    }

    @Test
    void addressesGoAndVersionsStay() {
        String text = """
                inet 10.20.30.40 ether 52:54:00:ab:cd:ef 127.0.0.1 fe80:1:2:3:4:5:6:7 again 10.20.30.40
                version 6.8.0-40.40~22.04.1 kernel 5.15.133.1-microsoft glibc 2.38
                """;
        String redacted = Redaction.of(text, of("marlene", "frodo", "/home/marlene"));
        assertFalse(redacted.contains("10.20.30.40"), redacted);
        assertFalse(redacted.contains("52:54:00"), redacted);
        assertFalse(redacted.contains("fe80"), redacted);
        assertTrue(redacted.contains("127.0.0.1"), redacted);
        assertTrue(redacted.endsWith("version 6.8.0-40.40~22.04.1 kernel 5.15.133.1-microsoft glibc 2.38\n"), redacted);
        assertEquals(2, redacted.split("192\\.0\\.2\\.", -1).length - 1, redacted);
    }

    @Test
    void aFirmwaresVersionIsNoAddress() {
        String told = "      {\"hardware\":\"firmware\",\"vendor\":\"LENOVO\",\"version\":\"1.20.0.3\"}\n";
        assertEquals(told, Redaction.of(told, of("marlene", "frodo", "/home/marlene")));
    }

    @Test
    void environmentValuesAreKeptOnlyWhereTheyTellOfMeasuring() {
        Map<String, String> kept = Redaction.environment(Map.of("PATH", "/usr/bin", "AWS_SECRET", "x", "LC_ALL", "C", "MALLOC_PERTURB_", "7"));
        assertEquals(Map.of("PATH", "/usr/bin", "AWS_SECRET", "redacted", "LC_ALL", "C", "MALLOC_PERTURB_", "7"), kept);
    }

    @Test
    void serialNumbersGo() {
        String text = """
                  /sys/class/dmi/id/product_serial: "VMware-56 4d"
                  /etc/machine-id: "abc"
                Serial : 0000abcd
                """;
        String redacted = Redaction.of(text, of("marlene", "frodo", "/home/marlene"));
        assertFalse(redacted.contains("56 4d") || redacted.contains("abc\"") || redacted.contains("0000abcd"), redacted);
    }
}
