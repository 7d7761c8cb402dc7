package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import java.util.List;
import java.util.Optional;

/**
 * How to keep a run on one CPU and name the PMU that counts there.
 *
 * @param pin {@code taskset -c 2 }, with its blank; empty where one kind of core is allowed or no CPU is known
 * @param pmu the PMU to name, where events split over several; else empty
 */
public record PinnedCommands(String pin, String pmu) {
    /** Those of this machine. */
    public static PinnedCommands of(Facts facts) {
        return facts.once(PinnedCommands.class, PinnedCommands::gather);
    }

    private static PinnedCommands gather(Facts facts) {
        Cores cores = Cores.of(facts);
        var cpu = cores.pin(facts);
        if (cpu.isEmpty() || cores.reachable(facts).size() < 2) {
            return new PinnedCommands("", "");
        }
        String pmu = cores.classes().stream()
                .filter(c -> cores.split() && c.cpus().get(cpu.getAsInt()))
                .map(Cores.CoreClass::pmu)
                .findFirst()
                .orElse("");
        return new PinnedCommands("taskset -c " + cpu.getAsInt() + " ", pmu);
    }

    /** Generic events in perf's syntax: {@code cpu_core/cycles/u,cpu_core/instructions/u} or {@code cycles:u,instructions:u}. */
    public String events(List<String> names, boolean userOnly) {
        String modifier = userOnly ? "u" : "";
        return String.join(",", names.stream()
                .map(n -> pmu.isEmpty() ? n + (userOnly ? ":u" : "") : pmu + "/" + n + "/" + modifier)
                .toList());
    }

    /** The command lines of a hybrid machine's remedy: counting and timing. */
    public List<String> examples(Optional<String> perf) {
        if (pin.isEmpty()) {
            return List.of();
        }
        return pmu.isEmpty()
                ? List.of(pin + "CMD")
                : List.of(pin + perf.orElse("perf") + " stat -e " + events(List.of("cycles", "instructions"), false) + " -- CMD");
    }
}
