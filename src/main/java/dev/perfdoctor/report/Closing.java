package dev.perfdoctor.report;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.engine.Report;
import dev.perfdoctor.engine.Report.ActivityReport;
import dev.perfdoctor.engine.Report.CheckReport;
import dev.perfdoctor.engine.Report.Judged;
import dev.perfdoctor.engine.Report.Status;
import dev.perfdoctor.engine.Report.Unknown;
import dev.perfdoctor.engine.Severity;
import dev.perfdoctor.report.Style.Detail;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What follows the diagnoses: notes in brief, open questions, what was left out, what was run, the count. */
final class Closing {
    private static final String SUDO = "sudo -n -l";
    private static final Set<Status> IDLE = EnumSet.of(Status.SKIPPED, Status.NOT_EXAMINED);

    private static final Set<Status> LOST = EnumSet.of(Status.CRASHED, Status.TIMED_OUT);

    private final Report report;
    private final Numbered numbered;
    private final boolean all;
    private final Lines lines;

    Closing(Report report, Numbered numbered, Style style, Lines lines) {
        this.report = report;
        this.numbered = numbered;
        this.all = style.detail() == Detail.ALL;
        this.lines = lines;
    }

    void write() {
        lines.blank();
        notes();
        open();
        unexamined();
        skipped();
        asked();
        if (all) {
            recipes();
            lookedAt();
        }
        lines.blank();
        count();
    }

    private void notes() {
        if (numbered.brief().isEmpty()) {
            return;
        }
        List<Judged> explaining = numbered.brief().stream().filter(d -> !d.explains().isEmpty()).toList();
        Set<String> named = new HashSet<>();
        Set<String> told = new LinkedHashSet<>();
        for (Judged note : explaining) {
            told.add(name(note) + " explains " + Sentences.and(numbered.names(note.explains())));
            named.add(note.diagnosis().code());
            named.addAll(note.explains());
        }
        numbered.brief().stream().filter(d -> !named.contains(d.diagnosis().code())).forEach(d -> told.add(name(d)));
        lines.flowing("", "Notes (-v tells them): " + String.join(", ", told));
    }

    private static String name(Judged note) {
        return note.diagnosis().code() + (note.isWaived() ? " (waived)" : "");
    }

    private void open() {
        List<Unknown> questions = report.unknowns().stream().filter(u -> !isLost(u.check())).toList();
        List<Unknown> first = questions.stream().filter(this::matters).toList();
        List<Unknown> rest = questions.stream().filter(u -> !first.contains(u)).toList();
        first.forEach(u -> lines.flowing("", "Could not tell: " + Questions.told(u)));
        lost();
        if (all) {
            rest.forEach(u -> lines.flowing("", "Could not tell: " + Questions.told(u)));
        } else if (!rest.isEmpty()) {
            lines.flowing("", "Open besides (-v tells them): " + String.join(", ", checks(rest)));
        }
    }

    private boolean isLost(String check) {
        return report.checks().stream().anyMatch(c -> c.id().equals(check) && LOST.contains(c.status()));
    }

    /** Checks that found nothing because they did not end well. */
    private void lost() {
        List<String> late = new ArrayList<>();
        for (CheckReport check : report.checks()) {
            if (check.status() == Status.CRASHED) {
                lines.flowing("", "Crashed: " + check.id() + " (" + check.reason() + ")");
            } else if (check.status() == Status.TIMED_OUT) {
                late.add(check.id());
            }
        }
        if (!late.isEmpty()) {
            lines.flowing("", "No answer in time: " + String.join(", ", late) + " (--timeout gives them more)");
        }
    }

    private boolean matters(Unknown unknown) {
        return unknown.about().stream().anyMatch(report.askedFor()::contains);
    }

    private static List<String> checks(List<Unknown> unknowns) {
        return unknowns.stream().map(Unknown::check).distinct().toList();
    }

