package dev.perfdoctor.facts;

import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a machine is made of and how it fares, for the head of a report; no check asks for it. Texts are empty and numbers are absent where
 * they are not known.
 *
 * @param machine its maker and model
 * @param topology of the processors that are online
 * @param caches one for each kind, however many there are of it; those nearest to a core first
 * @param load over one, five and fifteen minutes; empty or three
 * @param celsius the processor's temperature
 * @param fans revolutions per minute of those that turn
 * @param power batteries and the like
 * @param obstacle what kept it, or the rest of it, from being read; empty where it was read to its end or was not captured
 */
public record Hardware(
        Machine machine,
        Firmware firmware,
        Processor processor,
        Topology topology,
        List<Cache> caches,
        Optional<Memory> memory,
        List<Double> load,
        OptionalDouble celsius,
        List<Integer> fans,
        List<Power> power,
        String obstacle) {
    /** The command's name for a host. */
    public static final String COMMAND = "perfdoctor-hardware";

    /** Nothing is known, and nothing stood in the way. */
    public static final Hardware UNKNOWN = of(List.of(), "");

    /** A machine's maker and model. */
    public record Machine(String vendor, String model) {}

    /** What starts it. */
    public record Firmware(String vendor, String version, String date) {}

    /** A processor's own words. */
    public record Processor(String name, String vendor, String family, String model, String stepping, String microcode) {}

    /** How many there are. */
    public record Topology(OptionalInt packages, OptionalInt cores, OptionalInt threads) {}

    /**
     * A kind of cache.
     *
     * @param type {@code data}, {@code instruction} or {@code unified}
     * @param line bytes
     */
    public record Cache(int level, String type, long bytes, OptionalInt line, OptionalInt ways) {}

    /** Bytes. */
    public record Memory(long total, OptionalLong available, OptionalLong swap, OptionalLong swapUsed) {}

    /**
     * A source of power.
     *
     * @param percent its charge
     * @param state {@code charging}, {@code discharging} or empty
     */
    public record Power(String name, int percent, String state) {}

    /** As a host tells it. */
    public static Hardware of(Host host) {
        return switch (host.run(COMMAND)) {
            case Present<Ran> whole -> of(HardwareRow.all(whole.value().out()));
            case Absent<Ran> _ -> UNKNOWN;
            case Unread<Ran> unread when unread.why() == Reading.Why.NOT_CAPTURED -> UNKNOWN;
            case Unread<Ran> unread -> of(before(host), unread.reason());
        };
    }

    /** There was no time for it. */
    public static Hardware late() {
        return of(List.of(), "timeout");
    }

    private static List<HardwareRow> before(Host host) {
        return host.printedBefore(List.of(COMMAND)) instanceof Present<Ran> begun ? HardwareRow.all(begun.value().out()) : List.of();
    }

    private static Hardware of(List<HardwareRow> rows) {
        boolean complete = rows.stream().anyMatch(row -> row.kind().equals("end"));
        return of(rows, complete ? "" : rows.isEmpty() ? "nothing understood" : "cut off before its end");
    }

    private static Hardware of(List<HardwareRow> rows, String obstacle) {
        HardwareRow machine = HardwareRow.first(rows, "machine");
        HardwareRow topology = HardwareRow.first(rows, "topology");
        return new Hardware(
                new Machine(machine.text("vendor"), machine.model()),
                HardwareRow.first(rows, "firmware").firmware(),
                HardwareRow.first(rows, "processor").processor(),
                new Topology(topology.positive("packages"), topology.positive("cores"), topology.positive("threads")),
                HardwareRow.caches(rows),
                HardwareRow.first(rows, "memory").memory(),
                HardwareRow.first(rows, "load").load(),
                HardwareRow.first(rows, "temperature").decimal("celsius"),
                HardwareRow.fans(rows),
                HardwareRow.power(rows),
                obstacle);
    }
}
