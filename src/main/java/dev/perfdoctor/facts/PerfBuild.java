package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the perf in use was built with ({@code perf version --build-options}). Names and lines differ from version to version: a line that
 * is not there says nothing, for what it would tell may have been built in without a choice.
 *
 * @param lines by name, whether on
 * @param reading how the command went; absent when perf does not start
 */
public record PerfBuild(Map<String, Boolean> lines, Reading<Ran> reading) {
    private static final String COMMAND = "perf version --build-options";

    /** What a line says. */
    public enum Option {
        ON,
        OFF,
        UNKNOWN
    }

    /** Of the perf in use. */
    public static PerfBuild of(Facts facts) {
        return facts.once(PerfBuild.class, f -> {
            Reading<Ran> reading = PerfInUse.of(f).works()
                    ? f.host().run("perf", "version", "--build-options")
                    : new Reading.Absent<>(COMMAND);
            Map<String, Boolean> lines = parse(reading instanceof Reading.Present<Ran> p ? p.value().out() : "");
            return new PerfBuild(lines, lines.isEmpty() ? reading.map(PerfBuild::withoutOptions) : reading);
        });
    }

    /** A perf that does not know the question refuses it; one that answers names what it was built with. */
    private static Ran withoutOptions(Ran ran) {
        if (ran.ok()) {
            throw new IllegalArgumentException("names nothing that perf was built with");
        }
        return ran;
    }

    /**
     * The lines that are options.
     *
     * <pre>
     *                libelf: [ on  ]  # HAVE_LIBELF_SUPPORT
     *             libunwind: [ OFF ]  # HAVE_LIBUNWIND_SUPPORT ( tip: Deprecated, use LIBUNWIND=1 and install libunwind-dev[el] to build with it )
     * </pre>
     */
    static Map<String, Boolean> parse(String out) {
        Map<String, Boolean> lines = new LinkedHashMap<>();
        for (String line : Text.lines(out)) {
            int colon = line.indexOf(": [");
            int end = colon < 0 ? -1 : line.indexOf(']', colon);
            if (end > 0) {
                String state = line.substring(colon + 3, end).strip();
                if (state.equals("on") || state.equals("OFF")) {
                    lines.putIfAbsent(line.substring(0, colon).strip(), state.equals("on"));
                }
            }
        }
        return lines;
    }

    /** What is said of an option, such as {@code libtraceevent}. */
    public Option option(String name) {
        Boolean on = lines.get(name);
        return on == null ? Option.UNKNOWN : on ? Option.ON : Option.OFF;
    }

    /** Whether an option is said to be on. */
    public boolean has(String name) {
        return option(name) == Option.ON;
    }

    /** Whether an option is said to be off. */
    public boolean lacks(String name) {
        return option(name) == Option.OFF;
    }

    /** What is said of an option as evidence; empty when nothing is. */
    public Optional<Evidence> evidence(String name) {
        return option(name) == Option.UNKNOWN
                ? Optional.empty()
                : Optional.of(new Evidence(COMMAND, name + ": [ " + (has(name) ? "on " : "OFF") + " ]"));
    }
}
