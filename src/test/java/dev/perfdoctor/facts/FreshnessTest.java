package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Configuration;
import dev.perfdoctor.api.Facts;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether a program is of its sources, by times; noon of 12 September 2026 is now. */
class FreshnessTest {
    private static Facts declared(String files, String... sources) {
        Configuration.Target target = new Configuration.Target(
                "/home/dev/p/app", List.of(sources).stream().map(s -> "/home/dev/p/" + s).toList(), List.of());
        return MachineFacts.facts(MachineFacts.machine("", files), MachineFacts.configured(target));
    }

    private static Freshness of(String files, String... sources) {
        Facts facts = declared(files, sources);
        return Freshness.of(facts, Targets.of(facts).all().getFirst());
    }

    private static String file(String name, String time) {
        return "/home/dev/p/" + name + ": {content: x" + (time.isEmpty() ? "" : ", mtime: 2026-09-12T" + time + "Z") + "}\n";
    }

    private static final String APP = file("app", "10:00:00");

    @Test
    void sourcesAreFilesDirectoriesAndPatterns() {
        String files = APP + file("src/a/b.c", "09:00:00") + file("src/late.h", "10:30:00") + file("Makefile", "10:40:00");
        assertInstanceOf(Freshness.Fresh.class, of(files, "src/**/*.c"));
        assertEquals(
                List.of("/home/dev/p/src/late.h"),
                assertInstanceOf(Freshness.Pending.class, of(files, "src")).newer().stream().map(Dated::file).toList());
        assertEquals(2, assertInstanceOf(Freshness.Pending.class, of(files, "src", "Makefile")).newer().size());
        assertInstanceOf(Freshness.NoSources.class, of(files));
        assertInstanceOf(Freshness.NoSources.class, of(files, "gone"));
    }

    @Test
    void whatEditorsVersionControlAndBuildsLeaveIsNoSource() {
        assertInstanceOf(Freshness.Fresh.class, of(APP + file("src/a.c", "09:00:00")
                + file("src/.a.c.swp", "11:00:00") + file("src/a.c~", "11:00:00") + file("src/a.o", "11:00:00")
                + file(".git/index", "11:00:00") + file("node_modules/x/y.js", "11:00:00") + file("target/x", "11:00:00"), "."));
    }

    @Test
    void theProgramItselfIsNoneOfItsSources() {
        assertInstanceOf(Freshness.NoSources.class, of(APP, "."));
    }

    @Test
    void equalUnknownMadeUpAndUnreadTimesSayNothing() {
        assertInstanceOf(Freshness.Unclear.class, of(APP + file("a.c", "10:00:01"), "a.c"));
        assertInstanceOf(Freshness.Unclear.class, of(file("app", "") + file("a.c", "10:00:01"), "a.c"));
        assertInstanceOf(Freshness.NoSources.class, of(APP + file("a.c", ""), "a.c"));
        assertInstanceOf(Freshness.Unclear.class,
                of("/home/dev/p/app: {content: x, mtime: 1970-01-01T00:00:01Z}\n" + file("a.c", "10:00:00"), "a.c"));
        assertInstanceOf(Freshness.Unclear.class, of("/home/dev/p/app: {unread: denied}\n" + file("a.c", "10:00:00"), "a.c"));
    }

    @Test
    void theFutureIsNotLaterThanTheBuildButItsOwnTrouble() {
        Facts facts = declared(APP + file("a.c", "09:00:00") + "/home/dev/p/b.c: {content: x, mtime: 2035-01-01T00:00:00Z}\n", "a.c", "b.c");
        Targets.Target target = Targets.of(facts).all().getFirst();
        assertFalse(Freshness.of(facts, target) instanceof Freshness.Pending);
        assertEquals("/home/dev/p/b.c", Freshness.future(facts, target).getFirst().file());
    }

    @Nested
    class Resolution {
        @ParameterizedTest
        @CsvSource({
            "2026-09-12T10:00:00.5Z, 2026-09-12T10:00:00.4Z, true",
            "2026-09-12T10:00:01Z,   2026-09-12T10:00:00Z,   false",
            "2026-09-12T10:00:01.5Z, 2026-09-12T10:00:00Z,   false",
            "2026-09-12T10:00:03Z,   2026-09-12T10:00:00Z,   true",
            "2026-09-12T10:00:00Z,   2026-09-12T10:00:03Z,   false"
        })
        void oneIsSurelyLaterWhateverTheFileSystemKeeps(Instant a, Instant b, boolean later) {
            assertEquals(later, Times.surelyAfter(a, b));
        }
    }

    @Nested
    class Git {
        private static final String LOG = """
                0000000000000000000000000000000000000000 aaaa Name <m@x> 1789200000 +0200\tcommit (initial): first
                aaaa bbbb Name With <m@x> 1789206000 +0200\tcheckout: moving from main to topic
                bbbb aaaa Name <m@x> 1789206600 +0200\tcheckout: moving from topic to main
                """;
        private static final Instant BUILT = Instant.ofEpochSecond(1_789_203_000);

        private static List<Dated> dated(long... seconds) {
            return java.util.Arrays.stream(seconds).mapToObj(s -> new Dated("/f", Instant.ofEpochSecond(s))).toList();
        }

        @Test
        void aWayToAnotherCommitAndBackExplainsTimesOfThoseMoments() {
            GitHistory history = new GitHistory(GitHistory.parse(LOG));
            assertEquals(Optional.of("aaaa"), history.at(BUILT));
            assertTrue(history.explains(dated(1_789_206_600, 1_789_206_001), BUILT));
            assertFalse(history.explains(dated(1_789_206_600, 1_789_206_300), BUILT), "one was written by hand");
            assertFalse(history.explains(dated(1_789_206_600), Instant.ofEpochSecond(1_789_206_100)), "built on the other branch");
            assertFalse(history.explains(List.of(), BUILT));
        }

        @Test
        void whatIsNoLogExplainsNothing() {
            assertEquals(List.of(), GitHistory.parse("garbage\n\u0000\n> 12\n a b> x\n"));
            assertFalse(new GitHistory(List.of()).explains(dated(1), BUILT));
        }

        @Test
        void aWorktreesLogLiesWhereItsFileSays() {
            Facts facts = MachineFacts.of("""
                    /home/dev/p/.git: "gitdir: ../main/.git/worktrees/p\\n"
                    /home/dev/main/.git/worktrees/p/logs/HEAD: "0 aaaa N <m> 1789200000 +0000\\tcheckout\\n"
                    """);
            assertEquals(1, GitHistory.around(facts, "/home/dev/p/src").moves().size());
            assertEquals(0, GitHistory.around(MachineFacts.of(""), "/home/dev/p").moves().size());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/p/src/**/*.rs, /p/src/a/b/c.rs, true",
        "/p/src/**/*.rs, /p/src/c.rs, true",
        "/p/src/**/*.rs, /p/src/c.c, false",
        "/p/*.t?ml, /p/Cargo.toml, true",
        "/p/*, /p/a/b, false",
        "/p/**, /p/a/b, true",
        "/**/x, /x, true",
        "/p/a*b*c, /p/aXbYc, true",
        "/p/a*b*c, /p/aXc, false"
    })
    void patternsMatchNamesAndWholeDirectories(String pattern, String path, boolean matches) {
        assertEquals(matches, new PathPattern(pattern).matches(path));
    }
}
