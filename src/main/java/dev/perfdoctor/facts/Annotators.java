package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import java.util.ArrayList;
import java.util.List;

/** The scripts that list what callgrind and cachegrind wrote, where their interpreter is known to be missing. */
public final class Annotators {
    /**
     * One of them.
     *
     * @param interpreter {@code perl} or {@code python3}, which is also the package's name in most distributions
     */
    public record Stranded(String script, String interpreter, Evidence evidence) {}

    private Annotators() {}

    /** Those of this machine; cg_annotate is Python from 3.21 on (valgrind NEWS). */
    public static List<Stranded> of(Facts facts) {
        ValgrindInstallation valgrind = ValgrindInstallation.of(facts);
        List<Stranded> stranded = new ArrayList<>();
        add(facts, stranded, "callgrind_annotate", "perl");
        if (valgrind.version().isPresent() && !valgrind.olderThan(3, 21)) {
            add(facts, stranded, "cg_annotate", "python3");
        }
        return stranded;
    }

    private static void add(Facts facts, List<Stranded> stranded, String script, String interpreter) {
        if (OnPath.of(facts, interpreter).isAbsent()) {
            stranded.add(new Stranded(script, interpreter, new Evidence("PATH", "no " + interpreter)));
        }
    }
}
