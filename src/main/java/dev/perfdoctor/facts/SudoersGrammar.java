package dev.perfdoctor.facts;

import dev.perfdoctor.facts.SudoersScanner.Broken;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What one logical line of a sudoers file says (sudoers(5); plugins/sudoers/gram.y). A line that sudo would refuse throws {@link Broken}.
 */
final class SudoersGrammar {
    /** A user, group, host or their alias; {@code ALL}; {@code %group}, {@code +netgroup}, {@code #id}. */
    record Member(String name, boolean negated) {
        String text() {
            return negated ? "!" + name : name;
        }
    }

    /** A command, {@code ALL} or an alias's name, with the digests its file must have. */
    record Command(List<String> digests, boolean negated, String command, Optional<String> arguments) {}

    /** A command and all that is in force for it; {@code runAs} empty for the default, a single {@code ""} for the user themselves. */
    record Spec(Optional<List<Member>> runAs, Optional<Boolean> password, SudoRule.Limits limits, Command command) {
        private static final Spec FIRST =
                new Spec(Optional.empty(), Optional.empty(), SudoRule.Limits.NONE, new Command(List.of(), false, "", Optional.empty()));
    }

    /** What is allowed on some hosts. */
    record Privilege(List<Member> hosts, List<Spec> specs) {}

    /** {@code name}, {@code !name}, {@code name=value}, {@code name+=value}. */
    record Setting(String name, boolean on, Optional<String> value) {}

    /** What a line is. */
    sealed interface Line {
        /** Who may run what. */
        record Rule(List<Member> users, List<Privilege> privileges) implements Line {}

        /** A name for several users, hosts or runas users. */
        record Names(String kind, String name, List<Member> members) implements Line {}

        /** A name for several commands. */
        record Commands(String name, List<Command> members) implements Line {}

        /** Several lines in one: aliases separated by colons. */
        record Several(List<Line> lines) implements Line {}

        /**
         * Settings.
         *
         * @param scope a blank for everybody, else {@code : @ > !} as sudoers writes it
         * @param bound whom or what they are for
         */
        record Defaults(char scope, List<Member> bound, List<Setting> settings) implements Line {}

        /** Another file or the files of a directory. */
        record Include(String path, boolean directory) implements Line {}

        /** Nothing. */
        record Empty() implements Line {}
    }

    private static final Set<String> TAGS = Set.of(
            "NOPASSWD", "PASSWD", "NOEXEC", "EXEC", "INTERCEPT", "NOINTERCEPT", "SETENV", "NOSETENV", "LOG_INPUT", "NOLOG_INPUT",
            "LOG_OUTPUT", "NOLOG_OUTPUT", "MAIL", "NOMAIL", "FOLLOW", "NOFOLLOW");
    private static final Set<String> OPTIONS = Set.of(
            "ROLE", "TYPE", "APPARMOR_PROFILE", "PRIVS", "LIMITPRIVS", "TIMEOUT", "NOTBEFORE", "NOTAFTER", "CWD", "CHROOT");
    private static final Set<String> DIGESTS = Set.of("sha224", "sha256", "sha384", "sha512");
    private static final List<String> ALIASES = List.of("User_Alias", "Runas_Alias", "Host_Alias", "Cmnd_Alias", "Cmd_Alias");

    private final SudoersScanner in;

    private SudoersGrammar(String text) {
        in = new SudoersScanner(text);
    }

    /** Understands one logical line, its continuations joined. */
    static Line line(String text) {
        String line = text.strip();
        if (line.isEmpty()) {
            return new Line.Empty();
        }
        for (String keyword : List.of("includedir", "include")) {
            if (startsWith(line, "@" + keyword) || startsWith(text, "#" + keyword)) {
                return new Line.Include(unquoted(line.substring(keyword.length() + 1).strip()), keyword.endsWith("dir"));
            }
        }
        if (new SudoersScanner(line).atEnd()) {
            return new Line.Empty();
        }
        if (line.startsWith("Defaults") && (line.length() == 8 || ":@>! \t".indexOf(line.charAt(8)) >= 0)) {
            return new SudoersGrammar(line.substring(8)).defaults(line.length() == 8 ? ' ' : line.charAt(8));
        }
        for (String keyword : ALIASES) {
            if (startsWith(line, keyword)) {
                return new SudoersGrammar(line.substring(keyword.length())).aliases(keyword);
            }
        }
        return new SudoersGrammar(line).rule();
    }

