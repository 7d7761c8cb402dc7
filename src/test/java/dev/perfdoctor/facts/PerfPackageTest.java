package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.Shared;
import dev.perfdoctor.facts.PerfPackage.Known;
import dev.perfdoctor.facts.PerfPackage.MadeWithout;
import dev.perfdoctor.facts.PerfPackage.NoPackages;
import dev.perfdoctor.facts.PerfPackage.NoneForKernel;
import dev.perfdoctor.facts.PerfPackage.Unclear;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which package has perf, row by row of the table on the page perf-binary. */
class PerfPackageTest {
    private static final String UBUNTU = "#45-Ubuntu SMP PREEMPT_DYNAMIC Fri Aug 30 12:02:04 UTC 2024";
    private static final String OTHER = "#1 SMP PREEMPT_DYNAMIC Sun Oct 20 15:02:33 UTC 2024";

    private static PerfPackage on(String os, String release, String version, String files) {
        return PerfPackage.of(Machines.facts("""
                uname: {release: "%s", version: "%s", machine: x86_64}
                files:
                  /etc/os-release: "%s"
                %s""".formatted(release, version, os.replace("\"", "").replace(" ", "\\n").replace("+", " "), files.indent(2))));
    }

    private static PerfPackage on(String os, String release, String version) {
        return on(os, release, version, "");
    }

    private static List<String> packages(PerfPackage found) {
        return assertInstanceOf(Known.class, found).packages();
    }

    @ParameterizedTest
    @CsvSource({
        // Ubuntu up to 24.10: a package for each kernel, and one that follows it
        "ID=ubuntu VERSION_ID=24.04, 6.8.0-45-generic, linux-tools-6.8.0-45-generic linux-tools-generic",
        "ID=ubuntu VERSION_ID=22.04, 6.8.0-45-generic, linux-tools-6.8.0-45-generic linux-tools-generic-hwe-22.04",
        "ID=ubuntu VERSION_ID=22.04, 6.5.0-1020-aws, linux-tools-6.5.0-1020-aws linux-tools-aws",
        "ID=ubuntu VERSION_ID=20.04, 5.4.0-1103-raspi, linux-tools-5.4.0-1103-raspi linux-tools-raspi",
        "ID=ubuntu VERSION_ID=22.04, 5.15.0-113-lowlatency, linux-tools-5.15.0-113-lowlatency linux-tools-lowlatency",
        "ID=ubuntu VERSION_ID=24.04, 6.8.0-1013-nvidia, linux-tools-6.8.0-1013-nvidia",
        "ID=ubuntu VERSION_ID=24.04, 6.17.0-22-generic, linux-tools-6.17.0-22-generic linux-tools-generic-hwe-24.04",
        "ID=ubuntu VERSION_ID=24.10, 6.11.0-9-generic, linux-tools-6.11.0-9-generic linux-tools-generic",
        // 24.04: the package that follows 6.11 may bring the tools of 6.14, which hold no perf
        "ID=linuxmint VERSION_ID=22.1 UBUNTU_CODENAME=noble, 6.11.0-26-generic, linux-tools-6.11.0-26-generic",
        "ID=linuxmint VERSION_ID=21.3 ID_LIKE=ubuntu+debian UBUNTU_CODENAME=jammy, 5.15.0-91-generic, linux-tools-5.15.0-91-generic linux-tools-generic",
        "ID=zorin VERSION_ID=16 ID_LIKE=ubuntu UBUNTU_CODENAME=focal, 5.15.0-91-generic, linux-tools-5.15.0-91-generic linux-tools-generic-hwe-20.04",
        // unversioned since
        "ID=ubuntu VERSION_ID=25.04, 6.14.0-36-generic, linux-perf",
        "ID=ubuntu VERSION_ID=26.04, 7.0.0-1008-aws, linux-perf",
        "ID=neon ID_LIKE=ubuntu+debian UBUNTU_CODENAME=resolute, 7.0.0-27-generic, linux-perf",
    })
    void ofUbuntu(String os, String release, String packages) {
        String named = os.contains("linuxmint") && !os.contains("ID_LIKE") ? os + " ID_LIKE=ubuntu+debian" : os;
        assertEquals(List.of(packages.split(" ")), packages(on(named, release, UBUNTU)));
    }

