package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class DistributionTest {
    private static Distribution of(String text) {
        return Distribution.parse(text, "/etc/os-release");
    }

    @Test
    void readsTheFieldsThatDecide() {
        Distribution pop = of("""
                NAME="Pop!_OS"
                VERSION="24.04 LTS"
                ID=pop
                ID_LIKE="ubuntu debian"
                PRETTY_NAME="Pop!_OS 24.04 LTS"
                VERSION_ID="24.04"
                UBUNTU_CODENAME=noble
                """);
        assertEquals("pop", pop.id());
        assertEquals(List.of("ubuntu", "debian"), pop.like());
        assertEquals("24.04", pop.versionId());
        assertEquals(24, pop.major());
        assertEquals("noble", pop.codename());
        assertEquals("Pop!_OS 24.04 LTS", pop.prettyName());
        assertTrue(pop.is("debian"));
        assertFalse(pop.isExactly("debian"));
    }

    @Test
    void understandsBothQuotesCommentsAndEscapes() {
        Distribution odd = of("# a comment\nID='gentoo'\nPRETTY_NAME=\"Say \\\"hi\\\" for \\$5\"\nnot a line\n=x\n");
        assertEquals("gentoo", odd.id());
        assertEquals("Say \"hi\" for $5", odd.prettyName());
    }

    @Test
    void aRollingDistributionHasNoVersion() {
        assertEquals(-1, of("ID=arch\n").major());
    }

    @Test
    void garbageIsADistributionWithoutAName() {
        Distribution none = of("\u0000\u0001binary\n\n");
        assertEquals("", none.id());
        assertEquals("nothing that names a distribution", none.evidence().observed());
    }
}
