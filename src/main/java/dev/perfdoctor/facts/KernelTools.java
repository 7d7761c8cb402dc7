package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import java.util.ArrayList;
import java.util.List;

/**
 * What the tools package of the running kernel ({@code linux-tools-RELEASE}, Ubuntu and its family) has brought: by its list of files and by
 * its directory.
 */
public sealed interface KernelTools {
    /** It is installed and holds no perf. */
    record WithoutPerf(String packageName, List<Evidence> seen) implements KernelTools {}

    /** It lists a perf, which is not there: somebody removed it, or half of the pair of packages. */
    record PerfGone(String packageName, Evidence seen) implements KernelTools {}

    /** It is installed and its perf is there. */
    record WithPerf(String file) implements KernelTools {}

    /** It is not installed, as far as anything tells. */
    record NotInstalled() implements KernelTools {}

    /** Names of other tools that are enough to show. */
    int SHOWN = 5;

    /** Of the running kernel. */
    static KernelTools of(Facts facts) {
        return facts.once(KernelTools.class, KernelTools::read);
    }

    private static KernelTools read(Facts facts) {
        String release = KernelRelease.of(facts).text();
        String name = "linux-tools-" + release;
        String directory = "/usr/lib/linux-tools/" + release;
        if (release.isEmpty() || release.contains("/")) {
            return new NotInstalled();
        }
        if (facts.host().stat(directory + "/perf").isPresent()) {
            return new WithPerf(directory + "/perf");
        }
        Reading<List<String>> listed = Packages.of(facts).files(name);
        Reading<List<String>> names = facts.host().list(directory);
        if (holdsPerf(listed, "/perf")) {
            return new PerfGone(name, new Evidence(directory + "/perf", "absent, though " + listed.source() + " lists it"));
        }
        if (names instanceof Present<List<String>> p && p.value().contains("perf")) {
            return new PerfGone(name, new Evidence(directory + "/perf", "a link whose end does not exist"));
        }
        List<Evidence> seen = new ArrayList<>();
        if (listed instanceof Present<List<String>> p && p.value().size() > 1) {
            seen.add(new Evidence(p.evidence().source(), "no perf"));
        }
        if (names instanceof Present<List<String>> p && !p.value().isEmpty()) {
            seen.add(new Evidence(directory, "no perf, only " + String.join(", ", p.value().stream().limit(SHOWN).toList())));
        }
        return seen.isEmpty() ? new NotInstalled() : new WithoutPerf(name, seen);
    }

    private static boolean holdsPerf(Reading<List<String>> listed, String end) {
        return listed instanceof Present<List<String>> p && p.value().stream().anyMatch(file -> file.endsWith(end));
    }
}
