package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which package a perf program came with, so that it can be put back: by dpkg's lists, elsewhere by its place. */
public final class PerfOwner {
    /** The directories that belong to a distribution's packages. */
    private static final Set<String> PACKAGED = Set.of("/usr/bin", "/bin", "/usr/sbin", "/sbin");

    private PerfOwner() {}

    /** The name of the package; empty where none owns it, or it is not known. */
    public static Optional<String> of(Facts facts, PerfProgram program) {
        Optional<String> listed = candidates(facts, program).stream().filter(name -> lists(facts, name, program)).findFirst();
        boolean dpkg = Lineage.of(facts).tool().filter(t -> t == PackageTool.APT).isPresent();
        if (listed.isPresent() || dpkg || !PACKAGED.contains(program.directory())) {
            return listed;
        }
        return PerfPackage.of(facts) instanceof PerfPackage.Known known ? Optional.of(known.packages().getFirst()) : Optional.empty();
    }

    private static List<String> candidates(Facts facts, PerfProgram program) {
        List<String> names = new ArrayList<>(List.of("linux-perf", "linux-tools-common", "linux-base"));
        program.namedRelease().ifPresent(r -> {
            names.add("linux-perf-" + r.text());
            names.add("linux-tools-" + r.text());
        });
        PerfPackage.of(facts).any().ifPresent(known -> names.addAll(known.packages()));
        return names;
    }

    private static boolean lists(Facts facts, String name, PerfProgram program) {
        Reading<List<String>> files = Packages.of(facts).files(name);
        return files instanceof Present<List<String>> p && (p.value().contains(program.path()) || p.value().contains(program.resolved()));
    }
}
