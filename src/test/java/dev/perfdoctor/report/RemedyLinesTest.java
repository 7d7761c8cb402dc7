package dev.perfdoctor.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.report.Style.Detail;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RemedyLinesTest {
    private static String told(String... steps) {
        Lines lines = new Lines(new Style(true, false, Detail.USUAL));
        new RemedyLines(lines, new Numbered(Map.of(), List.of(), List.of())).write(List.of(Remediation.manual("", false, steps)));
        return lines.toString();
    }

    @Test
    void aCommandOfAStepByHandIsNotBroken() {
        assertEquals(
                """
                   by hand    find the file of the rule:
                                sudo grep -rl perf /etc/sudoers /etc/sudoers.d
                              write instead of it: dev ALL=(root) NOPASSWD: /usr/bin/perf
                              taskset -c 1 perf stat -e cpu_core/cycles/,cpu_core/instructions/ -- CMD
                              check with:
                                sudo visudo -c && sudo -k -n /usr/lib/linux-tools/6.8.0-45-generic/perf --version
                """,
                told(
                        "find the file of the rule: sudo grep -rl perf /etc/sudoers /etc/sudoers.d",
                        "write instead of it: dev ALL=(root) NOPASSWD: /usr/bin/perf",
                        "taskset -c 1 perf stat -e cpu_core/cycles/,cpu_core/instructions/ -- CMD",
                        "check with: sudo visudo -c && sudo -k -n /usr/lib/linux-tools/6.8.0-45-generic/perf --version"));
    }

    @Test
    void aSentenceOfAStepByHandIsBroken() {
        assertEquals(
                """
                   by hand    run the measurement outside the sandbox or service that set the
                              filter (bubblewrap, a browser, a CI agent)
                              a word and a colon: then a sentence that is longer than one line
                              of the report, and has no command in it that somebody could copy
                """,
                told(
                        "run the measurement outside the sandbox or service that set the filter (bubblewrap, a browser, a CI agent)",
                        "a word and a colon: then a sentence that is longer than one line of the report, and has no command in it that somebody could copy"));
    }
}
