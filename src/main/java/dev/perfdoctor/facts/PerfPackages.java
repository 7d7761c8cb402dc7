package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.facts.KernelFlavour.Maker;
import dev.perfdoctor.facts.PerfPackage.Known;
import dev.perfdoctor.facts.PerfPackage.MadeWithout;
import dev.perfdoctor.facts.PerfPackage.NoPackages;
import dev.perfdoctor.facts.PerfPackage.NoneForKernel;
import dev.perfdoctor.facts.PerfPackage.Unclear;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The table behind {@link PerfPackage}, a row for each family. */
public final class PerfPackages {
    /** What the answer depends on. */
    public record Machine(Lineage lineage, Distribution os, KernelRelease kernel, Maker maker, boolean container) {}

    private PerfPackages() {}

    /** The maker of the running kernel; where the machine does not state uname's version, an Ubuntu release by its form. */
    static Maker maker(Facts facts) {
        KernelFlavour flavour = KernelFlavour.of(facts);
        boolean unstated = flavour.maker() == Maker.UNKNOWN && facts.host().identity().version().isEmpty();
        return unstated && Ubuntu.looksLike(flavour.release()) ? Maker.UBUNTU : flavour.maker();
    }

    /** The table's answer, unless the very package it names is installed and was seen to hold none. */
    static PerfPackage unlessSeenWithout(KernelTools tools, PerfPackage answer) {
        return tools instanceof KernelTools.WithoutPerf(var name, _) && answer instanceof Known known && known.packages().contains(name)
                ? new MadeWithout("The package " + name + " is made without perf", Optional.empty())
                : answer;
    }

    static PerfPackage of(Machine m) {
        return switch (m.lineage()) {
            case UBUNTU -> Ubuntu.of(m);
            case POP -> pop(m);
            case DEBIAN -> Debian.of(m);
            case FEDORA, FEDORA_IMAGE, RHEL, RHEL_OLD, AMAZON_OLD, SUSE, SUSE_IMAGE, ARCH, VOID, MAGEIA, ALT, GUIX -> Known.of("perf");
            case AMAZON -> amazon(m);
            case AZURE -> Known.of("kernel-tools").noting("kernel-tools wants the kernel of its own version, so a newer kernel may be installed with it");
            case PHOTON -> Known.of("linux-tools");
            case ALPINE -> Known.of("perf").noting("up to Alpine 3.22 it is in the repository community, which /etc/apk/repositories must name");
            case GENTOO -> Known.of("dev-util/perf");
            // the name without a kernel's package set came with 25.11
            case NIXOS -> Known.of(m.os().major() > 0 && m.os().versionId().compareTo("25.11") < 0 ? "linuxPackages.perf" : "perf");
            case COS -> new NoPackages("Container-Optimized OS brings perf with its image and installs nothing",
                    List.of("start the program toolbox, and in it run: apt-get update && apt-get install -y linux-perf"));
            case BOTTLEROCKET -> new NoPackages("Bottlerocket has no package manager", List.of("install perf in the admin container"));
            case FLATCAR -> new NoPackages("Flatcar has no package manager", List.of("start the program toolbox, and in it run: dnf install perf"));
            case TALOS -> new NoPackages("Talos has no shell and no package manager",
                    List.of("debug the node with a privileged pod of an image that has perf"));
            case STEAMOS -> new NoPackages("SteamOS replaces its system partition with each update",
                    List.of("install perf in a container that shares the host's processes, such as one of distrobox"));
            case OPENWRT -> new NoPackages("OpenWrt builds perf only for images with perf events", List.of("build the image with the package perf"));
            case RECIPES -> new NoPackages("this image is built from recipes",
                    List.of("add perf to the image: Yocto IMAGE_INSTALL:append = \" perf\", Buildroot BR2_PACKAGE_LINUX_TOOLS_PERF=y"));
            case ANDROID -> new NoPackages("Android has simpleperf instead", List.of("use simpleperf of the NDK"));
            case WOLFI, UNKNOWN -> new Unclear(m.os().id().isEmpty()
                    ? "the distribution is not known"
                    : "which package of '" + m.os().id() + "' holds perf is not known");
        };
    }

