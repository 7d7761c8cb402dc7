package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Identity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A user as sudoers files name one.
 *
 * @param uid empty when unknown
 * @param groups names, and gids as {@code #1000}
 */
record SudoUser(String name, OptionalLong uid, List<String> groups) {
    SudoUser {
        groups = List.copyOf(groups);
    }

    /** The calling user; empty where the machine names none. */
    static Optional<SudoUser> calling(Facts facts) {
        return Credentials.user(facts).map(user -> of(user));
    }

    private static SudoUser of(Identity.User user) {
        List<String> groups = new ArrayList<>(user.groups());
        groups.add("#" + user.gid());
        return new SudoUser(user.name(), OptionalLong.of(user.uid()), groups);
    }

    /** Whom a member of a user list means, as far as {@code /etc/passwd} and {@code /etc/group} tell. */
    static SudoUser meantBy(Host host, String member) {
        if (member.startsWith("%") || member.equals("ALL")) {
            String group = member.startsWith("%") ? member.substring(1) : member;
            return new SudoUser(member, OptionalLong.empty(), List.of(group));
        }
        String name = member;
        OptionalLong uid = OptionalLong.empty();
        List<String> groups = new ArrayList<>();
        for (String line : Text.lines(host.read("/etc/passwd").orElse(""))) {
            List<String> fields = Text.split(line, ':');
            if (fields.size() > 3 && (fields.get(0).equals(member) || member.equals("#" + fields.get(2)))) {
                name = fields.get(0);
                uid = number(fields.get(2));
                groups.add("#" + fields.get(3));
            }
        }
        for (String line : Text.lines(host.read("/etc/group").orElse(""))) {
            List<String> fields = Text.split(line, ':');
            boolean primary = fields.size() > 2 && groups.contains("#" + fields.get(2));
            if (primary || fields.size() > 3 && Text.split(fields.get(3), ',').contains(name)) {
                groups.add(fields.get(0));
            }
        }
        return new SudoUser(name, uid, groups);
    }

    private static OptionalLong number(String digits) {
        try {
            return OptionalLong.of(Long.parseLong(digits));
        } catch (NumberFormatException none) {
            return OptionalLong.empty();
        }
    }

    /** Whether a member of a user list that is no alias means this user. */
    boolean isMeantBy(String member) {
        if (member.startsWith("%")) {
            return groups.contains(member.substring(1));
        }
        if (member.startsWith("#")) {
            return uid.isPresent() && member.equals("#" + uid.getAsLong());
        }
        return member.equals("ALL") || member.equals(name);
    }
}
