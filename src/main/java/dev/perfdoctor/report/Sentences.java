package dev.perfdoctor.report;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.facts.Times;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;

/** Small pieces of English. */
final class Sentences {
    private Sentences() {}

    /** {@code a, b and c}. */
    static String and(List<String> words) {
        return words.size() < 2
                ? String.join("", words)
                : String.join(", ", words.subList(0, words.size() - 1)) + " and " + words.getLast();
    }

    /** What a way to mend is, and what comes before it: {@code By DWARF, after 4}. */
    static String title(String title, List<String> before) {
        return before.isEmpty() ? title : title + ", after " + and(before);
    }

    /** Activities in their own order: {@code stat, record and call-graph}. */
    static String activities(Collection<Activity> activities) {
        return and(activities.stream().sorted().map(Activity::id).toList());
    }

    /** {@code 31 Jan 2027}: the same in every locale. */
    static String day(LocalDate day) {
        return Times.day(day) + " " + day.getYear();
    }

    /** {@code 1 error}, {@code 2 errors}. */
    static String count(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }
}
