package dev.perfdoctor.api;

import java.util.List;
import java.util.Set;

/**
 * A plug-in: a few questions over facts, each answered by one {@link Finding}. Pure: the same host gives the same answer. Parses nothing,
 * prints nothing, reads nothing itself.
 */
public interface Check {
    /** The name in codes, pages and cases, such as {@code perf-binary}. */
    String id();

    /** The activities it can affect or explain; it is not run when none of them is asked for, unless {@link #always()}. */
    Set<Activity> concerns();

    /** Whether it runs whatever is asked for. */
    default boolean always() {
        return false;
    }

    /** One finding per question, in reading order; never null. */
    List<Finding> examine(Facts facts);
}
