package dev.perfdoctor.engine;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.facts.Hardware;
import dev.perfdoctor.facts.Headline;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The result of a run as data, in the terms of the JSON report.
 *
 * @param askedFor in the order of {@link Activity}
 * @param activities all seven, in that order
 * @param diagnoses worst first, within one severity in the order of the checks
 * @param checks every known check in the order of the report
 * @param exit the exit status of the command, nagios aside
 * @param commands what was run on this machine, in the order it was asked for; empty for a captured one
 * @param hardware where the head of the report was to tell it
 * @param timings where the time went; empty when nobody asked
 */
public record Report(
        Headline host,
        List<Activity> askedFor,
        Verdict verdict,
        List<ActivityReport> activities,
        List<Judged> diagnoses,
        List<CheckReport> checks,
        List<Unknown> unknowns,
        double millis,
        int exit,
        List<String> commands,
        Optional<Hardware> hardware,
        List<Timings.Row> timings) {
    /** This report with where the time went. */
    public Report with(List<Timings.Row> measured) {
        return new Report(host, askedFor, verdict, activities, diagnoses, checks, unknowns, millis, exit, commands, hardware, measured);
    }

    /**
     * How one activity stands.
     *
     * @param because codes, or ids of checks that could not answer, that made the state
     * @param recipe the exact command lines for this machine, best first
     * @param detail a few words for people, such as "perf 7.1.3" or "--call-graph fp"; may be empty
     */
    public record ActivityReport(Activity activity, State state, List<String> because, List<String> recipe, String detail) {}

    /** A diagnosis with what this run makes of it. */
    public record Judged(Diagnosis diagnosis, Severity severity, List<String> explains, Optional<Waived> waived) {
        /** Whether a waiver holds. */
        public boolean isWaived() {
            return waived.isPresent() && !waived.get().expired();
        }
    }

    /** The waiver of a diagnosis; an expired one changes nothing but is told. */
    public record Waived(Waiver waiver, boolean expired) {}

    /**
     * How a check went.
     *
     * @param reason why it did not run or ended badly; empty otherwise
     * @param healthy what it found in order
     */
    public record CheckReport(String id, Status status, String reason, List<String> healthy, double millis) {}

    /** How a check ended. */
    public enum Status {
        OK("ok"),
        DIAGNOSED("diagnosed"),
        NOT_APPLICABLE("not-applicable"),
        UNKNOWN("unknown"),
        CRASHED("crashed"),
        TIMED_OUT("timed-out"),
        SKIPPED("skipped"),
        NOT_EXAMINED("not-examined");

        private final String id;

        Status(String id) {
            this.id = id;
        }

        /** The name in reports. */
        public String id() {
            return id;
        }
    }

    /**
     * A question that stays open.
     *
     * @param why {@code denied}, {@code timeout}, {@code not captured}, …
     * @param source what was read
     */
    public record Unknown(String check, String what, String why, String source, Set<Activity> about) {}
}
