package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.facts.SudoersFiles.Placed;
import dev.perfdoctor.facts.SudoersGrammar.Command;
import dev.perfdoctor.facts.SudoersGrammar.Line;
import dev.perfdoctor.facts.SudoersGrammar.Member;
import dev.perfdoctor.facts.SudoersGrammar.Privilege;
import dev.perfdoctor.facts.SudoersGrammar.Spec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The sudoers files as far as this user may read them: {@code /etc/sudoers} and what it includes. Ordinary users may read none.
 */
final class Sudoers {
    /** An alias of aliases of aliases … is cut where no administrator would be. */
    private static final int MOST_RULES = 100_000;

    private final Host host;
    private final List<Placed> lines;
    private final List<SudoersFiles.Skipped> skipped;
    private final List<Unread<?>> gaps;
    private final Map<String, List<Member>> names = new HashMap<>();
    private final Map<String, List<Command>> commands = new HashMap<>();

    private Sudoers(Host host, SudoersFiles files) {
        this.host = host;
        this.lines = files.lines();
        this.skipped = files.skipped();
        this.gaps = files.gaps();
        lines.forEach(placed -> define(placed.line()));
    }

    /** Those of this machine. */
    static Sudoers of(Facts facts) {
        return facts.once(Sudoers.class, f -> new Sudoers(f.host(), SudoersFiles.read(f.host())));
    }

    /** The first definition counts: sudo refuses a second. */
    private void define(Line line) {
        switch (line) {
            case Line.Names alias -> names.putIfAbsent(alias.kind() + " " + alias.name(), alias.members());
            case Line.Commands alias -> commands.putIfAbsent(alias.name(), alias.members());
            case Line.Several several -> several.lines().forEach(this::define);
            case Line.Rule _, Line.Defaults _, Line.Include _, Line.Empty _ -> {}
        }
    }

    /** What could not be read; empty when every file was. */
    List<Unread<?>> gaps() {
        return gaps;
    }

    /** Whether there are sudoers files and all of them were read. */
    boolean isComplete() {
        return gaps.isEmpty() && !lines.isEmpty();
    }

    /**
     * A rule that would let somebody run perf as root without a password, were it read.
     *
     * @param members whom it names, as far as it can be understood: {@code dev}, {@code %perf}, {@code #1000}, {@code ALL}
     */
    record Ignored(SudoPolicy.Ignored as, List<String> members) {
        Ignored {
            members = List.copyOf(members);
        }
    }

    /** The rules that sudo does not read. */
    List<Ignored> ignored() {
        List<Ignored> all = new ArrayList<>();
        for (SudoersFiles.Skipped file : skipped) {
            List<Placed> with = new ArrayList<>(lines.stream().filter(p -> !(p.line() instanceof Line.Rule)).toList());
            with.addAll(file.lines());
            Sudoers as = new Sudoers(host, new SudoersFiles(with, List.of(), List.of()));
            file.lines().stream()
                    .filter(as::wouldGivePerf)
                    .findFirst()
                    .map(p -> new Ignored(
                            new SudoPolicy.Ignored(file.file(), file.reason(), file.why(), p.evidence()), as.membersIn(p)))
                    .ifPresent(all::add);
        }
        return all;
    }

    private boolean wouldGivePerf(Placed placed) {
        return switch (placed.line()) {
            case Line.Rule rule -> gives(rule, placed, r -> r.namesPerf() || r.command().equals("ALL"));
            case Line.Empty _ -> mentionsPerf(placed.text());
            case Line.Names _, Line.Commands _, Line.Several _, Line.Defaults _, Line.Include _ -> false;
        };
    }

    /** For lines that cannot be understood. */
    static boolean mentionsPerf(String line) {
        String text = line.strip();
        return !text.startsWith("#")
                && text.contains("NOPASSWD")
                && Text.words(text.replace(',', ' ')).stream()
                        .map(word -> word.substring(word.lastIndexOf('/') + 1))
                        .anyMatch(name -> name.equals("perf") || name.startsWith("perf_") || name.startsWith("perf*"));
    }

    private List<String> membersIn(Placed placed) {
        Set<String> found = new LinkedHashSet<>();
        if (placed.line() instanceof Line.Rule rule) {
            rule.users().stream().filter(m -> !m.negated()).forEach(m -> collect(m.name(), found, new HashSet<>()));
        } else {
            Text.words(placed.text()).stream().findFirst().ifPresent(found::add);
        }
        return List.copyOf(found);
    }

    /** The rules for a user, in the order in which they count. */
    List<SudoRule> rulesFor(SudoUser user) {
        List<SudoRule> rules = new ArrayList<>();
        for (Placed placed : lines) {
            if (placed.line() instanceof Line.Rule rule && means(rule.users(), "User_Alias", user::isMeantBy)) {
                for (Privilege privilege : rule.privileges()) {
                    if (means(privilege.hosts(), "Host_Alias", this::isThisHost)) {
                        privilege.specs().forEach(spec -> add(spec, placed.source(), user, rules));
                    }
                }
            }
        }
        return rules;
    }

