package dev.perfdoctor.facts;

import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.facts.SudoMatcher.Match;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** What a user's rules say of one command: the last rule that matches decides (plugins/sudoers/lookup.c). */
final class SudoRules {
    private final Host host;
    private final SudoDefaults defaults;
    private final List<SudoRule> rules;
    private final SudoDigests digests;
    private final Map<String, Reading<String>> directories = new HashMap<>();
    private final boolean exempt;

    /**
     * The rules of one user.
     *
     * @param rules all that are for this user and host, in order
     * @param exempt whether the user is in the Defaults' {@code exempt_group}
     */
    SudoRules(Host host, SudoDefaults defaults, List<SudoRule> rules, boolean exempt) {
        this.host = host;
        this.defaults = defaults;
        this.rules = rules;
        this.digests = new SudoDigests(host);
        this.exempt = exempt;
    }

    /** What becomes of a command. */
    sealed interface Decision {
        /** It runs without a prompt. */
        record Runs(SudoRule by) implements Decision {}

        /**
         * A password is asked.
         *
         * @param cancelled an earlier rule that matches too and wants none
         */
        record Prompts(SudoRule by, Optional<SudoRule> cancelled) implements Decision {}

        /** A rule refuses it. */
        record Refused(SudoRule by) implements Decision {}

        /** No rule is about it. */
        record Unmentioned() implements Decision {}

        /** Something that decides could not be read. */
        record Unclear(Unread<?> because) implements Decision {}
    }

    List<SudoRule> rules() {
        return rules;
    }

    /**
     * What becomes of a command, by the rules of this machine's sudo. Which sudo that is, is asked only where it makes a difference.
     *
     * @param dialect asked when the kinds of sudo disagree
     */
    Decision decide(String path, List<String> arguments, Supplier<Reading<SudoDialect>> dialect) {
        List<Decision> all = List.of(SudoDialect.values()).stream().map(d -> decide(path, arguments, d)).distinct().toList();
        if (all.size() == 1) {
            return all.getFirst();
        }
        return switch (dialect.get()) {
            case Reading.Present<SudoDialect> known -> decide(path, arguments, known.value());
            case Reading.Absent<SudoDialect> absent -> new Decision.Unclear(Reading.failed(absent.source(), "not found"));
            case Unread<SudoDialect> unread -> new Decision.Unclear(unread);
        };
    }

    Decision decide(String path, List<String> arguments, SudoDialect dialect) {
        SudoMatcher matcher = matcher(dialect);
        Iterator<SudoRule> backwards = forRoot().reversed().iterator();
        while (backwards.hasNext()) {
            SudoRule rule = backwards.next();
            switch (matcher.matches(rule, path, arguments)) {
                case Match.No() -> {}
                case Match.Unclear(var because) -> {
                    return new Decision.Unclear(because);
                }
                case Match.Yes() -> {
                    return decided(rule, matcher, path, backwards, arguments);
                }
            }
        }
        return new Decision.Unmentioned();
    }

    private Decision decided(
            SudoRule rule, SudoMatcher matcher, String path, Iterator<SudoRule> earlier, List<String> arguments) {
        if (rule.negated()) {
            return new Decision.Refused(rule);
        }
        if (exempt || !rule.password().orElseGet(() -> authenticates(matcher, path))) {
            return new Decision.Runs(rule);
        }
        while (earlier.hasNext()) {
            SudoRule before = earlier.next();
            if (before.passwordless() && !before.negated() && matcher.matches(before, path, arguments) instanceof Match.Yes) {
                return new Decision.Prompts(rule, Optional.of(before));
            }
        }
        return new Decision.Prompts(rule, Optional.empty());
    }

    private List<SudoRule> forRoot() {
        Instant now = host.identity().now();
        return rules.stream().filter(r -> meansRoot(r.runAs()) && r.limits().holdAt(now)).toList();
    }

    private SudoMatcher matcher(SudoDialect dialect) {
        return new SudoMatcher(host, dialect, digests, directories);
    }

    private boolean authenticates(SudoMatcher matcher, String path) {
        return defaults.authenticate(command -> matcher.matchesFile(plain(command), path) instanceof Match.Yes);
    }

    private static SudoRule plain(String command) {
        return new SudoRule(
                "Defaults", List.of("ALL"), Optional.empty(), SudoRule.Limits.NONE, List.of(), false, command, Optional.empty());
    }

    /** Whether a rule's runas users mean root: the last that does decides (match.c, runaslist_matches). */
    static boolean meansRoot(List<String> runAs) {
        for (String each : runAs.reversed()) {
            boolean negated = each.startsWith("!");
            String name = negated ? each.substring(1) : each;
            if (List.of("ALL", "root", "#0", "%root", "%#0").contains(name)) {
                return !negated;
            }
        }
        return false;
    }

    /** Rules that would run some perf as root without a password, were it that perf: earlier first. */
    List<SudoRule> passwordlessForPerf() {
        return forRoot().stream()
                .filter(r -> r.passwordless() && !r.negated() && r.namesPerf())
                .toList();
    }

    /** Whether one rule stands behind another and so wins where both match. */
    boolean comesAfter(SudoRule one, SudoRule other) {
        return rules.lastIndexOf(one) > rules.lastIndexOf(other);
    }

    /** Whether a rule means this file, whatever the arguments. */
    boolean meansFile(SudoRule rule, String path, SudoDialect dialect) {
        return matcher(dialect).matchesFile(rule, path) instanceof Match.Yes;
    }

    /** Whether a rule means this file, but not its content any more. */
    boolean hasOtherDigest(SudoRule rule, String path, SudoDialect dialect) {
        return !rule.digests().isEmpty() && meansFile(rule, path, dialect) && digests.match(path, rule.digests()) instanceof Match.No;
    }
}
