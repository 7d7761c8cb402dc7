package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading.Present;
import java.util.List;
import java.util.Map;

/**
 * How to keep a run on one CPU and name the PMU that counts there.
 *
 * @param pin {@code taskset -c 2 }, with its blank; empty where one kind of core is allowed or no CPU is known
 * @param pmu the PMU to name, where events split over several; else empty
 * @param spelled generic events by the names that this PMU has for them, where those are others; an empty one: it has no such event
 */
public record PinnedCommands(String pin, String pmu, Map<String, String> spelled) {
    /**
     * What ARM's PMUs call them in sysfs (drivers/perf/arm_pmuv3.c). A perf before 6.4 takes only these after {@code armv8_cortex_a72/}:
     * "unknown term 'cycles' for pmu", exit 129 (Debian's perf 6.1 on a big.LITTLE machine).
     */
    private static final Map<String, String> ARM = Map.of("cycles", "cpu_cycles", "instructions", "inst_retired");

    private static final PinnedCommands NONE = new PinnedCommands("", "", Map.of());

    /** Those of this machine. */
    public static PinnedCommands of(Facts facts) {
        return facts.once(PinnedCommands.class, PinnedCommands::gather);
    }

    private static PinnedCommands gather(Facts facts) {
        Cores cores = Cores.of(facts);
        var cpu = cores.pin(facts);
        if (cpu.isEmpty() || cores.reachable(facts).size() < 2) {
            return NONE;
        }
        String pmu = cores.classes().stream()
                .filter(c -> cores.split() && c.cpus().get(cpu.getAsInt()))
                .map(Cores.CoreClass::pmu)
                .findFirst()
                .orElse("");
        return new PinnedCommands("taskset -c " + cpu.getAsInt() + " ", pmu, pmu.isEmpty() ? Map.of() : spelling(facts, pmu));
    }

    private static Map<String, String> spelling(Facts facts, String pmu) {
        if (!pmu.startsWith("armv")) {
            return Map.of(); // cpu_core takes perf's own names since there are hybrid PMUs, and Apple's PMUs have them in sysfs
        }
        if (facts.host().list(Pmus.DEVICES + "/" + pmu + "/events") instanceof Present<List<String>> known
                && known.value().contains("cpu_cycles")
                && !known.value().contains("inst_retired")) {
            return Map.of("cycles", "cpu_cycles", "instructions", "");
        }
        return ARM;
    }

    /** Generic events in perf's syntax: {@code cpu_core/cycles/u,cpu_core/instructions/u} or {@code cycles:u,instructions:u}. */
    public String events(List<String> names, boolean userOnly) {
        String modifier = userOnly ? "u" : "";
        return String.join(",", names.stream()
                .map(n -> spelled.getOrDefault(n, n))
                .filter(n -> !n.isEmpty())
                .map(n -> pmu.isEmpty() ? n + (userOnly ? ":u" : "") : pmu + "/" + n + "/" + modifier)
                .toList());
    }

    /** The whole line that counts a command's cycles and instructions on one kind of core with this perf. */
    public String counting(String perf) {
        return pin + perf + " stat -e " + events(List.of("cycles", "instructions"), false) + " -- CMD";
    }

    /** The whole line that samples a command's cycles on one kind of core; the plain one where no core is named. */
    public String sampling() {
        return pin + "perf record -e " + events(List.of("cycles"), false) + " -- CMD";
    }
}
