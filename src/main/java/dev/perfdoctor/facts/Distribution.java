package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The distribution a user land is made from: os-release(5). An absent or garbled file is a distribution without a name.
 *
 * @param id lower case, such as {@code ubuntu}; empty when not stated
 * @param like the ids of {@code ID_LIKE}
 * @param versionId such as {@code 24.04}; empty when not stated
 * @param codename {@code UBUNTU_CODENAME}, else {@code VERSION_CODENAME}; may be empty
 * @param prettyName for people; may be empty
 * @param variantId such as {@code coreos}; may be empty
 * @param evidence the file it was read from, and its id and version
 */
public record Distribution(
        String id,
        List<String> like,
        String versionId,
        String codename,
        String prettyName,
        String variantId,
        Evidence evidence) {
    private static final List<String> PLACES = List.of("/etc/os-release", "/usr/lib/os-release");

    /** The distribution of this machine's user land. */
    public static Distribution of(Facts facts) {
        return facts.once(Distribution.class, Distribution::read);
    }

    private static Distribution read(Facts facts) {
        Reading<Distribution> last = new Reading.Absent<>(PLACES.getFirst());
        for (String place : PLACES) {
            last = facts.host().read(place).map(text -> parse(text, place));
            if (!last.isAbsent()) {
                break;
            }
        }
        return last.orElse(parse("", last.source()));
    }

    /**
     * Understands the text of an os-release file; lines that are none are passed over, as the format asks.
     *
     * <pre>
     * ID=pop
     * ID_LIKE="ubuntu debian"
     * VERSION_ID="24.04"
     * </pre>
     */
    static Distribution parse(String text, String source) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String line : Text.lines(text)) {
            int equals = line.indexOf('=');
            String name = equals < 0 ? "" : line.substring(0, equals).strip();
            if (isName(name)) {
                values.put(name, unquoted(line.substring(equals + 1).strip()));
            }
        }
        String id = values.getOrDefault("ID", "").toLowerCase(Locale.ROOT);
        String version = values.getOrDefault("VERSION_ID", "");
        List<String> like = Text.words(values.getOrDefault("ID_LIKE", ""));
        String observed = values.isEmpty() ? "nothing that names a distribution" : "ID=" + id + " VERSION_ID=" + version;
        return new Distribution(
                id,
                like,
                version,
                values.getOrDefault("UBUNTU_CODENAME", values.getOrDefault("VERSION_CODENAME", "")),
                values.getOrDefault("PRETTY_NAME", values.getOrDefault("NAME", "")),
                values.getOrDefault("VARIANT_ID", ""),
                new Evidence(source, observed));
    }

    private static boolean isName(String name) {
        return !name.isEmpty() && name.chars().allMatch(c -> c == '_' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9');
    }

    private static String unquoted(String value) {
        if (value.length() >= 2 && (value.charAt(0) == '"' || value.charAt(0) == '\'')) {
            char quote = value.charAt(0);
            int end = value.lastIndexOf(quote);
            String inner = end > 0 ? value.substring(1, end) : value.substring(1);
            return quote == '\'' || inner.indexOf('\\') < 0 ? inner : inner.replaceAll("\\\\([\"$`\\\\])", "$1");
        }
        return value;
    }

    /** Whether this is, or says it is like, one of these ids. */
    public boolean is(String... ids) {
        return Arrays.stream(ids).anyMatch(i -> i.equals(id) || like.contains(i));
    }

    /** Whether it names itself exactly one of these. */
    public boolean isExactly(String... ids) {
        return Arrays.asList(ids).contains(id);
    }

    /** Major part of the version, or -1 when there is none (rolling). */
    public int major() {
        int end = 0;
        while (end < versionId.length() && Character.isDigit(versionId.charAt(end)) && end < 6) {
            end++;
        }
        return end == 0 ? -1 : Integer.parseInt(versionId.substring(0, end));
    }
}
