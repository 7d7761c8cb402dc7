package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelReleaseTest {
    @ParameterizedTest
    @CsvSource({
        "6.8.0-40-generic, 6, 8, 0, 6.8.0-40, generic",
        "7.1.5-76070105-generic, 7, 1, 5, 7.1.5-76070105, generic",
        "5.15.133.1-microsoft-standard-WSL2, 5, 15, 133, 5.15.133.1-microsoft, standard-WSL2",
        "6.12.68, 6, 12, 68, 6.12.68, ''",
        "6.1.0-37-amd64, 6, 1, 0, 6.1.0-37, amd64",
        "6.11.4-301.fc41.x86_64, 6, 11, 4, 6.11.4-301.fc41.x86_64, ''",
        "5.15.0-rc1-g1234-dirty, 5, 15, 0, 5.15.0-rc1, g1234-dirty",
        "6.6.31+rpt-rpi-v8, 6, 6, 31, 6.6.31+rpt-rpi, v8"
    })
    void readsNumbersAbiAndFlavour(String text, int major, int minor, int patch, String abi, String flavour) {
        KernelRelease release = KernelRelease.parse(text);
        assertEquals(major, release.major());
        assertEquals(minor, release.minor());
        assertEquals(patch, release.patch());
        assertEquals(abi, release.abi());
        assertEquals(flavour, release.flavour());
    }

    @Test
    void ordersByNumbersNotByLetters() {
        assertTrue(KernelRelease.parse("6.8.0-48-generic").compareTo(KernelRelease.parse("6.8.0-9-generic")) > 0);
        assertTrue(KernelRelease.parse("6.14.0-29-generic").compareTo(KernelRelease.parse("6.8.0-100-generic")) > 0);
        assertEquals(0, KernelRelease.parse("6.8.0-48-generic").compareTo(KernelRelease.parse("6.8.0-48-lowlatency")));
    }

    @Test
    void anUnknownReleaseIsNoVersion() {
        assertFalse(KernelRelease.parse("").isKnown());
        assertFalse(KernelRelease.parse("unknown").atLeast(0, 1));
        assertTrue(KernelRelease.parse("5.13.0").atLeast(5, 13));
        assertFalse(KernelRelease.parse("5.8.18").atLeast(5, 13));
        assertEquals(Integer.MAX_VALUE, KernelRelease.parse("99999999999.1").major());
    }
}
