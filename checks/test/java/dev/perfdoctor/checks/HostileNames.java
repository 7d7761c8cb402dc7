package dev.perfdoctor.checks;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of directories that a shell would take apart, or run, where they are not quoted. */
final class HostileNames {
    /** A blank, ends of commands, substitutions of both kinds, an ampersand, a pattern: what is a plain scalar to YAML all the same. */
    private static final String NAME = " b;$(id)`id`&c*";

    private static final Pattern DIRECTORY = Pattern.compile("(?<=/)(?:project|dev(?<=home/dev)|opt)(?![\\w.-])");

    private HostileNames() {}

    /** The same machine with such names for the directories where programs, projects and their caches lie. */
    static String in(String machine) {
        return DIRECTORY.matcher(machine).replaceAll(m -> Matcher.quoteReplacement(m.group() + NAME));
    }

    /** Whether a line has one of them. */
    static boolean appearIn(String line) {
        return line.contains("$(id)");
    }

    /** Whether every one of them stands in single quotes. */
    static boolean areQuotedIn(String line) {
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            if (line.charAt(i) == '\'') {
                quoted = !quoted;
            } else if (!quoted && line.startsWith("$(id)", i)) {
                return false;
            } else if (!quoted && line.charAt(i) == '\\') {
                i++;
            }
        }
        return true;
    }
}
