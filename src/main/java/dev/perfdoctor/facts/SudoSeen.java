package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import java.util.List;

/**
 * All that was found out about sudo in one go, so that it is asked once.
 *
 * @param policy the calling user's
 * @param others for root, that of others
 * @param rules those that were looked at, listed or read
 */
record SudoSeen(SudoPolicy policy, List<SudoPolicy.ForUser> others, List<SudoRule> rules) {
    SudoSeen {
        others = List.copyOf(others);
        rules = List.copyOf(rules);
    }

    static SudoSeen of(Facts facts) {
        return facts.once(SudoSeen.class, f -> new SudoInquiry(f).answer());
    }
}
