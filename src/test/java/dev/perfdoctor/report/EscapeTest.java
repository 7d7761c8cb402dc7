package dev.perfdoctor.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EscapeTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "/usr/bin/perf", "a\\x1b", "Ünï", "名前", "→ … · ✓ █", "e\u0301", "😀", "'single' \"double\" $(x) `y`"})
    void whatIsPrintableStaysAsItIs(String text) {
        assertEquals(text, Escape.line(text));
    }

    @Test
    void whatATerminalObeysBecomesVisible() {
        assertEquals("\\x1b[31mred\\x1b[0m", Escape.line("\u001b[31mred\u001b[0m"));
        assertEquals("\\x1b]0;title\\x07", Escape.line("\u001b]0;title\u0007"));
        assertEquals("\\x9b31m", Escape.line("\u009b31m"), "the one-byte form of ESC [");
        assertEquals("over\\rwritten \\x08\\x08 \\x7f\\x00", Escape.line("over\rwritten \b\b \u007f\u0000"));
        assertEquals("one\\ntwo\\tthree", Escape.line("one\ntwo\tthree"));
    }

    @Test
    void whatReordersOrHidesBecomesVisible() {
        assertEquals("\\u202egnp.exe\\u202c", Escape.line("\u202egnp.exe\u202c"));
        assertEquals("\\u2066\\u2067\\u2068\\u2069\\u200e\\u200f\\u061c", Escape.line("\u2066\u2067\u2068\u2069\u200e\u200f\u061c"));
        assertEquals("pe\\u200brf \\ufeff \\xad", Escape.line("pe\u200brf \ufeff \u00ad"));
        assertEquals("\\u2028\\u2029\\x85", Escape.line("\u2028\u2029\u0085"));
        assertEquals("no\\xa0break", Escape.line("no\u00a0break"));
        assertEquals("\\U000e0041", Escape.line("\udb40\udc41"), "a tag, invisible everywhere");
    }

    @Test
    void halfASurrogatePairAndUnassignedSignsBecomeVisible() {
        assertEquals("a\\ud800b", Escape.line("a\ud800b"));
        assertEquals("\\udc00", Escape.line("\udc00"));
        assertEquals("\\ue000 \\u0378", Escape.line("\ue000 \u0378"));
    }

    @Test
    void inAsciiOurOwnSignsAreSpelledAndAllElseIsACode() {
        assertEquals("7.1.4 -> 7.1.5 - x * ... <= #", Escape.ascii("7.1.4 → 7.1.5 · ✗ ✓ … ≤ █"));
        assertEquals("\\xdcn\\xef \\u540d \\U0001f600", Escape.ascii("Ünï 名 😀"));
    }

    @Test
    void noLineOfALogIsTakenForACommandOfTheCi() {
        assertEquals("\\x3a:error::x", Escape.ofCiLog("::error::x"));
        assertEquals("   \\x3a:error::x", Escape.ofCiLog("   ::error::x"));
        assertEquals("a \\x23#[group]x", Escape.ofCiLog("a ##[group]x"));
        assertEquals("a \\x23#vso[task.complete]x", Escape.ofCiLog("a ##vso[task.complete]x"));
        assertEquals("std::vector and ## heading", Escape.ofCiLog("std::vector and ## heading"));
    }

    @Test
    void whateverComesInOneSafeLineComesOut() {
        StringBuilder everything = new StringBuilder();
        for (int c = 0; c <= 0xffff; c++) {
            everything.append((char) c);
        }
        String safe = Escape.line(everything.toString());
        assertTrue(safe.codePoints().allMatch(c -> c >= 0x20 && c != 0x7f && !(c >= 0x80 && c < 0xa0) && Character.getType(c) != Character.FORMAT));
    }
}
