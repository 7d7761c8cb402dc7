package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Stat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A rule without a password that gives away more than the perf it names.
 *
 * @param rule the rule
 * @param kind what is risky about it
 * @param where the path that can be written; empty for the other kinds
 */
public record SudoRisk(SudoRule rule, Kind kind, String where) {
    /** What is risky about a rule. */
    public enum Kind {
        /** A pattern in the path: it means whatever is or will be put there. */
        PATTERN,
        /** A pattern in the arguments: {@code *} stands for blanks and slashes too, and {@code perf stat} runs any program. */
        ARGUMENTS,
        /** Every program of a directory. */
        DIRECTORY,
        /** The user may replace what runs as root. */
        WRITABLE
    }

    /** Those among the rules that were looked at. */
    public static List<SudoRisk> of(Facts facts) {
        List<SudoRisk> risks = new ArrayList<>();
        for (SudoRule rule : SudoSeen.of(facts).rules()) {
            if (rule.passwordless() && !rule.negated() && SudoRules.meansRoot(rule.runAs())) {
                of(facts, rule).filter(risk -> !risks.contains(risk)).ifPresent(risks::add);
            }
        }
        return risks;
    }

    private static Optional<SudoRisk> of(Facts facts, SudoRule rule) {
        if (rule.isDirectory()) {
            return holdsPerf(facts, rule) ? Optional.of(new SudoRisk(rule, Kind.DIRECTORY, "")) : Optional.empty();
        }
        if (!rule.namesPerf()) {
            return Optional.empty();
        }
        if (rule.isPattern()) {
            return Optional.of(new SudoRisk(rule, Kind.PATTERN, ""));
        }
        Optional<SudoRisk> writable = rule.isPath()
                ? writable(facts, rule.command()).map(path -> new SudoRisk(rule, Kind.WRITABLE, path))
                : Optional.empty();
        boolean pattern = rule.arguments().filter(a -> Glob.isPattern(a) || PosixRegex.isRegex(a)).isPresent();
        return writable.isPresent() || !pattern ? writable : Optional.of(new SudoRisk(rule, Kind.ARGUMENTS, ""));
    }

    private static boolean holdsPerf(Facts facts, SudoRule rule) {
        String directory = rule.command().substring(0, rule.command().lastIndexOf('/') + 1);
        return directory.length() > 1 && !Glob.isPattern(directory) && facts.host().stat(directory + "perf").isPresent();
    }

    /** The first of a file and the directories above it that the calling user may write. */
    private static Optional<String> writable(Facts facts, String file) {
        Optional<SudoUser> user = SudoUser.calling(facts).filter(_ -> !Credentials.isRoot(facts));
        String path = facts.host().realPath(file).orElse(file);
        while (user.isPresent() && path.length() > 1) {
            if (mayWrite(facts.host(), user.get(), path)) {
                return Optional.of(path);
            }
            path = path.substring(0, path.lastIndexOf('/'));
        }
        return Optional.empty();
    }

    private static boolean mayWrite(Host host, SudoUser user, String path) {
        if (!(host.stat(path) instanceof Present<Stat> stat)) {
            return false;
        }
        int mode = stat.value().mode();
        boolean sticky = stat.value().isDirectory() && (mode & 01000) != 0; // others' files in it cannot be replaced
        if (user.uid().isPresent() && user.uid().getAsLong() == stat.value().uid()) {
            return (mode & 0200) != 0;
        }
        Map<Long, String> names = Execution.parse(host.read("/etc/group").orElse(""));
        String group = names.getOrDefault(stat.value().gid(), "");
        boolean member = user.groups().contains("#" + stat.value().gid()) || !group.isEmpty() && user.groups().contains(group);
        return !sticky && (member && (mode & 020) != 0 || stat.value().isWorldWritable());
    }
}
