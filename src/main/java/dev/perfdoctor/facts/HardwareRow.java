package dev.perfdoctor.facts;

import dev.perfdoctor.facts.Hardware.Cache;
import dev.perfdoctor.facts.Hardware.Firmware;
import dev.perfdoctor.facts.Hardware.Memory;
import dev.perfdoctor.facts.Hardware.Power;
import dev.perfdoctor.facts.Hardware.Processor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** One line of {@code perfdoctor-hardware}: {@code {"hardware":"cache","level":1,"type":"data","bytes":49152,"line":64,"ways":12}}. */
record HardwareRow(Map<String, String> values) {
    /** What makers leave in the fields of SMBIOS that they do not fill, as seen in dmidecode's output; lower case. */
    private static final Set<String> PLACEHOLDERS = Set.of(
            "to be filled by o.e.m.", "to be filled by oem", "default string", "system manufacturer", "system product name", "system version",
            "not specified", "not applicable", "not available", "none", "unknown", "n/a", "na", "oem", "o.e.m.", "x.x", "0", "1.0", "invalid",
            "undefined", "empty", "product name");

    private static final Comparator<Cache> NEAREST = Comparator.comparingInt(Cache::level).thenComparing(Cache::type).thenComparingLong(Cache::bytes);

    private static final String VERSION = " (version: ";

    /** The lines that are understood, in their order. */
    static List<HardwareRow> all(String out) {
        List<HardwareRow> rows = new ArrayList<>();
        for (String line : Text.lines(out)) {
            FlatJson.parse(line.strip()).map(HardwareRow::new).filter(row -> !row.kind().isEmpty()).ifPresent(rows::add);
        }
        return rows;
    }

    static HardwareRow first(List<HardwareRow> rows, String kind) {
        return of(rows, kind).findFirst().orElse(new HardwareRow(Map.of()));
    }

    private static Stream<HardwareRow> of(List<HardwareRow> rows, String kind) {
        return rows.stream().filter(row -> row.kind().equals(kind));
    }

    static List<Cache> caches(List<HardwareRow> rows) {
        return of(rows, "cache").flatMap(row -> row.cache().stream()).sorted(NEAREST).toList();
    }

    static List<Integer> fans(List<HardwareRow> rows) {
        return of(rows, "fan").flatMap(row -> row.positive("rpm").stream().boxed()).toList();
    }

    static List<Power> power(List<HardwareRow> rows) {
        return of(rows, "power").flatMap(row -> row.power().stream()).toList();
    }

    String kind() {
        return values.getOrDefault("hardware", "");
    }

    /** Empty for what only stands in for a text. */
    String text(String key) {
        return known(asItStands(key));
    }

    private static String known(String text) {
        return PLACEHOLDERS.contains(text.toLowerCase(Locale.ROOT)) ? "" : text;
    }

    /** As it stands: a model of a processor may be number 0. */
    private String asItStands(String key) {
        return values.getOrDefault(key, "").strip();
    }

    /**
     * {@code 21HM (version: ThinkPad X1 Carbon Gen 11)}: some makers give the number first and the name as its version. A version that says
     * nothing is left out.
     */
    String model() {
        String all = asItStands("model");
        int open = all.indexOf(VERSION);
        if (open < 0 || !all.endsWith(")")) {
            return known(all);
        }
        String version = known(all.substring(open + VERSION.length(), all.length() - 1).strip());
        String number = known(all.substring(0, open).strip());
        return version.isEmpty() ? number : number.isEmpty() ? version : number + " (" + version + ")";
    }

    Firmware firmware() {
        return new Firmware(text("vendor"), asItStands("version"), text("date"));
    }

    Processor processor() {
        return new Processor(
                text("name"),
                text("vendor"),
                asItStands("family"),
                asItStands("model"),
                asItStands("stepping"),
                asItStands("microcode"));
    }

    private Optional<Cache> cache() {
        OptionalInt level = positive("level");
        OptionalLong bytes = number("bytes");
        boolean known = level.isPresent() && bytes.orElse(0) > 0;
        return known
                ? Optional.of(new Cache(level.getAsInt(), oneOf("type", Set.of("data", "instruction", "unified")), bytes.getAsLong(), positive("line"), positive("ways")))
                : Optional.empty();
    }

    private String oneOf(String key, Set<String> words) {
        String word = values.getOrDefault(key, "");
        return words.contains(word) ? word : "";
    }

    Optional<Memory> memory() {
        OptionalLong total = number("total");
        return total.orElse(0) > 0
                ? Optional.of(new Memory(total.getAsLong(), number("available"), number("swap"), number("swap-used")))
                : Optional.empty();
    }

    List<Double> load() {
        List<OptionalDouble> all = List.of(decimal("one"), decimal("five"), decimal("fifteen"));
        return all.stream().allMatch(OptionalDouble::isPresent) ? all.stream().map(OptionalDouble::getAsDouble).toList() : List.of();
    }

    private Optional<Power> power() {
        OptionalLong charge = number("charge");
        boolean known = !asItStands("name").isEmpty() && charge.orElse(101) <= 100;
        return known ? Optional.of(new Power(asItStands("name"), (int) charge.getAsLong(), oneOf("state", Set.of("charging", "discharging")))) : Optional.empty();
    }

    /** A whole number that is not negative. */
    private OptionalLong number(String key) {
        try {
            long value = Long.parseLong(values.getOrDefault(key, ""));
            return value < 0 ? OptionalLong.empty() : OptionalLong.of(value);
        } catch (NumberFormatException none) {
            return OptionalLong.empty();
        }
    }

    /** A whole number above 0. */
    OptionalInt positive(String key) {
        long value = number(key).orElse(0);
        return value > 0 && value <= Integer.MAX_VALUE ? OptionalInt.of((int) value) : OptionalInt.empty();
    }

    /** A number that is not negative. */
    OptionalDouble decimal(String key) {
        try {
            double value = Double.parseDouble(values.getOrDefault(key, ""));
            return value >= 0 && value < Long.MAX_VALUE ? OptionalDouble.of(value) : OptionalDouble.empty();
        } catch (NumberFormatException none) {
            return OptionalDouble.empty();
        }
    }
}
