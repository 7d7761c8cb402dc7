package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which other kernels a machine has. */
class KernelHistoryTest {
    private static KernelHistory of(String release, String files) {
        return KernelHistory.of(Machines.facts(
                "otherwise: absent\nuname: {release: %s, machine: x86_64}\nfiles:\n".formatted(release) + files.indent(2)));
    }

    private static Optional<String> newer(String release, String files) {
        return of(release, files).newer().map(o -> o.release().text());
    }

    @ParameterizedTest
    @CsvSource({
        "6.8.0-45-generic, generic",
        "6.1.0-25-cloud-amd64, cloud-amd64",
        "6.12.48+deb13-amd64, amd64",
        "6.6.51+rpt-rpi-v8, rpi-v",
        "6.11.4-301.fc41.x86_64, ''",
        "6.11.4-301.fc41.x86_64+debug, debug",
        "6.12.7-arch1-1, arch",
        "6.12.9-arch2-1, arch",
        "6.6.68-1-lts, lts",
        "5.15.0-1026-aws, aws"
    })
    void kernelsOfOneLineCarryTheSameWords(String release, String line) {
        assertEquals(line, KernelHistory.line(release));
    }

    @Test
    void aNewerImageWaitsForTheReboot() {
        String files = "/boot/vmlinuz-6.8.0-45-generic: {unread: denied}\n/boot/vmlinuz-6.8.0-47-generic: {unread: denied}\n";
        assertEquals(Optional.of("6.8.0-47-generic"), newer("6.8.0-45-generic", files));
        assertEquals(Optional.empty(), newer("6.8.0-47-generic", files));
    }

    @Test
    void numbersAreNumbers() {
        String files = "/boot/vmlinuz-6.8.0-9-generic: {unread: denied}\n/boot/vmlinuz-6.8.0-48-generic: {unread: denied}\n";
        assertEquals(Optional.empty(), newer("6.8.0-48-generic", files));
    }

    @Test
    void anotherFlavourIsAChoice() {
        String files = "/boot/vmlinuz-6.1.0-25-amd64: {unread: denied}\n/boot/vmlinuz-6.1.0-26-cloud-amd64: {unread: denied}\n";
        assertEquals(Optional.empty(), newer("6.1.0-25-amd64", files));
    }

    @Test
    void aRescueImageIsNoRelease() {
        assertEquals(Optional.empty(), newer("6.11.4-301.fc41.x86_64", "/boot/vmlinuz-0-rescue-3f2a: {unread: denied}\n"));
    }

    @Test
    void modulesWithoutAnImageAreLeftovers() {
        String files = """
                /boot/vmlinuz-6.8.0-45-generic: {unread: denied}
                /lib/modules/6.8.0-45-generic: {type: dir}
                /lib/modules/6.8.0-47-generic: {type: dir}
                """;
        assertEquals(Optional.empty(), newer("6.8.0-45-generic", files));
    }

    @Test
    void whereNoImageShowsModulesTell() {
        String files = "/boot: {type: dir, unread: denied}\n/lib/modules/6.8.0-45-generic: {type: dir}\n/lib/modules/6.8.0-47-generic: {type: dir}\n";
        assertEquals(Optional.of("6.8.0-47-generic"), newer("6.8.0-45-generic", files));
    }

    @Test
    void thePackagesThatAskForARebootTell() {
        String files = "/run/reboot-required.pkgs: \"linux-base\\nlinux-image-6.8.0-47-generic\\n\"\n";
        assertEquals(Optional.of("6.8.0-47-generic"), newer("6.8.0-45-generic", files));
        assertEquals(Optional.empty(), newer("6.8.0-45-generic", "/run/reboot-required.pkgs: \"libc6\\n\"\n"));
    }

    @Test
    void toolsOfEarlierKernelsAreThoseThatHoldAPerf() {
        KernelHistory history = of("6.8.0-45-generic", """
                /usr/lib/linux-tools/6.8.0-40-generic/perf: {elf: {machine: x86_64}}
                /usr/lib/linux-tools/6.8.0-41-generic/turbostat: {elf: {machine: x86_64}}
                /usr/lib/linux-tools/6.8.0-47-generic/perf: {elf: {machine: x86_64}}
                """);
        assertEquals(List.of("6.8.0-40-generic"), history.olderTools().stream().map(o -> o.release().text()).toList());
        assertTrue(history.toolsMovedTo(KernelRelease.parse("6.8.0-47-generic")));
    }

    @Test
    void nothingAtAllIsNoHistory() {
        KernelHistory history = of("6.1.102", "/etc/hostname: host\n");
        assertEquals(Optional.empty(), history.newer());
        assertEquals(List.of(), history.olderTools());
    }

    @Test
    void anUnknownRunningKernelHasNoNewerOne() {
        assertEquals(Optional.empty(), KernelHistory.of(Machines.facts("files: {/boot/vmlinuz-6.8.0-45-generic: x}\n")).newer());
    }
}
