package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Host;
import dev.perfdoctor.facts.SudoRules.Decision;
import dev.perfdoctor.host.MachineFileHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SudoListingTest {
    private static List<String> texts(String out) {
        return SudoListing.parse(out).rules().stream().map(SudoRule::text).toList();
    }

    private static String list(String... entries) {
        return "User dev may run the following commands on host:\n    " + String.join("\n    ", entries) + "\n";
    }

    @Test
    void tagsHoldUntilTheNextOfTheirKind() {
        assertEquals(
                List.of("(root) NOPASSWD: /a", "(root) NOPASSWD: !/b", "(root) PASSWD: /c x *", "(root) NOPASSWD: /d"),
                texts(list("(root) NOPASSWD: /a, !/b, PASSWD: /c x *, NOEXEC: NOPASSWD: /d")));
    }

    @Test
    void eachEntryStartsAfresh() {
        assertEquals(List.of("(root) NOPASSWD: /a", "(ALL) ALL"), texts(list("(root) NOPASSWD: /a", "(ALL : ALL) ALL")));
    }

    @Test
    void wrappedLinesAreJoined() {
        String out = """
                Matching Defaults entries for dev on host:
                    env_reset, mail_badpass,
                    secure_path=/usr/local/sbin\\:/usr/local/bin\\:/usr/sbin\\:/usr/bin,
                    use_pty

                Runas and Command-specific defaults for dev:
                    Defaults!/usr/sbin/visudo env_keep+="SUDO_EDITOR EDITOR
                    VISUAL"
                    Defaults>operator !authenticate

                User dev may run the following commands on host:
                    (root) NOPASSWD:
                        sha256:dba7aa63d2267fcbbe244b7565ec229027b27279f8266217bb74d57a8fde5a05
                        /usr/bin/perf
                    (ALL) ALL
                """;
        SudoListing listing = SudoListing.parse(out);
        assertEquals(2, listing.rules().size());
        assertEquals("/usr/bin/perf", listing.rules().getFirst().command());
        assertEquals(1, listing.rules().getFirst().digests().size());
        assertEquals(Optional.of("/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin"), listing.defaults().value("secure_path"));
        assertEquals(Optional.of(true), listing.defaults().flag("use_pty"));
        assertEquals(2, listing.defaults().bound().size());
    }

    @Test
    void escapedCharactersArePartsOfWords() {
        SudoRule rule = SudoListing.parse(list("(root) NOPASSWD: /opt/a\\,b\\:c\\=d\\ e\\#f/perf x\\,y \\\\z --event\\=cycles *")).rules().getFirst();
        assertEquals("/opt/a,b:c=d e#f/perf", rule.command());
        assertEquals(Optional.of("x,y \\z --event=cycles *"), rule.arguments());
    }

    @Test
    void noArgumentsIsNotTheSameAsAnyArguments() {
        assertEquals(Optional.of("\"\""), SudoListing.parse(list("(root) NOPASSWD: /usr/bin/perf \"\"")).rules().getFirst().arguments());
        assertEquals(Optional.of("\"\""), SudoListing.parse(list("(root) NOPASSWD: /usr/bin/perf \\\"\\\"")).rules().getFirst().arguments());
        assertEquals(Optional.empty(), SudoListing.parse(list("(root) NOPASSWD: /usr/bin/perf")).rules().getFirst().arguments());
    }

    @Test
    void regularExpressionsMayHoldCommasAndColons() {
        List<SudoRule> rules = SudoListing.parse(list("(root) NOPASSWD: ^/usr/bin/(perf|a,b:c)$ ^(stat|record) .*$, /usr/bin/id")).rules();
        assertEquals("^/usr/bin/(perf|a,b:c)$", rules.getFirst().command());
        assertEquals(Optional.of("^(stat|record) .*$"), rules.getFirst().arguments());
        assertEquals("/usr/bin/id", rules.get(1).command());
    }

    @Test
    void aTranslatedListIsUnderstoodByItsShape() {
        String out = """
                Entrées par défaut pour dev sur host :
                    env_reset, secure_path=/usr/bin

                L'utilisateur dev peut utiliser les commandes suivantes sur host :
                    (root) NOPASSWD: /usr/bin/perf
                """;
        assertEquals(List.of("(root) NOPASSWD: /usr/bin/perf"), texts(out));
        assertEquals(Optional.of("/usr/bin"), SudoListing.parse(out).defaults().value("secure_path"));
    }

    @Test
    void whatCannotBeUnderstoodCostsItselfAlone() {
        assertEquals(
                List.of("(root) NOPASSWD: ???", "(root) NOPASSWD: \u001b[31mred", "(root) NOPASSWD: /usr/bin/perf"),
                texts(list("(root) NOPASSWD: ???, \u001b[31mred, /usr/bin/perf")));
        assertEquals(List.of("(root) NOPASSWD: /usr/bin/perf"), texts(list("(root", "(root) NOPASSWD: /usr/bin/perf")));
    }

    @Test
    void aListOfNothingIsNoList() {
        assertThrows(IllegalArgumentException.class, () -> SudoListing.parse(""));
        assertThrows(IllegalArgumentException.class, () -> SudoListing.parse("User dev is not allowed to run sudo on host.\n"));
        assertThrows(IllegalArgumentException.class, () -> SudoListing.parse("\u0000\u0001\u0002"));
    }

    @Test
    void tenThousandRulesAreDecidedByTheLastThatMatches() {
        String commands = IntStream.range(0, 10_000).mapToObj("/opt/tools-%d/perf"::formatted).collect(Collectors.joining(", "));
        String wrapped = commands.replace(", /opt/tools-5", ",\n        /opt/tools-5");
        SudoListing listing = SudoListing.parse(list("(root) NOPASSWD: /usr/bin/perf", "(root) NOPASSWD: " + wrapped));
        assertEquals(10_001, listing.rules().size());
        Host host = MachineFileHost.of("x", "perfdoctor-machine: 1\nfiles: {/usr/bin/perf: x}\n");
        SudoRules rules = new SudoRules(host, listing.defaults(), listing.rules(), false);
        for (SudoDialect dialect : SudoDialect.values()) {
            assertTrue(rules.decide("/usr/bin/perf", List.of("stat"), dialect) instanceof Decision.Runs);
            assertFalse(rules.decide("/usr/bin/ls", List.of(), dialect) instanceof Decision.Runs);
        }
    }

    @Test
    void aHugeRuleIsCutWhereItIsShown() {
        SudoRule rule = SudoListing.parse(list("(root) NOPASSWD: /usr/bin/perf " + "x".repeat(1_000_000))).rules().getFirst();
        assertTrue(rule.text().length() < 400);
        assertEquals(1_000_000, rule.arguments().orElseThrow().length());
    }

    /** The texts sudo-rs's own tests expect; what they hold is known by the files' names. */
    @Test
    void theListsOfSudoRsAreUnderstood(@TempDir Path folder) throws IOException, InterruptedException {
        Path lists = SudoCorpus.unpackInto(folder).resolve("sudo-rs-list");
        Map<String, List<String>> known = Map.of(
                "nopasswd_passwd_override", List.of("(root) NOPASSWD: /usr/bin/true", "(root) PASSWD: /usr/bin/false"),
                "passwd_nopasswd_override", List.of("(root) PASSWD: /usr/bin/true", "(root) NOPASSWD: /usr/bin/false"),
                "nopasswd_across_runas_groups", List.of("(root) NOPASSWD: /usr/bin/true", "(ferris) NOPASSWD: /usr/bin/false"),
                "negated_command_alias", List.of("(root) <BIN_LS>", "(root) !/usr/bin/true", "(root) /usr/bin/false"),
                "command_arguments", List.of("(root) /usr/bin/true a b c", "(root) /usr/bin/false"),
                "cwd_override", List.of("(root) /usr/bin/true", "(root) /usr/bin/false"),
                "complex_runas", List.of("(!ferris, root) ALL"),
                "not_group_runas", List.of("(ferruccio) ALL"),
                "user_non_unix_group_id_runas", List.of("(%:#0) ALL"),
                "user_id_runas", List.of("(#0) ALL"));
        try (Stream<Path> files = Files.list(lists)) {
            List<Path> all = files.sorted().toList();
            assertEquals(39, all.size());
            for (Path file : all) {
                String name = file.getFileName().toString().replace("sudo-rs-short-", "").replace(".txt", "");
                List<String> rules = texts(Files.readString(file));
                assertEquals("(root) NOPASSWD: /tmp", rules.getFirst(), name);
                assertTrue(rules.size() > 1, name);
                List<String> rest = rules.subList(1, rules.size());
                assertEquals(known.getOrDefault(name, rest), rest, name);
            }
        }
    }
}