    private static boolean startsWith(String line, String keyword) {
        return line.startsWith(keyword) && line.length() > keyword.length() && Character.isWhitespace(line.charAt(keyword.length()));
    }

    private static String unquoted(String path) {
        boolean quoted = path.length() > 1 && path.startsWith("\"") && path.endsWith("\"");
        return quoted ? path.substring(1, path.length() - 1) : path.replace("\\ ", " ");
    }

    /**
     * The commands of one entry of a listing, which starts with its runas users in parentheses. What cannot be understood becomes a command
     * of its own that matches nothing: sudo-rs shows an alias it does not know as {@code ???}.
     */
    static List<Spec> listed(String entry) {
        return new SudoersGrammar(entry).specs(true);
    }

    /** The settings of a listing's Defaults, all in one line. */
    static List<Setting> settings(String text) {
        return new SudoersGrammar(text).settings();
    }

    private Line rule() {
        List<Member> users = members();
        List<Privilege> privileges = new ArrayList<>();
        do {
            List<Member> hosts = members();
            in.expect('=');
            privileges.add(new Privilege(hosts, specs(false)));
        } while (in.eat(':'));
        ended();
        return new Line.Rule(users, privileges);
    }

    private Line aliases(String kind) {
        List<Line> all = new ArrayList<>();
        do {
            String name = in.capitals();
            if (name.isEmpty() || name.equals("ALL")) {
                throw in.broken();
            }
            in.expect('=');
            all.add(kind.startsWith("Cm") ? new Line.Commands(name, commands()) : new Line.Names(kind, name, members()));
        } while (in.eat(':'));
        ended();
        return all.size() == 1 ? all.get(0) : new Line.Several(all);
    }

    private Line defaults(char scope) {
        boolean bound = ":@>!".indexOf(scope) >= 0;
        if (bound) {
            in.expect(scope);
        }
        List<Member> whom = !bound ? List.of() : scope == '!' ? boundCommands() : members();
        List<Setting> settings = settings();
        ended();
        return new Line.Defaults(bound ? scope : ' ', whom, settings);
    }

    private List<Member> boundCommands() {
        List<Member> commands = new ArrayList<>();
        do {
            boolean negated = in.negation();
            String alias = in.capitals();
            commands.add(new Member(!alias.isEmpty() ? alias : in.peek() == 's' ? in.word() : in.command(), negated));
        } while (in.eat(','));
        return commands;
    }

    private List<Setting> settings() {
        List<Setting> settings = new ArrayList<>();
        do {
            boolean off = in.negation();
            String name = in.settingName();
            if (name.isEmpty()) {
                throw in.broken();
            }
            boolean more = in.eat('+') || in.eat('-');
            boolean valued = in.eat('=');
            if (more && !valued || off && valued) {
                throw in.broken();
            }
            settings.add(new Setting(name, !off, valued ? Optional.of(in.value()) : Optional.empty()));
        } while (in.eat(','));
        return settings;
    }

    private void ended() {
        if (!in.atEnd()) {
            throw in.broken();
        }
    }

    private List<Member> members() {
        List<Member> members = new ArrayList<>();
        do {
            boolean negated = in.negation();
            String name = in.word();
            if (name.equals("%") || name.equals("%:")) {
                throw new Broken("empty group");
            }
            if (name.equals("+")) {
                throw new Broken("empty netgroup");
            }
            members.add(new Member(name, negated));
        } while (in.eat(','));
        return members;
    }

    private List<Spec> specs(boolean lenient) {
        List<Spec> specs = new ArrayList<>();
        Spec last = Spec.FIRST;
        do {
            last = spec(last, lenient);
            specs.add(last);
        } while (in.eat(','));
        return specs;
    }

    /** Tags, options and runas users hold until the next of their kind. In a file options stand before tags (gram.y, cmndspec). */
    private Spec spec(Spec before, boolean lenient) {
        Optional<List<Member>> runAs = in.peek() == '(' ? Optional.of(runAs()) : before.runAs();
        Optional<Boolean> password = before.password();
        SudoRule.Limits limits = before.limits();
        boolean tagged = false;
        while (true) {
            int start = in.mark();
            String word = in.capitals();
            if (TAGS.contains(word) && in.eat(':')) {
                password = word.equals("NOPASSWD") ? Optional.of(false) : word.equals("PASSWD") ? Optional.of(true) : password;
                tagged = true;
            } else if (OPTIONS.contains(word) && (lenient || !tagged) && in.eat('=')) {
                limits = limited(limits, word, in.value());
            } else {
                in.reset(start);
                return new Spec(runAs, password, limits, lenient ? commandOrText() : command());
            }
        }
    }

