package dev.perfdoctor.api;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One thing that is wrong or worth knowing. Grows by methods that each return a new one.
 *
 * @param code stable, {@code check/fault}
 * @param summary what is: present tense, one sentence of at most 80 characters, no full stop
 * @param explanation what it does to the user: two to four sentences
 * @param effects what it does to each activity; an activity that is not named is not affected
 * @param evidence what was read and where
 * @param remediations ways to mend it, best first
 * @param explains codes this one is the cause of, where they are reported too
 * @param onlyToExplain whether it is not worth telling unless one of those is reported
 */
public record Diagnosis(
        String code,
        String summary,
        String explanation,
        Map<Activity, Effect> effects,
        List<Evidence> evidence,
        List<Remediation> remediations,
        List<String> explains,
        boolean onlyToExplain)
        implements Finding {
    public Diagnosis {
        effects = Map.copyOf(effects);
        evidence = List.copyOf(evidence);
        remediations = List.copyOf(remediations);
        explains = List.copyOf(explains);
    }

    /** A diagnosis with nothing but a code and a summary; needs effects and evidence before it may be reported. */
    public static Diagnosis of(String code, String summary) {
        return new Diagnosis(code, summary, "", Map.of(), List.of(), List.of(), List.of(), false);
    }

    /** The part of the code before the slash. */
    public String check() {
        return code.substring(0, Math.max(0, code.indexOf('/')));
    }

    /** With these activities blocked. */
    public Diagnosis blocks(Activity... activities) {
        return affects(Effect.BLOCKED, List.of(activities));
    }

    /** With these activities misled. */
    public Diagnosis misleads(Activity... activities) {
        return affects(Effect.MISLEADING, List.of(activities));
    }

    /** With these activities limited. */
    public Diagnosis limits(Activity... activities) {
        return affects(Effect.LIMITED, List.of(activities));
    }

    /** With a note on these activities. */
    public Diagnosis notes(Activity... activities) {
        return affects(Effect.NOTE, List.of(activities));
    }

    /** With this effect on these activities; a worse effect that is there already stays. */
    public Diagnosis affects(Effect effect, Collection<Activity> activities) {
        Map<Activity, Effect> all = new EnumMap<>(Activity.class);
        all.putAll(effects);
        for (Activity activity : activities) {
            all.merge(activity, effect, (a, b) -> a.worseThan(b) ? a : b);
        }
        return new Diagnosis(code, summary, explanation, all, evidence, remediations, explains, onlyToExplain);
    }

    /** With this explanation; line breaks within it are blanks. */
    public Diagnosis explained(String text) {
        String flowing = text.lines().map(String::strip).filter(l -> !l.isEmpty()).collect(Collectors.joining(" "));
        return new Diagnosis(code, summary, flowing, effects, evidence, remediations, explains, onlyToExplain);
    }

    /** With what a reading showed. */
    public Diagnosis seen(Reading.Present<?> reading) {
        return seen(reading.evidence());
    }

    /** With one more piece of evidence. */
    public Diagnosis seen(Evidence piece) {
        return seen(List.of(piece));
    }

    /** With more evidence. */
    public Diagnosis seen(List<Evidence> pieces) {
        return new Diagnosis(code, summary, explanation, effects, joined(evidence, pieces), remediations, explains, onlyToExplain);
    }

    /** With one more piece of evidence. */
    public Diagnosis seen(String source, String observed) {
        return seen(new Evidence(source, observed));
    }

    /** With one more way to mend it, after those it has. */
    public Diagnosis mendedBy(Remediation way) {
        return mendedBy(List.of(way));
    }

    /** With more ways to mend it, best first, after those it has. */
    public Diagnosis mendedBy(List<Remediation> ways) {
        return new Diagnosis(code, summary, explanation, effects, evidence, joined(remediations, ways), explains, onlyToExplain);
    }

    /** With these ways to mend it and no other. */
    public Diagnosis mendedOnlyBy(List<Remediation> ways) {
        return new Diagnosis(code, summary, explanation, effects, evidence, ways, explains, onlyToExplain);
    }

    /** With candidates for what it explains; the engine keeps those that are reported. */
    public Diagnosis explaining(String... codes) {
        List<String> all = joined(explains, List.of(codes));
        return new Diagnosis(code, summary, explanation, effects, evidence, remediations, all, onlyToExplain);
    }

    /** Not told unless something it explains is reported. */
    public Diagnosis onlyToExplain(boolean only) {
        return new Diagnosis(code, summary, explanation, effects, evidence, remediations, explains, only);
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        List<T> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