    /** The Defaults for a user. */
    SudoDefaults defaultsFor(SudoUser user) {
        List<SudoersGrammar.Setting> settings = new ArrayList<>();
        List<Line.Defaults> bound = new ArrayList<>();
        for (Placed placed : lines) {
            if (placed.line() instanceof Line.Defaults line) {
                switch (line.scope()) {
                    case ':' -> settings.addAll(means(line.bound(), "User_Alias", user::isMeantBy) ? line.settings() : List.of());
                    case '@' -> settings.addAll(means(line.bound(), "Host_Alias", this::isThisHost) ? line.settings() : List.of());
                    case '>', '!' -> bound.add(line);
                    default -> settings.addAll(line.settings());
                }
            }
        }
        return new SudoDefaults(settings, bound);
    }

    /** To whom rules give some perf by name without a password: {@code dev}, {@code %perf}, {@code #1000}, {@code ALL}. */
    List<String> membersWithPerf() {
        Set<String> found = new LinkedHashSet<>();
        for (Placed placed : lines) {
            if (placed.line() instanceof Line.Rule rule && gives(rule, placed, SudoRule::namesPerf)) {
                rule.users().stream().filter(m -> !m.negated()).forEach(m -> collect(m.name(), found, new HashSet<>()));
            }
        }
        return List.copyOf(found);
    }

    private boolean gives(Line.Rule rule, Placed placed, Predicate<SudoRule> perf) {
        List<SudoRule> rules = new ArrayList<>();
        SudoUser anybody = new SudoUser("", OptionalLong.empty(), List.of());
        rule.privileges().forEach(p -> p.specs().forEach(spec -> add(spec, placed.source(), anybody, rules)));
        return rules.stream().anyMatch(r -> r.passwordless() && !r.negated() && SudoRules.meansRoot(r.runAs()) && perf.test(r));
    }

    private void collect(String name, Set<String> found, Set<String> seen) {
        List<Member> alias = names.get("User_Alias " + name);
        if (alias == null) {
            if (!name.startsWith("+")) { // which users a netgroup has, only a directory service knows
                found.add(name);
            }
        } else if (seen.add(name)) {
            alias.stream().filter(m -> !m.negated()).forEach(m -> collect(m.name(), found, seen));
        }
    }

    private void add(Spec spec, String source, SudoUser user, List<SudoRule> rules) {
        List<String> runAs = spec.runAs().map(list -> expanded(list, user)).orElse(List.of("root"));
        for (Command command : expanded(spec.command(), new HashSet<>())) {
            if (rules.size() < MOST_RULES) {
                rules.add(new SudoRule(
                        source,
                        runAs,
                        spec.password(),
                        spec.limits(),
                        command.digests(),
                        command.negated(),
                        command.command(),
                        command.arguments()));
            }
        }
    }

    private List<String> expanded(List<Member> runAs, SudoUser user) {
        List<String> all = new ArrayList<>();
        for (Member member : runAs) {
            List<Member> alias = names.get("Runas_Alias " + member.name());
            if (alias == null) {
                all.add(member.name().isEmpty() ? user.name() : member.text());
            } else {
                alias.forEach(m -> all.add(new Member(m.name(), m.negated() != member.negated()).text()));
            }
        }
        return all;
    }

    private List<Command> expanded(Command command, Set<String> within) {
        List<Command> alias = commands.get(command.command());
        if (alias == null || !within.add(command.command())) {
            return List.of(command);
        }
        List<Command> all = new ArrayList<>();
        for (Command member : alias) {
            Command same = new Command(
                    member.digests(), member.negated() != command.negated(), member.command(), member.arguments());
            if (all.size() < MOST_RULES) {
                all.addAll(expanded(same, within));
            }
        }
        within.remove(command.command());
        return all;
    }

    /** The last member that matches decides; an alias that says nothing of it leaves the question to the others. */
    private boolean means(List<Member> members, String kind, Predicate<String> one) {
        return says(members, kind, one, new HashSet<>()).orElse(false);
    }

    private Optional<Boolean> says(List<Member> members, String kind, Predicate<String> one, Set<String> within) {
        for (Member member : members.reversed()) {
            List<Member> alias = names.get(kind + " " + member.name());
            Optional<Boolean> answer = alias == null
                    ? one.test(member.name()) ? Optional.of(true) : Optional.empty()
                    : within.add(member.name()) ? says(alias, kind, one, within) : Optional.empty();
            if (answer.isPresent()) {
                return Optional.of(answer.get() != member.negated());
            }
        }
        return Optional.empty();
    }

    /** Names only: which addresses and netgroups this host has is not looked up. */
    private boolean isThisHost(String name) {
        String host = this.host.identity().nodename();
        String mine = name.indexOf('.') >= 0 || host.indexOf('.') < 0 ? host : host.substring(0, host.indexOf('.'));
        return name.equals("ALL") || !mine.isEmpty() && Glob.matches(name.toLowerCase(Locale.ROOT), mine.toLowerCase(Locale.ROOT));
    }
}
