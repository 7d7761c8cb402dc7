package dev.perfdoctor.facts;

/** One logical line of a sudoers file, or of a listing, taken apart word by word as sudo's lexer does (plugins/sudoers/toke.l). */
final class SudoersScanner {
    /** sudo stops at such a line and goes on with the next. */
    static final class Broken extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        Broken(String message) {
            super(message, null);
        }
    }

    private static final String BLANKS = " \t";
    /** What ends a name of a user, host or alias, unless escaped. */
    private static final String ENDS_WORD = "#>!=:,() \t\\\"";
    /** What ends a path, unless escaped. */
    private static final String ENDS_PATH = ",:=\\ \t#";

    private final String text;
    private int at;

    SudoersScanner(String text) {
        this.text = text;
    }

    /** Whether nothing but a comment is left. */
    boolean atEnd() {
        skipBlanks();
        return at >= text.length() || text.charAt(at) == '#' && !isId(at);
    }

    /** The next character that is no blank; 0 at the end. */
    char peek() {
        skipBlanks();
        return at < text.length() ? text.charAt(at) : 0;
    }

    /** Goes past this character if it is the next. */
    boolean eat(char wanted) {
        if (peek() == wanted) {
            at++;
            return true;
        }
        return false;
    }

    /** Goes past this character, which must be the next. */
    void expect(char wanted) {
        if (!eat(wanted)) {
            throw broken();
        }
    }

    /** Whether an odd number of exclamation marks was there. */
    boolean negation() {
        boolean negated = false;
        while (eat('!')) {
            negated = !negated;
        }
        return negated;
    }

    /** An upper-case word, such as a tag or the name of an alias; empty when none follows. */
    String capitals() {
        skipBlanks();
        int end = at;
        while (end < text.length() && isCapital(text.charAt(end), end > at)) {
            end++;
        }
        String word = text.substring(at, end);
        if (!word.isEmpty() && end < text.length() && ENDS_WORD.indexOf(text.charAt(end)) < 0 && text.charAt(end) != '/') {
            return ""; // a name that only starts so
        }
        at = end;
        return word;
    }

    /** A name of a user, group, host or setting's value, quotes and escapes undone. */
    String word() {
        if (peek() == '"') {
            return quoted();
        }
        StringBuilder word = new StringBuilder();
        if (isId(at)) {
            word.append(text.charAt(at++));
        }
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\\' && at + 1 < text.length()) {
                word.append(text.charAt(at + 1));
                at += 2;
                continue;
            }
            if (ENDS_WORD.indexOf(c) >= 0 && !(c == ':' && word.toString().equals("%")) && !(c == '#' && isGroupPrefix(word) && isId(at))) {
                break;
            }
            word.append(c);
            at++;
        }
        if (word.isEmpty()) {
            throw broken();
        }
        return word.toString();
    }

    /** A setting's value up to a blank or comma, quotes and escapes undone. */
    String value() {
        return peek() == '"' ? quoted() : until(" \t,\"#");
    }

    /** A small word of a setting's name; empty when none follows. */
    String settingName() {
        skipBlanks();
        int from = at;
        while (at < text.length() && (text.charAt(at) == '_' || text.charAt(at) >= 'a' && text.charAt(at) <= 'z')) {
            at++;
        }
        return text.substring(from, at);
    }

    private String quoted() {
        int end = at + 1;
        StringBuilder inside = new StringBuilder();
        while (end < text.length() && text.charAt(end) != '"') {
            if (text.charAt(end) == '\\' && text.startsWith("\"", end + 1)) {
                end++;
            }
            inside.append(text.charAt(end++));
        }
        if (end >= text.length()) {
            throw new Broken("unexpected line break in string");
        }
        if (inside.isEmpty()) {
            throw new Broken("empty string");
        }
        at = end + 1;
        return inside.toString();
    }

    /** A command: a path, or a regular expression up to its dollar sign. */
    String command() {
        char first = peek();
        if (first == '^') {
            return regex();
        }
        if (first != '/') {
            throw broken();
        }
        return until(ENDS_PATH);
    }

    /** The arguments after a command, blanks between them made one; empty when there are none. */
    String arguments() {
        skipBlanks();
        if (at < text.length() && text.charAt(at) == '^') {
            return regex();
        }
        StringBuilder all = new StringBuilder();
        while (at < text.length() && ",#:".indexOf(text.charAt(at)) < 0 && !(text.charAt(at) == '=' && isAlone())) {
            char c = text.charAt(at);
            if (BLANKS.indexOf(c) >= 0) {
                skipBlanks();
                if (at < text.length() && ",#:".indexOf(text.charAt(at)) < 0) {
                    all.append(' ');
                }
            } else if (c == '\\' && at + 1 < text.length()) {
                all.append(":\\,= \t#\"".indexOf(text.charAt(at + 1)) >= 0 ? "" : "\\").append(text.charAt(at + 1));
                at += 2;
            } else {
                all.append(c);
                at++;
            }
        }
        return all.toString().strip();
    }

    /** The lexer takes an equals sign for its own only where no other character of an argument touches it. */
    private boolean isAlone() {
        return at + 1 >= text.length() || (BLANKS + ",#:").indexOf(text.charAt(at + 1)) >= 0;
    }

    private String regex() {
        int end = at + 1;
        while (end < text.length() && text.charAt(end) != '$' && text.charAt(end) != '#') {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        if (end >= text.length() || text.charAt(end) == '#') {
            throw new Broken("unterminated regular expression");
        }
        String found = text.substring(at, end + 1).replace("\\#", "#");
        at = end + 1;
        return found;
    }

    /** Text up to one of these characters, escapes undone. */
    private String until(String ends) {
        StringBuilder found = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\\' && at + 1 < text.length()) {
                boolean special = ":\\,= \t#\"".indexOf(text.charAt(at + 1)) >= 0;
                found.append(special ? "" : "\\").append(text.charAt(at + 1));
                at += 2;
                continue;
            }
            if (ends.indexOf(c) >= 0) {
                break;
            }
            found.append(c);
            at++;
        }
        if (found.isEmpty()) {
            throw broken();
        }
        return found.toString();
    }

    /** Letters and digits, such as the name of a digest. */
    String lettersAndDigits() {
        skipBlanks();
        int from = at;
        while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
            at++;
        }
        return text.substring(from, at);
    }

    /** A digest in hexadecimal or base64. */
    String digest() {
        skipBlanks();
        int from = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || "+/=".indexOf(text.charAt(at)) >= 0)) {
            at++;
        }
        if (at == from) {
            throw broken();
        }
        return text.substring(from, at);
    }

    /** What is left up to the next comma, as it stands. */
    String rest() {
        int from = mark();
        while (at < text.length() && text.charAt(at) != ',') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        at = Math.min(at, text.length());
        return text.substring(from, at).strip();
    }

    /** What sudo says of such a place. */
    Broken broken() {
        return new Broken("syntax error at column " + (Math.min(at, text.length()) + 1));
    }

    /** Where the next word starts, to come back to. */
    int mark() {
        skipBlanks();
        return at;
    }

    /** Comes back to a mark. */
    void reset(int mark) {
        at = mark;
    }

    private void skipBlanks() {
        while (at < text.length() && BLANKS.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private static boolean isCapital(char c, boolean inside) {
        return c >= 'A' && c <= 'Z' || inside && (c == '_' || c >= '0' && c <= '9');
    }

    private static boolean isGroupPrefix(CharSequence word) {
        String prefix = word.toString();
        return prefix.equals("%") || prefix.equals("%:");
    }

    /** {@code #1000} is a user or group by number; {@code # 1000} a comment. */
    private boolean isId(int position) {
        int digit = position + (text.startsWith("-", position + 1) ? 2 : 1);
        return text.startsWith("#", position) && digit < text.length() && text.charAt(digit) >= '0' && text.charAt(digit) <= '9';
    }
}
