package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.perfdoctor.report.Escape;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellTest {
    @Test
    void leavesPlainWordsAlone() {
        assertEquals("taskset -c 2 perf stat -e cpu_core/cycles/ -- CMD", Shell.line("taskset", "-c", "2", "perf", "stat", "-e", "cpu_core/cycles/", "--", "CMD"));
    }

    @Test
    void quotesWhatAShellWouldTouch() {
        assertEquals("'a b'", Shell.quote("a b"));
        assertEquals("''", Shell.quote(""));
        assertEquals("'it'\\''s'", Shell.quote("it's"));
        assertEquals("'~/x'", Shell.quote("~/x"));
        assertEquals("'$(id)'", Shell.quote("$(id)"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "plain", "", "a b", "it's", "$(touch /x)", "`id`", "a;b|c&d", "new\nline", "tab\there", "quote'and\nline", "100%\n", "back\\slash\n",
        "\u001b[31mred", "=x", "~", "*?[a]", "ü€😀", "ü\n€", "-n", "#no comment", "!history", "\"", "\"\n", "\n", "a\n\n", "\u202egnp.exe\u202c",
        "pe\u200brf", "\ufeff'", "a\u00a0b\u2028c\u0085", "\ue000%", "\u001b]0;x\u0007::error::]]>%0A"
    })
    void whatAShellMakesOfTheWordIsTheWord(String word) throws Exception {
        Process sh = new ProcessBuilder("/bin/sh", "-c", "printf '%s|' " + Shell.line(List.of(word, "end"))).start();
        byte[] out = sh.getInputStream().readAllBytes();
        assertArrayEquals((word + "|end|").getBytes(StandardCharsets.UTF_8), out);
        String before = word.replaceAll("\n+$", "");
        assertEquals(Shell.quote(before), Escape.line(Shell.quote(before)), "what is shown is what was meant");
    }
}
