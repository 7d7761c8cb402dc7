package dev.perfdoctor.api;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What the user asked of a run.
 *
 * @param asked the activities asked for, never empty
 * @param targets paths given by {@code --target}
 * @param pid the process given by {@code --pid}
 * @param sudo whether {@code sudo -n -l} may be asked; {@code --no-sudo} turns it off
 * @param configuration what configuration files describe
 */
public record Request(Set<Activity> asked, List<String> targets, OptionalInt pid, boolean sudo, Configuration configuration) {
    /** A request without a configuration file. */
    public Request(Set<Activity> asked, List<String> targets, OptionalInt pid, boolean sudo) {
        this(asked, targets, pid, sudo, Configuration.none());
    }

    /** The usual activities, nothing else. */
    public static Request usual() {
        return new Request(Set.copyOf(Activity.USUAL), List.of(), OptionalInt.empty(), true);
    }

    /** The same request, with what configuration files describe. */
    public Request with(Configuration described) {
        return new Request(asked, targets, pid, sudo, described);
    }

    /** Whether any of these is asked for. */
    public boolean asks(Activity... activities) {
        for (Activity activity : activities) {
            if (asked.contains(activity)) {
                return true;
            }
        }
        return false;
    }
}
