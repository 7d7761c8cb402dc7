package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.facts.SudoPolicy.Ignored;
import dev.perfdoctor.facts.SudoRules.Decision;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a user's rules mean for perf: for the one that {@code sudo perf} finds and for the full path of the one in use. */
final class SudoDecision {
    /** What people type; a rule may allow one and not the other. */
    private static final List<String> STAT = List.of("stat", "-a", "--", "true");

    private static final List<String> RECORD = List.of("record", "-a", "--", "true");

    private final Facts facts;
    private final Host host;
    private final SudoRules rules;
    private final Optional<String> securePath;

    SudoDecision(Facts facts, SudoRules rules, Optional<String> securePath) {
        this.facts = facts;
        this.host = facts.host();
        this.rules = rules;
        this.securePath = securePath;
    }

    SudoPolicy answer(Evidence source) {
        PerfInUse inUse = PerfInUse.of(facts);
        if (inUse instanceof PerfInUse.Unknown unknown) {
            return new SudoPolicy.Unknown(unknown.because());
        }
        Optional<String> used = path(inUse);
        Optional<String> found = securePath.isPresent() ? RootTool.in(host, securePath.get(), "perf") : used;
        Set<String> candidates = new LinkedHashSet<>();
        found.ifPresent(candidates::add);
        used.ifPresent(candidates::add);
        if (candidates.isEmpty()) {
            return withoutPerf(source);
        }
        Unread<?> obstacle = null;
        for (String perf : candidates) {
            String words = found.filter(perf::equals).isPresent() ? "sudo perf" : "sudo " + Shell.quote(perf);
            switch (tried(perf, words)) {
                case Outcome.Yes(var allowed) when !isDeadWrapper(perf) -> {
                    return allowed;
                }
                case Outcome.Unclear(var because) -> obstacle = because;
                case Outcome.Yes _, Outcome.No _ -> {}
            }
        }
        return obstacle != null ? new SudoPolicy.Unknown(obstacle) : refused(candidates.iterator().next(), source);
    }

    /** Whether one perf runs without a prompt. */
    private sealed interface Outcome {
        record Yes(SudoPolicy.Allowed allowed) implements Outcome {}

        record No() implements Outcome {}

        record Unclear(Unread<?> because) implements Outcome {}
    }

    private static Optional<String> path(PerfInUse inUse) {
        return switch (inUse) {
            case PerfInUse.Working working -> Optional.of(working.path()).filter(p -> p.startsWith("/"));
            case PerfInUse.Broken broken -> Optional.of(broken.program().path());
            case PerfInUse.None _, PerfInUse.Unknown _ -> Optional.empty();
        };
    }

    /** A distribution's script that has no perf for this kernel runs as root no better. */
    private boolean isDeadWrapper(String perf) {
        boolean other = !(PerfInUse.of(facts) instanceof PerfInUse.Broken broken && broken.program().path().equals(perf));
        return other
                && PerfProgram.at(facts, perf) instanceof Present<PerfProgram> program
                && Wrappers.miss(facts, program.value()).isPresent();
    }

    /** No perf on PATH: a rule may still name one that lies elsewhere. */
    private SudoPolicy withoutPerf(Evidence source) {
        Optional<PerfOthers.Other> other = PerfOthers.of(facts).usable();
        if (other.isEmpty()) {
            return new SudoPolicy.NoPerf();
        }
        String perf = other.get().program().path();
        return switch (tried(perf, "sudo " + Shell.quote(perf))) {
            case Outcome.Yes(var allowed) when !namesFarPath(allowed.rule(), perf) -> allowed;
            case Outcome.Unclear(var because) -> new SudoPolicy.Unknown(because);
            case Outcome.Yes _, Outcome.No _ -> refused("", source);
        };
    }

    /** Whether a rule names a perf that nobody reaches by a plain name: it will not match the one that a package brings. */
    private boolean namesFarPath(RootRule by, String perf) {
        boolean reachable = SearchPath.of(facts).directories().contains(perf.substring(0, perf.lastIndexOf('/')));
        return !reachable && by instanceof SudoRule rule && rule.namesPerf();
    }

