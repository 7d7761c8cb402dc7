package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import java.util.Optional;

/**
 * What the perf in use unwinds DWARF stacks with. libunwind wins where both are there (tools/perf/Makefile.config). The two read programs in
 * opposite order: libunwind takes the build-id store's copy before the file on disk (util/dso.c, try_to_open_dso), libdw the file on disk before
 * the store's (util/unwind-libdw.c, __report_module). Neither compares build ids, so what is wrong in the first place cuts chains in silence.
 */
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

    /** The line that tells, where one does. */
    public static Optional<Evidence> evidence(Facts facts) {
        PerfBuild build = PerfBuild.of(facts);
        return build.evidence("libunwind").or(() -> build.evidence("libdw-dwarf-unwind")).or(() -> build.evidence("libdw"));
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
