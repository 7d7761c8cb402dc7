package dev.perfdoctor.checks;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Configuration.Expectation;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Effect;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.facts.Expectations;
import dev.perfdoctor.facts.Expectations.Answer;
import dev.perfdoctor.facts.Expectations.Outcome;
import dev.perfdoctor.facts.Remedies;
import java.util.List;
import java.util.Set;

/** What the configuration file expects of the machine: {@code expect:}. */
public final class ExpectationCheck implements Check {
    @Override
    public String id() {
        return "expectation";
    }

    @Override
    public Set<Activity> concerns() {
        return Set.of(Activity.values());
    }

    @Override
    public List<Finding> examine(Facts facts) {
        List<Outcome> outcomes = Expectations.of(facts).outcomes();
        return outcomes.isEmpty()
                ? List.of(new Finding.NotApplicable("no configuration expects anything of this machine"))
                : outcomes.stream().map(outcome -> held(facts, outcome)).toList();
    }

    private static Finding held(Facts facts, Outcome outcome) {
        String what = said(outcome.expected());
        return switch (outcome.answer()) {
            case Answer.Met(var because) -> new Finding.Healthy(what + ", as expected", because);
            case Answer.Different(var actual, var seen) -> unmet(facts, outcome, seen, different(outcome.expected(), actual));
            case Answer.Missing(var source) -> unmet(facts, outcome, new Evidence(source, "absent"), missing(outcome.expected()));
            case Answer.Unclear(var because) -> new Finding.CannotTell("whether " + what, because, facts.request().asked());
        };
    }

    private static String said(Expectation expected) {
        return switch (expected.kind()) {
            case KERNEL -> "kernel " + expected.wanted();
            case SYSCTL -> expected.name() + " " + expected.wanted();
            case TOOL -> (expected.name() + " " + expected.wanted()).strip();
            case FILE -> expected.name() + " is there";
        };
    }

    private static String different(Expectation expected, String actual) {
        String wanted = expected.wanted().isEmpty() ? "one that starts" : expected.wanted();
        return "%s is %s; %s is expected".formatted(expected.name(), actual, wanted);
    }

    private static String missing(Expectation expected) {
        return switch (expected.kind()) {
            case SYSCTL -> "this kernel has no " + expected.name();
            case TOOL -> expected.name() + " is expected, and is not in PATH";
            case KERNEL, FILE -> expected.name() + " is expected, and does not exist";
        };
    }

    private static Diagnosis unmet(Facts facts, Outcome outcome, Evidence seen, String summary) {
        return Diagnosis.of("expectation/unmet", summary)
                .affects(Effect.BLOCKED, facts.request().asked())
                .explained("""
                        By the project's configuration file, measurements on a machine without it do not count, whether or not perf and valgrind
                        would run.
                        """)
                .seen(outcome.stated())
                .seen(seen)
                .mendedBy(ways(facts, outcome.expected()));
    }

    private static List<Remediation> ways(Facts facts, Expectation expected) {
        return switch (expected.kind()) {
            case SYSCTL -> Expectations.change(facts, expected)
                    .map(c -> Remedies.sysctl(facts, c.key(), c.seen(), c.wanted(), "The setting is every user's on this machine."))
                    .orElse(List.of(Remediation.manual("For good", true, "make %s %s".formatted(expected.name(), expected.wanted()))));
            case TOOL -> List.of(Remediation.manual("For good", true, "install " + said(expected) + ", or take it out of expect:")
                    .at(Remedies.userSide(facts)));
            case KERNEL -> List.of(Remediation.external("Another kernel", Remedies.kernelSide(facts), "boot " + said(expected)));
            case FILE -> List.of(Remediation.manual("For good", false, "create " + expected.name() + ", or take it out of expect:"));
        };
    }
}
