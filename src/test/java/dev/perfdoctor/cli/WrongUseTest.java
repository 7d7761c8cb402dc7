package dev.perfdoctor.cli;

import static dev.perfdoctor.engine.FakeCheck.finding;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Check;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong use is status 2 and one line: what was read, what is allowed, the nearest name. */
final class WrongUseTest {
    private static final List<Check> CHECKS = List.of(finding("unpaged"), finding("perf-binary"), finding("pmu"));

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            ignoreLeadingAndTrailingWhitespace = true,
            textBlock = """
            chekc                            => command line: 'chekc' is not a command (did you mean check?); known: check, …
            --for callgraph                  => --for: 'callgraph' is not an activity (did you mean call-graph?); known: stat, record, call-graph, system-wide, tracepoints, valgrind, timing, all
            --for stat,                      => --for: '' is not an activity; known: stat, record, call-graph, system-wide, tracepoints, valgrind, timing, all
            --only perf_binary               => --only: 'perf_binary' is not a check (did you mean perf-binary?); known: unpaged, perf-binary, pmu
            --skip pmu,zzzzzz                => --skip: 'zzzzzz' is not a check; known: unpaged, perf-binary, pmu
            --waive pmu                      => --waive: 'pmu' is not a code such as pmu/counter-taken
            --waive pnu/absent               => --waive: 'pnu' is not a check (did you mean pmu?); known: unpaged, perf-binary, pmu
            --format jsno                    => --format: 'jsno' is not a format (did you mean json?); known: text, …
            --format json=                   => --format: 'json=' names no file
            --format json --format text      => --format: only one document can go to standard output, not both json and text; text=FILE writes it to a file
            --fail-on errors                 => --fail-on: 'errors' is not known (did you mean error?); known: error, warning, note, never
            --color yes                      => --color: 'yes' is not known; known: auto, always, never
            --timeout 10                     => --timeout: '10' is not a duration from 1ms to 60m, such as 500ms, 10s or 1m
            --timeout 61m                    => --timeout: '61m' is not a duration from 1ms to 60m, such as 500ms, 10s or 1m
            --pid -1                         => --pid: '-1' is not the number of a process, 1 to 4194304
            --pid 0                          => --pid: '0' is not the number of a process, 1 to 4194304
            --pid 4194305                    => --pid: '4194305' is not the number of a process, 1 to 4194304
            --from a --root b                => --from: does not go together with --root: one machine is examined at a time
            --from a --from b                => --from: is given 2 times; one FILE is wanted
            --from                           => --from: is given without a value; a FILE is wanted
            --from=                          => --from: is given without a value; a FILE is wanted
            -v -q                            => --verbose: does not go together with --quiet
            list extra                       => list: 'extra' is one word too many
            --for stat list                  => check: 'list' is one word too many
            explain                          => explain: wants CODE|CHECK and was given nothing
            explain a/b c/d                  => explain: wants CODE|CHECK and was given 'a/b c/d'
            explain pnu                      => explain: 'pnu' is not a check (did you mean pmu?); known: unpaged, perf-binary, pmu
            explain zzzzz/absent             => explain: 'zzzzz/absent' is not a code of a known check; checks: unpaged, perf-binary, pmu
            explain unpaged                  => explain: the check unpaged brings no page
            """)
    void eachIsToldWithWhatIsAllowed(String arguments, String message) {
        Told told = Told.by(CHECKS, arguments.split(" ", -1));
        boolean grows = message.endsWith("…"); // the list of commands, the list of formats
        String start = "perfdoctor: " + (grows ? message.substring(0, message.length() - 1) : message + "\n");
        assertEquals(start, grows ? told.err().substring(0, Math.min(start.length(), told.err().length())) : told.err());
        assertTrue(told.err().endsWith("\n") && told.err().lines().count() == 1, told.err());
        assertEquals(2, told.exit());
        assertEquals("", told.out());
    }

    @ParameterizedTest
    @CsvSource({"--form, --for", "--fromm, --from", "--wave, --waive", "--nosudo, --no-sudo", "--quite, --quiet", "--colour, --color"})
    void anUnknownOptionIsToldWithTheNearest(String option, String nearest) {
        Told told = Told.by(CHECKS, "check", option + "=x");
        assertEquals(2, told.exit());
        String expected = "perfdoctor: check: '" + option + "' is not an option (did you mean " + nearest + "?); known: --for, ";
        assertEquals(expected, told.err().substring(0, Math.min(expected.length(), told.err().length())));
    }
}
