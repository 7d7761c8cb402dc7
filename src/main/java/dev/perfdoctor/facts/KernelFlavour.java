package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * Whose kernel runs, told from what the kernel says of itself and never from os-release: a Debian image on a Fedora host has a Fedora kernel.
 * Distributions patch what {@code kernel.perf_event_paranoid} means above 2.
 *
 * @param maker who built it, as far as its release and version strings name them
 * @param release the running release
 * @param built year × 12 + month of the build, as the version string dates it; empty when it does not
 * @param because the string that names the maker
 */
public record KernelFlavour(Maker maker, KernelRelease release, OptionalInt built, Evidence because) {
    /** Who builds kernels. */
    public enum Maker {
        DEBIAN("Debian"),
        UBUNTU("Ubuntu"),
        POP("Pop!_OS"),
        PROXMOX("Proxmox"),
        MAINLINE_PPA("the mainline PPA"),
        XANMOD("XanMod"),
        LIQUORIX("Liquorix"),
        RASPBERRY_PI("Raspberry Pi"),
        FEDORA("Fedora"),
        RHEL("Red Hat"),
        AMAZON("Amazon Linux"),
        AZURE_LINUX("Azure Linux"),
        SUSE("SUSE"),
        ARCH("Arch"),
        HARDENED("linux-hardened"),
        ALPINE("Alpine"),
        GENTOO("Gentoo"),
        WSL("Microsoft (WSL)"),
        ANDROID("Android"),
        COS("Container-Optimized OS"),
        UNKNOWN("an unknown builder");

        private final String words;

        Maker(String words) {
            this.words = words;
        }

        /** The name for people, as in "a kernel of Debian". */
        public String words() {
            return words;
        }
    }

    /** Whether something is so: by knowledge of a maker's patches, where there is any. */
    public enum Known {
        YES,
        NO,
        UNKNOWN
    }

    /** How the Raspberry Pi's kernels ended before they were packaged like Debian's: {@code 5.15.61-v8+}. */
    private static final List<String> PI_BUILDS = List.of("-v7+", "-v7l+", "-v8+", "-v8-16k+");

    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
    /** The update that lets CAP_PERFMON pass at Ubuntu's level 4 came with the kernels of that month (LP #2131046). */
    private static final int UBUNTU_PERFMON_UPDATE = 2025 * 12 + 11;

    /** The running kernel's. */
    public static KernelFlavour of(Facts facts) {
        return facts.once(KernelFlavour.class, KernelFlavour::read);
    }

    private static KernelFlavour read(Facts facts) {
        Reading<String> banner = facts.host().read("/proc/version");
        String version = facts.host().identity().version();
        if (version.isEmpty() && banner instanceof Present<String> p) {
            int number = p.value().indexOf('#');
            version = number < 0 ? "" : p.value().substring(number).strip();
        }
        return parse(facts.host().identity().release(), version, banner.orElse("").strip());
    }

    /**
     * By uname release, uname version and the banner of {@code /proc/version}.
     *
     * <pre>
     * 6.8.0-45-generic            #45-Ubuntu SMP PREEMPT_DYNAMIC Fri Aug 30 12:02:04 UTC 2024
     * 6.1.0-25-amd64              #1 SMP PREEMPT_DYNAMIC Debian 6.1.106-1 (2024-08-26)
     * 6.11.4-301.fc41.x86_64      #1 SMP PREEMPT_DYNAMIC Sun Oct 20 15:02:33 UTC 2024
     * </pre>
     */
    static KernelFlavour parse(String release, String version, String banner) {
        KernelRelease number = KernelRelease.parse(release);
        OptionalInt built = built(version);
        Maker byRelease = byRelease(number, release.toLowerCase(Locale.ROOT));
        if (byRelease != Maker.UNKNOWN) {
            return new KernelFlavour(byRelease, number, built, new Evidence("uname -r", release));
        }
        if (version.contains("-Ubuntu") || version.contains("Ubuntu SMP")) {
            return new KernelFlavour(Maker.UBUNTU, number, built, new Evidence("uname -v", version));
        }
        if (version.contains(" Debian ") || version.endsWith(" Debian")) {
            return new KernelFlavour(Maker.DEBIAN, number, built, new Evidence("uname -v", version));
        }
        if (banner.contains("debian-kernel@lists.debian.org")) {
            return new KernelFlavour(Maker.DEBIAN, number, built, new Evidence("/proc/version", banner));
        }
        if (banner.contains("Chromium OS") && release.endsWith("+")) {
            return new KernelFlavour(Maker.COS, number, built, new Evidence("/proc/version", banner));
        }
        return new KernelFlavour(Maker.UNKNOWN, number, built, number.evidence());
    }

    private static Maker byRelease(KernelRelease number, String release) {
        if (release.contains("microsoft") || release.contains("-wsl2")) {
            return Maker.WSL;
        }
        if (release.contains("-android")) {
            return Maker.ANDROID;
        }
        if (release.endsWith("-pve")) {
            return Maker.PROXMOX;
        }
        if (release.contains("xanmod")) {
            return Maker.XANMOD;
        }
        if (release.contains("liquorix")) {
            return Maker.LIQUORIX;
        }
        if (release.contains("rpi") || release.contains("+rpt") || PI_BUILDS.stream().anyMatch(release::endsWith)) {
            return Maker.RASPBERRY_PI;
        }
        if (release.contains("hardened")) {
            return Maker.HARDENED;
        }
        return byPackaging(number, release);
    }

