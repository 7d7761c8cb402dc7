package dev.perfdoctor.facts;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Extended regular expressions of POSIX, as sudo 1.9.10 and later read what starts with {@code ^} and ends with {@code $}. They come from
 * the machine, so a match that goes astray is given up.
 */
final class PosixRegex {
    /** Steps a match of a command line of some dozen characters never needs. */
    private static final int MOST_STEPS = 200_000;
    /** Nobody writes a longer one, and only the steps of matching are counted. */
    private static final int LONGEST = 4_096;

    private PosixRegex() {}

    /** Whether a text is meant as a regular expression. */
    static boolean isRegex(String text) {
        return text.length() > 1 && text.startsWith("^") && text.endsWith("$");
    }

    /** Whether a text matches; what is no regular expression matches nothing, as in sudo. */
    static boolean matches(String regex, String text) {
        if (regex.length() > LONGEST) {
            return false;
        }
        try {
            boolean anyCase = regex.startsWith("^(?i)");
            String body = anyCase ? "^" + regex.substring("^(?i)".length()) : regex;
            Pattern pattern = Pattern.compile(translated(body), anyCase ? Pattern.CASE_INSENSITIVE : 0);
            return pattern.matcher(new Counted(text)).find();
        } catch (PatternSyntaxException | StackOverflowError | Astray notUsable) {
            return false;
        }
    }

    /** Java's classes nest and intersect and escape, POSIX's do not. */
    private static String translated(String regex) {
        StringBuilder out = new StringBuilder();
        int at = 0;
        while (at < regex.length()) {
            char c = regex.charAt(at);
            if (c == '\\' && at + 1 < regex.length()) {
                out.append(c).append(regex.charAt(at + 1));
                at += 2;
            } else if (c == '[') {
                at = bracket(regex, at, out);
            } else {
                out.append(c);
                at++;
            }
        }
        return out.toString();
    }

    private static int bracket(String regex, int open, StringBuilder out) {
        out.append('[');
        int at = open + 1;
        if (regex.startsWith("^", at)) {
            out.append('^');
            at++;
        }
        int first = at;
        while (at < regex.length() && (regex.charAt(at) != ']' || at == first)) {
            int classEnd = regex.startsWith("[:", at) ? regex.indexOf(":]", at + 2) : -1;
            if (classEnd > 0) {
                out.append(named(regex.substring(at + 2, classEnd)));
                at = classEnd + 2;
                continue;
            }
            if ("[]\\&^".indexOf(regex.charAt(at)) >= 0) {
                out.append('\\');
            }
            out.append(regex.charAt(at++));
        }
        out.append(']');
        return at + 1;
    }

    private static String named(String posix) {
        return switch (posix) {
            case "alpha" -> "\\p{Alpha}";
            case "digit" -> "\\p{Digit}";
            case "alnum" -> "\\p{Alnum}";
            case "upper" -> "\\p{Upper}";
            case "lower" -> "\\p{Lower}";
            case "space" -> "\\p{Space}";
            case "blank" -> "\\p{Blank}";
            case "punct" -> "\\p{Punct}";
            case "xdigit" -> "\\p{XDigit}";
            case "print" -> "\\p{Print}";
            case "graph" -> "\\p{Graph}";
            case "cntrl" -> "\\p{Cntrl}";
            default -> "";
        };
    }

    private static final class Astray extends RuntimeException {
        private static final long serialVersionUID = 1;

        Astray() {
            super("too many steps", null, false, false);
        }
    }

    /** Text that counts how often it is looked at. */
    private static final class Counted implements CharSequence {
        private final String text;
        private int steps;

        Counted(String text) {
            this.text = text;
        }

        @Override
        public char charAt(int index) {
            if (++steps > MOST_STEPS) {
                throw new Astray();
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
