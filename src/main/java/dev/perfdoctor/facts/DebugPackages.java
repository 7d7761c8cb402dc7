package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.api.Remediation.Kind;
import dev.perfdoctor.api.Remediation.Where;
import java.util.List;
import java.util.Optional;

/** How the C library's debug symbols come to a machine, by distribution. Nothing where nobody ships them as a package. */
public final class DebugPackages {
    private DebugPackages() {}

    /** Ways to the C library's symbols, best first; may be empty. */
    public static List<Remediation> ofLibc(Facts facts) {
        Distribution os = Distribution.of(facts);
        if (os.is("debian", "ubuntu")) {
            return Installs.of(facts, "libc6-dbg").stream().toList();
        }
        if (os.is("suse", "opensuse")) {
            return Installs.of(facts, "glibc-debuginfo").stream().toList();
        }
        return switch (Lineage.of(facts)) {
            case FEDORA, RHEL, AMAZON -> List.of(ofRepository(facts, "dnf debuginfo-install ", "dnf remove glibc-debuginfo glibc-debugsource"));
            // yum-utils has the program; debugsource packages came with RHEL 8
            case RHEL_OLD, AMAZON_OLD -> List.of(ofRepository(facts, "debuginfo-install ", "yum remove glibc-debuginfo glibc-debuginfo-common"));
            default -> server(os).map(url -> Remediation.perRun("From the distribution's debuginfod server", "DEBUGINFOD_URLS=" + url + " valgrind CMD"))
                    .stream()
                    .toList();
        };
    }

    /** Debug packages of Red Hat's family are in repositories of their own, which this command enables for itself. */
    private static Remediation ofRepository(Facts facts, String install, String remove) {
        Where where = Remedies.userSide(facts);
        String root = Remedies.asRoot(facts, where);
        return where == Where.IMAGE
                ? new Remediation("For good, in the image", Kind.PERSISTENT, where, true, List.of(install + "-y glibc"), List.of(), List.of(), "")
                : new Remediation("For good", Kind.PERSISTENT, where, true, List.of(root + install + "glibc"), List.of(), List.of(root + remove), "");
    }

    private static Optional<String> server(Distribution os) {
        return os.is("arch") ? Optional.of("https://debuginfod.archlinux.org") : Optional.empty();
    }
}
