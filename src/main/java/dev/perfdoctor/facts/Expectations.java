package dev.perfdoctor.facts;

import dev.perfdoctor.api.Configuration.Expectation;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import java.util.List;
import java.util.Optional;

/** What the configuration expects of the machine, each held against what is there. */
public record Expectations(List<Outcome> outcomes) {
    public Expectations {
        outcomes = List.copyOf(outcomes);
    }

    /** One expectation and what is there. */
    public record Outcome(Expectation expected, Answer answer) {
        /** Where it is asked for, as evidence. */
        public Evidence stated() {
            return new Evidence(expected.stated(), (expected.name() + " " + expected.wanted()).strip());
        }
    }

    /** Whether it holds. */
    public sealed interface Answer {
        /** It does. */
        record Met(Evidence because) implements Answer {}

        /**
         * It does not: what is there is another.
         *
         * @param actual the value or version that is there, short
         */
        record Different(String actual, Evidence seen) implements Answer {}

        /** It does not: there is no such thing. */
        record Missing(String source) implements Answer {}

        /** What is there could not be read. */
        record Unclear(Unread<?> because) implements Answer {}
    }

    /** A sysctl that has to be changed: the value seen, and the nearest that will do. */
    public record Change(String key, Present<Integer> seen, int wanted) {}

    /** Those of this run. */
    public static Expectations of(Facts facts) {
        return facts.once(Expectations.class, f -> new Expectations(f.request().configuration().expectations().stream()
                .map(e -> new Outcome(e, answer(f, e)))
                .toList()));
    }

    private static Answer answer(Facts facts, Expectation expected) {
        return switch (expected.kind()) {
            case KERNEL -> kernel(facts, expected);
            case SYSCTL -> compared(facts.host().read(sysctlFile(expected.name())).map(Expectations::oneLine), expected.wanted());
            case TOOL -> tool(ToolVersion.of(facts, expected.name()), expected.wanted());
            case FILE -> file(facts.host().stat(expected.name()));
        };
    }

    private static Answer kernel(Facts facts, Expectation expected) {
        KernelRelease release = KernelRelease.of(facts);
        return release.isKnown()
                ? compared(new Present<>(release.text(), release.evidence()), expected.wanted())
                : new Answer.Unclear(new Unread<String>("uname -r", Reading.Why.NOT_CAPTURED, ""));
    }

    /** sysctl(8): the first separator of a key decides whether dots or slashes separate. */
    private static String sysctlFile(String key) {
        int dot = key.indexOf('.');
        int slash = key.indexOf('/');
        boolean slashes = slash >= 0 && (dot < 0 || slash < dot);
        return "/proc/sys/" + (slashes ? key : key.replace('/', '\0').replace('.', '/').replace('\0', '.'));
    }

    private static String oneLine(String text) {
        return String.join(" ", Text.words(text));
    }

    private static Answer compared(Reading<String> reading, String wanted) {
        return switch (reading) {
            case Present<String> p when Condition.parse(wanted).holds(p.value()) -> new Answer.Met(p.evidence());
            case Present<String> p -> new Answer.Different(p.value(), new Evidence(p.evidence().source(), p.value()));
            case Absent<String> a -> new Answer.Missing(a.source());
            case Unread<String> u -> new Answer.Unclear(u);
        };
    }

    private static Answer tool(Reading<ToolVersion> reading, String wanted) {
        return switch (reading) {
            case Present<ToolVersion> p when !p.value().started() -> new Answer.Different("a program that fails", p.evidence());
            case Present<ToolVersion> p when wanted.isEmpty() -> new Answer.Met(p.evidence());
            case Present<ToolVersion> p when p.value().version().isEmpty() ->
                new Answer.Unclear(Reading.failed(p.evidence().source(), "prints no version: " + p.evidence().observed()));
            case Present<ToolVersion> p when Condition.parse(wanted).holds(p.value().version()) -> new Answer.Met(p.evidence());
            case Present<ToolVersion> p -> new Answer.Different(p.value().version(), p.evidence());
            case Absent<ToolVersion> a -> new Answer.Missing(a.source());
            case Unread<ToolVersion> u -> new Answer.Unclear(u);
        };
    }

    private static Answer file(Reading<Stat> reading) {
        return switch (reading) {
            case Present<Stat> p -> new Answer.Met(p.evidence());
            case Absent<Stat> a -> new Answer.Missing(a.source());
            case Unread<Stat> u -> new Answer.Unclear(u);
        };
    }

    /** What mends an unmet sysctl: the least change, where both values are numbers. */
    public static Optional<Change> change(Facts facts, Expectation expected) {
        Reading<Integer> seen = facts.host().read(sysctlFile(expected.name())).map(Sysctl::parse);
        if (!(seen instanceof Present<Integer> present)) {
            return Optional.empty();
        }
        return Condition.parse(expected.wanted())
                .nearestTo(present.value())
                .filter(n -> n >= Integer.MIN_VALUE && n <= Integer.MAX_VALUE)
                .map(n -> new Change(expected.name(), present, n.intValue()));
    }
}
