package dev.perfdoctor.checks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Packages that are known to exist, by the distribution they are in. A list of its own beside the doctor's, from what distributions document; a name
 * with a kernel's release in it exists for the kernels of that distribution. No archive is asked.
 */
final class KnownPackages {
    private static final List<String> DEBIAN = List.of("valgrind", "binutils", "perl", "python3", "bash", "libc6-dbg", "linux-perf", "linux-perf-\\d+\\.\\d+");
    private static final List<String> UBUNTU = List.of(
            "valgrind", "binutils", "perl", "python3", "bash", "libc6-dbg", "linux-tools-common", "linux-tools-(generic|lowlatency|virtual|aws|azure|gcp|oracle|kvm|raspi)",
            "linux-tools-generic-hwe-\\d\\d\\.04", "linux-tools-\\d+\\.\\d+\\.0-\\d+-[a-z0-9-]+");
    private static final List<String> FEDORA = List.of("valgrind", "binutils", "perl-interpreter", "perl", "python3", "bash", "perf", "glibc");
    private static final List<String> ARCH = List.of("valgrind", "binutils", "perl", "python", "bash", "perf");

    private static final Map<String, List<String>> BY_DISTRIBUTION = Map.ofEntries(
            Map.entry("debian", with(DEBIAN, "linux-tools-\\d+\\.\\d+")), // Proxmox says that it is Debian
            Map.entry("raspbian", DEBIAN),
            Map.entry("ubuntu", with(UBUNTU, "linux-perf")),
            Map.entry("linuxmint", UBUNTU),
            Map.entry("pop", with(UBUNTU, "linux-perf", "linux-tools-\\d+\\.\\d+\\.\\d+-\\d+-generic")),
            Map.entry("fedora", FEDORA),
            Map.entry("fedora-asahi-remix", FEDORA),
            Map.entry("rhel", FEDORA),
            Map.entry("rocky", FEDORA),
            Map.entry("centos", FEDORA),
            Map.entry("amzn", with(FEDORA, "perf6\\.12")),
            Map.entry("azurelinux", List.of("kernel-tools", "valgrind", "binutils", "bash", "perl", "python3")),
            Map.entry("opensuse-microos", List.of("perf", "valgrind", "binutils", "perl", "python3", "bash")),
            Map.entry("opensuse-tumbleweed", List.of("perf", "valgrind", "binutils", "perl", "python3", "bash", "glibc-debuginfo")),
            Map.entry("arch", ARCH),
            Map.entry("cachyos", ARCH),
            Map.entry("alpine", List.of("perf", "valgrind", "binutils", "perl", "python3", "bash")),
            Map.entry("gentoo", List.of("dev-util/perf", "valgrind", "binutils", "perl", "python", "bash")),
            Map.entry("nixos", List.of("linuxPackages.perf", "perf", "valgrind", "binutils", "perl", "python3", "bash")));

    private KnownPackages() {}

    /** Whether a distribution is known to have a package. */
    static boolean has(String distribution, String name) {
        return BY_DISTRIBUTION.getOrDefault(distribution, List.of()).stream().anyMatch(known -> Pattern.matches(known, name));
    }

    private static List<String> with(List<String> family, String... more) {
        List<String> all = new ArrayList<>(family);
        all.addAll(List.of(more));
        return List.copyOf(all);
    }
}
