package dev.perfdoctor.host;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Stat;
import java.util.List;
import java.util.Locale;

/** Readings that were there, with evidence short enough to show. */
final class Seen {
    /** Characters of a text that a report may want to show. */
    private static final int SHOWN = 200;

    private Seen() {}

    static Present<String> text(String source, String value) {
        return new Present<>(value, new Evidence(source, shortened(value.strip())));
    }

    static Present<byte[]> bytes(String source, byte[] value) {
        return new Present<>(value, new Evidence(source, value.length + " bytes"));
    }

    static Present<List<String>> names(String source, List<String> value) {
        return new Present<>(value, new Evidence(source, value.isEmpty() ? "empty" : shortened(joined(value))));
    }

    static Present<String> link(String source, String value) {
        return new Present<>(value, new Evidence(source, "-> " + value));
    }

    static Present<Stat> stat(String source, Stat value) {
        String observed = value.type().name().toLowerCase(Locale.ROOT) + " mode 0" + Integer.toOctalString(value.mode())
                + " owner " + value.uid() + ":" + value.gid() + (value.size() < 0 ? "" : " size " + value.size());
        return new Present<>(value, new Evidence(source, observed));
    }

    /** What a command said, and its exit status where that is not 0. */
    static String ran(Ran ran) {
        String said = shortened(ran.all().strip());
        return ran.exit() == 0 ? said : ("exit " + ran.exit() + (said.isEmpty() ? "" : ": ")) + said;
    }

    private static String joined(List<String> names) {
        StringBuilder shown = new StringBuilder();
        for (String name : names) {
            shown.append(shown.isEmpty() ? "" : " ").append(name);
            if (shown.length() > SHOWN) {
                break;
            }
        }
        return shown.toString();
    }

    static String shortened(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }
}
