package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * That the running kernel is newer than what perf's files or a sudo rule were set up for. Several kernels on disk are normal and no change:
 * something must still be at the earlier one.
 *
 * @param before the earlier kernel, where it is known
 * @param now the running one
 * @param day when the running one was installed, where a log says so
 * @param perfBefore the perf of the earlier kernel; empty where none is known
 * @param perfNow the perf in use; empty where none starts
 * @param rule the path a sudo rule still names; empty where no rule is behind
 * @param toolsBehind whether no perf starts, and the change explains that
 * @param evidence what shows it
 */
public record KernelChange(
        Optional<KernelRelease> before,
        KernelRelease now,
        Optional<LocalDate> day,
        Optional<String> perfBefore,
        Optional<String> perfNow,
        Optional<String> rule,
        boolean toolsBehind,
        List<Evidence> evidence) {
    /** That of this machine; empty where nothing is behind. */
    public static Optional<KernelChange> of(Facts facts) {
        return facts.once(Holder.class, f -> new Holder(find(f))).change();
    }

    private record Holder(Optional<KernelChange> change) {}

    private static Optional<KernelChange> find(Facts facts) {
        KernelHistory history = KernelHistory.of(facts);
        Optional<RootRule> rule = ruleBehind(facts, history.running());
        PerfInUse perf = PerfInUse.of(facts);
        List<KernelHistory.Other> older = history.olderTools();
        if (rule.isEmpty() && !perf.doesNotStart()) {
            return Optional.empty();
        }
        KernelLog log = KernelLog.of(facts);
        Optional<KernelLog.Arrival> replaced = log.replacement(history.running());
        boolean toolsBehind = perf.doesNotStart() && (!older.isEmpty() || replaced.isPresent());
        return rule.isEmpty() && !toolsBehind
                ? Optional.empty()
                : Optional.of(told(history, log, rule, perf, toolsBehind));
    }

    private static KernelChange told(
            KernelHistory history, KernelLog log, Optional<RootRule> rule, PerfInUse perf, boolean toolsBehind) {
        List<Evidence> evidence = new ArrayList<>(List.of(history.running().evidence()));
        rule.map(RootRule::evidence).ifPresent(evidence::add);
        Optional<KernelLog.Arrival> arrival = log.arrivalOf(history.running());
        arrival.map(KernelLog.Arrival::evidence).ifPresent(evidence::add);
        Optional<KernelHistory.Other> tools = history.olderTools().stream().reduce((_, last) -> last);
        tools.map(KernelHistory.Other::evidence).ifPresent(evidence::add);
        Optional<KernelLog.Arrival> replaced = log.replacement(history.running());
        replaced.map(KernelLog.Arrival::evidence).ifPresent(evidence::add);
        Optional<KernelRelease> before = rule.flatMap(r -> releaseIn(r.command()))
                .or(() -> tools.map(KernelHistory.Other::release))
                .or(() -> replaced.map(r -> KernelRelease.parse(r.before())));
        return new KernelChange(
                before,
                history.running(),
                arrival.or(() -> replaced).flatMap(KernelLog.Arrival::day),
                tools.map(t -> t.evidence().source()),
                perf instanceof PerfInUse.Working working ? Optional.of(working.path()) : Optional.empty(),
                rule.map(RootRule::command),
                toolsBehind,
                evidence.stream().distinct().toList());
    }

    /** A rule that names the perf of another kernel than the running one. */
    private static Optional<RootRule> ruleBehind(Facts facts, KernelRelease running) {
        List<RootRule> rules = switch (SudoPolicy.of(facts)) {
            case SudoPolicy.Mismatch mismatch -> mismatch.rules();
            case SudoPolicy.RuleFileGone gone -> gone.rules();
            default -> List.of();
        };
        return rules.stream().filter(r -> releaseIn(r.command()).filter(named -> isAnother(named, running)).isPresent()).findFirst();
    }

    /** {@code perf_5.10} names a version, the directories of linux-tools a release or its ABI. */
    private static boolean isAnother(KernelRelease named, KernelRelease running) {
        String text = named.text();
        return !text.equals(running.text()) && !text.equals(running.abi()) && !text.equals(running.majorMinor());
    }

    /**
     * The kernel whose perf a path names: {@code /usr/lib/linux-tools/6.8.0-40-generic/perf}, {@code /usr/lib/linux-tools-6.8.0-40/perf},
     * {@code /usr/bin/perf_5.10}.
     */
    static Optional<KernelRelease> releaseIn(String path) {
        List<String> parts = Text.split(path, '/');
        for (int i = 0; i < parts.size(); i++) {
            String part = parts.get(i);
            int tools = part.indexOf("tools-");
            String release = tools >= 0
                    ? part.substring(tools + "tools-".length())
                    : part.startsWith("perf_")
                            ? part.substring("perf_".length())
                            : i > 0 && parts.get(i - 1).equals("linux-tools") ? part : "";
            KernelRelease parsed = KernelRelease.parse(release);
            if (parsed.isKnown()) {
                return Optional.of(parsed);
            }
        }
        return Optional.empty();
    }
}
