package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.facts.Credentials.Capability;
import java.util.ArrayList;
import java.util.List;

/**
 * Features that are in play on this machine and came with a later kernel than the running one.
 *
 * @param unmet those, empty for none
 */
public record KernelMinimum(List<Unmet> unmet) {
    /** A feature of the kernel. */
    public enum Feature {
        /** A PMU for each kind of core of Intel's hybrid processors (f83d2f91d259, 5.13). */
        HYBRID_PMUS("a hybrid processor", "5.13"),
        /** A capability for perf events alone (980737282232, 5.8). */
        CAP_PERFMON("CAP_PERFMON", "5.8");

        private final String words;
        private final String since;

        Feature(String words, String since) {
            this.words = words;
            this.since = since;
        }

        /** For people. */
        public String words() {
            return words;
        }

        /** The first version that has it. */
        public String since() {
            return since;
        }
    }

    /** A feature that is missing, and what brings it into play. */
    public record Unmet(Feature feature, Evidence because) {}

    /** Those of this machine. */
    public static KernelMinimum of(Facts facts) {
        return facts.once(KernelMinimum.class, KernelMinimum::find);
    }

    private static KernelMinimum find(Facts facts) {
        KernelRelease running = KernelRelease.of(facts);
        List<Unmet> unmet = new ArrayList<>();
        if (running.isKnown() && !running.atLeast(5, 13) && hasTwoKindsOfCores(facts)) {
            unmet.add(new Unmet(Feature.HYBRID_PMUS, new Evidence("/proc/cpuinfo", Cpuinfo.of(facts).modelName())));
        }
        if (running.isKnown() && !running.atLeast(5, 8) && PerfInUse.of(facts) instanceof PerfInUse.Working perf) {
            perfmonInVain(facts, perf, unmet);
        }
        return new KernelMinimum(List.copyOf(unmet));
    }

    /** Some processors of these models have one kind of core, so the model alone is not enough. */
    private static boolean hasTwoKindsOfCores(Facts facts) {
        return Cores.namesHybridModel(facts) && !Platform.of(facts).isVirtual() && Cores.of(facts).differ();
    }

    /** RHEL brought the capability to its 4.18: the bounding set shows whether this kernel knows it. */
    private static void perfmonInVain(Facts facts, PerfInUse.Working perf, List<Unmet> unmet) {
        FileCapabilities file = FileCapabilities.of(facts, perf.program());
        boolean knows = PerfAccess.knowsPerfmon(facts);
        if (file.names(Capability.PERFMON) && !knows) {
            unmet.add(new Unmet(Feature.CAP_PERFMON, file.evidence()));
        }
    }
}
