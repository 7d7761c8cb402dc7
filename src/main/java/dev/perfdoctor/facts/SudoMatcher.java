package dev.perfdoctor.facts;

import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Whether a rule's command is the one that shall be run, as a given sudo compares them
 * (plugins/sudoers/match_command.c of sudo 1.9.5 to 1.9.17; src/sudoers/mod.rs of sudo-rs).
 */
final class SudoMatcher {
    private final Host host;
    private final SudoDialect dialect;
    private final SudoDigests digests;
    private final Map<String, Reading<String>> directories;

    /**
     * For one machine and one kind of sudo.
     *
     * @param directories directories with their links resolved, as far as they were looked at: matchers may share it
     */
    SudoMatcher(Host host, SudoDialect dialect, SudoDigests digests, Map<String, Reading<String>> directories) {
        this.host = host;
        this.dialect = dialect;
        this.digests = digests;
        this.directories = directories;
    }

    /** The answer to one comparison. */
    sealed interface Match {
        /** It is. */
        record Yes() implements Match {}

        /** It is not. */
        record No() implements Match {}

        /** A file or directory that decides could not be looked at. */
        record Unclear(Unread<?> because) implements Match {}

        /** A match if this holds. */
        static Match when(boolean holds) {
            return holds ? new Yes() : new No();
        }
    }

    /** Whether a rule's command, its arguments and its digests fit. */
    Match matches(SudoRule rule, String path, List<String> arguments) {
        if (rule.limits().chroot().filter(c -> !c.equals("*")).isPresent()) {
            return new Match.No(); // runs in another root: not the perf that is meant
        }
        if (!argumentsFit(rule, arguments)) {
            return new Match.No();
        }
        Match file = matchesFile(rule, path);
        return file instanceof Match.Yes && !rule.digests().isEmpty() ? digests.match(path, rule.digests()) : file;
    }

    /** Whether the rule's command means this file, whatever the arguments and digests. */
    Match matchesFile(SudoRule rule, String path) {
        String command = rule.command();
        if (command.equals("ALL")) {
            return new Match.Yes();
        }
        if (dialect.rs()) {
            return Match.when(command.startsWith("/") && Glob.matchesPath(rsPattern(command), rsPath(path)));
        }
        if (dialect.knowsRegex() && PosixRegex.isRegex(command)) {
            return Match.when(PosixRegex.matches(command, path) && !host.stat(path).isAbsent());
        }
        if (!command.startsWith("/")) {
            return new Match.No(); // sudoedit, list
        }
        if (Glob.isPattern(command)) {
            return matchesGlob(command, path);
        }
        return command.endsWith("/") ? matchesDirectory(command, path) : matchesPlain(command, path);
    }

    private Match matchesPlain(String command, String path) {
        if (command.equals(path)) {
            return new Match.Yes(); // the same file, or neither exists and the strings are compared
        }
        if (!name(command).equals(name(path))) {
            return new Match.No();
        }
        Match sameDirectory = dialect.comparesDirectories() ? sameDirectory(directory(command), directory(path)) : new Match.Yes();
        return sameDirectory instanceof Match.Yes ? sameFile(command, path) : sameDirectory;
    }

    /** A path that the pattern gives literally matches; else one of the paths it gives must be the same file under the same name. */
    private Match matchesGlob(String pattern, String path) {
        if (Glob.matchesPath(pattern, path) && !host.stat(path).isAbsent()) {
            return new Match.Yes();
        }
        String last = name(pattern);
        if (!last.isEmpty() && !Glob.matches(last, name(path))) {
            return new Match.No();
        }
        return switch (Glob.expand(host, pattern.endsWith("/") ? pattern.substring(0, pattern.length() - 1) : pattern)) {
            case Present<List<String>> found -> anyOf(found.value(), pattern.endsWith("/"), path);
            case Absent<List<String>> _ -> new Match.No();
            case Unread<List<String>> unread -> new Match.Unclear(unread);
        };
    }

    private Match anyOf(List<String> found, boolean directories, String path) {
        Match answer = new Match.No();
        for (String each : found) {
            Match match = directories ? matchesDirectory(each + "/", path) : matchesPlain(each, path);
            if (match instanceof Match.Yes) {
                return match;
            }
            answer = match instanceof Match.Unclear ? match : answer;
        }
        return answer;
    }

