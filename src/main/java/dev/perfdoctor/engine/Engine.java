package dev.perfdoctor.engine;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Checks;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Request;
import dev.perfdoctor.engine.Report.ActivityReport;
import dev.perfdoctor.engine.Report.CheckReport;
import dev.perfdoctor.engine.Report.Judged;
import dev.perfdoctor.engine.Report.Status;
import dev.perfdoctor.engine.Report.Unknown;
import dev.perfdoctor.engine.Report.Waived;
import dev.perfdoctor.facts.Anticipated;
import dev.perfdoctor.facts.Hardware;
import dev.perfdoctor.facts.Headline;
import dev.perfdoctor.facts.PerfCalls;
import dev.perfdoctor.facts.Recipes;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;

/** Runs checks over a host, each guarded and in time, and judges what they found. */
public final class Engine {
    private final List<Check> checks;

    /** An engine with these checks, in the order of the report. */
    public Engine(List<Check> checks) {
        this.checks = List.copyOf(checks);
    }

    /** An engine with every check on the class path. To find them opens every jar: the product's own start names its checks. */
    public static Engine withInstalledChecks() {
        List<Check> all = new ArrayList<>();
        ServiceLoader.load(Checks.class).forEach(provider -> all.addAll(provider.all()));
        if (all.isEmpty()) {
            throw new IllegalStateException("no check is installed"); // nothing examined would be reported as nothing found
        }
        return new Engine(all);
    }

    /** The checks, in the order of the report. */
    public List<Check> checks() {
        return checks;
    }

    /** What the machine is asked and how the answer is judged. */
    public Report run(Host machine, Request request, Options options) {
        long start = System.nanoTime();
        WatchedHost host = new WatchedHost(machine);
        if (options.only().isEmpty()) {
            host.anticipate(Anticipated.commands(request));
        }
        Facts facts = new FactStore(host, request, options.timeout());
        List<Running> running = checks.stream().map(c -> begin(c, facts, request, options)).toList();
        Awaited<Headline> headline = new Awaited<>("headline", () -> Headline.of(facts));
        Awaited<Recipes> recipes = new Awaited<>("recipes", () -> Recipes.of(facts));
        Awaited<PerfCalls> perf = new Awaited<>("perf", () -> PerfCalls.of(facts));
        // Not of the watched host: it is no command that was run.
        Optional<Awaited<Hardware>> hardware =
                options.hardware() ? Optional.of(new Awaited<>("hardware", () -> Hardware.of(machine))) : Optional.empty();
        long end = start + options.timeout().toNanos();
        running.forEach(r -> r.awaitUntil(end));
        return judge(
                running,
                perf.until(end, PerfCalls.byName()),
                headline.until(end, Headline.unknown()),
                recipes.until(end, Recipes.none()),
                hardware.map(h -> h.until(end, Hardware.late())),
                host,
                request,
                options,
                start);
    }

    private static Running begin(Check check, Facts facts, Request request, Options options) {
        Optional<CheckReport> idle = whyIdle(check, request, options);
        return idle.isPresent() ? new Running(check, idle.get()) : new Running(check, facts);
    }

    private static Optional<CheckReport> whyIdle(Check check, Request request, Options options) {
        if (options.skip().contains(check.id())) {
            return Optional.of(idle(check, Status.SKIPPED, options.skippedBy()));
        }
        if (!options.only().isEmpty() && !options.only().contains(check.id())) {
            return Optional.of(idle(check, Status.SKIPPED, "--only"));
        }
        if (!check.always() && check.concerns().stream().noneMatch(request.asked()::contains)) {
            return Optional.of(idle(check, Status.NOT_EXAMINED, "nothing it concerns was asked for"));
        }
        return Optional.empty();
    }

    private static CheckReport idle(Check check, Status status, String reason) {
        return new CheckReport(check.id(), status, reason, List.of(), 0);
    }

