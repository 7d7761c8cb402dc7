package dev.perfdoctor.facts;

import java.util.List;

/** The programs that install packages, and how their commands read. */
public enum PackageTool {
    APT("apt install", "apt remove", "apt-get update && apt-get install -y"),
    /** apt on rpm packages: ALT. */
    APT_GET("apt-get install", "apt-get remove", "apt-get update && apt-get install -y"),
    DNF("dnf install", "dnf remove", "dnf install -y"),
    YUM("yum install", "yum remove", "yum install -y"),
    TDNF("tdnf install", "tdnf remove", "tdnf install -y"),
    ZYPPER("zypper install", "zypper remove", "zypper --non-interactive install"),
    /** In effect after the next boot. */
    TRANSACTIONAL_UPDATE("transactional-update pkg install", "transactional-update pkg remove", ""),
    /** In effect after the next boot. */
    RPM_OSTREE("rpm-ostree install", "rpm-ostree uninstall", ""),
    PACMAN("pacman -S", "pacman -Rs", "pacman -Sy --noconfirm"),
    APK("apk add", "apk del", "apk add --no-cache"),
    EMERGE("emerge", "emerge --depclean", "emerge"),
    XBPS("xbps-install -S", "xbps-remove -R", "xbps-install -Sy"),
    URPMI("urpmi", "urpme", "urpmi --auto"),
    /** For the user, without root, until the shell ends. */
    NIX("nix-shell -p", "", "nix-env -iA"),
    GUIX("guix install", "guix remove", "guix install");

    private final String install;
    private final String remove;
    private final String unattended;

    PackageTool(String install, String remove, String unattended) {
        this.install = install;
        this.remove = remove;
        this.unattended = unattended;
    }

    /** Whether it changes the system and so needs root. */
    public boolean needsRoot() {
        return this != NIX && this != GUIX;
    }

    /** Whether what it installs is there only after the next boot. */
    public boolean needsReboot() {
        return this == TRANSACTIONAL_UPDATE || this == RPM_OSTREE;
    }

    /** The command line that installs packages, without what makes it root. */
    String install(List<String> packages) {
        return install + " " + Shell.line(packages);
    }

    /** The command line that puts the files of installed packages back. */
    String again(List<String> packages) {
        return switch (this) {
            case APT, APT_GET -> install + " --reinstall " + Shell.line(packages);
            case DNF, YUM, TDNF -> install.replace("install", "reinstall") + " " + Shell.line(packages);
            case ZYPPER -> install + " --force " + Shell.line(packages);
            case APK -> "apk fix --reinstall " + Shell.line(packages);
            case XBPS -> "xbps-install -f " + Shell.line(packages);
            case TRANSACTIONAL_UPDATE, RPM_OSTREE, PACMAN, EMERGE, URPMI, NIX, GUIX -> install(packages);
        };
    }

    /** The command line that takes them away again; empty where there is nothing to take away. */
    String remove(List<String> packages) {
        return remove.isEmpty() ? "" : remove + " " + Shell.line(packages);
    }

    /** As a line of an image's build, which nobody answers; the interactive one where there is no other. */
    String unattended(List<String> packages) {
        return (unattended.isEmpty() ? install : unattended) + " " + Shell.line(packages);
    }
}
