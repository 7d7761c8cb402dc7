package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import java.util.List;

/** Whether the modules of the running kernel are where it looks for them. */
public sealed interface KernelModules {
    /** They are. */
    record There(Evidence because) implements KernelModules {}

    /** They are not, and this is a system that keeps them. */
    record Gone(Evidence others) implements KernelModules {}

    /** A container's kernel is the host's; a microVM's is handed in from outside. */
    record NotNeeded(String why) implements KernelModules {}

    /** The directory could not be read. */
    record Unknown(Unread<?> because) implements KernelModules {}

    /** Those of this machine. */
    static KernelModules of(Facts facts) {
        return facts.once(KernelModules.class, KernelModules::find);
    }

    private static KernelModules find(Facts facts) {
        if (Confinement.of(facts).inContainer()) {
            return new NotNeeded("a container has the host's kernel");
        }
        KernelRelease running = KernelRelease.of(facts);
        KernelHistory history = KernelHistory.of(facts);
        if (!running.isKnown()) {
            return new NotNeeded("which kernel runs is not known");
        }
        String own = "/lib/modules/" + running.text();
        if (facts.host().stat(own).isPresent()) {
            return new There(new Evidence(own, "present"));
        }
        return switch (history.modules()) {
            case Unread<List<String>> unread -> new Unknown(unread);
            case Absent<List<String>> _ when history.images().contains(running.text()) -> new Gone(new Evidence(own, "absent"));
            case Absent<List<String>> _ -> new NotNeeded("no kernel keeps modules here");
            case Present<List<String>> p when p.value().isEmpty() -> new NotNeeded("no kernel keeps modules here");
            case Present<List<String>> _ when handedIn(facts, running) -> new NotNeeded("this kernel was handed in from outside");
            case Present<List<String>> p -> new Gone(new Evidence("/lib/modules", String.join(" ", p.value())));
        };
    }

    /** A microVM, or WSL, starts a kernel that never was on this disk. */
    private static boolean handedIn(Facts facts, KernelRelease running) {
        Platform.Kind kind = Platform.of(facts).kind();
        boolean outside = kind == Platform.Kind.MICRO_VM || kind == Platform.Kind.WSL;
        return outside && !KernelHistory.of(facts).images().contains(running.text());
    }
}
