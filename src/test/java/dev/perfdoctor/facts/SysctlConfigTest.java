package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import org.junit.jupiter.api.Test;

/** sysctl.d(5), as systemd-sysctl(8) applies it. */
class SysctlConfigTest {
    private static final String KEY = "kernel.perf_event_paranoid";

    private static Reading<String> atBoot(String files) {
        return SysctlConfig.of(Machines.facts("otherwise: absent\nfiles:\n" + files.indent(2))).atBoot(KEY);
    }

    private static void sets(String value, String file, Reading<String> reading) {
        Present<?> present = assertInstanceOf(Present.class, reading);
        assertEquals(value, present.value());
        assertEquals(file, present.evidence().source());
    }

    @Test
    void nothingSetsIt() {
        assertTrue(atBoot("/etc/hostname: host").isAbsent());
    }

    @Test
    void theLastFileByNameWinsWhateverItsDirectory() {
        sets("4", "/usr/lib/sysctl.d/90-hard.conf", atBoot("""
                /etc/sysctl.d/10-perf.conf: "kernel.perf_event_paranoid = 1\\n"
                /usr/lib/sysctl.d/90-hard.conf: "kernel.perf_event_paranoid = 4\\n"
                """));
    }

    @Test
    void theLastLineOfAFileWins() {
        sets("2", "/etc/sysctl.d/10-perf.conf", atBoot("""
                /etc/sysctl.d/10-perf.conf: "kernel.perf_event_paranoid = 1\\n# = 3\\n; = 3\\nkernel.perf_event_paranoid=2\\n"
                """));
    }

    @Test
    void etcHidesAFileOfTheSameName() {
        sets("1", "/etc/sysctl.d/90-hard.conf", atBoot("""
                /etc/sysctl.d/90-hard.conf: "kernel.perf_event_paranoid = 1\\n"
                /run/sysctl.d/90-hard.conf: "kernel.perf_event_paranoid = 3\\n"
                /usr/lib/sysctl.d/90-hard.conf: "kernel.perf_event_paranoid = 4\\n"
                """));
    }

    @Test
    void aLinkToDevNullMasksAName() {
        assertTrue(atBoot("""
                /etc/sysctl.d/90-hard.conf: {link: /dev/null}
                /usr/lib/sysctl.d/90-hard.conf: "kernel.perf_event_paranoid = 4\\n"
                """).isAbsent());
    }

    @Test
    void sysctlConfCountsThroughItsLink() {
        String conf = "/etc/sysctl.conf: \"kernel.perf_event_paranoid = 1\\n\"\n";
        assertTrue(atBoot(conf).isAbsent());
        sets("1", "/etc/sysctl.d/99-sysctl.conf", atBoot(conf + "/etc/sysctl.d/99-sysctl.conf: {link: ../sysctl.conf}\n"));
    }

    @Test
    void openRcReadsSysctlConfItself() {
        sets("1", "/etc/sysctl.conf", atBoot("""
                /sbin/openrc-run: {elf: {machine: x86_64}, mode: "0755"}
                /etc/sysctl.conf: "kernel.perf_event_paranoid = 1\\n"
                """));
    }

    @Test
    void slashesSeparateToo() {
        sets("3", "/etc/sysctl.d/a.conf", atBoot("/etc/sysctl.d/a.conf: \"kernel/perf_event_paranoid=3\\n\""));
    }

    @Test
    void aMinusWithAValueStillSets() {
        sets("3", "/etc/sysctl.d/a.conf", atBoot("/etc/sysctl.d/a.conf: \"-kernel.perf_event_paranoid=3\\n\""));
    }

    @Test
    void aPatternSetsWhatNoLineNames() {
        sets("3", "/etc/sysctl.d/a.conf", atBoot("/etc/sysctl.d/a.conf: \"kernel.perf_event_p* = 3\\n\""));
        sets("3", "/etc/sysctl.d/a.conf", atBoot("/etc/sysctl.d/a.conf: \"kernel.perf_event_[a-q]arano?d = 3\\n\""));
        assertTrue(atBoot("/etc/sysctl.d/a.conf: \"kernel* = 3\\n\"").isAbsent(), "a star ends at the separator");
    }

    @Test
    void aLineThatNamesItWinsOverALaterPattern() {
        sets("1", "/etc/sysctl.d/a.conf", atBoot("""
                /etc/sysctl.d/a.conf: "kernel.perf_event_paranoid = 1\\n"
                /etc/sysctl.d/z.conf: "kernel.perf_* = 4\\n"
                """));
    }

    @Test
    void aMinusAloneShieldsFromPatterns() {
        assertTrue(atBoot("""
                /etc/sysctl.d/a.conf: "-kernel.perf_event_paranoid\\n"
                /etc/sysctl.d/z.conf: "kernel.perf_* = 4\\n"
                """).isAbsent());
    }

    @Test
    void theBootLineComesFirst() {
        sets("1", "/proc/cmdline", atBoot("/proc/cmdline: \"quiet sysctl.kernel.perf_event_paranoid=1\\n\""));
        sets("2", "/etc/sysctl.d/a.conf", atBoot("""
                /proc/cmdline: "sysctl.kernel/perf_event_paranoid=1\\n"
                /etc/sysctl.d/a.conf: "kernel.perf_event_paranoid = 2\\n"
                """));
    }

    @Test
    void otherNamesAreNoConfiguration() {
        assertTrue(atBoot("""
                /etc/sysctl.d/README: "kernel.perf_event_paranoid = 4\\n"
                /etc/sysctl.d/a.conf.dpkg-old: "kernel.perf_event_paranoid = 4\\n"
                """).isAbsent());
    }

    @Test
    void aLaterFileThatMayNotBeReadMaySetIt() {
        String hidden = "/etc/sysctl.d/90-secret.conf: {unread: denied}\n";
        assertInstanceOf(Unread.class, atBoot("/etc/sysctl.d/10-a.conf: \"kernel.perf_event_paranoid = 1\\n\"\n" + hidden));
        sets("1", "/etc/sysctl.d/95-b.conf", atBoot(hidden + "/etc/sysctl.d/95-b.conf: \"kernel.perf_event_paranoid = 1\\n\"\n"));
    }

    @Test
    void aDirectoryThatWasNotCapturedMayHoldAnything() {
        assertInstanceOf(Unread.class, atBoot("/etc/sysctl.d: {type: dir, unread: not-captured}"));
    }

    @Test
    void garbageSetsNothing() {
        assertTrue(atBoot("/etc/sysctl.d/a.conf: {base64: \"//79/AAK/wo9Cg==\"}").isAbsent());
    }
}