    private Match matchesDirectory(String directory, String path) {
        String plain = directory.length() > 1 ? directory.substring(0, directory.length() - 1) : directory;
        Match same = dialect.comparesDirectories() ? sameDirectory(plain, directory(path)) : new Match.Yes();
        if (!(same instanceof Match.Yes)) {
            return same;
        }
        String inside = directory + name(path);
        return host.stat(inside).isAbsent() ? new Match.No() : sameFile(inside, path);
    }

    private Match sameDirectory(String one, String other) {
        if (one.equals(other)) {
            return new Match.Yes();
        }
        Reading<String> first = resolved(one);
        Reading<String> second = resolved(other);
        if (first instanceof Unread<String> unread) {
            return new Match.Unclear(unread);
        }
        if (second instanceof Unread<String> unread) {
            return new Match.Unclear(unread);
        }
        // a directory that does not exist is not compared: the files then are, and one is missing
        boolean both = first.isPresent() && second.isPresent();
        return Match.when(!both || first.orElse(one).equals(second.orElse(other)));
    }

    private Reading<String> resolved(String directory) {
        return directories.computeIfAbsent(directory, d -> host.realPath(d.isEmpty() ? "/" : d));
    }

    /** By path with all links resolved, then, for hard links, by device and inode where they are known. */
    private Match sameFile(String one, String other) {
        if (one.equals(other)) {
            return new Match.Yes();
        }
        Reading<String> first = host.realPath(one);
        Reading<String> second = host.realPath(other);
        if (first.isAbsent() || second.isAbsent()) {
            return new Match.No(); // one of them does not exist and their strings differ
        }
        if (first instanceof Unread<String> unread) {
            return new Match.Unclear(unread);
        }
        if (second instanceof Unread<String> unread) {
            return new Match.Unclear(unread);
        }
        return Match.when(first.orElse(one).equals(second.orElse(other)) || sameInode(one, other));
    }

    private boolean sameInode(String one, String other) {
        return host.stat(one) instanceof Present<Stat> a
                && host.stat(other) instanceof Present<Stat> b
                && known(a.value().inode(), b.value().inode())
                && known(a.value().device(), b.value().device());
    }

    private static boolean known(OptionalLong one, OptionalLong other) {
        return one.isPresent() && one.equals(other);
    }

    /** sudo-rs resolves a pattern's directory when the whole of it exists, and reads {@code DIR/} as {@code DIR/*}. */
    private String rsPattern(String command) {
        boolean directory = command.length() > 1 && command.endsWith("/");
        String plain = directory ? command.substring(0, command.length() - 1) : command;
        return rsPath(plain) + (directory ? "/*" : "");
    }

    private String rsPath(String path) {
        boolean exists = !host.stat(path).isAbsent();
        return exists && resolved(directory(path)) instanceof Present<String> real
                ? (real.value().equals("/") ? "" : real.value()) + "/" + name(path)
                : path;
    }

    private boolean argumentsFit(SudoRule rule, List<String> arguments) {
        if (rule.arguments().isEmpty()) {
            return true;
        }
        String wanted = rule.arguments().get();
        if (dialect.rs()) {
            return rsArgumentsFit(Text.words(wanted), arguments);
        }
        if (wanted.equals("\"\"")) {
            return arguments.isEmpty();
        }
        String given = String.join(" ", arguments);
        return dialect.knowsRegex() && PosixRegex.isRegex(wanted) ? PosixRegex.matches(wanted, given) : Glob.matches(wanted, given);
    }

    private boolean rsArgumentsFit(List<String> wanted, List<String> given) {
        String last = wanted.getLast();
        if (last.equals("*") && dialect == SudoDialect.RS) {
            List<String> first = wanted.subList(0, wanted.size() - 1);
            return given.size() >= first.size() && given.subList(0, first.size()).equals(first);
        }
        List<String> exact = new ArrayList<>(wanted);
        if (last.equals("\"\"")) {
            exact.removeLast();
        }
        return exact.equals(given);
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static String directory(String path) {
        return path.substring(0, Math.max(path.lastIndexOf('/'), 0));
    }
}
