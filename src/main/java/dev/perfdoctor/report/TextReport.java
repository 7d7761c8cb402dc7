package dev.perfdoctor.report;

import dev.perfdoctor.engine.Report;
import dev.perfdoctor.engine.Report.Judged;
import dev.perfdoctor.report.Style.Detail;

/** The report for people: the verdict, how each activity stands, then what is wrong, worst first. 80 columns, no boxes. */
final class TextReport implements Format {
    @Override
    public String id() {
        return "text";
    }

    @Override
    public String write(Report report, Style style) {
        Lines lines = new Lines(style);
        VerdictLine verdict = VerdictLine.of(report);
        if (style.detail() == Detail.LITTLE) {
            verdict.writeTo(lines);
            TimingTable.write(report.timings(), lines);
            return lines.toString();
        }
        Numbered numbered = Numbered.of(report, style);
        MachineLine.write(report.host(), lines);
        if (style.detail() == Detail.ALL) {
            report.hardware().ifPresent(hardware -> new HardwareLines(hardware, lines).write());
        }
        lines.blank();
        verdict.writeTo(lines);
        lines.blank();
        ActivityTable.write(report.activities(), numbered, CorePicture.of(report.host().cores(), lines), lines);
        for (Judged judged : numbered.full()) {
            new DiagnosisBlock(judged, report.askedFor(), numbered, lines).write();
        }
        new Closing(report, numbered, style, lines).write();
        TimingTable.write(report.timings(), lines);
        return lines.toString();
    }
}
