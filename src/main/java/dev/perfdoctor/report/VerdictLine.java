package dev.perfdoctor.report;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Effect;
import dev.perfdoctor.engine.Report;
import dev.perfdoctor.engine.Report.ActivityReport;
import dev.perfdoctor.engine.Report.Judged;
import dev.perfdoctor.engine.Report.Unknown;
import dev.perfdoctor.engine.Severity;
import dev.perfdoctor.engine.State;
import dev.perfdoctor.engine.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * The whole report in a line.
 *
 * @param words {@code NOT READY}, or {@code READY, BUT misleading: stat}
 * @param sentence why
 */
record VerdictLine(String words, Paint paint, String sentence) {
    private static final String STORY = "kernel/changed";

    static VerdictLine of(Report report) {
        return switch (report.verdict()) {
            case NOT_READY -> new VerdictLine("NOT READY", Paint.BAD, whyBlocked(report));
            case INCONCLUSIVE -> new VerdictLine("INCONCLUSIVE", Paint.DOUBTFUL, whatIsOpen(report));
            case READY -> ready(report);
        };
    }

    private static String whyBlocked(Report report) {
        Optional<String> story = report.diagnoses().stream()
                .filter(d -> d.diagnosis().code().equals(STORY) && explainsAnError(d, report))
                .map(d -> d.diagnosis().summary())
                .findFirst();
        return story.orElseGet(() -> worst(Effect.BLOCKED, report));
    }

    private static boolean explainsAnError(Judged story, Report report) {
        return report.diagnoses().stream()
                .anyMatch(d -> d.severity() == Severity.ERROR && story.explains().contains(d.diagnosis().code()));
    }

    /** The summary of the diagnosis that has this effect on most of what was asked for. */
    private static String worst(Effect effect, Report report) {
        return report.diagnoses().stream()
                .filter(d -> hit(d, effect, report) > 0)
                .max((a, b) -> a.severity() == b.severity()
                        ? Long.compare(hit(a, effect, report), hit(b, effect, report))
                        : a.severity().compareTo(b.severity()))
                .map(d -> d.diagnosis().summary())
                .orElse("");
    }

    private static long hit(Judged judged, Effect effect, Report report) {
        return report.askedFor().stream()
                .filter(a -> judged.diagnosis().effects().get(a) == effect)
                .count();
    }

    private static String whatIsOpen(Report report) {
        List<Unknown> open = report.unknowns().stream()
                .filter(u -> u.about().stream().anyMatch(report.askedFor()::contains))
                .toList();
        if (open.isEmpty()) {
            return "";
        }
        String first = "could not tell " + Questions.told(open.getFirst());
        return open.size() == 1 ? first : first + ", and " + Sentences.count(open.size() - 1, "more question");
    }

    private static VerdictLine ready(Report report) {
        List<Activity> misled = in(State.MISLEADING, report);
        if (!misled.isEmpty()) {
            String words = "READY, BUT misleading: " + Sentences.activities(misled);
            return new VerdictLine(words, Paint.DOUBTFUL, worst(Effect.MISLEADING, report));
        }
        List<Activity> limited = in(State.LIMITED, report);
        if (!limited.isEmpty()) {
            String words = "READY, with less: " + Sentences.activities(limited);
            return new VerdictLine(words, Paint.GOOD, worst(Effect.LIMITED, report));
        }
        return new VerdictLine("READY", Paint.GOOD, "nothing found in the way of " + Sentences.activities(report.askedFor()));
    }

    private static List<Activity> in(State state, Report report) {
        return report.activities().stream()
                .filter(a -> a.state() == state)
                .map(ActivityReport::activity)
                .toList();
    }

    /** A short verdict and its sentence share a line; after a long one the sentence has its own. */
    void writeTo(Lines lines) {
        int column = words.length() + 3;
        if (column <= 15 || sentence.isEmpty()) {
            lines.flowing(words, paint, column, sentence);
        } else {
            lines.flowing(words, paint, column, "");
            lines.flowing("  ", sentence);
        }
    }
}
