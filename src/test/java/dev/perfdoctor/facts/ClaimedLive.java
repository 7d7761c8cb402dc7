package dev.perfdoctor.facts;

import dev.perfdoctor.api.ForwardingHost;
import dev.perfdoctor.api.Host;

/** A written-down machine that says it is the live one. */
final class ClaimedLive extends ForwardingHost {
    ClaimedLive(Host machine) {
        super(machine);
    }

    @Override
    public Source source() {
        return Source.LIVE;
    }
}
