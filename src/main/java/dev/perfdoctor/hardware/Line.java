package dev.perfdoctor.hardware;

import java.util.Locale;
import java.util.Set;

/** A line of the snapshot: a flat JSON object that grows by what is known. */
final class Line {
    /** No name of hardware is longer; what firmware or a driver says is not to be believed. */
    private static final int LONGEST = 200;

    /** OSHI's word. */
    private static final Set<String> UNKNOWN = Set.of("unknown", "null");

    private final StringBuilder json;

    private Line(String kind) {
        json = new StringBuilder("{\"hardware\":\"").append(kind).append('"');
    }

    static Line of(String kind) {
        return new Line(kind);
    }

    /** The text without what stands for no text; never null. */
    static String known(String text) {
        String known = text == null ? "" : text.strip();
        return UNKNOWN.contains(known.toLowerCase(Locale.ROOT)) ? "" : known;
    }

    Line text(String key, String value) {
        String known = known(value);
        if (!known.isEmpty()) {
            key(key).append('"');
            known.chars().limit(LONGEST).forEach(c -> character((char) c));
            json.append('"');
        }
        return this;
    }

    private void character(char c) {
        if (c == '"' || c == '\\') {
            json.append('\\').append(c);
        } else if (c < ' ' || Character.isSurrogate(c)) { // half a pair may be left by the limit
            json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
        } else {
            json.append(c);
        }
    }

    /** A number that is 0 or below where it is not known. */
    Line number(String key, long value) {
        return value > 0 ? count(key, value) : this;
    }

    /** A number that may be 0. */
    Line count(String key, long value) {
        key(key).append(value);
        return this;
    }

    Line decimal(String key, double value) {
        key(key).append(String.format(Locale.ROOT, "%.2f", value));
        return this;
    }

    private StringBuilder key(String key) {
        return json.append(",\"").append(key).append("\":");
    }

    /** Whether nothing but its kind is known. */
    boolean isBare() {
        return json.indexOf(",") < 0;
    }

    @Override
    public String toString() {
        return json + "}";
    }
}