    private Command commandOrText() {
        int start = in.mark();
        try {
            return command();
        } catch (Broken notUnderstood) {
            in.reset(start);
            String rest = in.rest();
            return new Command(List.of(), false, rest.isEmpty() ? "?" : rest, Optional.empty());
        }
    }

    private List<Member> runAs() {
        in.expect('(');
        List<Member> users = in.peek() == ')' || in.peek() == ':' ? List.of(new Member("", false)) : members();
        if (in.eat(':') && in.peek() != ')') {
            members(); // groups: nobody gives perf one
        }
        in.expect(')');
        return users;
    }

    private static SudoRule.Limits limited(SudoRule.Limits limits, String option, String value) {
        return switch (option) {
            case "CHROOT" -> new SudoRule.Limits(Optional.of(value), limits.from(), limits.until());
            case "NOTBEFORE" -> new SudoRule.Limits(limits.chroot(), Optional.of(time(value)), limits.until());
            case "NOTAFTER" -> new SudoRule.Limits(limits.chroot(), limits.from(), Optional.of(time(value)));
            case "TIMEOUT" -> {
                checkTimeout(value);
                yield limits;
            }
            default -> limits;
        };
    }

    /** Generalized time of RFC 4517: {@code 20170214083000.5Z}, {@code 2017021408-0500}; without a zone it is local, here UTC. */
    private static Instant time(String value) {
        int digits = 0;
        while (digits < value.length() && Character.isDigit(value.charAt(digits))) {
            digits++;
        }
        int zone = Math.max(value.indexOf('+'), value.indexOf('-'));
        try {
            String hours = zone < 0 ? "+0000" : value.substring(zone);
            String padded = value.substring(0, digits) + "0000".substring(Math.max(0, Math.min(4, digits - 10)));
            LocalDateTime at = LocalDateTime.of(
                    Integer.parseInt(padded.substring(0, 4)),
                    Integer.parseInt(padded.substring(4, 6)),
                    Integer.parseInt(padded.substring(6, 8)),
                    Integer.parseInt(padded.substring(8, 10)),
                    Integer.parseInt(padded.substring(10, 12)),
                    Integer.parseInt(padded.substring(12, 14)));
            return at.toInstant(ZoneOffset.of(hours));
        } catch (DateTimeException | NumberFormatException | IndexOutOfBoundsException wrong) {
            throw new Broken("invalid time '" + value + "'");
        }
    }

    /** {@code 7d4h10m30s}, each part once and in this order, or plain seconds. */
    private static void checkTimeout(String value) {
        String units = "dhms";
        int unit = 0;
        int at = 0;
        while (at < value.length()) {
            int from = at;
            while (at < value.length() && Character.isDigit(value.charAt(at))) {
                at++;
            }
            int found = at < value.length() ? units.indexOf(Character.toLowerCase(value.charAt(at)), unit) : units.length();
            if (from == at || found < 0) {
                throw new Broken("invalid timeout value");
            }
            unit = found + 1;
            at++;
        }
    }

    private List<Command> commands() {
        List<Command> commands = new ArrayList<>();
        do {
            commands.add(command());
        } while (in.eat(','));
        return commands;
    }

    private Command command() {
        List<String> digests = digests();
        boolean negated = in.negation();
        String alias = in.capitals();
        if (!alias.isEmpty()) {
            return new Command(digests, negated, alias, Optional.empty());
        }
        String command = in.peek() == '/' || in.peek() == '^' ? in.command() : in.settingName();
        boolean known = command.startsWith("/") || command.startsWith("^") || command.equals("sudoedit") || command.equals("list");
        if (!known) {
            throw in.broken();
        }
        String arguments = command.endsWith("/") ? "" : in.arguments();
        return new Command(digests, negated, command, arguments.isEmpty() ? Optional.empty() : Optional.of(arguments));
    }

    private List<String> digests() {
        List<String> digests = new ArrayList<>();
        while (true) {
            int start = in.mark();
            String kind = in.peek() == 's' ? in.lettersAndDigits() : "";
            if (!DIGESTS.contains(kind) || !in.eat(':')) {
                in.reset(start);
                return digests;
            }
            digests.add(kind + ":" + in.digest());
            in.eat(',');
        }
    }
}