    /**
     * Pop!_OS packages its own kernels. Since 6.17 perf is in the unversioned linux-perf, and its linux-tools packages hold none
     * (pop-os/pop#4099; pop-os/linux, debian/rules.d/2-binary-arch.mk).
     */
    private static PerfPackage pop(Machine m) {
        boolean before = m.maker() == Maker.POP && !m.kernel().atLeast(6, 17);
        if (before && !m.container()) {
            return Known.of("linux-tools-" + m.kernel().text());
        }
        return Known.of("linux-perf").noting("apt-cache policy linux-perf tells whether the archive has it by now; where it has not, build perf");
    }

    /** Amazon Linux 2023 names the tools of its second kernel after it (amazonlinux/amazon-linux-2023#1060). */
    private static PerfPackage amazon(Machine m) {
        boolean second = m.maker() == Maker.AMAZON && m.kernel().majorMinor().equals("6.12");
        return Known.of(second ? "perf6.12" : "perf");
    }

    /** Why a kernel is no kernel of the distribution, as a sentence. */
    private static String whose(Machine m) {
        if (m.container()) {
            return "In a container, uname -r is the host's kernel, which no package of this image follows";
        }
        return switch (m.maker()) {
            case WSL -> "The kernel is Microsoft's, for which no distribution has packages";
            case UNKNOWN -> "The kernel " + m.kernel().text() + " is none of this distribution's";
            case MAINLINE_PPA -> "The kernel is of the mainline PPA, which is published without tools";
            default -> "The kernel is of " + m.maker().words() + ", not of this distribution";
        };
    }

    /** Ubuntu and its derivatives with their own names. */
    static final class Ubuntu {
        /** Series, number and the kernel it was released with (linux-tools-generic follows that one). */
        private record Series(String number, String kernel) {}

        private static final Map<String, Series> SERIES = Map.ofEntries(
                Map.entry("trusty", new Series("14.04", "3.13")),
                Map.entry("xenial", new Series("16.04", "4.4")),
                Map.entry("bionic", new Series("18.04", "4.15")),
                Map.entry("focal", new Series("20.04", "5.4")),
                Map.entry("jammy", new Series("22.04", "5.15")),
                Map.entry("noble", new Series("24.04", "6.8")));
        /** Those whose meta package has the flavour's name alone. */
        private static final Set<String> CLOUDS = Set.of("aws", "azure", "gcp", "oracle", "kvm", "ibm", "raspi");
        private static final Set<String> FLAVOURS = Set.of(
                "generic", "generic-64k", "lowlatency", "lowlatency-64k", "virtual", "aws", "azure", "azure-fde", "gcp", "oracle", "kvm", "ibm",
                "raspi", "nvidia", "nvidia-64k", "oem", "gke", "gkeop", "realtime");

        private Ubuntu() {}

        /** {@code 6.8.0-45-generic}: patch 0, an ABI number, a flavour of Ubuntu's. */
        static boolean looksLike(KernelRelease release) {
            String abi = release.abi().substring(release.abi().indexOf('-') + 1);
            return release.patch() == 0 && abi.length() <= 4 && abi.chars().allMatch(Character::isDigit) && FLAVOURS.contains(release.flavour());
        }

        /**
         * From the packaging of 6.14.0-8 on, that is 25.04, perf is unversioned and in linux-perf (Breaks of linux-perf in debian/control.stub.in;
         * 26.04 was seen). Before, each kernel has its own, behind a script that takes no other.
         */
        static PerfPackage of(Machine m) {
            String number = number(m.os());
            if (number.isEmpty()) {
                return new Unclear("which Ubuntu '" + m.os().id() + "' is made from is not known");
            }
            if (number.compareTo("25.04") >= 0) {
                return Known.of("linux-perf");
            }
            Known released = Known.of("linux-tools-generic").calledBy("/usr/lib/linux-tools/*-generic/perf");
            if (m.container() || m.maker() != Maker.UBUNTU) {
                return new NoneForKernel(whose(m), Optional.of(released));
            }
            if (number.equals("24.04") && m.kernel().majorMinor().equals("6.14")) { // LP #2117147, #2117159; 6.17 has it again
                return new MadeWithout("The tools packages of kernel 6.14 for Ubuntu 24.04 are made without perf", Optional.of(released));
            }
            String exact = "linux-tools-" + m.kernel().text();
            return meta(m, number).map(meta -> Known.of(exact, meta)).orElseGet(() -> Known.of(exact));
        }

