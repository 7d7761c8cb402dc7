package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** As fnmatch(3) of glibc answers. */
class GlobTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            textBlock = """
            *;            perf;        true
            *;            a/b;         true
            p*f;          perf;        true
            p*r;          perf;        false
            p?rf;         perf;        true
            p[a-f]rf;     perf;        true
            p[!a-f]rf;    perf;        false
            p[^x]rf;      perf;        true
            p[]e]rf;      perf;        true
            [[:alpha:]]*; perf;        true
            [[:digit:]]*; perf;        false
            p[erf;        p[erf;       true
            p[erf;        perf;        false
            \\*;          *;           true
            \\*;          x;           false
            a*b*c*d;      aXbXcXcXd;   true
            a*b*c*d;      aXbXcXcX;    false
            *a*a*a*a*a*b; aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; false
            """)
    void matchesWholeTexts(String pattern, String text, boolean expected) {
        assertEquals(expected, Glob.matches(pattern, text));
    }

    @ParameterizedTest
    @CsvSource({
        "/usr/*/perf, /usr/bin/perf, true",
        "/usr/*/perf, /usr/lib/x/perf, false",
        "/usr/*, /usr/bin/perf, false",
        "/usr?bin, /usr/bin, false",
        "/usr[/]bin, /usr/bin, false",
        "/*/*/perf, /usr/bin/perf, true",
    })
    void aSlashIsMatchedByASlashAloneInPaths(String pattern, String path, boolean expected) {
        assertEquals(expected, Glob.matchesPath(pattern, path));
    }

    @Test
    void emptyMatchesEmptyAndStars() {
        assertEquals(true, Glob.matches("", ""));
        assertEquals(true, Glob.matches("**", ""));
        assertEquals(false, Glob.matches("", "x"));
    }

    /** Its brackets, each of them looked for to the end, would take a minute. */
    @Test
    void aPatternLongerThanAnyPathMatchesNothing() {
        assertEquals(false, Glob.matches("[".repeat(100_000), "[".repeat(100_000)));
        assertEquals(false, PosixRegex.matches("^" + "a".repeat(100_000) + "$", "a".repeat(100_000)));
    }
}
