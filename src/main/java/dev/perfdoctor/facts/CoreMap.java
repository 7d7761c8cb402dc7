package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading.Present;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The cores of a machine as they can be drawn: kinds, and the threads of each core. Empty where it is not known which CPUs are of which kind.
 *
 * @param kinds as {@link Cores} has them, fastest first
 * @param offline CPUs that are there and switched off; of what kind they are, nothing tells
 */
public record CoreMap(List<Kind> kinds, BitSet offline) {
    /** More are told as a number: each is a file to read, and a row of them says nothing to the eye. */
    public static final int DRAWN = 64;

    public CoreMap {
        kinds = List.copyOf(kinds);
        offline = (BitSet) offline.clone();
    }

    /**
     * One kind of core.
     *
     * @param name {@code P}, {@code E}, {@code fast}, …; empty where there is one kind, or nothing tells
     * @param pmu what counts on it; empty where none does or that is not known
     * @param cpus online CPUs
     * @param allowed those of them that a command started from here may run on
     * @param cores the threads of each core, in the order of their first; empty where that is not known, or there are too many to draw
     */
    public record Kind(String name, String pmu, BitSet cpus, BitSet allowed, List<BitSet> cores) {}

    /** That of this machine. */
    public static CoreMap of(Facts facts) {
        return facts.once(CoreMap.class, CoreMap::read);
    }

    /** Nothing to draw. */
    public static CoreMap unknown() {
        return new CoreMap(List.of(), new BitSet());
    }

    private static CoreMap read(Facts facts) {
        Cores cores = Cores.of(facts);
        if (!cores.known() || !(Cpus.of(facts).online() instanceof Present<BitSet> online)) {
            return unknown();
        }
        boolean few = online.value().cardinality() <= DRAWN;
        List<Kind> kinds = new ArrayList<>();
        for (Cores.CoreClass kind : cores.classes()) {
            BitSet allowed = Cpus.of(facts).allowed();
            allowed.and(kind.cpus());
            kinds.add(new Kind(kind.name(), kind.pmu(), kind.cpus(), allowed, few ? threads(facts, kind.cpus()) : List.of()));
        }
        BitSet offline = facts.host().read(Cpus.SYSTEM + "present").map(CpuList::parse).orElse(new BitSet());
        offline.andNot(online.value());
        return new CoreMap(kinds, offline);
    }

    /** Empty unless the threads of every core are known. */
    private static List<BitSet> threads(Facts facts, BitSet cpus) {
        List<BitSet> cores = new ArrayList<>();
        BitSet left = (BitSet) cpus.clone();
        for (int cpu = left.nextSetBit(0); cpu >= 0; cpu = left.nextSetBit(cpu)) {
            if (!(Cpus.threads(facts, cpu) instanceof Present<BitSet> listed) || !listed.value().get(cpu)) {
                return List.of();
            }
            BitSet core = (BitSet) listed.value().clone();
            core.and(left);
            cores.add(core);
            left.andNot(core);
        }
        return List.copyOf(cores);
    }
}
