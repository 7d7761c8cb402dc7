package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The resource limits of this process, which a command started from the same shell inherits (getrlimit(2), {@code /proc/self/limits}).
 *
 * @param limits by the kernel's name, such as {@code Max open files}
 */
public record ProcessLimits(Reading<Map<String, Limit>> limits) {
    private static final String FILE = "/proc/self/limits";

    /**
     * A soft and a hard limit, empty for unlimited.
     *
     * @param line as the file has it
     */
    public record Limit(OptionalLong soft, OptionalLong hard, String line) {}

    /** This process's. */
    public static ProcessLimits of(Facts facts) {
        return facts.once(ProcessLimits.class, f -> new ProcessLimits(f.host().read(FILE).map(ProcessLimits::parse)));
    }

    /**
     * Understands the table.
     *
     * <pre>
     * Limit                     Soft Limit           Hard Limit           Units
     * Max open files            1024                 524288               files
     * Max locked memory         unlimited            unlimited            bytes
     * </pre>
     */
    static Map<String, Limit> parse(String text) {
        Map<String, Limit> limits = new LinkedHashMap<>();
        for (String line : Text.lines(text)) {
            // Names are 25 characters wide and hold single blanks; the columns are two or more apart.
            int gap = line.indexOf("  ");
            var columns = gap < 0 ? List.<String>of() : Text.words(line.substring(gap));
            if (line.startsWith("Max ") && columns.size() >= 2) {
                limits.put(line.substring(0, gap), new Limit(value(columns.get(0)), value(columns.get(1)), String.join(" ", Text.words(line))));
            }
        }
        if (limits.isEmpty()) {
            throw new IllegalArgumentException("not a table of limits");
        }
        return limits;
    }

    private static OptionalLong value(String text) {
        if (text.equals("unlimited")) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException garbled) {
            throw new IllegalArgumentException("not a limit: '" + text + "'", garbled);
        }
    }

    /** One limit by its name. */
    public Reading<Limit> limit(String name) {
        return switch (limits) {
            case Present<Map<String, Limit>> p when p.value().containsKey(name) -> {
                Limit limit = p.value().get(name);
                yield new Present<>(limit, new Evidence(FILE, limit.line()));
            }
            case Present<Map<String, Limit>> _ -> new Reading.Absent<>(FILE);
            case Reading.Absent<Map<String, Limit>> a -> new Reading.Absent<>(a.source());
            case Reading.Unread<Map<String, Limit>> u -> u.cast();
        };
    }

    /** RLIMIT_NOFILE. */
    public Reading<Limit> openFiles() {
        return limit("Max open files");
    }

    /** RLIMIT_MEMLOCK, bytes. */
    public Reading<Limit> lockedMemory() {
        return limit("Max locked memory");
    }
}
