package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import java.util.Optional;
import java.util.Set;

/**
 * The family a distribution's packages come from: what its derivatives share, so that a package is named once. Told by os-release, and by
 * ostree's mark where the file system is not the package manager's.
 */
public enum Lineage {
    UBUNTU(PackageTool.APT),
    /** Ubuntu's userland with kernels and tools of its own. */
    POP(PackageTool.APT),
    DEBIAN(PackageTool.APT),
    FEDORA(PackageTool.DNF),
    /** Fedora, Red Hat and derivatives as images: Silverblue, CoreOS, Bazzite, RHEL for Edge, … */
    FEDORA_IMAGE(PackageTool.RPM_OSTREE),
    RHEL(PackageTool.DNF),
    /** Red Hat's family up to 7, before dnf. */
    RHEL_OLD(PackageTool.YUM),
    AMAZON_OLD(PackageTool.YUM),
    AMAZON(PackageTool.DNF),
    /** Azure Linux, and CBL-Mariner as it was called before. */
    AZURE(PackageTool.TDNF),
    PHOTON(PackageTool.TDNF),
    SUSE(PackageTool.ZYPPER),
    /** MicroOS, SLE Micro and the like. */
    SUSE_IMAGE(PackageTool.TRANSACTIONAL_UPDATE),
    ARCH(PackageTool.PACMAN),
    ALPINE(PackageTool.APK),
    WOLFI(PackageTool.APK),
    GENTOO(PackageTool.EMERGE),
    NIXOS(PackageTool.NIX),
    VOID(PackageTool.XBPS),
    MAGEIA(PackageTool.URPMI),
    ALT(PackageTool.APT_GET),
    GUIX(PackageTool.GUIX),
    COS,
    BOTTLEROCKET,
    FLATCAR,
    TALOS,
    STEAMOS,
    OPENWRT,
    /** Images that somebody builds from recipes: Yocto, Buildroot. */
    RECIPES,
    ANDROID,
    UNKNOWN;

    private static final Set<String> FEDORA_IMAGES =
            Set.of("silverblue", "kinoite", "sericea", "sway-atomic", "onyx", "budgie-atomic", "cosmic-atomic", "coreos", "iot", "bluefin", "aurora", "bazzite");
    private static final Set<String> SUSE_IMAGES = Set.of(
            "opensuse-microos", "suse-microos", "opensuse-aeon", "opensuse-kalpa", "opensuse-leap-micro", "sle-micro", "sle_micro", "sl-micro");
    private final Optional<PackageTool> tool;

    Lineage() {
        this.tool = Optional.empty();
    }

    Lineage(PackageTool tool) {
        this.tool = Optional.of(tool);
    }

    /** What installs packages there; empty where nothing does. */
    public Optional<PackageTool> tool() {
        return tool;
    }

    /** Of this machine's userland. */
    public static Lineage of(Facts facts) {
        return facts.once(Lineage.class, f -> {
            boolean image = !Confinement.of(f).inContainer() && f.host().stat("/run/ostree-booted").isPresent();
            return of(Distribution.of(f), image);
        });
    }

    /** By os-release; {@code image} where the running system is an ostree deployment. */
    static Lineage of(Distribution os, boolean image) {
        Lineage own = byOwnName(os);
        if (own != UNKNOWN) {
            boolean asImage = image || own == FEDORA && FEDORA_IMAGES.contains(os.variantId());
            return asImage && (own == FEDORA || own == RHEL) ? FEDORA_IMAGE : own;
        }
        if (image) {
            return os.is("fedora", "rhel") ? FEDORA_IMAGE : UNKNOWN;
        }
        return byLikeness(os);
    }

    private static Lineage byOwnName(Distribution os) {
        if (SUSE_IMAGES.contains(os.id())) {
            return SUSE_IMAGE;
        }
        return switch (os.id()) {
            case "ubuntu" -> UBUNTU;
            case "pop" -> POP;
            case "debian", "raspbian" -> DEBIAN;
            case "fedora" -> FEDORA;
            case "amzn" -> os.major() >= 2022 ? AMAZON : AMAZON_OLD;
            case "azurelinux", "mariner" -> AZURE;
            case "photon" -> PHOTON;
            case "sles", "sled", "sles_sap" -> SUSE;
            case "arch", "archarm", "manjaro", "endeavouros", "cachyos", "garuda" -> ARCH;
            case "alpine", "postmarketos" -> ALPINE;
            case "wolfi", "chainguard" -> WOLFI;
            case "gentoo" -> GENTOO;
            case "nixos" -> NIXOS;
            case "void" -> VOID;
            case "mageia" -> MAGEIA;
            case "altlinux" -> ALT;
            case "guix" -> GUIX;
            case "cos" -> COS;
            case "bottlerocket" -> BOTTLEROCKET;
            case "flatcar" -> FLATCAR;
            case "talos" -> TALOS;
            case "steamos" -> STEAMOS;
            case "openwrt" -> OPENWRT;
            case "poky", "nodistro", "buildroot", "wrlinux" -> RECIPES;
            case "android" -> ANDROID;
            case "openeuler", "anolis", "opencloudos", "tencentos" -> RHEL;
            case "ol", "rhel", "centos", "almalinux", "rocky" -> redHat(os);
            default -> UNKNOWN;
        };
    }

    /** Nearest relative first: a derivative of Ubuntu says "ubuntu debian", one of Red Hat "rhel centos fedora". */
    private static Lineage byLikeness(Distribution os) {
        for (String like : os.like()) {
            switch (like) {
                case "ubuntu" -> {
                    return UBUNTU;
                }
                case "debian" -> {
                    return DEBIAN;
                }
                case "rhel", "centos" -> {
                    return redHat(os);
                }
                case "fedora" -> {
                    return FEDORA;
                }
                case "suse", "opensuse" -> {
                    return SUSE;
                }
                case "arch" -> {
                    return ARCH;
                }
                case "alpine" -> {
                    return ALPINE;
                }
                case "gentoo" -> {
                    return GENTOO;
                }
                default -> {}
            }
        }
        return UNKNOWN;
    }

    /** Nobara and Ultramarine call themselves like Red Hat and carry Fedora's number. */
    private static Lineage redHat(Distribution os) {
        return os.major() >= 0 && os.major() <= 7 ? RHEL_OLD : RHEL;
    }
}
