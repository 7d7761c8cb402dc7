package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** doas for one user (doas.conf(5); OpenDoas 6.8, doas.c and parse.y): the last rule that matches decides, commands are compared as strings. */
final class Doas {
    private static final String MAIN = "/etc/doas.conf";
    /** Alpine's doas reads the files of this directory too, those that end in .conf. */
    private static final String DIRECTORY = "/etc/doas.d";
    /** Where doas searches a command that a rule names without a path (doas.c, safepath). */
    private static final String SAFE_PATH = "/bin:/sbin:/usr/bin:/usr/sbin:/usr/local/bin:/usr/local/sbin";

    private static final List<String> ARGUMENTS = List.of("stat", "-a", "--", "true");

    private final Facts facts;
    private final Host host;
    private final SudoUser user;

    Doas(Facts facts, SudoUser user) {
        this.facts = facts;
        this.host = facts.host();
        this.user = user;
    }

    SudoPolicy answer() {
        return switch (RootTool.find(facts, "doas")) {
            case Absent<String> _ -> new SudoPolicy.NoSudo();
            case Unread<String> unread -> new SudoPolicy.Unknown(unread);
            case Present<String> doas -> RootTool.obstacle(facts, "doas", doas.value()).orElseGet(this::byConfiguration);
        };
    }

    private SudoPolicy byConfiguration() {
        if (host.stat(MAIN) instanceof Present<Stat> s && ((s.value().mode() & 022) != 0 || s.value().uid() != 0)) {
            String why = "it is not root's alone to write, so doas is not enabled";
            Evidence mode = new Evidence(MAIN, "mode %04o, owner %d".formatted(s.value().mode(), s.value().uid()));
            return new SudoPolicy.Ignored(MAIN, SudoPolicy.Reason.INSECURE, why, mode);
        }
        return switch (rules()) {
            case Present<List<DoasRule>> rules -> decided(rules.value(), rules.evidence());
            case Absent<List<DoasRule>> _ -> new SudoPolicy.NoSudo(); // "doas is not enabled, /etc/doas.conf: No such file or directory"
            case Unread<List<DoasRule>> unread -> new SudoPolicy.Unknown(unread);
        };
    }

    private Reading<List<DoasRule>> rules() {
        List<DoasRule> all = new ArrayList<>();
        Reading<String> main = host.read(MAIN);
        if (main instanceof Unread<String> unread) {
            return unread.cast();
        }
        all.addAll(parse(MAIN, main.orElse("")));
        List<String> names = host.list(DIRECTORY).orElse(List.of());
        for (String name : names) {
            if (name.endsWith(".conf")) {
                switch (host.read(DIRECTORY + "/" + name)) {
                    case Present<String> text -> all.addAll(parse(DIRECTORY + "/" + name, text.value()));
                    case Absent<String> _ -> {}
                    case Unread<String> unread -> {
                        return unread.cast();
                    }
                }
            }
        }
        return all.isEmpty() && main.isAbsent() ? new Absent<>(MAIN) : new Present<>(all, new Evidence(MAIN, all.size() + " rules"));
    }

    /**
     * The rules of one file, what cannot be understood left out.
     *
     * <pre>
     * permit persist :wheel
     * permit nopass dev as root cmd /usr/sbin/perf args stat
     * </pre>
     */
    static List<DoasRule> parse(String file, String text) {
        List<DoasRule> rules = new ArrayList<>();
        for (SudoersFiles.Numbered line : SudoersFiles.logicalLines(text)) {
            rule(file + ":" + line.number(), line.text()).ifPresent(rules::add);
        }
        return rules;
    }

    private static Optional<DoasRule> rule(String source, String line) {
        List<String> words = words(line);
        int at = 0;
        if (words.isEmpty() || !words.get(0).equals("permit") && !words.get(0).equals("deny")) {
            return Optional.empty();
        }
        boolean permit = words.get(at++).equals("permit");
        boolean nopass = false;
        while (at < words.size() && List.of("nopass", "persist", "nolog", "keepenv", "setenv").contains(words.get(at))) {
            nopass |= words.get(at).equals("nopass");
            at = words.get(at).equals("setenv") ? Math.max(at, words.indexOf("}")) + 1 : at + 1;
        }
        if (at >= words.size()) {
            return Optional.empty();
        }
        String identity = words.get(at++);
        Optional<String> target = Optional.empty();
        if (at + 1 < words.size() && words.get(at).equals("as")) {
            target = Optional.of(words.get(at + 1));
            at += 2;
        }
        String command = "";
        if (at + 1 < words.size() && words.get(at).equals("cmd")) {
            command = words.get(at + 1);
            at += 2;
        }
        Optional<List<String>> arguments =
                at < words.size() && words.get(at).equals("args") ? Optional.of(words.subList(at + 1, words.size())) : Optional.empty();
        return Optional.of(new DoasRule(source, line.strip(), permit, nopass, identity, target, command, arguments));
    }

