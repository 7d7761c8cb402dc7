package dev.perfdoctor.api;

import java.util.Set;

/** The answer to one question. A healthy machine can say why it is healthy; a silence is not an answer. */
public sealed interface Finding permits Diagnosis, Finding.Healthy, Finding.CannotTell, Finding.NotApplicable, Finding.NotExamined {
    /** Nothing is wrong, and this is why: "perf events are open to you". */
    record Healthy(String summary, Evidence evidence) implements Finding {}

    /**
     * The question stays open.
     *
     * @param what the question, as a clause: "whether the rule still matches"
     * @param because the reading that stood in the way
     * @param about the activities that a bad answer could have blocked or misled: these become unknown; may be empty
     */
    record CannotTell(String what, Reading.Unread<?> because, Set<Activity> about) implements Finding {}

    /** The question makes no sense here: "no sudo on this machine". */
    record NotApplicable(String reason) implements Finding {}

    /** The question was left because another answer makes it idle: "perf does not start". */
    record NotExamined(String reason) implements Finding {}
}
