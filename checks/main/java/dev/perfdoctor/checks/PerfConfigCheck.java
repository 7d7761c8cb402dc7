package dev.perfdoctor.checks;

import static dev.perfdoctor.api.Activity.CALL_GRAPH;
import static dev.perfdoctor.api.Activity.RECORD;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.api.Stat;
import dev.perfdoctor.facts.PerfConfig;
import dev.perfdoctor.facts.Shell;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Whether perf reads its configuration files as they were meant. */
public final class PerfConfigCheck implements Check {
    @Override
    public String id() {
        return "perf-config";
    }

    @Override
    public Set<Activity> concerns() {
        return Set.of(RECORD, CALL_GRAPH);
    }

    @Override
    public List<Finding> examine(Facts facts) {
        PerfConfig config = PerfConfig.of(facts);
        List<Finding> findings = new ArrayList<>();
        for (PerfConfig.File file : config.files()) {
            findings.add(file(file));
        }
        for (Reading.Unread<?> unread : config.unread()) {
            findings.add(new Finding.CannotTell("what " + unread.source() + " tells perf", unread, Set.of()));
        }
        return findings.isEmpty() ? List.of(new Finding.NotApplicable("no perfconfig")) : findings;
    }

    private static Finding file(PerfConfig.File file) {
        if (file.stranger().isPresent()) {
            return ignored(file, file.stranger().get());
        }
        return file.badLine().isPresent()
                ? badLine(file, file.badLine().get())
                : new Finding.Healthy("perf understands " + file.path(), new Evidence(file.path(), file.settings().size() + " settings"));
    }

    private static Diagnosis ignored(PerfConfig.File file, Stat owner) {
        return Diagnosis.of("perf-config/ignored", "perf ignores %s: it belongs to another user".formatted(file.path()))
                .notes(RECORD, CALL_GRAPH)
                .explained("""
                        perf says "not owned by current user or root, ignoring it" and goes on with its defaults: what the file sets has no effect.
                        """)
                .seen(file.path(), "owner " + owner.uid())
                .mendedBy(Remediation.manual("For good", true, "give it to its user: chown \"$USER\" " + Shell.quote(file.path())));
    }

    private static Diagnosis badLine(PerfConfig.File file, PerfConfig.Line line) {
        return Diagnosis.of("perf-config/bad-line", "perf does not understand line %d of %s".formatted(line.number(), file.path()))
                .notes(RECORD, CALL_GRAPH)
                .explained("""
                        perf says "bad config file line %d", exits as usual, and reads no further: what follows that line has no effect.
                        """.formatted(line.number()))
                .seen(file.path(), "line %d: %s".formatted(line.number(), line.text()))
                .mendedBy(Remediation.manual("For good", false, "correct line %d of %s".formatted(line.number(), file.path())));
    }
}
