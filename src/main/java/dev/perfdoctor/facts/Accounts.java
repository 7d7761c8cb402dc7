package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import java.util.Optional;

/** What {@code /etc/passwd} says of accounts (passwd(5)); other name services are not asked. */
final class Accounts {
    private Accounts() {}

    /** The home directory of an account: {@code dev:x:1000:1000:Dev,,,:/home/dev:/bin/bash}. */
    static Optional<String> home(Facts facts, String name) {
        return Text.lines(facts.host().read("/etc/passwd").orElse("")).stream()
                .map(line -> Text.split(line, ':'))
                .filter(fields -> fields.size() >= 6 && fields.getFirst().equals(name) && fields.get(5).startsWith("/"))
                .map(fields -> HostPath.normal(fields.get(5)))
                .findFirst();
    }
}
