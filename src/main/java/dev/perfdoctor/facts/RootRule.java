package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;

/** A rule that lets somebody run a command as root: sudo's or doas's. */
public sealed interface RootRule permits SudoRule, DoasRule {
    /** The path or pattern it names. */
    String command();

    /** The rule and where it stands. */
    Evidence evidence();

    /** The rule in its file's own words. */
    default String text() {
        return evidence().observed();
    }
}
