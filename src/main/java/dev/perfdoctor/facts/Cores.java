package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/**
 * The kinds of cores of a machine. Ground truth are the PMUs' own CPU lists; where there is one PMU, differences in capacity, CPPC
 * performance or maximum frequency that are too large for favoured cores of one kind. A model name alone proves nothing: a guest of a
 * hybrid host shows the host's.
 *
 * @param classes fastest first, only with CPUs that are online; empty when the CPUs are not known
 * @param basis what tells the classes apart
 * @param ranked whether it is known which are faster; else their order means nothing
 * @param evidence a line for each class
 */
public record Cores(List<CoreClass> classes, Basis basis, boolean ranked, List<Evidence> evidence) {
    /**
     * Slower than the fastest by more than this is another kind of core. Favoured cores (Turbo Boost Max 3.0, AMD preferred cores) lead
     * by up to a tenth; E cores reach 55 to 75 % of a P core, little ARM cores less.
     */
    private static final double KIND = 1.15;

    /** Hybrid Intel client models, family 6 (arch/x86/include/asm/intel-family.h): Alder Lake to Panther Lake. */
    private static final Set<Integer> HYBRID_MODELS =
            Set.of(0x97, 0x9A, 0xB7, 0xBA, 0xBF, 0xAA, 0xAC, 0xC5, 0xC6, 0xB5, 0xBD, 0xCC);

    /** Slowest first. */
    private static final List<String> INTEL = List.of("cpu_lowpower", "cpu_atom", "cpu_core");

    /** What tells core classes apart. */
    public enum Basis {
        /** Each class has a PMU of its own. */
        PMU,
        /** {@code cpu_capacity} differs. */
        CAPACITY,
        /** {@code acpi_cppc/highest_perf} differs by much. */
        CPPC,
        /** {@code cpuinfo_max_freq} differs by much. */
        FREQUENCY,
        /** Nothing does: one kind of core. */
        NOTHING,
        /** A hybrid model's name, and none of the files that would say which CPUs are which. */
        MODEL_NAME,
        /** Several PMUs, and the list of one's CPUs is not to be read: which CPUs are of which kind is not known. */
        LISTS_UNREAD
    }

    /**
     * Cores of one kind.
     *
     * @param name {@code P}, {@code E}, {@code LP}, {@code fast}, {@code slow}, … for people; empty where nothing tells
     * @param pmu the PMU that counts on them; {@code cpu} or the like where there is one for all, empty where none
     * @param cpus online CPUs
     */
    public record CoreClass(String name, String pmu, BitSet cpus) {
        /** The CPU list in the kernel's format. */
        public String list() {
            return CpuList.format(cpus);
        }
    }

    /** Those of this machine. */
    public static Cores of(Facts facts) {
        return facts.once(Cores.class, Cores::read);
    }

    /** Whether there is more than one kind. */
    public boolean differ() {
        return classes.size() > 1;
    }

    /** Whether each kind counts on a PMU of its own, so that an unqualified event splits. */
    public boolean split() {
        return differ() && basis == Basis.PMU;
    }

    /** The kinds that the allowed CPUs reach into, fastest first. */
    public List<CoreClass> reachable(Facts facts) {
        BitSet allowed = Cpus.of(facts).allowed();
        return classes.stream().filter(c -> c.cpus().intersects(allowed)).toList();
    }

    /**
     * The CPU to pin a measurement to: allowed, of the fastest kind that is allowed, not the core of CPU 0 where avoidable (the default
     * target of interrupts), the first thread of its core. Empty when no CPU is known.
     */
    public OptionalInt pin(Facts facts) {
        BitSet candidates = Cpus.of(facts).allowed();
        List<CoreClass> reachable = reachable(facts);
        if (!reachable.isEmpty()) {
            candidates.and(reachable.getFirst().cpus());
        }
        BitSet elsewhere = (BitSet) candidates.clone();
        elsewhere.andNot(Cpus.siblings(facts, 0));
        int first = elsewhere.isEmpty() ? candidates.nextSetBit(0) : elsewhere.nextSetBit(0);
        return first < 0 ? OptionalInt.empty() : OptionalInt.of(first);
    }

    /** Whether it is known of each CPU which kind it is of. */
    public boolean known() {
        return basis != Basis.MODEL_NAME && basis != Basis.LISTS_UNREAD;
    }

