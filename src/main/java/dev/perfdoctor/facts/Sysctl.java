package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;

/** Values of kernel parameters as they are now (Documentation/admin-guide/sysctl/kernel.rst). */
public final class Sysctl {
    private Sysctl() {}

    /** The number of a key such as {@code kernel.perf_event_paranoid}; text that is no number is failed. */
    public static Reading<Integer> number(Facts facts, String key) {
        return facts.host().read(path(key)).map(Sysctl::parse);
    }

    /** The file of a key. */
    public static String path(String key) {
        return "/proc/sys/" + key.replace('.', '/');
    }

    static Integer parse(String text) {
        String value = text.strip();
        try {
            return Integer.valueOf(value);
        } catch (NumberFormatException garbled) {
            throw new IllegalArgumentException(value.isEmpty() ? "empty" : "not a number: '" + value + "'", garbled);
        }
    }
}
