package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import java.util.Optional;

/** Where PATH leads for a name. */
public final class OnPath {
    private OnPath() {}

    /** The first executable file of this name; absent only when every absolute entry of PATH could be looked at. */
    public static Reading<String> of(Facts facts, String name) {
        Optional<Unread<String>> obstacle = Optional.empty();
        for (String directory : SearchPath.of(facts).directories()) {
            String file = directory + "/" + name;
            Reading<Stat> stat = facts.host().stat(file);
            if (stat instanceof Present<Stat> found && found.value().isRegular() && found.value().isExecutable()) {
                return found.with(file);
            }
            if (stat instanceof Unread<Stat> unread && unread.why() != Reading.Why.DENIED) { // a shell passes over what it may not enter
                obstacle = Optional.of(unread.cast());
            }
        }
        return obstacle.<Reading<String>>map(u -> u).orElse(new Absent<>("PATH"));
    }
}
