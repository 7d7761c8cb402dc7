package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Remediation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DebugPackagesTest {
    private static List<Remediation> ways(String os, String more) {
        return DebugPackages.ofLibc(Machines.facts("""
                user: {name: dev, uid: 1000, gid: 1000, groups: [dev]}
                files:
                  /etc/os-release: "%s"
                %s""".formatted(os.replace(" ", "\\n"), more.indent(2))));
    }

    @ParameterizedTest
    @CsvSource({
        "ID=debian VERSION_ID=13, sudo apt install libc6-dbg, sudo apt remove libc6-dbg",
        "ID=fedora VERSION_ID=41, sudo dnf debuginfo-install glibc, sudo dnf remove glibc-debuginfo glibc-debugsource",
        "ID=rocky VERSION_ID=9.5 ID_LIKE=rhel, sudo dnf debuginfo-install glibc, sudo dnf remove glibc-debuginfo glibc-debugsource",
        "ID=centos VERSION_ID=7, sudo debuginfo-install glibc, sudo yum remove glibc-debuginfo glibc-debuginfo-common",
        "ID=opensuse-tumbleweed ID_LIKE=suse, sudo zypper install glibc-debuginfo, sudo zypper remove glibc-debuginfo",
    })
    void comeWithTheDistributionsToolAndGoWithIt(String os, String command, String undo) {
        Remediation way = ways(os, "").getFirst();
        assertEquals(List.of(command), way.commands());
        assertEquals(List.of(undo), way.undo());
    }

    @Test
    void areInstalledInTheImageOfAContainer() {
        assertEquals(List.of("dnf debuginfo-install -y glibc"), ways("ID=fedora VERSION_ID=41", "/run/.containerenv: \"\"").getFirst().commands());
    }

    @Test
    void areAskedOfAServerWhereNoPackageHasThem() {
        assertTrue(ways("ID=arch", "").getFirst().commands().getFirst().startsWith("DEBUGINFOD_URLS="));
        assertEquals(List.of(), ways("ID=alpine", ""));
        assertEquals(List.of(), ways("ID=fedora VARIANT_ID=silverblue", ""));
    }
}
