package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Identity;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import dev.perfdoctor.api.Stat;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether the calling user may execute a file, by its mode (path_resolution(7)); access control lists are not looked at. */
final class Execution {
    /** The names of groups by number. */
    record Groups(Map<Long, String> names, Reading<String> reading) {}

    private Execution() {}

    /** Unread where the owner's group cannot be named. */
    static Reading<Boolean> allowed(Facts facts, Stat stat) {
        Evidence mode = new Evidence("mode", "%04o owner %d:%d".formatted(stat.mode(), stat.uid(), stat.gid()));
        Optional<Identity.User> user = Credentials.user(facts);
        if (!stat.isExecutable() || user.isEmpty() || user.get().isRoot() || (stat.mode() & 0111) == 0111) {
            return new Present<>(stat.isExecutable(), mode);
        }
        if (user.get().uid() == stat.uid()) {
            return new Present<>((stat.mode() & 0100) != 0, mode);
        }
        if (user.get().gid() == stat.gid()) {
            return new Present<>((stat.mode() & 010) != 0, mode);
        }
        return byGroup(facts, stat, user.get()).map(inGroup -> (stat.mode() & (inGroup ? 010 : 01)) != 0);
    }

    private static Reading<Boolean> byGroup(Facts facts, Stat stat, Identity.User user) {
        Groups groups = groups(facts);
        String name = groups.names().get(stat.gid());
        if (name == null && groups.reading() instanceof Unread<String> unread) {
            return new Unread<>(unread.source(), Why.FAILED, unread.reason());
        }
        return new Present<>(name != null && user.groups().contains(name), new Evidence("/etc/group", stat.gid() + " is " + name));
    }

    private static Groups groups(Facts facts) {
        return facts.once(Groups.class, f -> {
            Reading<String> text = f.host().read("/etc/group");
            return new Groups(parse(text.orElse("")), text);
        });
    }

    /** The name of a group; its number where it has none. */
    static String groupName(Facts facts, long gid) {
        return groups(facts).names().getOrDefault(gid, Long.toString(gid));
    }

    /** {@code perf_users:x:998:dev,ops}. */
    static Map<Long, String> parse(String text) {
        Map<Long, String> names = new HashMap<>();
        for (String line : Text.lines(text)) {
            List<String> fields = Text.split(line, ':');
            if (fields.size() >= 3 && !fields.get(2).isEmpty() && fields.get(2).length() < 11
                    && fields.get(2).chars().allMatch(c -> c >= '0' && c <= '9')) {
                names.putIfAbsent(Long.valueOf(fields.get(2)), fields.get(0));
            }
        }
        return names;
    }
}