    private Decision decide(String perf, List<String> arguments) {
        return rules.decide(perf, arguments, () -> SudoVersion.dialect(facts));
    }

    private Outcome tried(String perf, String words) {
        Decision stat = decide(perf, STAT);
        Decision record = decide(perf, RECORD);
        if (stat instanceof Decision.Runs(var by)) {
            Optional<String> only = record instanceof Decision.Runs ? Optional.empty() : Optional.of("stat");
            return new Outcome.Yes(new SudoPolicy.Allowed(words, by, only));
        }
        if (record instanceof Decision.Runs(var by)) {
            return new Outcome.Yes(new SudoPolicy.Allowed(words, by, Optional.of("record")));
        }
        return stat instanceof Decision.Unclear(var because) ? new Outcome.Unclear(because) : new Outcome.No();
    }

    /** Why no way leads to root for it. */
    private SudoPolicy refused(String perf, Evidence source) {
        Decision decision = perf.isEmpty() ? new Decision.Unmentioned() : decide(perf, STAT);
        if (decision instanceof Decision.Prompts(var by, var cancelled) && (cancelled.isPresent() || by.password().isPresent() && by.namesPerf())) {
            return new SudoPolicy.PasswordRequired("sudo", perf, cancelled.map(RootRule.class::cast), by);
        }
        if (decision instanceof Decision.Refused) {
            return new SudoPolicy.NoRule("sudo", source);
        }
        List<SudoRule> forPerf = rules.passwordlessForPerf();
        if (forPerf.isEmpty()) {
            return new SudoPolicy.NoRule("sudo", source);
        }
        SudoDialect dialect = SudoVersion.dialect(facts).orElse(SudoDialect.DIRECTORY);
        for (SudoRule rule : forPerf) {
            if (rules.hasOtherDigest(rule, perf, dialect)) {
                String why = "its digest is of another file than " + perf;
                return new Ignored(rule.source(), SudoPolicy.Reason.DIGEST, why, rule.evidence());
            }
        }
        for (SudoRule rule : forPerf) {
            if (rules.meansFile(rule, perf, dialect)) {
                return new SudoPolicy.OtherArguments("sudo", perf, rule);
            }
        }
        return mismatch(perf, forPerf, decision);
    }

    private SudoPolicy mismatch(String perf, List<SudoRule> forPerf, Decision decision) {
        List<RootRule> there = new ArrayList<>();
        List<RootRule> gone = new ArrayList<>();
        forPerf.forEach(rule -> (isGone(rule) ? gone : there).add(rule));
        boolean behind = decision instanceof Decision.Prompts(var by, var _) && rules.comesAfter(by, forPerf.getLast());
        Optional<RootRule> later = behind ? Optional.of(((Decision.Prompts) decision).by()) : Optional.empty();
        if (there.isEmpty()) {
            return new SudoPolicy.RuleFileGone("sudo", gone, perf, later);
        }
        List<String> working = forPerf.stream()
                .filter(rule -> rule.isPath() && !isGone(rule) && !isDeadWrapper(rule.command()))
                .map(SudoRule::command)
                .filter(path -> decide(path, STAT) instanceof Decision.Runs || decide(path, RECORD) instanceof Decision.Runs)
                .distinct()
                .toList();
        there.addAll(gone);
        boolean same = RootTool.lead(host, there.getFirst().command(), perf);
        return new SudoPolicy.Mismatch("sudo", there, perf, same, working, later);
    }

    private boolean isGone(SudoRule rule) {
        if (rule.isPath()) {
            return host.stat(rule.command()).isAbsent();
        }
        boolean glob = rule.isPattern() && !PosixRegex.isRegex(rule.command());
        Reading<List<String>> found = glob ? Glob.expand(host, rule.command()) : Reading.failed(rule.command(), "");
        return found instanceof Present<List<String>> paths && paths.value().isEmpty();
    }
}
