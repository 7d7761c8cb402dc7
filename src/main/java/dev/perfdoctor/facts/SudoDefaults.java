package dev.perfdoctor.facts;

import dev.perfdoctor.facts.SudoersGrammar.Line;
import dev.perfdoctor.facts.SudoersGrammar.Member;
import dev.perfdoctor.facts.SudoersGrammar.Setting;
import dev.perfdoctor.facts.SudoersScanner.Broken;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The Defaults that hold for one user on one host.
 *
 * @param settings those that hold whatever is run, in order
 * @param bound those for some runas users or commands, in order
 */
record SudoDefaults(List<Setting> settings, List<Line.Defaults> bound) {
    /** None. */
    static final SudoDefaults NONE = new SudoDefaults(List.of(), List.of());

    SudoDefaults {
        settings = List.copyOf(settings);
        bound = List.copyOf(bound);
    }

    /** Of a listing: its first block in one line, and the lines of its block on runas users and commands. */
    static SudoDefaults listed(String settings, List<String> bound) {
        List<Line.Defaults> lines = new ArrayList<>();
        for (String line : bound) {
            if (understood(line) instanceof Line.Defaults defaults && defaults.scope() != ' ') {
                lines.add(defaults);
            }
        }
        return new SudoDefaults(leniently(settings), lines);
    }

    private static Line understood(String line) {
        try {
            return SudoersGrammar.line(line);
        } catch (Broken garbled) {
            return new Line.Empty();
        }
    }

    /** A setting that cannot be understood costs itself, not its neighbours. */
    private static List<Setting> leniently(String text) {
        Optional<List<Setting>> all = text.isBlank() ? Optional.of(List.of()) : understoodSettings(text);
        return all.orElseGet(() -> Text.split(text, ',').stream()
                .flatMap(piece -> understoodSettings(piece).orElse(List.of()).stream())
                .toList());
    }

    private static Optional<List<Setting>> understoodSettings(String text) {
        try {
            return Optional.of(SudoersGrammar.settings(text));
        } catch (Broken garbled) {
            return Optional.empty();
        }
    }

    /** A setting's value, the last one's; empty when it is off or not set. */
    Optional<String> value(String name) {
        return last(name).flatMap(Setting::value);
    }

    /** Whether a setting is on; empty when nothing says. */
    Optional<Boolean> flag(String name) {
        return last(name).map(Setting::on);
    }

    private Optional<Setting> last(String name) {
        return settings.stream().filter(s -> s.name().equals(name)).reduce((_, later) -> later);
    }

    /**
     * Whether root's commands want a password where no tag says otherwise.
     *
     * @param names whether a command of a Defaults line means the one that is run
     */
    boolean authenticate(Predicate<String> names) {
        boolean authenticate = flag("authenticate").orElse(true);
        for (char scope : new char[] {'>', '!'}) { // runas users first, then commands (sudoers(5), "Defaults")
            for (Line.Defaults line : bound) {
                if (line.scope() == scope && means(line.bound(), scope == '>' ? SudoDefaults::isRoot : names)) {
                    for (Setting setting : line.settings()) {
                        authenticate = setting.name().equals("authenticate") ? setting.on() : authenticate;
                    }
                }
            }
        }
        return authenticate;
    }

    private static boolean isRoot(String name) {
        return name.equals("root") || name.equals("#0");
    }

    /** The last member that matches decides. */
    private static boolean means(List<Member> members, Predicate<String> one) {
        return members.reversed().stream()
                .filter(m -> m.name().equals("ALL") || one.test(m.name()))
                .findFirst()
                .map(m -> !m.negated())
                .orElse(false);
    }
}
