package dev.perfdoctor.config;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Configuration;
import dev.perfdoctor.api.Configuration.Expectation;
import dev.perfdoctor.engine.Engine.Options;
import dev.perfdoctor.engine.Waiver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What configuration files say together.
 *
 * @param files those that were read, the nearest first; empty when there is none
 * @param asked the activities of {@code for:}; empty when none says
 * @param skip ids of checks not to run
 * @param waivers accepted diagnoses, each with a reason and a date
 * @param described what is measured and what the machine must offer
 */
public record Settings(List<String> files, Set<Activity> asked, Set<String> skip, List<Waiver> waivers, Configuration described) {
    public Settings {
        files = List.copyOf(files);
        asked = Set.copyOf(asked);
        skip = Set.copyOf(skip);
        waivers = List.copyOf(waivers);
    }

    /** No file. */
    public static Settings none() {
        return new Settings(List.of(), Set.of(), Set.of(), List.of(), Configuration.none());
    }

    /** These and those of a file further away: lists are joined, of what can only have one value this one's stays. */
    Settings before(Settings farther) {
        return new Settings(
                joined(files, farther.files),
                Set.copyOf(joined(List.copyOf(asked), List.copyOf(farther.asked))),
                Set.copyOf(joined(List.copyOf(skip), List.copyOf(farther.skip))),
                joined(waivers, farther.waivers),
                new Configuration(
                        joined(described.targets(), farther.described.targets()),
                        joined(described.commands(), farther.described.commands()),
                        nearest(described.expectations(), farther.described.expectations())));
    }

    private static <T> List<T> joined(List<T> near, List<T> far) {
        Set<T> all = new LinkedHashSet<>(near);
        all.addAll(far);
        return List.copyOf(all);
    }

    private record Subject(Configuration.Kind kind, String name) {}

    private static List<Expectation> nearest(List<Expectation> near, List<Expectation> far) {
        Map<Subject, Expectation> all = new LinkedHashMap<>();
        for (Expectation expectation : joined(near, far)) {
            all.putIfAbsent(new Subject(expectation.kind(), expectation.name()), expectation);
        }
        return List.copyOf(all.values());
    }

    /** The activities to judge: what the command line asks for, else {@code for:}, else the usual ones. */
    public Set<Activity> askedBeside(Set<Activity> commandLine) {
        return !commandLine.isEmpty() ? commandLine : asked.isEmpty() ? Set.copyOf(Activity.USUAL) : asked;
    }

    /** The options of the command line with what the files skip and accept besides. */
    public Options with(Options commandLine) {
        Set<String> both = new LinkedHashSet<>(commandLine.skip());
        both.addAll(skip);
        List<Waiver> all = new ArrayList<>(commandLine.waivers());
        all.addAll(waivers);
        String by = skip.isEmpty() ? commandLine.skippedBy() : commandLine.skip().isEmpty() ? "skip: in " + String.join(", ", files)
                : commandLine.skippedBy() + " or skip: in " + String.join(", ", files);
        return new Options(commandLine.only(), both, by, commandLine.timeout(), commandLine.failOn(), all, commandLine.hardware());
    }
}
