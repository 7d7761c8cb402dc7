package dev.perfdoctor.engine;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.api.Reading;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** A check that finds what a test says. */
public record FakeCheck(String id, Set<Activity> concerns, boolean always, Function<Facts, List<Finding>> how) implements Check {
    /** One that concerns everything and finds this. */
    public static FakeCheck finding(String id, Finding... findings) {
        return doing(id, facts -> List.of(findings));
    }

    /** One that concerns everything and does this. */
    public static FakeCheck doing(String id, Function<Facts, List<Finding>> how) {
        return new FakeCheck(id, Set.of(Activity.values()), false, how);
    }

    /** The same, of interest for these activities alone. */
    public FakeCheck concerning(Activity... activities) {
        return new FakeCheck(id, Set.of(activities), always, how);
    }

    /** The same, run whatever is asked for. */
    public FakeCheck whateverIsAsked() {
        return new FakeCheck(id, concerns, true, how);
    }

    /** A diagnosis with evidence, as yet without effects. */
    public static Diagnosis diagnosis(String code) {
        return Diagnosis.of(code, "the summary of " + code).seen("/proc/" + code, "1");
    }

    /** A question left open by a file that may not be read. */
    public static Finding.CannotTell cannotTell(String what, Activity... about) {
        return new Finding.CannotTell(what, new Reading.Unread<>("/proc/it", Reading.Why.DENIED, ""), Set.of(about));
    }

    /** A question answered well. */
    public static Finding.Healthy healthy(String summary) {
        return new Finding.Healthy(summary, new Evidence("/proc/it", "0"));
    }

    @Override
    public List<Finding> examine(Facts facts) {
        return how.apply(facts);
    }
}
