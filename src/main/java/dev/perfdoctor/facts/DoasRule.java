package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import java.util.List;
import java.util.Optional;

/**
 * One line of doas's configuration (doas.conf(5)).
 *
 * @param source such as {@code /etc/doas.conf:2}
 * @param line as it stands there
 * @param permit whether it permits; else it denies
 * @param nopass whether no password is asked
 * @param identity a user, or a group with a leading colon
 * @param target whom the command may be run as; empty for anybody
 * @param command compared as a string with what is typed; empty for any command
 * @param arguments exactly these; empty for any
 */
public record DoasRule(
        String source,
        String line,
        boolean permit,
        boolean nopass,
        String identity,
        Optional<String> target,
        String command,
        Optional<List<String>> arguments)
        implements RootRule {
    public DoasRule {
        arguments = arguments.map(List::copyOf);
    }

    @Override
    public Evidence evidence() {
        return new Evidence(source, line);
    }

    /** Whether the last part of the command is a perf's name. */
    boolean namesPerf() {
        String name = command.substring(command.lastIndexOf('/') + 1);
        return name.equals("perf") || name.startsWith("perf_");
    }

    /** Whether it is about this command line, run as root by this user. */
    boolean matches(SudoUser user, String typed, List<String> given) {
        String member = identity.startsWith(":") ? "%" + identity.substring(1) : identity;
        return user.isMeantBy(member)
                && target.map(t -> t.equals("root") || t.equals("0")).orElse(true)
                && (command.isEmpty() || command.equals(typed) && arguments.map(a -> a.equals(given)).orElse(true));
    }
}
