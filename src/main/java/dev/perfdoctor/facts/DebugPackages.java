package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.api.Remediation.Kind;
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
        if (os.is("fedora", "rhel", "centos")) {
            return List.of(new Remediation(
                    "For good",
                    Kind.PERSISTENT,
                    Remedies.userSide(facts),
                    true,
                    List.of(Remedies.sudo(facts) + "dnf debuginfo-install glibc"),
                    List.of(),
                    List.of(),
                    ""));
        }
        if (os.is("suse", "opensuse")) {
            return Installs.of(facts, "glibc-debuginfo").stream().toList();
        }
        return server(os).map(url -> List.of(Remediation.perRun(
                        "From the distribution's debuginfod server", "DEBUGINFOD_URLS=" + url + " valgrind CMD")))
                .orElse(List.of());
    }

    private static Optional<String> server(Distribution os) {
        return os.is("arch") ? Optional.of("https://debuginfod.archlinux.org") : Optional.empty();
    }
}
