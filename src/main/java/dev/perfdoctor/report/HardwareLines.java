package dev.perfdoctor.report;

import dev.perfdoctor.facts.Hardware;
import dev.perfdoctor.facts.Hardware.Cache;
import dev.perfdoctor.facts.Hardware.Memory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** What the machine is made of, below the first line of a report that tells all. What is not known is not told. */
final class HardwareLines {
    private static final int COLUMN = 13;

    private final Hardware hardware;
    private final Lines lines;

    HardwareLines(Hardware hardware, Lines lines) {
        this.hardware = hardware;
        this.lines = lines;
    }

    void write() {
        line("machine", machine());
        line("processor", processor());
        line("caches", caches());
        line("memory", hardware.memory().map(HardwareLines::memory).orElse(""));
        line("load", load());
        line("sensors", sensors());
        line("power", power());
        line("hardware", hardware.obstacle().isEmpty() ? "" : "could not be read to its end: " + hardware.obstacle());
    }

    private void line(String label, String text) {
        if (!text.isEmpty()) {
            lines.flowing("  " + label, Paint.FAINT, COLUMN, text);
        }
    }

    private static String joined(String separator, String... parts) {
        return String.join(separator, Stream.of(parts).filter(part -> !part.isEmpty()).toList());
    }

    private static String after(String word, String text) {
        return text.isEmpty() ? "" : word + " " + text;
    }

    private String machine() {
        Hardware.Firmware firmware = hardware.firmware();
        return joined(
                ", ",
                joined(" ", hardware.machine().vendor(), hardware.machine().model()),
                after("firmware", joined(" ", firmware.vendor(), firmware.version(), after("of", firmware.date()))));
    }

    /** The name stands in the first line of the report. */
    private String processor() {
        Hardware.Processor processor = hardware.processor();
        Hardware.Topology topology = hardware.topology();
        String identity = joined(
                " ",
                processor.vendor(),
                after("family", processor.family()),
                after("model", processor.model()),
                after("stepping", processor.stepping()),
                after("microcode", processor.microcode()));
        String number = joined(
                ", ", count(topology.packages(), "socket"), count(topology.cores(), "core"), count(topology.threads(), "thread"));
        return joined("; ", identity, number);
    }

    private static String count(OptionalInt number, String thing) {
        return number.isEmpty() ? "" : Sentences.count(number.getAsInt(), thing);
    }

    private String caches() {
        Map<String, List<String>> sizes = new LinkedHashMap<>();
        for (Cache cache : hardware.caches()) {
            sizes.computeIfAbsent("L" + cache.level() + letter(cache.type()), _ -> new ArrayList<>()).add(size(cache.bytes()));
        }
        List<String> told = sizes.entrySet().stream()
                .map(kind -> kind.getKey() + " " + Sentences.and(kind.getValue().stream().distinct().toList()))
                .toList();
        List<String> line = hardware.caches().stream()
                .flatMapToInt(cache -> cache.line().stream())
                .distinct()
                .mapToObj(Integer::toString)
                .toList();
        return joined("; ", String.join(", ", told), line.isEmpty() ? "" : "lines of " + Sentences.and(line) + " bytes");
    }

    private static String letter(String type) {
        return switch (type) {
            case "data" -> "d";
            case "instruction" -> "i";
            default -> "";
        };
    }

    private static String memory(Memory memory) {
        String size = size(memory.total());
        String available = memory.available().isPresent() ? size(memory.available().getAsLong()) + " of " + size + " available" : size;
        return joined(", ", available, swap(memory));
    }

    private static String swap(Memory memory) {
        if (memory.swap().isEmpty()) {
            return "";
        }
        long swap = memory.swap().getAsLong();
        if (swap == 0) {
            return "no swap";
        }
        return memory.swapUsed().isEmpty() ? size(swap) + " swap" : size(memory.swapUsed().getAsLong()) + " of " + size(swap) + " swap used";
    }

    private String load() {
        if (hardware.load().isEmpty()) {
            return "";
        }
        List<String> averages = hardware.load().stream().map(HardwareLines::twoPlaces).toList();
        return Sentences.and(averages) + " over 1, 5 and 15 minutes";
    }

    private static String twoPlaces(double number) {
        return String.format(Locale.ROOT, "%.2f", number);
    }

    private String sensors() {
        String celsius = hardware.celsius().isEmpty() ? "" : "processor at " + Math.round(hardware.celsius().getAsDouble()) + " degrees Celsius";
        List<String> fans = hardware.fans().stream().map(Objects::toString).toList();
        String turning = fans.isEmpty() ? "" : (fans.size() == 1 ? "fan at " : "fans at ") + Sentences.and(fans) + " rpm";
        return joined(", ", celsius, turning);
    }

    private String power() {
        return String.join("; ", hardware.power().stream()
                .map(source -> joined(", ", source.name() + " at " + source.percent() + " %", source.state()))
                .toList());
    }

    /** {@code 48 KiB}, {@code 1.25 MiB}: binary, with as many places as it needs and two at most. */
    static String size(long bytes) {
        long unit = 1;
        int power = 0;
        while (bytes / unit >= 1024 && power < 4) {
            unit *= 1024;
            power++;
        }
        String number = twoPlaces((double) bytes / unit).replaceFirst("\\.?0+$", "");
        return (number.isEmpty() ? "0" : number) + " " + List.of("bytes", "KiB", "MiB", "GiB", "TiB").get(power);
    }
}