    private static Maker byPackaging(KernelRelease number, String release) {
        String abi = number.abi().substring(number.abi().indexOf('-') + 1);
        if (release.endsWith("-generic") && abi.length() == 8 && abi.startsWith("76")) {
            return Maker.POP; // 7.1.5-76070105-generic
        }
        if (abi.length() == 6 && abi.startsWith("0") && abi.chars().allMatch(Character::isDigit)) {
            return Maker.MAINLINE_PPA; // 6.8.0-060800-generic, 5.4.23-050423-lowlatency
        }
        if (release.contains(".fc") && Character.isDigit(after(release, ".fc"))) {
            return Maker.FEDORA;
        }
        if (release.contains(".el") && (Character.isDigit(after(release, ".el")) || release.contains(".elrepo"))) {
            return Maker.RHEL;
        }
        if (release.contains(".amzn")) {
            return Maker.AMAZON;
        }
        if (release.contains(".azl") || release.contains(".cm2")) {
            return Maker.AZURE_LINUX;
        }
        if (release.contains("-arch") || release.endsWith("-zen") || release.contains("-manjaro") || release.endsWith("-cachyos")) {
            return Maker.ARCH;
        }
        if (release.endsWith("-0-lts") || release.endsWith("-0-virt")) {
            return Maker.ALPINE;
        }
        if (release.endsWith("-lts")) {
            return Maker.ARCH; // 6.6.68-1-lts
        }
        if (release.contains("-gentoo")) {
            return Maker.GENTOO;
        }
        return release.endsWith("-default") ? Maker.SUSE : Maker.UNKNOWN;
    }

    private static char after(String text, String mark) {
        int at = text.indexOf(mark) + mark.length();
        return at < text.length() ? text.charAt(at) : ' ';
    }

    /** {@code … Fri Aug 30 12:02:04 UTC 2024} or {@code … (2024-08-26)}. */
    private static OptionalInt built(String version) {
        List<String> words = Text.words(version);
        if (words.isEmpty()) {
            return OptionalInt.empty();
        }
        String last = words.getLast();
        if (last.length() == 12 && last.startsWith("(") && last.endsWith(")")) {
            return month(last.substring(1, 5), last.substring(6, 8));
        }
        for (int i = 0; i < words.size() - 1; i++) {
            int month = MONTHS.indexOf(words.get(i)) + 1;
            if (month > 0) {
                return month(last, Integer.toString(month));
            }
        }
        return OptionalInt.empty();
    }

    private static OptionalInt month(String year, String month) {
        try {
            return OptionalInt.of(Integer.parseInt(year) * 12 + Integer.parseInt(month));
        } catch (NumberFormatException none) {
            return OptionalInt.empty();
        }
    }

    /**
     * Whether this kernel refuses even user-only events of one's own processes at this level, which no kernel of kernel.org does: Debian,
     * Android and linux-hardened from 3 (features/all/security-perf-allow-further-restriction-of-perf_event_open.patch), Ubuntu and
     * Proxmox from 4, Ubuntu up to 5.4 from 3. Elsewhere any number above 1 is taken for 2 (kernel/events/core.c, perf_allow_kernel).
     */
    public Known refusesAll(int level) {
        if (level < 3) {
            return Known.NO;
        }
        return switch (maker) {
            case DEBIAN, ANDROID, HARDENED -> Known.YES;
            case UBUNTU, PROXMOX -> level >= 4 || !release.atLeast(5, 5) ? Known.YES : Known.NO;
            case FEDORA, RHEL, AMAZON, AZURE_LINUX, SUSE, ARCH, ALPINE, GENTOO, WSL, MAINLINE_PPA -> Known.NO;
            case POP, XANMOD, LIQUORIX, RASPBERRY_PI, COS, UNKNOWN -> Known.UNKNOWN;
        };
    }

    /**
     * Whether CAP_PERFMON opens what this level refuses. The patches of Debian (5.10, 6.1, 6.12 and 7.3 were booted) and Android ask for
     * CAP_SYS_ADMIN instead; so did Ubuntu's and Proxmox's until LP #2131046. That of linux-hardened names both in its newer versions.
     */
    public Known perfmonIsEnough(int level) {
        return switch (refusesAll(level)) {
            case NO -> Known.YES;
            case UNKNOWN -> Known.UNKNOWN;
            case YES -> switch (maker) {
                case UBUNTU, PROXMOX ->
                    built.isPresent() && built.getAsInt() < UBUNTU_PERFMON_UPDATE ? Known.NO : Known.UNKNOWN;
                case HARDENED -> Known.UNKNOWN;
                default -> Known.NO;
            };
        };
    }

    /** The level this kernel starts with when nothing sets one; empty where it is not known. */
    public OptionalInt startingLevel() {
        return switch (maker) {
            case DEBIAN -> OptionalInt.of(3);
            case UBUNTU -> OptionalInt.of(release.atLeast(5, 5) ? 4 : 3);
            case PROXMOX -> OptionalInt.of(4);
            default -> OptionalInt.empty();
        };
    }
}