    @ParameterizedTest
    @CsvSource({
        "ID=debian VERSION_ID=13, 6.12.48+deb13-amd64, linux-perf",
        "ID=debian VERSION_ID=12, 6.12.48+deb12-amd64, linux-perf", // a kernel of backports
        "ID=debian VERSION_ID=12, 6.18.44-fc, linux-perf", // anybody's kernel
        "ID=debian VERSION_ID=12, 5.15.153.1-microsoft-standard-WSL2, linux-perf",
        "ID=debian VERSION_ID=12, 6.8.12-4-pve, linux-perf",
        "ID=debian VERSION_ID=12, 6.12.25+rpt-rpi-v8, linux-perf",
        "ID=debian, 7.3.2-amd64, linux-perf", // testing
        "ID=kali VERSION_ID=2025.4 ID_LIKE=debian, 6.12.33+kali-amd64, linux-perf",
        "ID=linuxmint VERSION_ID=6 ID_LIKE=debian VERSION_CODENAME=faye, 6.1.0-25-amd64, linux-perf",
        "ID=pureos ID_LIKE=debian VERSION_CODENAME=bookworm, 6.1.0-25-amd64, linux-perf",
        "ID=debian VERSION_ID=11, 5.10.0-33-amd64, linux-perf-5.10",
        "ID=debian VERSION_ID=10, 4.19.0-27-amd64, linux-perf-4.19",
        "ID=debian VERSION_ID=8, 3.16.0-11-amd64, linux-tools-3.16",
        "ID=debian VERSION_ID=11, 5.15.158-2-pve, linux-tools-5.15", // Proxmox 7 beside the script of linux-base
        "ID=raspbian VERSION_ID=11 ID_LIKE=debian, 5.10.103-v7l+, linux-perf-5.10",
    })
    void ofDebian(String os, String release, String packages) {
        assertEquals(List.of(packages), packages(on(os, release, "#1 SMP PREEMPT_DYNAMIC Debian 6.1.106-1 (2024-08-26)")));
    }

