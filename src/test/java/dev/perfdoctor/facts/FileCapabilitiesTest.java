package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.facts.Credentials.Capability;
import dev.perfdoctor.facts.FileCapabilities.Granted;
import dev.perfdoctor.facts.FileCapabilities.Why;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What getcap prints, and what it is worth. */
class FileCapabilitiesTest {
    private static final String PERF = "/usr/bin/perf";

    private static FileCapabilities of(String caps, String status, String more) {
        return FileCapabilities.of(Machines.facts("""
                otherwise: absent
                files:
                  /usr/bin/perf: {elf: {machine: x86_64}, mode: '0755'%s}
                  /proc/self/ns/user: {link: 'user:[4026531837]'}
                  /proc/self/status: "Name: x\\nCapEff: 0000000000000000\\nCapBnd: 000001ffffffffff\\n%s"
                %s""".formatted(caps.isEmpty() ? "" : ", caps: '" + caps + "'", status, more.indent(2))), PERF);
    }

    private static Optional<Why> whyVoid(FileCapabilities caps) {
        return caps.voided().map(FileCapabilities.Voided::why);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "/usr/bin/perf cap_sys_ptrace,cap_syslog,cap_perfmon=ep",
        "/usr/bin/perf = cap_sys_ptrace,cap_syslog,cap_perfmon+ep",
        "/usr/bin/perf = cap_sys_ptrace,cap_syslog,38+ep",
        "/usr/bin/perf cap_perfmon=eip cap_syslog+i",
        "/usr/bin/perf =ep"
    })
    void allSpellingsOfCapPerfmonAreUnderstood(String line) {
        assertTrue(FileCapabilities.parse(line + "\n", PERF).gives(Capability.PERFMON));
    }

    @Test
    void permittedAloneGivesNothingFromTheStart() {
        Granted granted = FileCapabilities.parse("/usr/bin/perf cap_perfmon=p\n", PERF);
        assertFalse(granted.gives(Capability.PERFMON));
        assertTrue(granted.names(Capability.PERFMON));
    }

    @Test
    void nothingPrintedIsNoCapability() {
        assertEquals(Granted.NONE, FileCapabilities.parse("", PERF));
    }

    @Test
    void whatIsNoLineOfGetcapIsGarbled() {
        assertThrows(IllegalArgumentException.class, () -> FileCapabilities.parse("Usage: getcap [-h]\n", PERF));
    }

    @Test
    void anotherSetcapKeepsWhatIsThere() {
        Granted granted = FileCapabilities.parse("/usr/bin/perf cap_dac_read_search=ep\n", PERF);
        assertEquals("cap_dac_read_search,cap_perfmon=ep", granted.with("cap_perfmon"));
    }

    @Test
    void theyHaveEffectWhereNothingTakesIt() {
        FileCapabilities caps = of("cap_perfmon=ep", "NoNewPrivs: 0\\n", "");
        assertEquals(Optional.empty(), whyVoid(caps));
        assertTrue(caps.gives(Capability.PERFMON));
    }

    @Test
    void noNewPrivilegesVoidsThem() {
        FileCapabilities caps = of("cap_perfmon=ep", "NoNewPrivs: 1\\n", "");
        assertEquals(Optional.of(Why.NO_NEW_PRIVILEGES), whyVoid(caps));
        assertFalse(caps.gives(Capability.PERFMON));
    }

    @Test
    void aMountWithNosuidVoidsThem() {
        String mounts = "/proc/self/mountinfo: \"28 1 8:2 / / rw,nosuid shared:1 - ext4 /dev/sda2 rw\\n\"\n";
        assertEquals(Optional.of(Why.NOSUID), whyVoid(of("cap_perfmon=ep", "", mounts)));
    }

    @Test
    void theEffectiveFlagIsNeeded() {
        assertEquals(Optional.of(Why.NOT_EFFECTIVE), whyVoid(of("cap_perfmon=p", "", "")));
    }

    @Test
    void aFileWithoutAnyHasNothingToVoid() {
        FileCapabilities caps = of("", "NoNewPrivs: 1\\n", "");
        assertEquals(Optional.empty(), whyVoid(caps));
        assertFalse(caps.meantForPerf());
    }

    @Test
    void withoutGetcapNothingIsKnownAndNothingGiven() {
        FileCapabilities caps = FileCapabilities.of(Machines.facts("otherwise: not-captured\nfiles: {/etc/hostname: host}\n"), PERF);
        assertFalse(caps.granted().isPresent());
        assertFalse(caps.gives(Capability.PERFMON));
    }
}