        /** {@code 24.04}; a derivative's own number says nothing, its UBUNTU_CODENAME does. */
        private static String number(Distribution os) {
            if (os.isExactly("ubuntu") && !os.versionId().isEmpty()) {
                return os.versionId();
            }
            Series series = SERIES.get(os.codename());
            return series != null
                    ? series.number()
                    : switch (os.codename()) {
                        case "plucky" -> "25.04";
                        case "questing" -> "25.10";
                        case "resolute" -> "26.04";
                        default -> "";
                    };
        }

        /**
         * The package that follows this flavour's kernel. The flavour of a hardware enablement kernel is the released one's too, so its
         * number tells. That of 24.04 is left out before 6.17: it may bring the tools of 6.14.
         */
        private static Optional<String> meta(Machine m, String number) {
            String flavour = m.kernel().flavour();
            if (CLOUDS.contains(flavour)) {
                return Optional.of("linux-tools-" + flavour);
            }
            if (!flavour.equals("generic") && !flavour.equals("lowlatency")) {
                return Optional.empty();
            }
            Optional<String> released = SERIES.values().stream().filter(s -> s.number().equals(number)).map(Series::kernel).findFirst();
            if (released.isEmpty() || released.get().equals(m.kernel().majorMinor())) {
                return Optional.of("linux-tools-" + flavour);
            }
            boolean mayBeEmpty = number.equals("24.04") && !m.kernel().atLeast(6, 17);
            return mayBeEmpty ? Optional.empty() : Optional.of("linux-tools-" + flavour + "-hwe-" + number);
        }
    }

    /** Debian and what calls itself like it. */
    static final class Debian {
        /** The kernel each release came with; its perf is called {@code perf_X.Y}. */
        private static final Map<Integer, String> KERNELS = Map.of(8, "3.16", 9, "4.9", 10, "4.19", 11, "5.10");
        private static final Map<String, Integer> CODENAMES = Map.of(
                "jessie", 8, "stretch", 9, "buster", 10, "bullseye", 11, "bookworm", 12, "trixie", 13, "forky", 14, "sid", 99);

        private Debian() {}

        /**
         * From 12 on perf is unversioned and in linux-perf (the diversion of linux-perf since 5.16~rc8-1~exp1). Before, linux-base has a script
         * that runs {@code perf_X.Y}, of linux-perf-X.Y or, for Proxmox's kernels, linux-tools-X.Y.
         */
        static PerfPackage of(Machine m) {
            int release = release(m.os());
            if (release >= 12) {
                return Known.of("linux-perf");
            }
            String own = KERNELS.get(release);
            if (own == null) {
                return new Unclear("which Debian '" + m.os().id() + "' is made from is not known");
            }
            String wanted = m.kernel().majorMinor();
            Known known = Known.of((release == 8 ? "linux-tools-" : "linux-perf-") + own);
            if (wanted.equals(own)) {
                return known;
            }
            if (m.maker() == Maker.PROXMOX && !m.container()) {
                return Known.of("linux-tools-" + wanted);
            }
            Known byName = known.calledBy("/usr/bin/perf_" + own);
            boolean ours = !m.container() && (m.maker() == Maker.DEBIAN || m.maker() == Maker.RASPBERRY_PI);
            return ours ? byName : new NoneForKernel(whose(m), Optional.of(byName));
        }

        /** 0 where unknown; a testing or unstable Debian has no number. */
        private static int release(Distribution os) {
            if (os.isExactly("debian", "raspbian")) {
                return os.major() > 0 ? os.major() : CODENAMES.getOrDefault(os.codename(), 99);
            }
            int own = os.major();
            return switch (os.id()) {
                case "kali" -> own >= 2022 ? 99 : 0;
                case "linuxmint" -> own >= 5 ? own + 6 : 0; // LMDE 6 is Debian 12
                case "devuan" -> own >= 4 ? own + 7 : 0; // 5 is Debian 12
                case "parrot" -> own >= 6 ? own + 6 : 0; // 6 is Debian 12
                default -> CODENAMES.getOrDefault(os.codename(), 0);
            };
        }
    }
}
