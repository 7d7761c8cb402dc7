package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import java.util.List;
import org.junit.jupiter.api.Test;

class PackagesTest {
    private static Packages of(String files) {
        return Packages.of(Machines.facts("files:\n" + files.indent(2)));
    }

    private static final String DPKG = """
            /var/lib/dpkg/info/linux-perf.list: "/.\\n/usr\\n/usr/bin\\n/usr/bin/perf\\n"
            /var/lib/dpkg/info/secret.list: {unread: denied}
            /var/lib/dpkg/status: |
              Package: gone
              Status: deinstall ok config-files
              Version: 1

              Package: linux-perf
              Status: install ok installed
              Version: 6.12.48-1
              Description: Package: not this one
            """;

    @Test
    void dpkgListsTheFilesOfAPackage() {
        assertEquals(List.of("/.", "/usr", "/usr/bin", "/usr/bin/perf"), ((Present<List<String>>) of(DPKG).files("linux-perf")).value());
        assertTrue(of(DPKG).files("linux-tools-generic").isAbsent());
        assertInstanceOf(Unread.class, of(DPKG).files("secret"));
    }

    @Test
    void dpkgsVersionsAreOfWhatIsInstalled() {
        assertEquals("6.12.48-1", of(DPKG).version("linux-perf").orElse(""));
        assertTrue(of(DPKG).version("linux").isAbsent());
        assertInstanceOf(Unread.class, of(DPKG).version("gone"));
    }

    @Test
    void eachDatabaseTellsWhatIsInstalled() {
        assertTrue(of(DPKG).installed("linux-perf").isPresent());
        assertTrue(of(DPKG).installed("valgrind").isAbsent());
        Packages apk = of("/lib/apk/db/installed: \"P:musl\\nV:1\\n\\nP:perf\\nV:6.18.7-r0\\n\\n\"");
        assertTrue(apk.installed("perf").isPresent());
        assertTrue(apk.installed("valgrind").isAbsent());
        Packages pacman = of("/var/lib/pacman/local/perf-6.18-2: {type: dir}\n/var/lib/pacman/local/perftest-1-1: {type: dir}");
        assertTrue(pacman.installed("perf").isPresent());
        assertTrue(pacman.installed("perft").isAbsent());
    }

    @Test
    void rpmsDatabaseIsNotRead() {
        assertInstanceOf(Unread.class, of("/usr/lib/sysimage/rpm/rpmdb.sqlite: {size: 100}").installed("perf"));
    }

    @Test
    void aStanzaIsFoundAcrossThePiecesItIsReadIn() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 9000; i++) {
            text.append("Package: p").append(i).append("\nStatus: install ok installed\nVersion: ").append(i).append("\n\n");
        }
        Packages packages = of("/var/lib/dpkg/status: |\n" + text.toString().indent(2));
        for (int i = 0; i < 9000; i += 97) {
            assertEquals(Integer.toString(i), packages.version("p" + i).orElse("none"));
        }
        assertEquals("8999", packages.version("p8999").orElse("none"));
        assertTrue(packages.version("p9000").isAbsent());
    }

    @Test
    void anEmptyAndAGarbledDatabaseHoldNothing() {
        assertTrue(of("/var/lib/dpkg/status: \"\"").version("perf").isAbsent());
        Reading<String> garbled = of("/var/lib/dpkg/status: \"Package: perf\\nStatus:\"").version("perf");
        assertInstanceOf(Unread.class, garbled);
    }
}
