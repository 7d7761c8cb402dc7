package dev.perfdoctor.cli;

import dev.perfdoctor.api.Check;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The page of a check: {@code docs/<check>.md} in the jar it comes from. A section that is headed by a code is about that diagnosis:
 *
 * <pre>
 * ## paranoid/user-blocked
 * </pre>
 */
record Pages(List<Check> checks) {
    private static final String SECTION = "## ";

    /** The page, or empty when the check brings none. */
    Optional<String> page(String id) {
        return checks.stream().filter(c -> c.id().equals(id)).findFirst().flatMap(Pages::read);
    }

    private static Optional<String> read(Check check) {
        try (InputStream in = check.getClass().getResourceAsStream("/docs/" + check.id() + ".md")) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** The section about a diagnosis, with its heading; empty when the page has none. */
    Optional<String> section(String code) {
        StringBuilder section = new StringBuilder();
        boolean within = false;
        for (String line : page(code.substring(0, code.indexOf('/'))).stream().flatMap(String::lines).toList()) {
            if (line.startsWith(SECTION) || line.startsWith("# ")) {
                within = heads(line).equals(code);
            }
            if (within) {
                section.append(line).append('\n');
            }
        }
        return section.isEmpty() ? Optional.empty() : Optional.of(section.toString());
    }

    /** Every code that a page of this check has a section about. */
    List<String> codes(String check) {
        List<String> codes = new ArrayList<>();
        page(check).stream()
                .flatMap(String::lines)
                .filter(l -> l.startsWith(SECTION + check + "/") || l.startsWith(SECTION + "`" + check + "/"))
                .forEach(l -> codes.add(heads(l)));
        return codes;
    }

    /** Every code of every check. */
    List<String> codes() {
        return checks.stream().flatMap(c -> codes(c.id()).stream()).toList();
    }

    /** The first word of a heading, without back quotes. */
    private static String heads(String heading) {
        return Stream.of(heading.substring(heading.indexOf(' ') + 1).strip().split(" ", 2))
                .findFirst()
                .orElse("")
                .replace("`", "");
    }
}
