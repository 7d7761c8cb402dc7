package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import java.util.ArrayList;
import java.util.List;

/** Shell patterns as fnmatch(3) and glob(3) read them: {@code * ? [a-z] [!a] [[:digit:]] \x}. Linear in the text for each star. */
final class Glob {
    /** More names than anybody means by one pattern; what lies beyond is not looked at. */
    private static final int MOST_NAMES = 4096;
    /** A longer pattern than any path (PATH_MAX) matches nothing: its brackets would be looked for again at each character. */
    private static final int LONGEST = 4096;

    private Glob() {}

    /** Whether a text holds any character that makes it a pattern, as sudo counts them. */
    static boolean isPattern(String text) {
        return text.chars().anyMatch(c -> "\\?*[]".indexOf(c) >= 0);
    }

    /** Whether all of a text matches, a slash being a character like any other. */
    static boolean matches(String pattern, String text) {
        return new Match(pattern, text, false).whole();
    }

    /** Whether a path matches: {@code *}, {@code ?} and brackets leave its slashes alone. */
    static boolean matchesPath(String pattern, String path) {
        return new Match(pattern, path, true).whole();
    }

    /** The existing paths a pattern stands for, sorted; unread when a directory on the way cannot be listed. */
    static Reading<List<String>> expand(Host host, String pattern) {
        List<String> found = List.of("");
        for (String part : Text.split(pattern.substring(1), '/')) {
            List<String> next = new ArrayList<>();
            for (String directory : found) {
                if (!isPattern(part)) {
                    next.add(directory + "/" + part);
                    continue;
                }
                switch (host.list(directory.isEmpty() ? "/" : directory)) {
                    case Present<List<String>> names -> names.value().stream()
                            .filter(name -> hidden(name) == hidden(part) && matches(part, name))
                            .forEach(name -> next.add(directory + "/" + name));
                    case Unread<List<String>> unread -> {
                        return unread;
                    }
                    case Reading.Absent<List<String>> _ -> {}
                }
            }
            found = next.size() > MOST_NAMES ? next.subList(0, MOST_NAMES) : next;
        }
        List<String> existing = found.stream().filter(path -> !host.lstat(path).isAbsent()).toList();
        return new Present<>(existing, new Evidence(pattern, existing.size() + " files"));
    }

    private static boolean hidden(String name) {
        return name.startsWith(".");
    }

    private static final class Match {
        private final String pattern;
        private final String text;
        private final boolean path;

        Match(String pattern, String text, boolean path) {
            this.pattern = pattern;
            this.text = text;
            this.path = path;
        }

        boolean whole() {
            return pattern.length() <= LONGEST && everything();
        }

        /** Only the last star needs to be tried again: an earlier one cannot help where it could not. */
        private boolean everything() {
            int p = 0;
            int t = 0;
            int starAt = -1;
            int starText = -1;
            while (t < text.length()) {
                int after = p < pattern.length() && pattern.charAt(p) != '*' ? one(p, text.charAt(t)) : -1;
                if (after >= 0) {
                    p = after;
                    t++;
                } else if (p < pattern.length() && pattern.charAt(p) == '*') {
                    starAt = p++;
                    starText = t;
                } else if (starAt >= 0 && !(path && text.charAt(starText) == '/')) {
                    p = starAt + 1;
                    t = ++starText;
                } else {
                    return false;
                }
            }
            while (p < pattern.length() && pattern.charAt(p) == '*') {
                p++;
            }
            return p == pattern.length();
        }

        /** Where the pattern goes on when its piece at {@code p} takes this character; -1 when it does not. */
        private int one(int p, char c) {
            char at = pattern.charAt(p);
            boolean slash = path && c == '/';
            if (at == '?') {
                return slash ? -1 : p + 1;
            }
            if (at == '[') {
                int end = bracketEnd(p);
                if (end > 0) {
                    return !slash && inBracket(p + 1, end, c) ? end + 1 : -1;
                }
            }
            if (at == '\\' && p + 1 < pattern.length()) {
                return pattern.charAt(p + 1) == c ? p + 2 : -1;
            }
            return at == c ? p + 1 : -1;
        }

        /** The closing bracket; 0 when there is none and the opening one stands for itself. */
        private int bracketEnd(int open) {
            int at = open + 1;
            if (at < pattern.length() && isNegation(pattern.charAt(at))) {
                at++;
            }
            if (at < pattern.length() && pattern.charAt(at) == ']') {
                at++;
            }
            while (at < pattern.length() && pattern.charAt(at) != ']') {
                int classEnd = pattern.startsWith("[:", at) ? pattern.indexOf(":]", at + 2) : -1;
                at = classEnd > 0 ? classEnd + 2 : pattern.charAt(at) == '\\' ? at + 2 : at + 1;
            }
            return at < pattern.length() ? at : 0;
        }

        private boolean inBracket(int from, int end, char c) {
            boolean negated = isNegation(pattern.charAt(from));
            int at = negated ? from + 1 : from;
            boolean found = false;
            while (at < end) {
                if (pattern.startsWith("[:", at) && pattern.indexOf(":]", at + 2) > 0) {
                    int classEnd = pattern.indexOf(":]", at + 2);
                    found |= inClass(pattern.substring(at + 2, classEnd), c);
                    at = classEnd + 2;
                    continue;
                }
                at += pattern.charAt(at) == '\\' && at + 1 < end ? 1 : 0;
                char low = pattern.charAt(at);
                boolean range = at + 2 < end && pattern.charAt(at + 1) == '-';
                char high = range ? pattern.charAt(at + 2) : low;
                found |= low <= c && c <= high;
                at += range ? 3 : 1;
            }
            return found != negated;
        }

        private static boolean isNegation(char c) {
            return c == '!' || c == '^';
        }

        private static boolean inClass(String name, char c) {
            return switch (name) {
                case "alpha" -> isAscii(c) && Character.isLetter(c);
                case "digit" -> c >= '0' && c <= '9';
                case "alnum" -> isAscii(c) && Character.isLetterOrDigit(c);
                case "upper" -> c >= 'A' && c <= 'Z';
                case "lower" -> c >= 'a' && c <= 'z';
                case "space" -> c == ' ' || c >= '\t' && c <= '\r';
                case "blank" -> c == ' ' || c == '\t';
                case "punct" -> c > ' ' && c < 0x7f && !Character.isLetterOrDigit(c);
                case "xdigit" -> Character.digit(c, 16) >= 0 && isAscii(c);
                case "print" -> c >= ' ' && c < 0x7f;
                case "graph" -> c > ' ' && c < 0x7f;
                case "cntrl" -> c < ' ' || c == 0x7f;
                default -> false;
            };
        }

        private static boolean isAscii(char c) {
            return c < 0x80;
        }
    }
}
