package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Identity;
import dev.perfdoctor.api.Stat;
import java.util.Optional;

/** Whether the calling user may write a file or a directory, by its mode (path_resolution(7)); access control lists are not looked at. */
final class Permissions {
    private Permissions() {}

    /** True also where it is not known who asks, or which groups are theirs: nobody is told of a wall that may have a door. */
    static boolean mayWrite(Facts facts, Stat stat) {
        Optional<Identity.User> user = Credentials.user(facts);
        if (user.isEmpty() || user.get().isRoot()) {
            return true;
        }
        if (user.get().uid() == stat.uid()) {
            return (stat.mode() & 0200) != 0;
        }
        return (stat.mode() & 022) != 0;
    }
}
