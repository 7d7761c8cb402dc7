package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What stands as {@code perf} on the user's PATH, and what a plain {@code perf} runs. Starts one process; {@link PerfOthers} looks further
 * when that one fails.
 *
 * @param searched the directories of PATH in its order, absolute ones only, each once
 * @param onPath in the order of PATH, absolute entries only; also what is no candidate (dangling links, directories)
 * @param gaps places on PATH that could not be looked at
 * @param inUse what a plain {@code perf} runs
 */
public record PerfBinaries(List<String> searched, List<PerfProgram> onPath, List<Unread<?>> gaps, PerfInUse inUse) {
    private static final List<String> VERSION = List.of("perf", "--version");

    public PerfBinaries {
        searched = List.copyOf(searched);
        onPath = List.copyOf(onPath);
        gaps = List.copyOf(gaps);
    }

    /** Those of this user. */
    public static PerfBinaries of(Facts facts) {
        return facts.once(PerfBinaries.class, PerfBinaries::search);
    }

    private static PerfBinaries search(Facts facts) {
        List<PerfProgram> found = new ArrayList<>();
        List<Unread<?>> gaps = new ArrayList<>();
        List<String> searched = SearchPath.of(facts).directories();
        for (String directory : searched) {
            switch (PerfProgram.at(facts, directory + "/perf")) {
                case Present<PerfProgram> p -> found.add(p.value());
                case Absent<PerfProgram> _ -> {}
                case Unread<PerfProgram> u when u.why() == Why.DENIED -> {} // a shell passes over what it may not look into
                case Unread<PerfProgram> u -> gaps.add(u);
            }
        }
        return new PerfBinaries(searched, found, gaps, inUse(facts, found, gaps));
    }

    private static PerfInUse inUse(Facts facts, List<PerfProgram> found, List<Unread<?>> gaps) {
        Optional<PerfProgram> first = found.stream().filter(PerfProgram::isCandidate).findFirst();
        if (first.isPresent()) {
            return outcome(facts, first.get(), PerfTrial.start(facts, first.get(), VERSION));
        }
        Optional<PerfProgram> refused = found.stream().filter(PerfBinaries::isRefused).findFirst();
        if (refused.isPresent()) {
            Evidence seen = new Evidence(refused.get().path(), "Permission denied");
            return new PerfInUse.Broken(refused.get(), PerfTrial.refusal(facts, refused.get(), seen));
        }
        return nothingFound(facts, gaps);
    }

    private static boolean isRefused(PerfProgram program) {
        return program.kind() != PerfProgram.Kind.DIRECTORY && program.kind() != PerfProgram.Kind.DANGLING;
    }

    /** A capture may hold what perf answered without the file that did. */
    private static PerfInUse nothingFound(Facts facts, List<Unread<?>> gaps) {
        Reading<Ran> answer = gaps.isEmpty() ? new Absent<>("PATH") : facts.host().run(VERSION);
        if (answer instanceof Present<Ran> && PerfStart.of(answer) instanceof PerfStart.Starts starts) {
            return new PerfInUse.Working("perf", "perf", starts.version(), starts.evidence());
        }
        if (!gaps.isEmpty() && !(answer instanceof Absent<Ran>)) {
            return new PerfInUse.Unknown("whether there is a perf", gaps.getFirst());
        }
        String path = facts.host().identity().environment().getOrDefault("PATH", "not set");
        return new PerfInUse.None(new Evidence("PATH", "no perf in " + (path.isEmpty() ? "an empty PATH" : path)));
    }

    private static PerfInUse outcome(Facts facts, PerfProgram program, PerfStart start) {
        return switch (start) {
            case PerfStart.Starts s -> new PerfInUse.Working(program.path(), behind(facts, program), s.version(), s.evidence());
            case PerfStart.Untried u -> new PerfInUse.Unknown("whether " + program.path() + " starts", u.because());
            default -> new PerfInUse.Broken(program, start);
        };
    }

    /** What runs in the end. */
    private static String behind(Facts facts, PerfProgram program) {
        return Wrappers.target(facts, program).map(t -> facts.host().realPath(t).orElse(t)).orElse(program.resolved());
    }

    /** Those that a plain {@code perf} would not reach although they are candidates, in the order of PATH. */
    public List<PerfProgram> laterOnPath() {
        return onPath.stream().filter(PerfProgram::isCandidate).skip(1).toList();
    }

    /** Whether a perf put into this directory would be the first one on PATH, and nothing stands in its place. */
    public boolean isFreeAndFirst(String directory) {
        int at = searched.indexOf(directory);
        return at >= 0 && gaps.isEmpty() && onPath.stream().noneMatch(p -> searched.indexOf(p.directory()) <= at);
    }

    /** Links called perf on PATH whose end does not exist. */
    public List<PerfProgram> dangling() {
        return onPath.stream().filter(p -> p.kind() == PerfProgram.Kind.DANGLING).toList();
    }

    /** The user's home directory; empty where it is not set or not absolute. */
    static Optional<String> home(Facts facts) {
        return facts.host().identity().variable("HOME").filter(h -> h.startsWith("/"));
    }
}
