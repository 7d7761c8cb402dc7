package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import java.util.Optional;

/**
 * Which machine a report is about, as its first line and its {@code host} object say it. Empty strings where unknown.
 *
 * @param source {@code live}, {@code machine-file} or {@code tree}
 * @param virtualization {@code none}, a hypervisor's name or {@code unknown}
 * @param container {@code none}, an engine's name or {@code unknown}
 * @param cores its CPUs; without kinds where they are not known
 */
public record Headline(
        String source,
        String osId,
        String osVersionId,
        String osPrettyName,
        String kernel,
        String architecture,
        String cpu,
        String virtualization,
        String container,
        CoreMap cores) {
    /** This machine's. */
    public static Headline of(Facts facts) {
        return facts.once(Headline.class, Headline::gather);
    }

    /** Nothing but unknowns. */
    public static Headline unknown() {
        return new Headline("unknown", "", "", "", "", "", "", "unknown", "unknown", CoreMap.unknown());
    }

    private static Headline gather(Facts facts) {
        Distribution os = Distribution.of(facts);
        Confinement confinement = Confinement.of(facts);
        return new Headline(
                switch (facts.host().source()) {
                    case LIVE -> "live";
                    case MACHINE_FILE -> "machine-file";
                    case TREE -> "tree";
                },
                os.id(),
                os.versionId(),
                os.prettyName(),
                facts.host().identity().release(),
                facts.host().identity().machine(),
                Cpuinfo.of(facts).modelName(),
                name(confinement.virtualization(), confinement.virtualizationKnown()),
                name(confinement.container(), confinement.containerKnown()),
                CoreMap.of(facts));
    }

    private static String name(Optional<Confinement.Layer> layer, boolean known) {
        return layer.map(Confinement.Layer::name).orElse(known ? "none" : "unknown");
    }
}
