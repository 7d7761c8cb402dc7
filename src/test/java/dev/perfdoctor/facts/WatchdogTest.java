package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Whether the hard-lockup detector costs a counter. */
class WatchdogTest {
    private static final String ON = "/proc/sys/kernel/nmi_watchdog: \"1\\n\"\n";
    private static final String BUDDY = "CONFIG_HARDLOCKUP_DETECTOR=y\\nCONFIG_HARDLOCKUP_DETECTOR_PREFER_BUDDY=y\\n";
    private static final String PERF = "CONFIG_HARDLOCKUP_DETECTOR=y\\n# CONFIG_HARDLOCKUP_DETECTOR_PREFER_BUDDY is not set\\n";

    private static String watchdog(String release, String files) {
        String machine = "otherwise: absent\nuname: {release: %s, machine: x86_64}\nfiles:\n".formatted(release) + files.indent(2);
        return Watchdog.of(Machines.facts(machine)).getClass().getSimpleName();
    }

    @Test
    void switchedOffItCostsNothing() {
        assertEquals("Costless", watchdog("6.1.0-25-amd64", "/proc/sys/kernel/nmi_watchdog: \"0\\n\"\n"));
        assertEquals("Costless", watchdog("6.1.0-25-amd64", "/etc/hostname: host\n"));
    }

    @Test
    void before65ItAlwaysHoldsACounter() {
        assertEquals("HoldsCounter", watchdog("6.1.0-25-amd64", ON));
    }

    @Test
    void theBuddyDetectorHoldsNone() {
        assertEquals("Costless", watchdog("6.12.1-x", ON + "/boot/config-6.12.1-x: \"" + BUDDY + "\"\n"));
        assertEquals("HoldsCounter", watchdog("6.12.1-x", ON + "/boot/config-6.12.1-x: \"" + PERF + "\"\n"));
    }

    @Test
    void theConfigurationBesideTheModulesTellsToo() {
        String config = "/boot/config-6.12.1-x: {unread: denied}\n/lib/modules/6.12.1-x/config: \"" + BUDDY + "\"\n";
        assertEquals("Costless", watchdog("6.12.1-x", ON + config));
    }

    @Test
    void soDoesThePackedOneInProc() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(BUDDY.replace("\\n", "\n").getBytes(StandardCharsets.UTF_8));
        }
        String base64 = Base64.getEncoder().encodeToString(packed.toByteArray());
        assertEquals("Costless", watchdog("6.12.1-x", ON + "/proc/config.gz: {base64: \"" + base64 + "\"}\n"));
    }

    @Test
    void withoutAnyConfigurationItStaysOpen() {
        assertEquals("Unclear", watchdog("6.12.1-x", ON));
        assertEquals("Unclear", watchdog("6.12.1-x", ON + "/boot/config-6.12.1-x: {unread: denied}\n"));
        assertEquals("Unclear", watchdog("6.12.1-x", ON + "/proc/config.gz: garbage\n"));
        assertEquals("Unclear", watchdog("6.12.1-x", "/proc/sys/kernel/nmi_watchdog: maybe\n"));
    }
}
