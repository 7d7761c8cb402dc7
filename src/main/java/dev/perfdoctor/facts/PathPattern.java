package dev.perfdoctor.facts;

import java.util.List;

/** Patterns of paths as a project names its sources: {@code *} and {@code ?} within a name, {@code **} for any directories. */
final class PathPattern {
    private final List<String> names;

    /** @param pattern absolute */
    PathPattern(String pattern) {
        this.names = Text.split(pattern.substring(1), '/');
    }

    /** Whether there is anything to match in this text. */
    static boolean isPattern(String path) {
        return path.indexOf('*') >= 0 || path.indexOf('?') >= 0;
    }

    /** The directory before the first name with something to match. */
    String fixedPart() {
        StringBuilder fixed = new StringBuilder();
        for (String name : names) {
            if (isPattern(name)) {
                break;
            }
            fixed.append('/').append(name);
        }
        return fixed.isEmpty() ? "/" : fixed.toString();
    }

    boolean matches(String path) {
        return matches(0, Text.split(path.substring(1), '/'), 0);
    }

    private boolean matches(int at, List<String> path, int from) {
        if (at == names.size()) {
            return from == path.size();
        }
        if (names.get(at).equals("**")) {
            return matches(at + 1, path, from) || from < path.size() && matches(at, path, from + 1);
        }
        return from < path.size() && name(names.get(at), 0, path.get(from), 0) && matches(at + 1, path, from + 1);
    }

    private static boolean name(String pattern, int at, String name, int from) {
        if (at == pattern.length()) {
            return from == name.length();
        }
        char c = pattern.charAt(at);
        if (c == '*') {
            return name(pattern, at + 1, name, from) || from < name.length() && name(pattern, at, name, from + 1);
        }
        return from < name.length() && (c == '?' || c == name.charAt(from)) && name(pattern, at + 1, name, from + 1);
    }
}
