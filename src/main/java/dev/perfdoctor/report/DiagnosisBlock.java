package dev.perfdoctor.report;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Effect;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.engine.Report.Judged;
import dev.perfdoctor.engine.Report.Waived;
import dev.perfdoctor.engine.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One diagnosis in full: what is, what it does, what was seen, what mends it. */
final class DiagnosisBlock {
    private static final String INDENT = "   ";

    private final Judged judged;
    private final Diagnosis diagnosis;
    private final List<Activity> asked;
    private final Numbered numbered;
    private final Lines lines;

    DiagnosisBlock(Judged judged, List<Activity> asked, Numbered numbered, Lines lines) {
        this.judged = judged;
        this.diagnosis = judged.diagnosis();
        this.asked = asked;
        this.numbered = numbered;
        this.lines = lines;
    }

    void write() {
        lines.blank();
        heading();
        lines.flowing(INDENT, about());
        judged.waived().ifPresent(w -> lines.flowing(INDENT, waiver(w)));
        lines.blank();
        if (!diagnosis.explanation().isBlank()) {
            lines.flowing(INDENT, diagnosis.explanation());
            lines.blank();
        }
        seen();
        new RemedyLines(lines, numbered).write(diagnosis.remediations());
    }

    private void heading() {
        String number = numbered.name(diagnosis.code());
        String word = judged.severity().id().toUpperCase(Locale.ROOT);
        String start = number + "  " + lines.painted(paint(judged.severity()), word) + "  ";
        int column = number.length() + 2 + word.length() + 2;
        List<String> summary = Lines.broken(lines.safe(diagnosis.summary()), Lines.WIDTH - column);
        for (int i = 0; i < summary.size(); i++) {
            lines.put((i == 0 ? start : " ".repeat(column)) + lines.painted(Paint.STRONG, summary.get(i)));
        }
    }

    private static Paint paint(Severity severity) {
        return switch (severity) {
            case ERROR -> Paint.BAD;
            case WARNING -> Paint.DOUBTFUL;
            case NOTE -> Paint.PLAIN;
        };
    }

    /** {@code hybrid/split-counters · misleads stat, limits record and call-graph · explains 2}. */
    private String about() {
        List<String> parts = new ArrayList<>(List.of(diagnosis.code()));
        String effects = effects(true);
        String elsewhere = effects(false);
        if (!effects.isEmpty()) {
            parts.add(effects);
        } else if (!elsewhere.isEmpty()) {
            parts.add(elsewhere + ", which you did not ask for");
        }
        if (!judged.explains().isEmpty()) {
            parts.add("explains " + Sentences.and(numbered.names(judged.explains())));
        }
        return String.join(" · ", parts);
    }

    private String effects(boolean wanted) {
        List<String> parts = new ArrayList<>();
        for (Effect effect : List.of(Effect.BLOCKED, Effect.MISLEADING, Effect.LIMITED)) {
            List<Activity> hit = diagnosis.effects().entrySet().stream()
                    .filter(e -> e.getValue() == effect && asked.contains(e.getKey()) == wanted)
                    .map(Map.Entry::getKey)
                    .toList();
            if (!hit.isEmpty()) {
                parts.add(verb(effect) + " " + Sentences.activities(hit));
            }
        }
        return String.join(", ", parts);
    }

    private static String verb(Effect effect) {
        return switch (effect) {
            case BLOCKED -> "blocks";
            case MISLEADING -> "misleads";
            case LIMITED -> "limits";
            case NOTE -> "concerns";
        };
    }

    private static String waiver(Waived waived) {
        String reason = waived.waiver().reason().isEmpty() ? "" : ": " + waived.waiver().reason();
        String day = waived.waiver().until().map(Sentences::day).orElse("");
        return (waived.expired() ? "the waiver ended on " + day : day.isEmpty() ? "waived" : "waived until " + day) + reason;
    }

    private void seen() {
        String label = "seen";
        for (Evidence piece : diagnosis.evidence()) {
            RemedyLines.evidence(label, piece, lines);
            label = "";
        }
    }
}
