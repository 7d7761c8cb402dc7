package dev.perfdoctor.facts;

import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import java.util.Set;

/** Why a program did not start, where that tells nothing of the program. */
public final class StartObstacle {
    /** What this process or this machine had no more of (fork(2), pipe(2), open(2)), a file that is being written, and a run cut short. */
    private static final Set<String> OF_THE_MOMENT = Set.of(
            "timeout",
            "interrupted",
            "Too many open files",
            "Too many open files in system",
            "Resource temporarily unavailable",
            "Cannot allocate memory",
            "Text file busy");

    private StartObstacle() {}

    /** Whether the same program may well start at another time or under other limits: nothing is to be mended about it. */
    public static boolean isNotOfTheProgram(Unread<?> unread) {
        return unread.why() == Why.FAILED && OF_THE_MOMENT.contains(unread.detail());
    }
}
