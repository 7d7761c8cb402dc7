package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.api.Remediation.Where;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstallsTest {
    private static Remediation valgrind(String os, int uid, String files) {
        return Installs.of(Machines.facts("""
                user: {name: dev, uid: %d, gid: 1000, groups: [dev]}
                files:
                  /etc/os-release: "%s"
                %s""".formatted(uid, os.replace(" ", "\\n"), files.indent(2))), "valgrind").orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "ID=debian VERSION_ID=12, sudo apt install valgrind, sudo apt remove valgrind",
        "ID=pop, sudo apt install valgrind, sudo apt remove valgrind",
        "ID=fedora VERSION_ID=41, sudo dnf install valgrind, sudo dnf remove valgrind",
        "ID=centos VERSION_ID=7, sudo yum install valgrind, sudo yum remove valgrind",
        "ID=amzn VERSION_ID=2, sudo yum install valgrind, sudo yum remove valgrind",
        "ID=azurelinux VERSION_ID=3.0, sudo tdnf install valgrind, sudo tdnf remove valgrind",
        "ID=sles VERSION_ID=15, sudo zypper install valgrind, sudo zypper remove valgrind",
        "ID=opensuse-microos, sudo transactional-update pkg install valgrind, sudo transactional-update pkg remove valgrind",
        "ID=fedora VARIANT_ID=silverblue, sudo rpm-ostree install valgrind, sudo rpm-ostree uninstall valgrind",
        "ID=arch, sudo pacman -S valgrind, sudo pacman -Rs valgrind",
        "ID=alpine, doas apk add valgrind, doas apk del valgrind",
        "ID=gentoo, sudo emerge valgrind, sudo emerge --depclean valgrind",
        "ID=void, sudo xbps-install -S valgrind, sudo xbps-remove -R valgrind",
    })
    void speakTheLanguageOfTheDistribution(String os, String command, String undo) {
        Remediation way = valgrind(os, 1000, "");
        assertEquals(List.of(command), way.commands());
        assertEquals(List.of(undo), way.undo());
        assertTrue(way.root());
    }

    @Test
    void rootNeedsNoSudo() {
        assertEquals(List.of("apt install valgrind"), valgrind("ID=debian VERSION_ID=12", 0, "").commands());
        assertEquals(List.of("apk add valgrind"), valgrind("ID=alpine", 0, "").commands());
    }

    @Test
    void alpineWithSudoAndNoDoasUsesSudo() {
        assertEquals(List.of("sudo apk add valgrind"), valgrind("ID=alpine", 1000, "/usr/bin/sudo: {elf: {}}").commands());
        assertEquals(List.of("doas pacman -S valgrind"), valgrind("ID=arch", 1000, "/usr/bin/doas: {elf: {}}").commands());
    }

    @Test
    void aContainerIsMendedInItsImage() {
        Remediation way = valgrind("ID=debian VERSION_ID=12", 0, "/.dockerenv: \"\"");
        assertEquals(Where.IMAGE, way.where());
        assertEquals(List.of("apt-get update && apt-get install -y valgrind"), way.commands());
    }

    @Test
    void anImageBasedSystemSaysThatItWantsAReboot() {
        assertFalse(valgrind("ID=fedora VERSION_ID=41", 1000, "/run/ostree-booted: \"\"").manual().isEmpty());
        assertEquals(List.of("sudo rpm-ostree install valgrind"), valgrind("ID=bluefin ID_LIKE=fedora", 1000, "/run/ostree-booted: \"\"").commands());
        assertEquals(List.of("sudo rpm-ostree install valgrind"), valgrind("ID=rhel VERSION_ID=9.4", 1000, "/run/ostree-booted: \"\"").commands());
        assertEquals(List.of("dnf install -y valgrind"), valgrind("ID=fedora", 1000, "/run/ostree-booted: \"\"\n/run/.containerenv: \"\"").commands());
    }

    @Test
    void nixNeedsNoRootAndLeavesNothingBehind() {
        Remediation way = valgrind("ID=nixos", 1000, "");
        assertEquals(List.of("nix-shell -p valgrind"), way.commands());
        assertFalse(way.root());
    }

    @Test
    void whereNothingInstallsPackagesThereIsNoCommand() {
        assertTrue(Installs.of(Machines.facts("files:\n  /etc/os-release: \"ID=cos\\n\"\n"), "valgrind").isEmpty());
        assertTrue(Installs.of(Machines.facts(""), "valgrind").isEmpty());
    }
}
