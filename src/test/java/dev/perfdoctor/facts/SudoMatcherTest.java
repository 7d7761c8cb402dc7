package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.perfdoctor.api.Host;
import dev.perfdoctor.facts.SudoMatcher.Match;
import dev.perfdoctor.host.MachineFileHost;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What sudo 1.9.5 and 1.9.13 (old), 1.9.16 (new) and sudo-rs 0.2.5 (rs) did with such files. */
class SudoMatcherTest {
    private static final Host HOST = MachineFileHost.of("lab", """
            perfdoctor-machine: 1
            files:
              /usr/lib/linux-tools-6.8.0-40/perf: {content: x, mode: "0755", inode: 7}
              /usr/lib/linux-tools/6.8.0-40-generic/perf: {link: ../../linux-tools-6.8.0-40/perf}
              /opt/link: {link: /usr/lib/linux-tools-6.8.0-40}
              /opt/other/perf: {content: y, mode: "0755", inode: 8}
              /opt/named: {link: /usr/lib/linux-tools-6.8.0-40/perf}
              /usr/bin/echo: {content: e, mode: "0755"}
              /bin: {link: usr/bin}
              /secret: {type: dir, unread: denied}
            """);

    private static final String TARGET = "/usr/lib/linux-tools-6.8.0-40/perf";
    private static final String LINK = "/usr/lib/linux-tools/6.8.0-40-generic/perf";

    @ParameterizedTest
    @CsvSource({
        // rule, command, old, new, rs
        "TARGET, TARGET, true, true, true",
        "TARGET, LINK, true, false, false",
        "LINK, LINK, true, true, true",
        "LINK, TARGET, true, false, false",
        "TARGET, /opt/link/perf, true, true, true",
        "/opt/link/perf, TARGET, true, true, true",
        "/opt/link/perf, LINK, true, false, false",
        "TARGET, /opt/named, false, false, false",
        "TARGET, /opt/other/perf, false, false, false",
        "/usr/lib/linux-tools/*/perf, LINK, true, true, true",
        "/usr/lib/linux-tools/*/perf, TARGET, true, false, false",
        "/usr/lib/linux-tools/*/perf, /opt/link/perf, true, false, false",
        "/usr/lib/linux-tools*/perf, TARGET, true, true, true",
        "/usr/lib/linux-tools*/perf, LINK, true, false, false",
        "/usr/lib/linux-tools*/perf, /opt/link/perf, true, true, true",
        "/usr/lib/linux-tools/[0-9].*/perf, LINK, true, true, true",
        "/opt/*, /opt/link/perf, false, false, false",
        "/opt/link/, /opt/link/perf, true, true, false",
        "/opt/link/, TARGET, true, true, false",
        "/opt/link/, LINK, true, false, false",
        "/opt/*/, /opt/other/perf, true, true, true",
        "/opt/*/, LINK, true, false, false",
        "/bin/echo, /usr/bin/echo, true, true, true",
        "/usr/bin/echo, /bin/echo, true, true, true",
        "/usr/bin/gone, /usr/bin/gone, true, true, true",
        "/usr/bin/gone, /bin/gone, false, false, false",
        "ALL, TARGET, true, true, true",
        "sudoedit, TARGET, false, false, false",
    })
    void comparesPathsAsEachSudoDid(String rule, String command, boolean old, boolean since1914, boolean rs) {
        assertEquals(
                List.of(old, since1914, rs),
                List.of(
                        matches(rule, command, SudoDialect.NO_REGEX) && matches(rule, command, SudoDialect.INODE),
                        matches(rule, command, SudoDialect.DIRECTORY),
                        matches(rule, command, SudoDialect.EARLY_RS)));
    }

    private static boolean matches(String rule, String command, SudoDialect dialect) {
        String path = rule.replace("TARGET", TARGET).replace("LINK", LINK);
        return match(path, command.replace("TARGET", TARGET).replace("LINK", LINK), dialect) instanceof Match.Yes;
    }

    private static Match match(String rule, String command, SudoDialect dialect, String... arguments) {
        String listed = "User u may run the following commands on h:\n    (root) NOPASSWD: " + rule + "\n";
        SudoRule only = SudoListing.parse(listed).rules().getFirst();
        return new SudoMatcher(HOST, dialect, new SudoDigests(HOST), new HashMap<>()).matches(only, command, List.of(arguments));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            textBlock = """
            /usr/bin/echo stat *            ; stat -a       ; true  ; false ; true
            /usr/bin/echo stat *            ; record        ; false ; false ; false
            /usr/bin/echo *                 ; record -a     ; true  ; false ; true
            /usr/bin/echo ""                ; stat          ; false ; false ; false
            /usr/bin/echo ^(stat|record) .*$; stat -a       ; true  ; false ; false
            /usr/bin/echo ^(stat|record)$   ; stat -a       ; false ; false ; false
            /usr/bin/echo stat -a           ; stat -a       ; true  ; true  ; true
            /usr/bin/echo st?t -[ab]        ; stat -a       ; true  ; false ; false
            """)
    void comparesArgumentsAsEachSudoDoes(String rule, String arguments, boolean ws, boolean earlyRs, boolean rs) {
        String[] given = arguments.split(" ", -1);
        boolean withoutRegex = ws && rule.indexOf('^') < 0;
        assertEquals(withoutRegex, match(rule, "/usr/bin/echo", SudoDialect.NO_REGEX, given) instanceof Match.Yes);
        assertEquals(ws, match(rule, "/usr/bin/echo", SudoDialect.INODE, given) instanceof Match.Yes);
        assertEquals(ws, match(rule, "/usr/bin/echo", SudoDialect.DIRECTORY, given) instanceof Match.Yes);
        assertEquals(earlyRs, match(rule, "/usr/bin/echo", SudoDialect.EARLY_RS, given) instanceof Match.Yes);
        assertEquals(rs, match(rule, "/usr/bin/echo", SudoDialect.RS, given) instanceof Match.Yes);
    }

    @Test
    void aDirectoryThatMayNotBeLookedIntoLeavesTheQuestionOpen() {
        assertInstanceOf(Match.Unclear.class, match("/secret/perf", TARGET, SudoDialect.INODE));
        assertInstanceOf(Match.Unclear.class, match("/secret/*/perf", TARGET, SudoDialect.DIRECTORY));
        assertInstanceOf(Match.Yes.class, match("/secret/perf", "/secret/perf", SudoDialect.DIRECTORY));
        assertInstanceOf(Match.No.class, match("/secret/other", TARGET, SudoDialect.DIRECTORY));
    }

    @Test
    void anExpressionThatGoesAstrayMatchesNothing() {
        assertInstanceOf(Match.No.class, match("^/(a*)*(a*)*(a*)*b$", "/" + "a".repeat(60), SudoDialect.DIRECTORY));
        assertInstanceOf(Match.No.class, match("^(((($", TARGET, SudoDialect.DIRECTORY));
        assertInstanceOf(Match.Yes.class, match("^/usr/bin/[[:alpha:]]+$", "/usr/bin/echo", SudoDialect.DIRECTORY));
    }
}
