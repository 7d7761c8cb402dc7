package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading.Unread;

/** The perf that a plain {@code perf} runs, and whether it starts. When it does not, what needs perf's own output is idle. */
public sealed interface PerfInUse {
    /**
     * It starts.
     *
     * @param path where PATH leads: what a sudoers rule must name
     * @param program the file that runs in the end: behind links, and behind a distribution's wrapper script; what file capabilities are set on
     * @param version such as {@code 6.8.12}; may be empty
     */
    record Working(String path, String program, String version, Evidence evidence) implements PerfInUse {
        /** Its version as a release; unknown where it says none. */
        public KernelRelease release() {
            return KernelRelease.parse(version);
        }
    }

    /** There is one and it does not start. */
    record Broken(PerfProgram program, PerfStart how) implements PerfInUse {}

    /** There is none on PATH. */
    record None(Evidence evidence) implements PerfInUse {}

    /** The question stays open. */
    record Unknown(String what, Unread<?> because) implements PerfInUse {}

    /** This user's. */
    static PerfInUse of(Facts facts) {
        return PerfBinaries.of(facts).inUse();
    }

    /** Whether it starts. */
    default boolean works() {
        return this instanceof Working;
    }

    /** Whether it is known not to start, so that what needs perf's own output need not be looked at. */
    default boolean doesNotStart() {
        return this instanceof Broken || this instanceof None;
    }
}
