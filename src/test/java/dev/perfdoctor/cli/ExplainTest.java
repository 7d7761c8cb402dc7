package dev.perfdoctor.cli;

import static dev.perfdoctor.engine.FakeCheck.finding;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ExplainTest {
    private static final List<Check> CHECKS = List.of(finding("paged"), finding("kernel").concerning(Activity.STAT));

    @Test
    void aCheckIsExplainedByItsPage() {
        Told told = Told.by(CHECKS, "explain", "paged");
        assertEquals(0, told.exit());
        assertTrue(told.out().startsWith("paged\n─────\n\nWhat the check looks at.\n"), told.out());
        assertTrue(told.out().contains("paged/second-code"));
    }

    @Test
    void aCodeIsExplainedByItsSection() {
        assertEquals("paged/first-code\n\nThe first, told in `full`.\n", Told.by(CHECKS, "explain", "paged/first-code").out().stripTrailing() + "\n");
    }

    @Test
    void anUnknownCodeIsToldWithTheNearest() {
        assertEquals(
                "perfdoctor: explain: 'paged/frist-code' is not a code (did you mean paged/first-code?);"
                        + " known: paged/first-code, paged/second-code\n",
                Told.by(CHECKS, "explain", "paged/frist-code").err());
        assertEquals(
                "perfdoctor: explain: 'pagde/first-code' is not a code of a known check (did you mean paged/first-code?);"
                        + " checks: paged, kernel\n",
                Told.by(CHECKS, "explain", "pagde/first-code").err());
    }

    @Test
    void aListTellsEachCheckWithWhatItConcernsAndWhereItComesFrom() {
        assertEquals(
                """
                CHECK   CONCERNS  FROM
                paged   all       built in
                kernel  stat      built in
                """,
                Told.by(CHECKS, "list").out());
    }
}