    @ParameterizedTest
    @CsvSource({
        "ID=pop VERSION_ID=24.04 UBUNTU_CODENAME=noble, 7.1.5-76070105-generic, linux-perf",
        "ID=pop VERSION_ID=22.04 UBUNTU_CODENAME=jammy, 6.17.9-76061709-generic, linux-perf",
        "ID=pop VERSION_ID=22.04 UBUNTU_CODENAME=jammy, 6.9.3-76060903-generic, linux-tools-6.9.3-76060903-generic",
        "ID=fedora VERSION_ID=41, 6.11.4-301.fc41.x86_64, perf",
        "ID=rhel VERSION_ID=9.4 ID_LIKE=fedora, 5.14.0-427.el9.x86_64, perf",
        "ID=rocky VERSION_ID=8.9 ID_LIKE=rhel+centos+fedora, 4.18.0-513.el8.x86_64, perf",
        "ID=ol VERSION_ID=9.1 ID_LIKE=fedora, 5.15.0-3.60.5.1.el9uek.x86_64, perf",
        "ID=amzn VERSION_ID=2 ID_LIKE=centos+rhel+fedora, 5.10.225-213.878.amzn2.x86_64, perf",
        "ID=amzn VERSION_ID=2023 ID_LIKE=fedora, 6.1.109-118.189.amzn2023.x86_64, perf",
        "ID=amzn VERSION_ID=2023 ID_LIKE=fedora, 6.12.55-74.119.amzn2023.x86_64, perf6.12",
        "ID=azurelinux VERSION_ID=3.0, 6.6.96.1-1.azl3, kernel-tools",
        "ID=mariner VERSION_ID=2.0, 5.15.186.1-1.cm2, kernel-tools",
        "ID=photon VERSION_ID=5.0, 6.1.83-2.ph5, linux-tools",
        "ID=opensuse-tumbleweed ID_LIKE=opensuse+suse, 6.11.3-1-default, perf",
        "ID=sles VERSION_ID=15.6 ID_LIKE=suse, 6.4.0-150600.23.25-default, perf",
        "ID=opensuse-microos ID_LIKE=suse+opensuse, 6.11.3-1-default, perf",
        "ID=arch, 6.11.5-arch1-1, perf",
        "ID=cachyos, 6.17.8-2-cachyos, perf",
        "ID=alpine VERSION_ID=3.20.7, 6.6.96-0-lts, perf",
        "ID=gentoo, 6.6.52-gentoo, dev-util/perf",
        "ID=nixos VERSION_ID=25.11, 6.12.55, perf",
        "ID=nixos VERSION_ID=25.05, 6.12.30, linuxPackages.perf",
        "ID=nixos VERSION_ID=18.09.1436.a7fd4310c0c, 4.14.77, linuxPackages.perf",
        "ID=void, 6.6.54_1, perf",
    })
    void ofTheOthers(String os, String release, String packages) {
        assertEquals(List.of(packages), packages(on(os, release, OTHER)));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "5.15.90.1-microsoft-standard-WSL2", "6.3.1-060301-generic", "5.4.23-050423-lowlatency", "6.12.3-x64v3-xanmod1", "6.11.7-1-liquorix-amd64",
        "6.9.3-surface-2", "6.12.68", "6.8.12-tegra",
    })
    void noneExistsOnUbuntuForSomebodyElsesKernel(String release) {
        NoneForKernel none = assertInstanceOf(NoneForKernel.class, on("ID=ubuntu VERSION_ID=22.04", release, OTHER));
        assertEquals(List.of("linux-tools-generic"), none.other().orElseThrow().packages());
        assertEquals(Optional.of("/usr/lib/linux-tools/*-generic/perf"), none.other().orElseThrow().byPath());
    }

    @ParameterizedTest
    @CsvSource({"ID=ubuntu VERSION_ID=18.04, 4.15.0-1055-azure", "ID=ubuntu VERSION_ID=22.04, 6.1.11-200.fc37.x86_64"})
    void noneOfAnUbuntuImageFollowsTheHostsKernel(String os, String release) {
        assertInstanceOf(NoneForKernel.class, on(os, release, UBUNTU, "/.dockerenv: \"\""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ID=debian VERSION_ID=12", "ID=fedora VERSION_ID=41", "ID=alpine VERSION_ID=3.20", "ID=ubuntu VERSION_ID=26.04"})
    void anImageWithAnUnversionedPerfNeedsNoParticularKernel(String os) {
        assertInstanceOf(Known.class, on(os, "6.1.11-200.fc37.x86_64", OTHER, "/.dockerenv: \"\""));
    }

    @Test
    void debian11TakesItsOwnForAKernelOfBackportsByName() {
        Known known = assertInstanceOf(Known.class,
                on("ID=debian VERSION_ID=11", "6.1.0-0.deb11.21-amd64", "#1 SMP PREEMPT_DYNAMIC Debian 6.1.90-1~bpo11+1"));
        assertEquals(List.of("linux-perf-5.10"), known.packages());
        assertEquals(Optional.of("/usr/bin/perf_5.10"), known.byPath());
        assertInstanceOf(NoneForKernel.class, on("ID=debian VERSION_ID=11", "6.5.9-x64v3-xanmod1", OTHER));
    }

    @Test
    void raspberryPiOs11TakesDebiansForItsOwnKernelByName() {
        Known known = assertInstanceOf(Known.class, on("ID=raspbian VERSION_ID=11 ID_LIKE=debian", "5.15.61-v7l+", "#1579 SMP Fri Aug 26 11:13:03 BST 2022"));
        assertEquals(List.of("linux-perf-5.10"), known.packages());
        assertEquals(Optional.of("/usr/bin/perf_5.10"), known.byPath());
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.14.0-36-generic", "6.14.0-1018-aws", "6.14.0-1012-azure"})
    void the614ToolsOf2404AreMadeWithoutPerf(String release) {
        MadeWithout without = assertInstanceOf(MadeWithout.class, on("ID=ubuntu VERSION_ID=24.04", release, UBUNTU));
        assertFalse(without.other().orElseThrow().packages().getFirst().contains("6.14"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cos", "bottlerocket", "flatcar", "talos", "openwrt", "poky", "buildroot", "android", "steamos"})
    void systemsWithoutPackagesSayWhatToDoInstead(String id) {
        assertFalse(assertInstanceOf(NoPackages.class, on("ID=" + id, "6.6.1", OTHER)).steps().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ID=deepin", "ID=wolfi", "ID=usrlibosreleaseonly", "NAME=x", "ID=elementary ID_LIKE=ubuntu UBUNTU_CODENAME=juno"})
    void whatIsNotKnownIsNotGuessed(String os) {
        assertInstanceOf(Unclear.class, on(os, "6.6.1", OTHER));
    }

    @Test
    void everyRealOsReleaseHasAnAnswerAndNoneGetsAnothersPackage(@TempDir Path folder) throws IOException, InterruptedException {
        Path archive = Shared.path("machines/os-release.tar.gz");
        Process tar = new ProcessBuilder("tar", "xzf", archive.toString(), "-C", folder.toString()).inheritIO().start();
        assertTrue(tar.waitFor(30, TimeUnit.SECONDS) && tar.exitValue() == 0);
        Map<String, PerfPackage> answers = new TreeMap<>();
        try (var files = Files.list(folder.resolve("os-release"))) {
            for (Path file : files.toList()) {
                Distribution os = Distribution.parse(Files.readString(file, StandardCharsets.ISO_8859_1), "/etc/os-release");
                var machine = new PerfPackages.Machine(
                        Lineage.of(os, false), os, KernelRelease.parse("6.8.0-45-generic"), KernelFlavour.Maker.UBUNTU, false);
                answers.put(file.getFileName().toString(), PerfPackage.of(machine));
            }
        }
        assertTrue(answers.size() > 150);
        List<String> debianOnes = new ArrayList<>();
        answers.forEach((name, answer) -> answer.any().ifPresent(k -> {
            if (k.packages().getFirst().startsWith("linux-")) {
                debianOnes.add(name);
            }
        }));
        assertTrue(debianOnes.stream().allMatch(n -> n.matches(".*(debian|ubuntu|mint|raspbian|pop|kali|parrot|zorin|elementary|photon|xbian|bttcb|nixos).*")),
                debianOnes::toString);
        assertNotEquals(0, answers.values().stream().filter(a -> a instanceof Known).count());
    }
}
