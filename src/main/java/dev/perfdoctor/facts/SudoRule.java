package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import java.util.List;
import java.util.Optional;

/**
 * One command of a sudoers rule, as {@code sudo -l} lists it or a sudoers file holds it, with the tags that were in force there.
 *
 * @param source where it stands: {@code sudo -n -l}, or {@code /etc/sudoers.d/perf:3}
 * @param text the line it is part of
 * @param runAs whom the command may be run as, each perhaps with a leading {@code !}; never empty
 * @param password what the tags say; empty where no tag stands and the Defaults decide
 * @param digests such as {@code sha256:dba7…}: the file must have one of them
 * @param negated whether the rule refuses the command
 * @param command a path, a pattern, a directory (with its final slash), a regular expression, {@code ALL} or a word such as {@code sudoedit}
 * @param arguments a pattern of the arguments; {@code ""} in quotes for none; empty for any
 */
public record SudoRule(
        String source,
        String text,
        List<String> runAs,
        Optional<Boolean> password,
        List<String> digests,
        boolean negated,
        String command,
        Optional<String> arguments) {
    public SudoRule {
        runAs = List.copyOf(runAs);
        digests = List.copyOf(digests);
    }

    /** The line and where it stands. */
    public Evidence evidence() {
        return new Evidence(source, text);
    }
}
