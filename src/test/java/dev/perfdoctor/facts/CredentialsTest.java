package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.facts.Credentials.Capability;
import org.junit.jupiter.api.Test;

class CredentialsTest {
    private static Reading<String> present(String text) {
        return new Reading.Present<>(text, new Evidence("test", text));
    }

    private static Credentials of(String status, Reading<String> namespace, Reading<String> map) {
        return new Credentials(present(status).map(Credentials::fields), namespace, map);
    }

    private static final String ROOT = "Name:\tjava\nCapEff:\t000001ffffffffff\nCapBnd:\t000001ffffffffff\nNoNewPrivs:\t0\nSeccomp:\t2\n";
    private static final Reading<String> INITIAL = present("user:[4026531837]");

    @Test
    void capabilitiesAreBitsOfTheEffectiveMask() {
        Credentials perfmon = of("Name:\tx\nCapEff:\t0000004000000000\n", INITIAL, new Reading.Absent<>("uid_map"));
        assertTrue(perfmon.effective(Capability.PERFMON));
        assertFalse(perfmon.effective(Capability.SYS_ADMIN));
        assertEquals("CAP_PERFMON", Capability.PERFMON.id());
    }

    @Test
    void rootOfANamespaceOfItsOwnHasNoCapabilityThatCountsForPerf() {
        Credentials inside = of(ROOT, present("user:[4026532281]"), present("0 100000 65536"));
        assertTrue(inside.has(Capability.SYS_ADMIN).orElse(false));
        assertFalse(inside.effective(Capability.SYS_ADMIN));
    }

    @Test
    void whereTheLinkCannotBeReadTheMapTells() {
        Reading<String> denied = new Reading.Unread<>("/proc/self/ns/user", Reading.Why.DENIED, "");
        assertFalse(of(ROOT, denied, present("         0          0 4294967295\n")).inOwnUserNamespace().orElse(true));
        assertTrue(of(ROOT, denied, present("0 1000 1\n")).inOwnUserNamespace().orElse(false));
        assertInstanceOf(Reading.Unread.class, of(ROOT, denied, new Reading.Unread<>("m", Reading.Why.DENIED, "")).inOwnUserNamespace());
    }

    @Test
    void aFieldThatThisKernelLacksIsAbsentAndGarbageIsUnread() {
        assertTrue(of(ROOT, INITIAL, INITIAL).field("Seccomp_filters").isAbsent());
        assertTrue(of(ROOT, INITIAL, INITIAL).seccompFilter().orElse(false));
        assertInstanceOf(Reading.Unread.class, of("what is this", INITIAL, INITIAL).has(Capability.SYSLOG));
        assertInstanceOf(Reading.Unread.class, of("Name:\tx\nCapEff:\tzz\n", INITIAL, INITIAL).has(Capability.SYSLOG));
    }
}
