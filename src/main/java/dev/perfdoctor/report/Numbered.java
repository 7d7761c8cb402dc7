package dev.perfdoctor.report;

import dev.perfdoctor.engine.Report;
import dev.perfdoctor.engine.Report.Judged;
import dev.perfdoctor.engine.Severity;
import dev.perfdoctor.report.Style.Detail;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The diagnoses that are told in full, each with the number it is referred to by; the others are referred to by their codes. */
record Numbered(Map<String, Integer> numbers, List<Judged> full, List<Judged> brief) {
    static Numbered of(Report report, Style style) {
        boolean all = style.detail() == Detail.ALL;
        List<Judged> full = report.diagnoses().stream().filter(d -> all || d.severity() != Severity.NOTE).toList();
        List<Judged> brief = report.diagnoses().stream().filter(d -> !full.contains(d)).toList();
        Map<String, Integer> numbers = new LinkedHashMap<>();
        full.forEach(d -> numbers.putIfAbsent(d.diagnosis().code(), numbers.size() + 1));
        return new Numbered(numbers, full, brief);
    }

    /** A number, or the code itself. */
    String name(String code) {
        return numbers.containsKey(code) ? numbers.get(code).toString() : code;
    }

    List<String> names(List<String> codes) {
        return codes.stream().map(this::name).distinct().toList();
    }
}
