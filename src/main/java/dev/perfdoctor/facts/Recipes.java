package dev.perfdoctor.facts;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Facts;
import java.util.List;
import java.util.Map;

/**
 * The exact command lines for this machine, best first, and a few words on what serves each activity. A recipe never names a CPU outside
 * the allowed set and never a program that does not start.
 */
public record Recipes(Map<Activity, List<String>> commands, Map<Activity, String> details) {
    /** Those of this machine. */
    public static Recipes of(Facts facts) {
        return facts.once(Recipes.class, Recipes::gather);
    }

    /** None, for when facts could not be had in time. */
    public static Recipes none() {
        return new Recipes(Map.of(), Map.of());
    }

    private static Recipes gather(Facts facts) {
        return none();
    }

    /** Command lines for this activity; empty where none works. */
    public List<String> commands(Activity activity) {
        return commands.getOrDefault(activity, List.of());
    }

    /** What serves it, such as "perf 7.1.3"; may be empty. */
    public String detail(Activity activity) {
        return details.getOrDefault(activity, "");
    }
}