    private static Report judge(
            List<Running> running,
            PerfCalls perf,
            Headline headline,
            Recipes recipes,
            Optional<Hardware> hardware,
            WatchedHost host,
            Request request,
            Options options,
            long start) {
        Set<Activity> asked = request.asked();
        List<Diagnosis> found = telling(running.stream().flatMap(r -> r.of(Diagnosis.class)).toList());
        List<Unknown> unknowns = running.stream().flatMap(r -> r.unknowns().stream()).toList();
        Instant now = host.identity().now();
        Order order = new Order(found, perf);
        List<Judged> judged = found.stream()
                .map(d -> judged(order.of(d), found, asked, options, now))
                .sorted((a, b) -> b.severity().compareTo(a.severity()))
                .toList();
        List<ActivityReport> activities = Arrays.stream(Activity.values())
                .map(a -> activity(a, asked, found, unknowns, recipes))
                .toList();
        List<State> states = activities.stream()
                .filter(a -> asked.contains(a.activity()))
                .map(ActivityReport::state)
                .toList();
        return new Report(
                headline,
                Arrays.stream(Activity.values()).filter(asked::contains).toList(),
                Judgement.verdict(states),
                activities,
                judged,
                running.stream().map(Running::report).toList(),
                unknowns,
                (System.nanoTime() - start) / 1e6,
                Judgement.exit(judged, states, options.failOn()),
                host.commands(),
                hardware,
                List.of());
    }

    /** Without those that would only explain and have nothing to explain. */
    private static List<Diagnosis> telling(List<Diagnosis> all) {
        Set<String> reported = new HashSet<>();
        all.stream().filter(d -> !d.onlyToExplain()).forEach(d -> reported.add(d.code()));
        return all.stream()
                .filter(d -> !d.onlyToExplain() || d.explains().stream().anyMatch(reported::contains))
                .toList();
    }

    private static Judged judged(
            Diagnosis diagnosis, List<Diagnosis> found, Set<Activity> asked, Options options, Instant now) {
        Optional<Waived> waived = options.waivers().stream()
                .filter(w -> w.code().equals(diagnosis.code()))
                .map(w -> new Waived(w, w.expiredOn(LocalDate.ofInstant(now, ZoneOffset.UTC))))
                .min(Comparator.comparing(Waived::expired));
        boolean holds = waived.isPresent() && !waived.get().expired();
        List<String> explains = diagnosis.explains().stream()
                .distinct()
                .filter(code -> found.stream().anyMatch(d -> d.code().equals(code)))
                .toList();
        Severity severity = holds ? Severity.NOTE : Judgement.severity(diagnosis, asked);
        return new Judged(diagnosis, severity, explains, waived);
    }

    private static ActivityReport activity(
            Activity activity, Set<Activity> asked, List<Diagnosis> found, List<Unknown> unknowns, Recipes recipes) {
        State state = Judgement.state(activity, asked, found, unknowns);
        return new ActivityReport(
                activity,
                state,
                Judgement.because(activity, state, found, unknowns),
                state == State.NOT_EXAMINED ? List.of() : recipes.commands(activity),
                state == State.NOT_EXAMINED ? "" : recipes.detail(activity));
    }

    /**
     * How a run is made and judged.
     *
     * @param only ids of the only checks to run; empty for all
     * @param skip ids of checks not to run
     * @param skippedBy who skipped, for the report: {@code --skip} or the configuration file
     * @param timeout for the whole run; a check that has not answered by then is timed out
     * @param hardware whether the head of the report tells what the machine is made of
     */
    public record Options(
            Set<String> only,
            Set<String> skip,
            String skippedBy,
            Duration timeout,
            Judgement.FailOn failOn,
            List<Waiver> waivers,
            boolean hardware) {
        /** Without the hardware. */
        public Options(
                Set<String> only, Set<String> skip, String skippedBy, Duration timeout, Judgement.FailOn failOn, List<Waiver> waivers) {
            this(only, skip, skippedBy, timeout, failOn, waivers, false);
        }

        /** The same with the hardware. */
        public Options withHardware() {
            return new Options(only, skip, skippedBy, timeout, failOn, waivers, true);
        }

        /** All checks, ten seconds, errors fail. */
        public static Options usual() {
            return new Options(
                    Set.of(), Set.of(), "--skip", Duration.ofSeconds(10), Judgement.FailOn.ERROR, List.of());
        }
    }
}
