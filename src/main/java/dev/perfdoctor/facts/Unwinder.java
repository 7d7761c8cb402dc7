package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;

/** What the perf in use unwinds DWARF stacks with. libunwind wins where both are there (tools/perf/Makefile.config). */
public enum Unwinder {
    LIBUNWIND,
    LIBDW,
    NONE,
    /** perf says nothing of either, or nobody could ask it. */
    UNKNOWN;

    /** Of the perf in use. */
    public static Unwinder of(Facts facts) {
        return of(PerfBuild.of(facts));
    }

    /** The line {@code libdw-dwarf-unwind} says only that libdw is there; without libunwind it is what unwinds. */
    static Unwinder of(PerfBuild build) {
        if (build.has("libunwind")) {
            return LIBUNWIND;
        }
        boolean libdwSpoken = build.option("libdw-dwarf-unwind") != PerfBuild.Option.UNKNOWN;
        String libdw = libdwSpoken ? "libdw-dwarf-unwind" : build.option("libdw") != PerfBuild.Option.UNKNOWN ? "libdw" : "dwarf";
        if (build.has(libdw)) {
            return LIBDW;
        }
        return build.lacks("libunwind") && build.lacks(libdw) ? NONE : UNKNOWN;
    }
}
