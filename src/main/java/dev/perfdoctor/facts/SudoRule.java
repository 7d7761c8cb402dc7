package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One command of a sudoers rule, as {@code sudo -l} lists it or a sudoers file holds it, with the tags that are in force there.
 *
 * @param source where it stands: {@code sudo -n -l}, or {@code /etc/sudoers.d/perf:3}
 * @param runAs whom the command may be run as, each perhaps with a leading {@code !}; never empty
 * @param password what the tags say; empty where no tag stands and the Defaults decide
 * @param limits what else must hold
 * @param digests such as {@code sha256:dba7…}: the file must have one of them
 * @param negated whether the rule refuses the command
 * @param command a path, a pattern, a directory (with its final slash), a regular expression, {@code ALL} or a word such as {@code sudoedit}
 * @param arguments a pattern of the arguments; {@code ""} in quotes for none; empty for any
 */
public record SudoRule(
        String source,
        List<String> runAs,
        Optional<Boolean> password,
        Limits limits,
        List<String> digests,
        boolean negated,
        String command,
        Optional<String> arguments)
        implements RootRule {
    /** Longer texts are cut where they are shown. */
    private static final int MOST_SHOWN = 300;

    public SudoRule {
        runAs = List.copyOf(runAs);
        digests = List.copyOf(digests);
    }

    /**
     * What else must hold for a rule to count.
     *
     * @param chroot the directory the command is looked for in and run in
     * @param from not before
     * @param until not after
     */
    public record Limits(Optional<String> chroot, Optional<Instant> from, Optional<Instant> until) {
        /** None. */
        public static final Limits NONE = new Limits(Optional.empty(), Optional.empty(), Optional.empty());

        boolean holdAt(Instant now) {
            return from.map(f -> !now.isBefore(f)).orElse(true) && until.map(u -> !now.isAfter(u)).orElse(true);
        }
    }

    /** Whether its tags waive the password. */
    public boolean passwordless() {
        return password.isPresent() && !password.get();
    }

    /** The last part of the command's path; empty for {@code ALL} and directories. */
    public String name() {
        return command.substring(command.lastIndexOf('/') + 1);
    }

    /** Whether the command is written as one plain path of a file. */
    public boolean isPath() {
        return command.startsWith("/") && !command.endsWith("/") && !Glob.isPattern(command);
    }

    /** Whether a pattern or a regular expression stands for the path. */
    public boolean isPattern() {
        return PosixRegex.isRegex(command) || command.startsWith("/") && Glob.isPattern(command);
    }

    /** Whether it stands for every program of a directory. */
    public boolean isDirectory() {
        return command.startsWith("/") && command.endsWith("/") || command.endsWith("/*");
    }

    /** Whether a perf is what it is about: {@code perf}, {@code perf_6.8}, {@code perf*}; not {@code perfdoctor}, nor {@code ALL}. */
    public boolean namesPerf() {
        return !command.equals("ALL") && isPerfName(PosixRegex.isRegex(command) ? literal(name()) : name());
    }

    private static boolean isPerfName(String name) {
        if (!name.startsWith("perf")) {
            return false;
        }
        String rest = name.substring("perf".length());
        int at = !rest.isEmpty() && "_-.".indexOf(rest.charAt(0)) >= 0 ? 1 : 0;
        return rest.isEmpty() || rest.length() > at && (isDigit(rest.charAt(at)) || "*?[".indexOf(rest.charAt(at)) >= 0);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static String literal(String regex) {
        return regex.endsWith("$") ? regex.substring(0, regex.length() - 1).replace("\\", "") : regex;
    }

    /** Such as {@code (root) NOPASSWD: /usr/bin/perf record *}. */
    @Override
    public String text() {
        StringBuilder text = new StringBuilder("(").append(String.join(", ", runAs)).append(") ");
        password.ifPresent(p -> text.append(p ? "PASSWD: " : "NOPASSWD: "));
        if (!digests.isEmpty()) {
            text.append(String.join(", ", digests)).append(' ');
        }
        text.append(negated ? "!" : "").append(command);
        arguments.ifPresent(a -> text.append(' ').append(a));
        return text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "…" : text.toString();
    }

    @Override
    public Evidence evidence() {
        return new Evidence(source, text());
    }
}