    private static Cores read(Facts facts) {
        if (listOpen(facts).isPresent()) {
            return new Cores(List.of(), Basis.LISTS_UNREAD, false, List.of());
        }
        Map<String, BitSet> byPmu = onlineCpusByPmu(facts);
        if (byPmu.size() > 1) {
            return byPmu(facts, byPmu);
        }
        String pmu = byPmu.keySet().stream()
                .findFirst()
                .orElse(String.join(",", Pmus.of(facts).names()));
        for (Basis basis : List.of(Basis.CAPACITY, Basis.CPPC, Basis.FREQUENCY)) {
            Map<Integer, Integer> values = values(facts, basis);
            List<BitSet> kinds = kinds(values);
            if (kinds.size() > 1 && !(basis == Basis.FREQUENCY && oneArmPart(facts))) {
                return byValue(kinds, values, basis, pmu);
            }
        }
        BitSet all = Cpus.of(facts).online().orElse(new BitSet());
        boolean unseen = byPmu.isEmpty() && !Pmus.of(facts).devices().isPresent();
        boolean nameOnly = unseen && hybridModel(facts);
        List<CoreClass> one = all.isEmpty() ? List.of() : List.of(new CoreClass("", pmu, all));
        return new Cores(one, nameOnly ? Basis.MODEL_NAME : Basis.NOTHING, true, List.of());
    }

    /** The list of a PMU's CPUs that would have to be read to tell the kinds apart, where one was not. */
    public static Optional<Reading<BitSet>> listOpen(Facts facts) {
        List<Pmus.CpuPmu> several = Pmus.of(facts).cpu();
        if (several.size() > 1) {
            return several.stream().map(Pmus.CpuPmu::cpus).filter(cpus -> !cpus.isPresent()).findFirst();
        }
        Reading<BitSet> atom = intelList(facts, "cpu_atom");
        boolean onlyOneSeen = Pmus.of(facts).devices() instanceof Reading.Unread<?> && intelList(facts, "cpu_core").isPresent();
        return onlyOneSeen && atom instanceof Reading.Unread<?> ? Optional.of(atom) : Optional.empty();
    }

    private static Reading<BitSet> intelList(Facts facts, String pmu) {
        return facts.host().read("/sys/devices/" + pmu + "/cpus").map(CpuList::parse);
    }

    private static Map<String, BitSet> onlineCpusByPmu(Facts facts) {
        Map<String, BitSet> found = new TreeMap<>();
        for (Pmus.CpuPmu pmu : Pmus.of(facts).cpu()) {
            keepOnline(facts, found, pmu.name(), pmu.cpus());
        }
        if (Pmus.of(facts).devices() instanceof Reading.Unread<?>) { // a tree may hold the devices and not the bus that lists them
            for (String name : INTEL) {
                keepOnline(facts, found, name, intelList(facts, name));
            }
        }
        return found;
    }

    private static void keepOnline(Facts facts, Map<String, BitSet> found, String pmu, Reading<BitSet> cpus) {
        BitSet kept = (BitSet) cpus.orElse(new BitSet()).clone();
        if (Cpus.of(facts).online() instanceof Present<BitSet> online) {
            kept.and(online.value());
        }
        if (!kept.isEmpty()) {
            found.put(pmu, kept);
        }
    }

    private static Cores byPmu(Facts facts, Map<String, BitSet> byPmu) {
        List<String> order = new ArrayList<>(byPmu.keySet());
        order.sort((a, b) -> Integer.compare(speed(facts, b, byPmu.get(b)), speed(facts, a, byPmu.get(a))));
        boolean ranked = order.stream().map(name -> speed(facts, name, byPmu.get(name))).distinct().count() == order.size();
        List<CoreClass> classes = new ArrayList<>();
        List<Evidence> evidence = new ArrayList<>();
        for (String name : order) {
            CoreClass kind = new CoreClass(ranked ? nameOf(name, classes.size(), order.size()) : "", name, byPmu.get(name));
            classes.add(kind);
            String at = Pmus.of(facts).named(name).isPresent() ? Pmus.DEVICES + "/" : "/sys/devices/";
            evidence.add(new Evidence(at + name + "/cpus", kind.list()));
        }
        return new Cores(List.copyOf(classes), Basis.PMU, ranked, List.copyOf(evidence));
    }

    /** Intel's names say it; elsewhere the fastest CPU of each decides. */
    private static int speed(Facts facts, String pmu, BitSet cpus) {
        if (INTEL.contains(pmu)) {
            return INTEL.indexOf(pmu);
        }
        return List.of(Basis.CAPACITY, Basis.CPPC, Basis.FREQUENCY).stream()
                .map(basis -> values(facts, basis))
                .filter(values -> !values.isEmpty())
                .findFirst()
                .orElse(Map.of())
                .entrySet()
                .stream()
                .filter(e -> cpus.get(e.getKey()))
                .mapToInt(Map.Entry::getValue)
                .max()
                .orElse(0);
    }

