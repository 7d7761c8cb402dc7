package dev.perfdoctor.checks;

import static dev.perfdoctor.api.Activity.CALL_GRAPH;
import static dev.perfdoctor.api.Activity.RECORD;

import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.facts.Recording;
import dev.perfdoctor.facts.Recording.Fault;
import dev.perfdoctor.facts.Recording.Unusable;
import dev.perfdoctor.facts.Recording.Usable;
import dev.perfdoctor.facts.RecordedBuilds;
import dev.perfdoctor.facts.RebuiltSince;
import dev.perfdoctor.facts.Rebuilds;
import dev.perfdoctor.facts.Targets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What {@code perf.data} in the working directory is worth: perf report takes it without a word on its age. */
final class OldRecording {
    private OldRecording() {}

    static List<Finding> findings(Facts facts) {
        if (!facts.request().asks(RECORD, CALL_GRAPH)) {
            return List.of();
        }
        return switch (Recording.here(facts)) {
            case Recording.None _ -> List.of();
            case Recording.BeingWritten _ -> List.of(new Finding.NotExamined("perf record may still write perf.data"));
            case Recording.Unclear(var because) -> List.of(new Finding.CannotTell("whether perf.data can be read", because, Set.of()));
            case Unusable unusable -> List.of(unusable(facts, unusable));
            case Usable usable -> usable(facts, usable);
        };
    }

    private static Diagnosis unusable(Facts facts, Unusable found) {
        Diagnosis diagnosis = Diagnosis.of("build-cache/unusable-perf-data", summary(found.fault()))
                .limits(CALL_GRAPH)
                .explained(explanation(found.fault()))
                .seen(found.evidence());
        return switch (found.fault()) {
            case DENIED -> diagnosis.mendedBy(Rebuilds.owned(facts, found)).mendedBy(again());
            case STRANGERS -> diagnosis.mendedBy(Remediation.perRun("Read it all the same", "perf report -f", "perf script -f")).mendedBy(again());
            case EMPTY, UNFINISHED, CUT, NO_RECORDING -> diagnosis.mendedBy(again());
        };
    }

    private static Remediation again() {
        return Remediation.manual("Record again", false, "run perf record again; it renames the old file to perf.data.old");
    }

    private static String summary(Fault fault) {
        return switch (fault) {
            case EMPTY -> "perf.data is empty";
            case UNFINISHED -> "perf.data has no end: perf record was killed";
            case CUT -> "perf.data is shorter than its header says";
            case NO_RECORDING -> "perf.data is not a recording of perf";
            case DENIED -> "You may not read perf.data";
            case STRANGERS -> "perf.data belongs to another user, so perf refuses it";
        };
    }

    private static String explanation(Fault fault) {
        return switch (fault) {
            case EMPTY -> "perf report ends with \"zero-sized data, nothing to do\".";
            case UNFINISHED -> """
                    perf report warns that the data size field is 0, asks whether perf record was properly terminated, and knows no build ids of
                    what was sampled. End perf record with SIGINT, not SIGKILL.
                    """;
            case CUT -> "perf report fails or stops in the middle. A copy was broken off, or the disk was full.";
            case NO_RECORDING -> "perf report refuses it, and so do flame graph tools that call it.";
            case DENIED -> """
                    It was recorded under sudo and has mode 0600: perf report says "Permission denied", and tools that call perf script say that
                    there are no samples. The option -f does not help against the mode.
                    """;
            case STRANGERS -> "perf says \"not owned by current user or root (use -f to override)\"; as root this is so for every user's recording.";
        };
    }

    private static List<Finding> usable(Facts facts, Usable usable) {
        List<Finding> findings = new ArrayList<>();
        RecordedBuilds builds = RecordedBuilds.of(facts);
        if (!builds.ofTargets().isEmpty()) {
            findings.add(stale(facts, builds, usable));
        }
        if (!usable.elsewhere().isEmpty()) {
            Diagnosis foreign = foreign(usable);
            findings.add(builds.ofTargets().isEmpty() ? foreign.mendedBy(archive()) : foreign); // else it stands there
        }
        return findings.isEmpty() ? List.of(new Finding.Healthy("perf.data is of the programs as they are", usable.evidence())) : findings;
    }

    private static Diagnosis stale(Facts facts, RecordedBuilds builds, Usable usable) {
        RebuiltSince.Program first = builds.ofTargets().getFirst();
        Diagnosis diagnosis = Diagnosis.of("build-cache/stale-perf-data", "perf.data was recorded from another build of %s".formatted(Targets.nameOf(facts, first.file())))
                .seen(builds.ofTargets().stream().limit(3).map(RebuiltSince.Program::evidence).toList());
        Diagnosis felt = builds.isLost()
                ? diagnosis.misleads(CALL_GRAPH).explained("""
                        No entry of perf's store has the build that was recorded, so perf report looks its addresses up in the file that is there
                        now: wrong functions, wrong lines, or bare addresses.
                        """)
                : diagnosis.notes(RECORD, CALL_GRAPH).explained("""
                        perf's store has the build that was recorded, so perf report still names its functions correctly. It shows the program as it
                        was before the last build.
                        """);
        return felt.mendedBy(usable.elsewhere().isEmpty() ? again() : archive());
    }

    private static Remediation archive() {
        return new Remediation(
                "Bring the recorded files",
                Remediation.Kind.EXTERNAL,
                Remediation.Where.HERE,
                false,
                List.of(),
                List.of("where it was recorded: perf archive perf.data",
                        "here, where perf then finds them by build id: mkdir -p ~/.debug && tar xf perf.data.tar.bz2 -C ~/.debug"),
                List.of(),
                "");
    }

    private static Diagnosis foreign(Usable usable) {
        return Diagnosis.of("build-cache/foreign-perf-data", "perf.data was recorded on another machine or kernel")
                .notes(RECORD, CALL_GRAPH)
                .explaining("build-cache/stale-perf-data")
                .explained("""
                        perf report names kernel addresses by the kernel that runs here, and those of programs by the files on this machine. Where
                        these differ from the recorded ones, names are missing or wrong.
                        """)
                .seen(usable.elsewhere());
    }
}
