package dev.perfdoctor.facts;

import dev.perfdoctor.facts.SudoersGrammar.Command;
import dev.perfdoctor.facts.SudoersGrammar.Member;
import dev.perfdoctor.facts.SudoersGrammar.Spec;
import dev.perfdoctor.facts.SudoersScanner.Broken;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What {@code sudo -n -l} lists: a user's rules in the order in which they count, and the Defaults that go with them. Understood by its
 * shape, not by its sentences, so a translated one is understood too.
 *
 * @param rules the later one wins; sudo-rs writes {@code perf ""} (no arguments) as plain {@code perf}
 */
record SudoListing(SudoDefaults defaults, List<SudoRule> rules) {
    private static final String SOURCE = "sudo -n -l";
    /** More rules than any listing has; what comes before them is forgotten, for the last ones count. */
    private static final int MOST_RULES = 200_000;

    SudoListing {
        rules = List.copyOf(rules);
    }

    /**
     * Of standard output.
     *
     * <pre>
     * Matching Defaults entries for dev on host:
     *     env_reset, secure_path=/usr/local/bin\:/usr/bin
     *
     * User dev may run the following commands on host:
     *     (ALL : ALL) ALL
     *     (root) NOPASSWD: /usr/bin/perf, PASSWD: /usr/bin/valgrind
     * </pre>
     *
     * A line that starts with eight blanks goes on where the one before was wrapped.
     *
     * @throws IllegalArgumentException when it lists nothing
     */
    static SudoListing parse(String out) {
        Blocks blocks = new Blocks();
        Text.lines(out).forEach(blocks::add);
        if (blocks.entries.isEmpty()) {
            throw new IllegalArgumentException("no rule is listed");
        }
        List<String> bound = blocks.bound.stream().map(StringBuilder::toString).toList();
        return new SudoListing(SudoDefaults.listed(blocks.defaults.toString(), bound), rules(blocks.entries));
    }

    /** A listing's lines, put where they belong; a wrapped one goes on what came before it. */
    private static final class Blocks {
        final StringBuilder defaults = new StringBuilder();
        final List<StringBuilder> bound = new ArrayList<>();
        final List<StringBuilder> entries = new ArrayList<>();
        private StringBuilder last = defaults;

        void add(String line) {
            String text = line.strip();
            if (text.isEmpty() || !line.startsWith("    ")) {
                last = defaults;
            } else if (text.startsWith("(") && !line.startsWith("        ")) {
                last = begun(entries, text);
            } else if (isBound(text)) {
                last = begun(bound, text);
            } else {
                last.append(' ').append(text);
            }
        }

        private static StringBuilder begun(List<StringBuilder> list, String text) {
            list.add(new StringBuilder(text));
            return list.getLast();
        }

        private static boolean isBound(String text) {
            return text.startsWith("Defaults") && text.length() > 8 && ":@>!".indexOf(text.charAt(8)) >= 0;
        }
    }

    private static List<SudoRule> rules(List<StringBuilder> entries) {
        List<SudoRule> rules = new ArrayList<>();
        for (StringBuilder entry : entries) {
            for (Spec spec : specs(entry.toString())) {
                rules.add(rule(spec));
            }
        }
        return rules.size() > MOST_RULES ? rules.subList(rules.size() - MOST_RULES, rules.size()) : rules;
    }

    private static List<Spec> specs(String entry) {
        try {
            return SudoersGrammar.listed(entry);
        } catch (Broken garbled) {
            return List.of();
        }
    }

    private static SudoRule rule(Spec spec) {
        Command command = spec.command();
        List<String> runAs = spec.runAs()
                .map(users -> users.stream().map(Member::text).toList())
                .orElse(List.of("root"));
        return new SudoRule(
                SOURCE,
                runAs,
                spec.password(),
                spec.limits(),
                command.digests(),
                command.negated(),
                command.command(),
                command.arguments());
    }

    /** The Defaults' own search path for commands, if they name one. */
    Optional<String> securePath() {
        return defaults.value("secure_path");
    }
}
