package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import java.util.List;
import java.util.Optional;

/**
 * All that was found out about sudo in one go, so that it is asked once.
 *
 * @param policy the calling user's
 * @param others for root, that of others
 * @param rules those that were looked at, listed or read
 * @param securePath where sudo searches commands for the calling user; empty where it uses the user's PATH, and where it was not asked
 */
record SudoSeen(SudoPolicy policy, List<SudoPolicy.ForUser> others, List<SudoRule> rules, Optional<String> securePath) {
    SudoSeen {
        others = List.copyOf(others);
        rules = List.copyOf(rules);
    }

    static SudoSeen of(Facts facts) {
        return facts.once(SudoSeen.class, f -> new SudoInquiry(f).answer());
    }
}
