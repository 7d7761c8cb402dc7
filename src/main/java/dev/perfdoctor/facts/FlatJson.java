package dev.perfdoctor.facts;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One-level JSON objects, as the probe prints them a line. Not a JSON reader: a library costs the default run more than the probe itself,
 * and the probe's output holds nothing nested.
 */
final class FlatJson {
    private final String text;
    private int at;

    private FlatJson(String text) {
        this.text = text;
    }

    /** The members of an object, values as text; empty when the line is no flat object, as a cut one is not. */
    static Optional<Map<String, String>> parse(String line) {
        try {
            return Optional.of(new FlatJson(line).object());
        } catch (IllegalArgumentException notFlat) {
            return Optional.empty();
        }
    }

    private Map<String, String> object() {
        Map<String, String> members = new LinkedHashMap<>();
        blanks();
        expect('{');
        blanks();
        if (peek() != '}') {
            do {
                blanks();
                String name = string();
                blanks();
                expect(':');
                blanks();
                members.put(name, peek() == '"' ? string() : word());
                blanks();
            } while (skipped(','));
        }
        expect('}');
        blanks();
        if (at != text.length()) {
            throw new IllegalArgumentException("text after the object");
        }
        return members;
    }

    private String word() {
        int from = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || "+-._".indexOf(text.charAt(at)) >= 0)) {
            at++;
        }
        if (at == from) {
            throw new IllegalArgumentException("no value");
        }
        return text.substring(from, at);
    }

    private String string() {
        expect('"');
        StringBuilder value = new StringBuilder();
        while (peek() != '"') {
            char c = next();
            value.append(c == '\\' ? escape() : c);
        }
        at++;
        return value.toString();
    }

    private char escape() {
        char c = next();
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> unicode();
            case '"', '\\', '/' -> c;
            default -> throw new IllegalArgumentException("unknown escape");
        };
    }

    private char unicode() {
        if (at + 4 > text.length()) {
            throw new IllegalArgumentException("cut escape");
        }
        at += 4;
        return (char) Integer.parseInt(text, at - 4, at, 16);
    }

    private void blanks() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean skipped(char c) {
        boolean there = peek() == c;
        at += there ? 1 : 0;
        return there;
    }

    private void expect(char c) {
        if (next() != c) {
            throw new IllegalArgumentException("expected " + c);
        }
    }

    private char peek() {
        if (at >= text.length()) {
            throw new IllegalArgumentException("cut");
        }
        return text.charAt(at);
    }

    private char next() {
        char c = peek();
        at++;
        return c;
    }
}
