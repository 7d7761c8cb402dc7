package dev.perfdoctor.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.perfdoctor.report.Style.Detail;
import org.junit.jupiter.api.Test;

final class MarkdownTest {
    private static final Style PLAIN = new Style(true, false, Detail.USUAL);

    @Test
    void aPageIsBrokenTo80ColumnsAndItsCodeIsNot() {
        String page = """
                # paranoid
                What the kernel lets this user do: `kernel.perf_event_paranoid`, **and** what outranks it, such as capabilities.
                See [the kernel's page](https://docs.kernel.org/x.html).

                ## paranoid/user-blocked

                - first, which is long enough to need a second line when it is shown in eighty columns
                - second
                1. one
                ```sh
                sudo sysctl -w kernel.perf_event_paranoid=1 && echo "a line of code that is longer than eighty columns"
                ```
                | level | what |
                |---|---|
                | 2 | own code, and a text that is long enough to be broken within its column of the table |
                | -1 | all |
                """;
        assertEquals(
                """
                paranoid
                ────────

                What the kernel lets this user do: `kernel.perf_event_paranoid`, and what
                outranks it, such as capabilities. See the kernel's page
                (https://docs.kernel.org/x.html).

                paranoid/user-blocked

                - first, which is long enough to need a second line when it is shown in eighty
                  columns
                - second
                1. one

                    sudo sysctl -w kernel.perf_event_paranoid=1 && echo "a line of code that is longer than eighty columns"

                level  what
                2      own code, and a text that is long enough to be broken within its column
                       of the table
                -1     all
                """,
                Markdown.shown(page, PLAIN));
    }

    @Test
    void aCommandInASentenceIsNotBroken() {
        assertEquals(
                """
                A sentence that is long enough to come to its end of line here: undo by
                `sudo setcap -r FILE`, then go on.
                """,
                Markdown.shown("A sentence that is long enough to come to its end of line here: undo by `sudo setcap -r FILE`, then go on.", PLAIN));
        String odd = "a ` that nobody closes, in a sentence that goes on and on until it is longer than a line may be";
        assertEquals(odd, Markdown.shown(odd, PLAIN).strip().replace("\n", " "));
    }

    @Test
    void whatPerfPrintsBetweenAngleBracketsIsNotBroken() {
        assertEquals(
                """
                A sentence in which the mark of perf comes to the end of its line and is
                <not counted>, which is whole; a < b stays as it is.
                """,
                Markdown.shown(
                        "A sentence in which the mark of perf comes to the end of its line and is <not counted>, which is whole; a < b stays as it is.",
                        PLAIN));
    }

    @Test
    void aTableThatIsTooWideIsAList() {
        String page = """
                | you want | needs level | or |
                |---|---|---|
                | to count and sample your own programs | 2 | |
                | the same with system calls | 1 | CAP_PERFMON |
                """;
        assertEquals(
                """
                - to count and sample your own programs
                  needs level: 2
                - the same with system calls
                  needs level: 1
                  or: CAP_PERFMON
                """,
                Markdown.shown(page, PLAIN));
    }

    @Test
    void anythingElseIsAParagraph() {
        assertEquals("a ] b ( c [ d\n", Markdown.shown("a ] b ( c [ d\n", PLAIN));
        assertEquals("", Markdown.shown("", PLAIN));
    }

    @Test
    void colourStandsForBackQuotes() {
        Style coloured = new Style(true, true, Detail.USUAL);
        assertEquals("a \u001b[36mb\u001b[m c\n", Markdown.shown("a `b` c\n", coloured));
    }
}
