package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code /proc/cpuinfo} says of the processors, in listing order.
 *
 * @param processors fields by name of each block, such as {@code model name}; empty when unread or absent
 * @param reading how the file read
 */
public record Cpuinfo(List<Map<String, String>> processors, Reading<String> reading) {
    /** This machine's. */
    public static Cpuinfo of(Facts facts) {
        return facts.once(Cpuinfo.class, f -> {
            Reading<String> text = f.host().read("/proc/cpuinfo");
            return new Cpuinfo(parse(text.orElse("")), text);
        });
    }

    /** Blocks separated by blank lines, {@code name : value} each. */
    static List<Map<String, String>> parse(String text) {
        List<Map<String, String>> blocks = new ArrayList<>();
        Map<String, String> block = new HashMap<>();
        for (String line : Text.lines(text + "\n\n")) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                block.putIfAbsent(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
            } else if (line.isBlank() && !block.isEmpty()) {
                blocks.add(block);
                block = new HashMap<>();
            }
        }
        return blocks;
    }

    /** The first value of a field, or empty: {@code vendor_id}, {@code model}, {@code CPU part}. */
    public String first(String field) {
        return processors.stream()
                .filter(p -> p.containsKey(field))
                .map(p -> p.get(field))
                .findFirst()
                .orElse("");
    }

    /** The model for people, on x86 and the ARM boards that state one; may be empty. */
    public String modelName() {
        String name = first("model name");
        return name.isEmpty() ? first("Model") : name;
    }

    /** Whether the first processor with flags has this one ({@code flags}, on ARM {@code Features}). */
    public boolean hasFlag(String flag) {
        String flags = first("flags");
        String all = flags.isEmpty() ? first("Features") : flags;
        return Text.words(all).contains(flag);
    }

    /** Why it says nothing of the processor, where it is there and does not. */
    public Optional<Unread<?>> silent() {
        return switch (reading) {
            case Absent<String> _ -> Optional.empty();
            case Unread<String> unread -> Optional.of(unread);
            case Present<String> p -> hasFlags() ? Optional.empty() : Optional.of(Reading.failed(p.source(), "names no flags"));
        };
    }

    /** Whether flags could be read at all. */
    public boolean hasFlags() {
        return !first("flags").isEmpty() || !first("Features").isEmpty();
    }
}
