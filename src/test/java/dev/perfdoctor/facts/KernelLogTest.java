package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.perfdoctor.facts.KernelLog.Arrival;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Lines of package managers' logs. */
class KernelLogTest {
    private static KernelLog log(List<Arrival> arrivals) {
        return new KernelLog(arrivals);
    }

    private static Optional<LocalDate> day(int year, int month, int day) {
        return Optional.of(LocalDate.of(year, month, day));
    }

    @Test
    void dpkgNamesTheKernelInItsPackage() {
        KernelLog log = log(KernelLog.dpkg("""
                2026-09-12 08:14:02 install linux-image-7.1.5-76070105-generic:amd64 <none> 7.1.5-76070105.202609021435
                2026-09-12 08:14:02 status half-installed linux-image-7.1.5-76070105-generic:amd64 7.1.5-76070105.2026
                2026-09-12 08:14:44 upgrade linux-tools-common:all 7.1.4-76070104.202607301012~24.04 7.1.5-76070105.202609021435~24.04
                2026-09-13 10:00:00 install vim:amd64 <none> 2:9.1
                """, "/var/log/dpkg.log"));
        KernelRelease running = KernelRelease.parse("7.1.5-76070105-generic");
        assertEquals(day(2026, 9, 12), log.arrivalOf(running).orElseThrow().day());
        assertEquals("7.1.4-76070104", log.replacement(running).orElseThrow().before());
        assertEquals(Optional.empty(), log.arrivalOf(KernelRelease.parse("7.1.4-76070104-generic")));
    }

    @Test
    void aptNamesTheDayBeforeThePackages() {
        KernelLog log = log(KernelLog.apt("""

                Start-Date: 2024-09-12  06:13:50
                Commandline: /usr/bin/unattended-upgrade
                Install: linux-image-6.8.0-45-generic:amd64 (6.8.0-45.45, automatic), linux-modules-6.8.0-45-generic:amd64 (6.8.0-45.45, automatic)
                Upgrade: linux-tools-common:amd64 (6.8.0-44.44, 6.8.0-45.45), vim:amd64 (2:9.1, 2:9.2)
                End-Date: 2024-09-12  06:14:30
                """, "/var/log/apt/history.log"));
        KernelRelease running = KernelRelease.parse("6.8.0-45-generic");
        assertEquals(day(2024, 9, 12), log.arrivalOf(running).orElseThrow().day());
        assertEquals("6.8.0-44", log.replacement(running).orElseThrow().before());
    }

    @Test
    void dnfNamesItWithVersionAndArchitecture() {
        KernelLog log = log(KernelLog.rpm("""
                2025-11-18T09:12:33+0100 SUBDEBUG Installed: kernel-core-6.11.10-300.fc41.x86_64
                2025-11-18T09:12:40+0100 SUBDEBUG Erase: kernel-core-6.11.3-300.fc41.x86_64
                2025-11-18T09:12:41+0100 SUBDEBUG Upgrade: vim-minimal-2:9.1.866-1.fc41.x86_64
                """, "/var/log/dnf.rpm.log"));
        assertEquals(day(2025, 11, 18), log.arrivalOf(KernelRelease.parse("6.11.10-300.fc41.x86_64")).orElseThrow().day());
        assertEquals(1, log.arrivals().size());
    }

    @Test
    void pacmanNamesBothVersions() {
        KernelLog log = log(KernelLog.pacman("""
                [2025-11-18T09:12:33+0000] [ALPM] upgraded linux (6.12.1.arch1-1 -> 6.12.2.arch1-1)
                [2025-11-18T09:12:34+0000] [ALPM] upgraded linux-lts (6.6.67-1 -> 6.6.68-1)
                [2025-11-18T09:12:35+0000] [ALPM] upgraded linux-api-headers (6.10-1 -> 6.12-1)
                """, "/var/log/pacman.log"));
        assertEquals("6.12.1-arch1-1", log.replacement(KernelRelease.parse("6.12.2-arch1-1")).orElseThrow().before());
        assertEquals(day(2025, 11, 18), log.arrivalOf(KernelRelease.parse("6.6.68-1-lts")).orElseThrow().day());
        assertEquals(2, log.arrivals().size());
    }

    @Test
    void garbageIsNoArrival() {
        String garbage = "\u0000\u0001\n2026-09-12 install linux-\n[x] [ALPM] upgraded linux\nStart-Date:\nInstall: linux-image-6.8 (\nkernel-core-\n";
        assertEquals(0, KernelLog.dpkg(garbage, "f").size() + KernelLog.rpm(garbage, "f").size() + KernelLog.pacman(garbage, "f").size());
        assertEquals(Optional.empty(), KernelLog.apt(garbage, "f").stream().findFirst().flatMap(Arrival::day));
    }

    @Test
    void logsThatAreNotThereOrMayNotBeReadAreSilent() {
        assertEquals(List.of(), KernelLog.of(Machines.facts("files: {/var/log/dpkg.log: {unread: denied}}\n")).arrivals());
    }

    @Test
    void ofALongLogTheEndIsRead() {
        String old = "2020-01-01 10:00:00 install linux-image-5.4.0-1-generic:amd64 <none> 5.4.0-1.1\n".indent(4);
        String filler = "2021-01-01 10:00:00 install something-else:amd64 <none> 1.0-1\n".indent(4).repeat(3000);
        String last = "2026-09-12 08:14:02 install linux-image-6.8.0-45-generic:amd64 <none> 6.8.0-45.45\n".indent(4);
        KernelLog log = KernelLog.of(Machines.facts("files:\n  /var/log/dpkg.log: |\n" + old + filler + last));
        assertEquals(List.of("6.8.0-45-generic"), log.arrivals().stream().map(Arrival::release).toList());
    }
}
