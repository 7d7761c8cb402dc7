package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.api.Remediation.Kind;
import dev.perfdoctor.api.Remediation.Where;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Remediations that install a package, in the words of this machine's distribution; in a container, of its image. */
public final class Installs {
    private Installs() {}

    /**
     * Installs packages of this distribution.
     *
     * @return empty where this machine has no tool for it, or it is not known which
     */
    public static Optional<Remediation> of(Facts facts, String... packages) {
        return of(facts, List.of(packages));
    }

    /** As {@link #of(Facts, String...)}. */
    public static Optional<Remediation> of(Facts facts, List<String> packages) {
        return Lineage.of(facts).tool().map(tool -> by(facts, tool, packages));
    }

    private static Remediation by(Facts facts, PackageTool tool, List<String> packages) {
        if (tool == PackageTool.NIX) {
            return Remediation.perRun("For one shell", tool.install(packages));
        }
        if (Remedies.userSide(facts) == Where.IMAGE) {
            return new Remediation(
                    "For good, in the image", Kind.PERSISTENT, Where.IMAGE, true, List.of(tool.unattended(packages)), List.of(), List.of(), "");
        }
        String root = tool.needsRoot() ? Remedies.asRoot(facts, Where.HERE) : "";
        List<String> undo = new ArrayList<>();
        if (!tool.remove(packages).isEmpty()) {
            undo.add(root + tool.remove(packages));
        }
        List<String> manual = tool.needsReboot() ? List.of("reboot: the package is there in the next boot") : List.of();
        return new Remediation(
                "For good", Kind.PERSISTENT, Where.HERE, tool.needsRoot(), List.of(root + tool.install(packages)), manual, undo, "");
    }

    /** Puts the files of installed packages back as they were; in a container, a matter of its image. */
    public static Optional<Remediation> again(Facts facts, String... packages) {
        List<String> names = List.of(packages);
        return Lineage.of(facts).tool().filter(tool -> tool != PackageTool.NIX).map(tool -> {
            String root = tool.needsRoot() ? Remedies.asRoot(facts, Where.HERE) : "";
            boolean image = Remedies.userSide(facts) == Where.IMAGE;
            String command = image ? tool.unattended(names) : root + tool.again(names);
            return new Remediation(
                    "For good", Kind.PERSISTENT, Remedies.userSide(facts), tool.needsRoot(), List.of(command), List.of(), List.of(), "");
        });
    }
}