    /** Words with quotes and backslashes undone, up to a comment; braces stand for themselves. */
    static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean started = false;
        boolean quoted = false;
        for (int at = 0; at < line.length(); at++) {
            char c = line.charAt(at);
            if (c == '\\' && at + 1 < line.length()) {
                word.append(line.charAt(++at));
                started = true;
            } else if (c == '"') {
                quoted = !quoted;
                started = true;
            } else if (!quoted && c == '#') {
                break;
            } else if (!quoted && (Character.isWhitespace(c) || c == '{' || c == '}')) {
                if (started) {
                    words.add(word.toString());
                }
                word.setLength(0);
                started = false;
                if (c == '{' || c == '}') {
                    words.add(String.valueOf(c));
                }
            } else {
                word.append(c);
                started = true;
            }
        }
        if (started) {
            words.add(word.toString());
        }
        return words;
    }

    private SudoPolicy decided(List<DoasRule> rules, Evidence source) {
        PerfInUse inUse = PerfInUse.of(facts);
        if (inUse instanceof PerfInUse.Unknown unknown) {
            return new SudoPolicy.Unknown(unknown.because());
        }
        String path = inUse instanceof PerfInUse.Working working ? working.path() : inUse instanceof PerfInUse.Broken b ? b.program().path() : "";
        for (String typed : List.of("perf", path)) {
            Optional<DoasRule> last = last(rules, typed);
            boolean found = typed.startsWith("/") || typed.equals("perf") && RootTool.in(host, SAFE_PATH, "perf").isPresent();
            if (found && last.isPresent() && last.get().permit() && last.get().nopass()) {
                return new SudoPolicy.Allowed("doas " + Shell.quote(typed), last.get(), Optional.empty());
            }
        }
        return refused(rules, path, source);
    }

    private Optional<DoasRule> last(List<DoasRule> rules, String typed) {
        return rules.reversed().stream().filter(r -> r.matches(user, typed, ARGUMENTS)).findFirst();
    }

    private SudoPolicy refused(List<DoasRule> rules, String perf, Evidence source) {
        for (String typed : List.of("perf", perf)) {
            Optional<DoasRule> cancelled = rules.reversed().stream()
                    .filter(r -> r.permit() && r.nopass() && r.matches(user, typed, ARGUMENTS))
                    .findFirst();
            Optional<DoasRule> by = last(rules, typed);
            if (cancelled.isPresent() && by.isPresent() && by.get().permit()) {
                return new SudoPolicy.PasswordRequired("doas", typed, cancelled.map(RootRule.class::cast), by.get());
            }
        }
        List<DoasRule> forPerf = rules.stream()
                .filter(r -> r.permit() && r.nopass() && r.namesPerf() && r.matches(user, r.command(), r.arguments().orElse(List.of())))
                .toList();
        if (forPerf.isEmpty()) {
            return new SudoPolicy.NoRule("doas", source);
        }
        Optional<DoasRule> pinned = forPerf.stream().filter(r -> r.command().equals("perf") || r.command().equals(perf)).findFirst();
        if (pinned.isPresent()) {
            return new SudoPolicy.OtherArguments("doas", perf, pinned.get());
        }
        return mismatch(rules, forPerf, perf);
    }

    private SudoPolicy mismatch(List<DoasRule> rules, List<DoasRule> forPerf, String perf) {
        List<RootRule> there = new ArrayList<>(forPerf.stream().filter(r -> !isGone(r)).toList());
        List<DoasRule> gone = forPerf.stream().filter(this::isGone).toList();
        Optional<RootRule> later = last(rules, perf).filter(DoasRule::permit).map(RootRule.class::cast);
        if (there.isEmpty()) {
            return new SudoPolicy.RuleFileGone("doas", List.copyOf(gone), perf, later);
        }
        List<String> working = there.stream()
                .map(RootRule::command)
                .filter(c -> last(rules, c).map(r -> r.permit() && r.nopass()).orElse(false))
                .distinct()
                .toList();
        there.addAll(gone);
        boolean same = RootTool.lead(host, there.getFirst().command(), perf);
        return new SudoPolicy.Mismatch("doas", there, perf, same, working, later);
    }

    private boolean isGone(DoasRule rule) {
        return rule.command().startsWith("/") && host.stat(rule.command()).isAbsent();
    }
}
