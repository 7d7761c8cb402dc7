package dev.perfdoctor.api;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who and what a machine says it is: uname(2), the user, the environment, the working directory, its now.
 *
 * @param release uname release, such as {@code 6.8.0-40-generic}; empty when unknown
 * @param version uname version, such as {@code #40-Ubuntu SMP …}; empty when unknown
 * @param machine uname machine, such as {@code x86_64}; empty when unknown
 * @param nodename uname nodename; empty when unknown
 * @param user empty when a tree holds no user
 * @param environment variables of the user's session, as the program inherited them
 * @param directory the working directory; empty when unknown or gone
 * @param now the machine's time: ages are computed from it
 */
public record Identity(
        String sysname,
        String release,
        String version,
        String machine,
        String nodename,
        Optional<User> user,
        Map<String, String> environment,
        String directory,
        Instant now) {
    /** The calling user, by effective ids. */
    public record User(String name, long uid, long gid, List<String> groups) {
        /** Whether this is uid 0, which proves no capability. */
        public boolean isRoot() {
            return uid == 0;
        }
    }

    /** An environment variable that is set and not empty. */
    public Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(v -> !v.isEmpty());
    }
}