    /** That timing is ready says less than it seems while no check looks at what moves a clock's time most. */
    private void unexamined() {
        if (report.askedFor().contains(Activity.TIMING) && report.checks().stream().noneMatch(c -> c.id().equals("clock"))) {
            lines.flowing("", "Of timing, only cores that differ, builds and caches are examined; clock, frequency, load, memory and heat are not.");
        }
    }

    private void skipped() {
        Map<String, List<String>> byWhom = new LinkedHashMap<>();
        report.checks().stream()
                .filter(c -> c.status() == Status.SKIPPED)
                .forEach(c -> byWhom.computeIfAbsent(c.reason(), r -> new ArrayList<>()).add(c.id()));
        byWhom.forEach((whom, skipped) -> lines.flowing("", "Skipped (" + whom + "): " + String.join(", ", skipped)));
    }

    private void asked() {
        if (all && !report.commands().isEmpty()) {
            lines.blank();
            lines.put("Run on this machine");
            report.commands().forEach(c -> lines.whole("  ", c));
        } else if (report.commands().contains(SUDO)) {
            lines.flowing("", "Asked: " + SUDO + " (sudo may have logged it; --no-sudo asks nothing)");
        }
    }

    private void recipes() {
        List<ActivityReport> known = report.activities().stream().filter(a -> !a.recipe().isEmpty()).toList();
        if (known.isEmpty()) {
            return;
        }
        lines.blank();
        lines.put("How to run it here");
        for (ActivityReport activity : known) {
            String label = activity.activity().id();
            for (String command : activity.recipe()) {
                lines.whole("  " + label, Paint.FAINT, 15, command);
                label = "";
            }
        }
    }

    private void lookedAt() {
        lines.blank();
        lines.put("Looked at");
        int column = report.checks().stream().mapToInt(c -> c.id().length()).max().orElse(0) + 4;
        for (CheckReport check : report.checks()) {
            String label = check.id();
            for (String part : told(check)) {
                lines.flowing("  " + label, Paint.FAINT, column, part);
                label = "";
            }
        }
    }

    private List<String> told(CheckReport check) {
        List<String> parts = new ArrayList<>();
        List<String> found = report.diagnoses().stream()
                .map(d -> d.diagnosis())
                .filter(d -> d.check().equals(check.id()))
                .map(d -> numbered.name(d.code()))
                .toList();
        if (!found.isEmpty()) {
            parts.add("diagnosed: " + Sentences.and(found));
        }
        parts.addAll(check.healthy());
        switch (check.status()) {
            case UNKNOWN, DIAGNOSED -> report.unknowns().stream()
                    .filter(u -> u.check().equals(check.id()))
                    .forEach(u -> parts.add("could not tell " + Questions.told(u)));
            case NOT_APPLICABLE, CRASHED, TIMED_OUT, SKIPPED, NOT_EXAMINED ->
                parts.add(check.status().id().replace('-', ' ') + (check.reason().isEmpty() ? "" : ": " + check.reason()));
            case OK -> {}
        }
        return parts.isEmpty() ? List.of("nothing to tell") : parts;
    }

    /** {@code 1 error, 1 warning, 2 notes · 14 checks, 71 ms · more: perfdoctor explain CODE}. */
    private void count() {
        List<String> found = new ArrayList<>();
        for (Severity severity : List.of(Severity.ERROR, Severity.WARNING, Severity.NOTE)) {
            long number = report.diagnoses().stream().filter(d -> d.severity() == severity).count();
            if (number > 0) {
                found.add(Sentences.count(number, severity.id()));
            }
        }
        long run = report.checks().stream().filter(c -> !IDLE.contains(c.status())).count();
        List<String> parts = new ArrayList<>();
        if (!found.isEmpty()) {
            parts.add(String.join(", ", found));
        }
        parts.add(Sentences.count(run, "check") + ", " + Math.round(report.millis()) + " ms");
        if (!found.isEmpty()) {
            parts.add("more: perfdoctor explain CODE");
        } else if (!all) {
            parts.add("-v shows what was looked at");
        }
        lines.flowing("", String.join(" · ", parts));
    }
}