    private static String nameOf(String pmu, int rank, int of) {
        return switch (pmu) {
            case "cpu_core" -> "P";
            case "cpu_atom" -> "E";
            case "cpu_lowpower" -> "LP";
            default -> nameOf(rank, of);
        };
    }

    private static String nameOf(int rank, int of) {
        return rank == 0 ? "fast" : rank == of - 1 ? "slow" : "middle";
    }

    private static Cores byValue(List<BitSet> kinds, Map<Integer, Integer> values, Basis basis, String pmu) {
        List<CoreClass> classes = new ArrayList<>();
        List<Evidence> evidence = new ArrayList<>();
        for (BitSet cpus : kinds) {
            CoreClass kind = new CoreClass(nameOf(classes.size(), kinds.size()), pmu, cpus);
            classes.add(kind);
            int least = cpus.stream().map(values::get).min().orElse(0);
            int most = cpus.stream().map(values::get).max().orElse(0);
            String range = least == most ? "" + most : least + " to " + most;
            evidence.add(new Evidence(
                    "/sys/devices/system/cpu/cpu*/" + file(basis), "CPUs " + kind.list() + ": " + range + unit(basis)));
        }
        return new Cores(List.copyOf(classes), basis, true, List.copyOf(evidence));
    }

    private static String file(Basis basis) {
        return switch (basis) {
            case CAPACITY -> "cpu_capacity";
            case CPPC -> "acpi_cppc/highest_perf";
            case FREQUENCY -> "cpufreq/cpuinfo_max_freq";
            case PMU, NOTHING, MODEL_NAME, LISTS_UNREAD -> "";
        };
    }

    private static String unit(Basis basis) {
        return basis == Basis.FREQUENCY ? " kHz" : "";
    }

    /** The value of each online CPU; empty unless every one of them has it. */
    private static Map<Integer, Integer> values(Facts facts, Basis basis) {
        Map<Integer, Integer> values = new LinkedHashMap<>();
        BitSet online = Cpus.of(facts).online().orElse(new BitSet());
        for (int cpu = online.nextSetBit(0); cpu >= 0; cpu = online.nextSetBit(cpu + 1)) {
            if (!(value(facts, basis, cpu) instanceof Present<Integer> p) || p.value() <= 0) {
                return Map.of();
            }
            values.put(cpu, p.value());
        }
        return values;
    }

    private static Reading<Integer> value(Facts facts, Basis basis, int cpu) {
        String system = "/sys/devices/system/cpu/";
        return facts.host().read(system + "cpu" + cpu + "/" + file(basis)).map(text -> Integer.valueOf(text.strip()));
    }

    /** Cuts the values, fastest first, wherever the next is slower by more than {@link #KIND}. */
    static List<BitSet> kinds(Map<Integer, Integer> values) {
        List<Map.Entry<Integer, Integer>> sorted = new ArrayList<>(values.entrySet());
        sorted.sort((a, b) -> Integer.compare(b.getValue(), a.getValue()));
        List<BitSet> kinds = new ArrayList<>();
        int before = 0;
        for (Map.Entry<Integer, Integer> cpu : sorted) {
            if (kinds.isEmpty() || before > cpu.getValue() * KIND) {
                kinds.add(new BitSet());
            }
            kinds.getLast().set(cpu.getKey());
            before = cpu.getValue();
        }
        return kinds;
    }

    /** Phones clock two clusters of one core type differently; by clock alone they are one kind. */
    private static boolean oneArmPart(Facts facts) {
        Set<String> parts = new HashSet<>();
        Cpuinfo.of(facts).processors().forEach(p -> {
            if (p.containsKey("CPU part")) {
                parts.add(p.getOrDefault("CPU implementer", "") + p.get("CPU part"));
            }
        });
        return parts.size() == 1;
    }

    private static boolean hybridModel(Facts facts) {
        return namesHybridModel(facts) && !Cpuinfo.of(facts).hasFlag("hypervisor");
    }

    /** Whether the processor calls itself a hybrid Intel model, which a guest of one may do too. */
    static boolean namesHybridModel(Facts facts) {
        Cpuinfo cpu = Cpuinfo.of(facts);
        try {
            return cpu.first("vendor_id").equals("GenuineIntel")
                    && cpu.first("cpu family").equals("6")
                    && HYBRID_MODELS.contains(Integer.parseInt(cpu.first("model")));
        } catch (NumberFormatException noModel) {
            return false;
        }
    }
}
