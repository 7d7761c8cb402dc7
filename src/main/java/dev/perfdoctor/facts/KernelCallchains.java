package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import java.util.Optional;

/**
 * Whether call chains may be recorded as perf asks for them: Debian's 6.12 and 7.3 refuse a user without the kernel side any chain that
 * does not exclude it (kernel/events/core.c there). Where every event is refused, that says nothing of chains.
 */
public sealed interface KernelCallchains {
    /** The probe's open with a chain succeeded. */
    record Allowed(Evidence evidence) implements KernelCallchains {}

    /** Refused, and allowed with {@code exclude_callchain_kernel}, or at least the event without a chain is. */
    record Refused(Evidence evidence) implements KernelCallchains {}

    /** The probe did not come so far, or every event is refused. */
    record NotTried(String why) implements KernelCallchains {}

    /** This user's. */
    static KernelCallchains of(Facts facts) {
        return facts.once(KernelCallchains.class, f -> judge(Probe.of(f)));
    }

    private static KernelCallchains judge(Probe probe) {
        Optional<Probe.Row> plain = row(probe, false);
        Optional<Probe.Row> excluding = row(probe, true);
        if (plain.isEmpty()) {
            return new NotTried("the probe tried no call chain");
        }
        if (plain.get().ok()) {
            return new Allowed(plain.get().evidence());
        }
        boolean otherwiseAllowed = excluding.map(Probe.Row::ok)
                .orElse(probe.open(Probe.Open.TASK_CLOCK_USER).map(Probe.Row::ok).orElse(false));
        return plain.get().failedWith("EACCES", "EPERM") && otherwiseAllowed
                ? new Refused(plain.get().evidence())
                : new NotTried("events are refused with and without call chains");
    }

    private static Optional<Probe.Row> row(Probe probe, boolean excluding) {
        return probe.first(r -> r.kind().equals("callchain-open") && r.is("exclude-kernel-callchain") == excluding);
    }
}
