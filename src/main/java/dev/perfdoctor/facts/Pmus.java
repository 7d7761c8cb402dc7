package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * The performance monitoring units the kernel offers. Only those that count what a core does are CPU PMUs; {@code msr}, {@code power},
 * uncore, software and tracepoint devices are there without one too.
 *
 * @param devices names in {@code event_source/devices}. Absent: the kernel has no perf events, or sysfs is not to be seen here
 * @param cpu the CPU PMUs among those that are known, by name; a listing that is not complete may hide others
 */
public record Pmus(Reading<List<String>> devices, List<CpuPmu> cpu) {
    /** Where the kernel lists them. */
    public static final String DEVICES = "/sys/bus/event_source/devices";

    /**
     * One CPU PMU.
     *
     * @param name such as {@code cpu}, {@code cpu_atom}, {@code armv8_cortex_a72}
     * @param cpus the CPUs it belongs to; absent where it is that of all CPUs
     * @param maxPrecise {@code caps/max_precise}; absent where the driver states none (AMD before 6.x, ARM)
     * @param branches {@code caps/branches}, the depth of the branch stack; absent where the driver states none
     */
    public record CpuPmu(String name, Reading<BitSet> cpus, Reading<Integer> maxPrecise, Reading<Integer> branches) {}

    /** This machine's. */
    public static Pmus of(Facts facts) {
        return facts.once(Pmus.class, Pmus::read);
    }

    private static Pmus read(Facts facts) {
        Host host = facts.host();
        List<CpuPmu> cpu = new ArrayList<>();
        for (String name : host.listKnown(DEVICES).orElse(List.of())) {
            if (countsCores(host, name)) {
                cpu.add(pmu(host, name));
            }
        }
        return new Pmus(host.list(DEVICES), List.copyOf(cpu));
    }

    /**
     * x86, POWER and RISC-V name theirs {@code cpu}, hybrid Intel {@code cpu_core}, {@code cpu_atom}, {@code cpu_lowpower}; those of ARM
     * have a {@code cpus} file of their CPUs where uncore devices have a {@code cpumask} of the CPUs that read them
     * (drivers/perf/arm_pmu.c; Documentation/ABI/testing/sysfs-bus-event_source-devices). s390: cpum_cf.
     */
    private static boolean countsCores(Host host, String name) {
        return name.equals("cpu")
                || name.equals("cpum_cf")
                || name.startsWith("cpu_")
                || name.startsWith("armv")
                || host.stat(DEVICES + "/" + name + "/cpus").isPresent();
    }

    private static CpuPmu pmu(Host host, String name) {
        String at = DEVICES + "/" + name;
        return new CpuPmu(
                name,
                host.read(at + "/cpus").map(CpuList::parse),
                host.read(at + "/caps/max_precise").map(Pmus::number),
                host.read(at + "/caps/branches").map(Pmus::number));
    }

    private static Integer number(String text) {
        return Integer.valueOf(text.strip());
    }

    /** The names of the CPU PMUs. */
    public List<String> names() {
        return cpu.stream().map(CpuPmu::name).toList();
    }

    /** Whether there is a CPU PMU; absent sysfs and an unread one stay what they are, but one that is seen is there. */
    public Reading<Boolean> hasCpuPmu() {
        if (!cpu.isEmpty()) {
            return new Present<>(true, new Evidence(DEVICES, String.join(" ", names())));
        }
        return switch (devices) {
            case Present<List<String>> p -> new Present<>(false, evidence(p));
            case Absent<List<String>> a -> new Absent<>(a.source());
            case Unread<List<String>> u -> u.cast();
        };
    }

    /** The CPU PMU of this name. */
    public Optional<CpuPmu> named(String name) {
        return cpu.stream().filter(p -> p.name().equals(name)).findFirst();
    }

    private static Evidence evidence(Present<List<String>> devices) {
        return new Evidence(DEVICES, devices.value().isEmpty() ? "empty" : String.join(" ", devices.value()));
    }
}
