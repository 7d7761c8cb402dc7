package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.perfdoctor.facts.KernelFlavour.Known;
import dev.perfdoctor.facts.KernelFlavour.Maker;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose kernel runs, by strings that real kernels carry. */
class KernelFlavourTest {
    private static KernelFlavour of(String release, String version) {
        return KernelFlavour.parse(release, version, "");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "6.8.0-45-generic                       | #45-Ubuntu SMP PREEMPT_DYNAMIC Fri Aug 30 12:02:04 UTC 2024        | UBUNTU",
        "6.11.0-1018-azure                      | #18~24.04.1-Ubuntu SMP Sat Jun 28 04:46:03 UTC 2025                | UBUNTU",
        "6.1.0-25-amd64                         | #1 SMP PREEMPT_DYNAMIC Debian 6.1.106-1 (2024-08-26)               | DEBIAN",
        "6.12.48+deb13-cloud-amd64              | #1 SMP PREEMPT_DYNAMIC Debian 6.12.48-1 (2025-09-20)               | DEBIAN",
        "7.1.5-76070105-generic                 | #202609021435~1757000000~24.04~abc1234 SMP PREEMPT_DYNAMIC         | POP",
        "6.8.0-060800-generic                   | #202403131158 SMP PREEMPT_DYNAMIC Wed Mar 13 12:13:18 UTC 2024     | MAINLINE_PPA",
        "6.8.12-4-pve                           | #1 SMP PREEMPT_DYNAMIC PMX 6.8.12-4 (2024-11-06T15:04Z)            | PROXMOX",
        "6.11.4-301.fc41.x86_64                 | #1 SMP PREEMPT_DYNAMIC Sun Oct 20 15:02:33 UTC 2024                | FEDORA",
        "5.14.0-522.el9.x86_64                  | #1 SMP PREEMPT_DYNAMIC Mon Oct 21 14:23:55 UTC 2024                | RHEL",
        "5.15.160-1.el9.elrepo.x86_64           | #1 SMP PREEMPT_DYNAMIC Sun May 26 10:00:00 EDT 2024                | RHEL",
        "6.1.112-122.189.amzn2023.x86_64        | #1 SMP PREEMPT_DYNAMIC Tue Oct  8 17:02:11 UTC 2024                | AMAZON",
        "6.6.57.1-2.azl3                        | #1 SMP PREEMPT_DYNAMIC Fri Oct 25 10:00:00 UTC 2024                | AZURE_LINUX",
        "6.4.0-150600.23.25-default             | #1 SMP PREEMPT_DYNAMIC Tue Oct 1 10:00:00 UTC 2024                 | SUSE",
        "6.12.7-arch1-1                         | #1 SMP PREEMPT_DYNAMIC Fri, 27 Dec 2024 14:24:37 +0000             | ARCH",
        "6.12.7-hardened1-1-hardened            | #1 SMP PREEMPT_DYNAMIC Sat, 28 Dec 2024 10:00:00 +0000             | HARDENED",
        "6.6.68-0-lts                           | #1-Alpine SMP PREEMPT_DYNAMIC 2024-12-27 13:13:13                  | ALPINE",
        "5.15.153.1-microsoft-standard-WSL2     | #1 SMP Fri Mar 29 23:14:13 UTC 2024                                | WSL",
        "6.12.6-x64v3-xanmod1                   | #0~20241219.gdb5a5ba SMP PREEMPT_DYNAMIC Thu Dec 19 20:49:41 UTC 2024 | XANMOD",
        "6.12.6-1-liquorix-amd64                | #1 ZEN SMP PREEMPT liquorix 6.12-7ubuntu1~noble (2024-12-19)       | LIQUORIX",
        "6.6.51+rpt-rpi-v8                      | #1 SMP PREEMPT Debian 1:6.6.51-1+rpt3 (2024-10-08)                 | RASPBERRY_PI",
        "5.15.61-v8+                            | #1579 SMP PREEMPT Fri Aug 26 11:16:44 BST 2022                     | RASPBERRY_PI",
        "5.4.23-050423-lowlatency               | #202002281329 SMP PREEMPT Fri Feb 28 18:33:08 UTC 2020             | MAINLINE_PPA",
        "6.1.75-android14-11-g48b922851ac5      | #1 SMP PREEMPT Wed Jul 17 10:00:00 UTC 2024                        | ANDROID",
        "6.9.1-mine                             | #3 SMP Sat May 25 10:00:00 UTC 2024                                | UNKNOWN",
        "''                                     | ''                                                                 | UNKNOWN"
    })
    void aKernelNamesItsMaker(String release, String version, Maker maker) {
        assertEquals(maker, of(release, version).maker());
    }

    @Test
    void aCompilerOfUbuntuMakesNoUbuntuKernel() {
        String banner = "Linux version 6.9.1-mine (me@host) (gcc (Ubuntu 13.2.0-23ubuntu4) 13.2.0) #3 SMP Sat May 25 10:00:00 UTC 2024";
        assertEquals(Maker.UNKNOWN, KernelFlavour.parse("6.9.1-mine", "#3 SMP Sat May 25 10:00:00 UTC 2024", banner).maker());
    }

    @Test
    void theBannerNamesGoogles() {
        String banner = "Linux version 5.10.161+ (builder@localhost) (Chromium OS clang 14.0) #1 SMP Sat Feb 11 08:23:45 UTC 2023";
        assertEquals(Maker.COS, KernelFlavour.parse("5.10.161+", "#1 SMP Sat Feb 11 08:23:45 UTC 2023", banner).maker());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "6.1.0-25-amd64         | #1 SMP Debian 6.1.106-1 (2024-08-26)        | 2 | NO",
        "6.1.0-25-amd64         | #1 SMP Debian 6.1.106-1 (2024-08-26)        | 3 | YES",
        "6.8.0-45-generic       | #45-Ubuntu SMP Fri Aug 30 12:02:04 UTC 2024 | 3 | NO",
        "6.8.0-45-generic       | #45-Ubuntu SMP Fri Aug 30 12:02:04 UTC 2024 | 4 | YES",
        "5.4.0-190-generic      | #210-Ubuntu SMP Fri Jul 5 17:03:38 UTC 2024 | 3 | YES",
        "6.11.4-301.fc41.x86_64 | #1 SMP Sun Oct 20 15:02:33 UTC 2024         | 4 | NO",
        "6.9.1-mine             | #3 SMP Sat May 25 10:00:00 UTC 2024         | 3 | UNKNOWN",
        "6.9.1-mine             | #3 SMP Sat May 25 10:00:00 UTC 2024         | 2 | NO"
    })
    void whatAHighLevelMeansIsTheMakers(String release, String version, int level, Known refuses) {
        assertEquals(refuses, of(release, version).refusesAll(level));
    }

    @Test
    void debianWantsMoreThanCapPerfmon() {
        KernelFlavour debian = of("6.12.48+deb13-amd64", "#1 SMP PREEMPT_DYNAMIC Debian 6.12.48-1 (2025-09-20)");
        assertEquals(Known.NO, debian.perfmonIsEnough(3));
        assertEquals(Known.YES, debian.perfmonIsEnough(2));
    }

    @Test
    void ubuntuDidUntilItsUpdate() {
        assertEquals(Known.NO, of("5.15.0-1026-aws", "#30-Ubuntu SMP Wed Nov 23 14:15:21 UTC 2022").perfmonIsEnough(4));
        assertEquals(Known.UNKNOWN, of("6.17.0-12-generic", "#12-Ubuntu SMP Mon Jan 12 10:00:00 UTC 2026").perfmonIsEnough(4));
        assertEquals(Known.UNKNOWN, of("6.8.0-45-generic", "#45-Ubuntu SMP PREEMPT_DYNAMIC").perfmonIsEnough(4));
    }

    @Test
    void onlySomeStartingLevelsAreKnown() {
        assertEquals(OptionalInt.of(3), of("6.1.0-25-amd64", "#1 SMP Debian 6.1.106-1 (2024-08-26)").startingLevel());
        assertEquals(OptionalInt.of(4), of("6.8.0-45-generic", "#45-Ubuntu SMP").startingLevel());
        assertEquals(OptionalInt.of(3), of("5.4.0-190-generic", "#210-Ubuntu SMP").startingLevel());
        assertEquals(OptionalInt.empty(), of("6.11.4-301.fc41.x86_64", "#1 SMP").startingLevel());
    }
}
