package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import java.util.Optional;

/** Whether branch stacks can be sampled, as {@code perf record -b} and {@code --call-graph lbr} want. */
public enum BranchStack {
    OFFERED,
    NOT_OFFERED,
    UNKNOWN;

    /** By the probe's open; a refusal for lack of permission says nothing of the hardware. */
    public static BranchStack of(Facts facts) {
        Optional<Probe.Row> row = Probe.of(facts).all("branch-stack").stream().findFirst();
        if (row.isEmpty() || row.get().failedWith("EACCES", "EPERM", "ENOSYS")) {
            return UNKNOWN;
        }
        return row.get().ok() ? OFFERED : NOT_OFFERED;
    }
}
