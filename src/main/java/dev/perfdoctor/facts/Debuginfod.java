package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;

/** Whether perf asks debuginfod servers for debug files. */
public sealed interface Debuginfod {
    /** It may. */
    record On(Evidence evidence) implements Debuginfod {}

    /** It does not. */
    record Off(String why) implements Debuginfod {}

    /** For the perf in use. A perf that does not say may have it. */
    static Debuginfod of(Facts facts) {
        var urls = facts.host().identity().variable("DEBUGINFOD_URLS").map(String::strip).filter(v -> !v.isEmpty());
        if (urls.isEmpty()) {
            return new Off("no debuginfod servers are set");
        }
        return PerfBuild.of(facts).lacks("debuginfod")
                ? new Off("this perf asks no debuginfod servers")
                : new On(new Evidence("environment", "DEBUGINFOD_URLS=" + urls.get()));
    }
}
