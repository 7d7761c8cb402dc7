package dev.perfdoctor.checks;

import static dev.perfdoctor.api.Activity.PERF;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Effect;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.api.Finding.CannotTell;
import dev.perfdoctor.api.Finding.Healthy;
import dev.perfdoctor.api.Finding.NotApplicable;
import dev.perfdoctor.api.Finding.NotExamined;
import dev.perfdoctor.facts.PerfAccess;
import dev.perfdoctor.facts.PerfAccess.Answer;
import dev.perfdoctor.facts.RootRule;
import dev.perfdoctor.facts.SudoPolicy;
import dev.perfdoctor.facts.SudoPolicy.Allowed;
import dev.perfdoctor.facts.SudoPolicy.BlockedHere;
import dev.perfdoctor.facts.SudoPolicy.CannotList;
import dev.perfdoctor.facts.SudoPolicy.ForUser;
import dev.perfdoctor.facts.SudoPolicy.Ignored;
import dev.perfdoctor.facts.SudoPolicy.Mismatch;
import dev.perfdoctor.facts.SudoPolicy.NoPerf;
import dev.perfdoctor.facts.SudoPolicy.NoRule;
import dev.perfdoctor.facts.SudoPolicy.NoSudo;
import dev.perfdoctor.facts.SudoPolicy.NotAsked;
import dev.perfdoctor.facts.SudoPolicy.OtherArguments;
import dev.perfdoctor.facts.SudoPolicy.PasswordRequired;
import dev.perfdoctor.facts.SudoPolicy.RuleFileGone;
import dev.perfdoctor.facts.SudoPolicy.Unknown;
import dev.perfdoctor.facts.SudoRisk;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Whether the rule that lets perf run as root without a password still names the perf that is used. */
public final class Sudo implements Check {
    @Override
    public String id() {
        return "sudo";
    }

    @Override
    public Set<Activity> concerns() {
        return PERF;
    }

    @Override
    public boolean always() {
        return true;
    }

    @Override
    public List<Finding> examine(Facts facts) {
        List<Finding> findings = new ArrayList<>();
        findings.add(access(facts, SudoPolicy.of(facts)));
        for (ForUser other : SudoPolicy.ofOthers(facts)) {
            if (access(facts, other.policy()) instanceof Diagnosis diagnosis) {
                findings.add(ofAnother(diagnosis, other.user()));
            }
        }
        risks(facts, findings);
        return findings;
    }

    private static Finding access(Facts facts, SudoPolicy policy) {
        return switch (policy) {
            case Allowed(var runAs, var rule, var only) ->
                new Healthy("'%s' runs without a prompt".formatted(only.map(o -> runAs + " " + o).orElse(runAs)), rule.evidence());
            case Mismatch mismatch -> pathMismatch(facts, mismatch);
            case RuleFileGone gone -> rulePathGone(facts, gone);
            case PasswordRequired required -> passwordRequired(facts, required);
            case OtherArguments other -> otherArguments(facts, other);
            case CannotList cannot -> cannotList(cannot);
            case BlockedHere blocked -> blockedHere(facts, blocked);
            case Ignored ignored -> ruleIgnored(facts, ignored);
            case NoRule(var tool, _) -> new NotApplicable("no rule of %s lets perf run without a password".formatted(tool));
            case NoSudo() -> new NotApplicable("neither sudo nor doas here");
            case NoPerf() -> new NotExamined("perf does not start");
            case NotAsked(var why) -> new NotApplicable(why);
            case Unknown(var because) ->
                new CannotTell("whether a sudo rule lets perf run without a password", because, refused(facts));
        };
    }

    private static Diagnosis pathMismatch(Facts facts, Mismatch mismatch) {
        RootRule rule = mismatch.rules().getFirst();
        String runs = mismatch.perf().isEmpty()
                ? "'%s perf' finds no program of that name".formatted(mismatch.tool())
                : "'%s perf' is %s".formatted(mismatch.tool(), mismatch.perf());
        return affecting(facts, Diagnosis.of("sudo/path-mismatch", "The %s rule names another perf than the one that runs".formatted(mismatch.tool())))
                .explained("""
                        The rule without a password is for %s, and %s: so %s asks for a password, and -n fails. %s%s
                        """.formatted(
                        rule.command(), runs, mismatch.tool(), mismatch.sameFile() ? howCompared(mismatch.tool()) + " " : "", need(facts)))
                .seen(mismatch.rules().stream().map(RootRule::evidence).toList())
                .seen("%s perf".formatted(mismatch.tool()), mismatch.perf().isEmpty() ? "not found" : mismatch.perf())
                .mendedBy(SudoRemedies.thatStillWork(mismatch.tool(), mismatch.working()))
                .mendedBy(SudoRemedies.nameStablePath(facts, mismatch.tool(), rule, mismatch.perf(), mismatch.later()));
    }

    private static String howCompared(String tool) {
        return tool.equals("doas")
                ? "Both lead to one file, but doas compares a rule with what is typed, letter by letter."
                : "Both lead to one file, but sudo since 1.9.14 and sudo-rs compare the directories too.";
    }

    private static Diagnosis rulePathGone(Facts facts, RuleFileGone gone) {
        return affecting(facts, Diagnosis.of("sudo/rule-path-gone", "The %s rule names a perf that no longer exists".formatted(gone.tool())))
                .explained("""
                        The rule is still listed, so it looks as if it worked; the file it names is gone, as happens to the tools of an older
                        kernel. %s asks for a password for any other perf. %s
                        """.formatted(gone.tool(), need(facts)))
                .seen(gone.rules().stream().map(RootRule::evidence).toList())
                .seen(gone.rules().getFirst().command(), "absent")
                .mendedBy(SudoRemedies.nameStablePath(facts, gone.tool(), gone.rules().getFirst(), gone.perf(), gone.later()));
    }

    private static Diagnosis passwordRequired(Facts facts, PasswordRequired required) {
        boolean byLaterRule = required.cancelled().isPresent();
        String summary = byLaterRule
                ? "A later rule asks for the password that an earlier one waives for perf"
                : "The rule has the tag PASSWD before perf, so sudo asks for a password";
        return affecting(facts, Diagnosis.of("sudo/password-required", summary))
                .explained("""
                        Of all rules that match a command, the last one decides. It is '%s', which asks for a password; so -n fails, although '%s -n
                        -l %s' exits 0: that says "allowed", not "allowed without a password". %s
                        """.formatted(required.cancelledBy().text(), required.tool(), required.perf(), need(facts)))
                .seen(required.cancelled().map(RootRule::evidence).stream().toList())
                .seen(required.cancelledBy().evidence())
                .mendedBy(SudoRemedies.moveBehind(facts, required));
    }

    private static Diagnosis otherArguments(Facts facts, OtherArguments other) {
        return affecting(facts, Diagnosis.of("sudo/arguments-refused", "The %s rule lets perf run with other arguments only".formatted(other.tool())))
                .explained("""
                        It names this perf and restricts what may follow, so neither 'perf stat' nor 'perf record' runs without a password.
                        A restriction of perf's arguments protects nothing: perf runs any program it is given. %s
                        """.formatted(need(facts)))
                .seen(other.rule().evidence())
                .mendedBy(SudoRemedies.nameStablePath(facts, other.tool(), other.rule(), other.perf(), Optional.empty()));
    }

    private static Diagnosis cannotList(CannotList cannot) {
        String why = cannot.wantsPassword()
                ? "No rule lets a command run without one, or the policy does not show it (listpw)."
                : "What it said instead is below.";
        return Diagnosis.of("sudo/cannot-list", cannot.wantsPassword() ? "sudo lists nothing without a password" : "sudo does not list what you may run")
                .notes(PERF.toArray(new Activity[0]))
                .explained(why + " So perf cannot run as root without a prompt. Nothing is wrong with that.")
                .seen(cannot.answer());
    }

    private static Diagnosis blockedHere(Facts facts, BlockedHere blocked) {
        return affecting(facts, Diagnosis.of("sudo/blocked-here", "%s cannot become root from here".formatted(blocked.tool())))
                .explained("""
                        Whatever its rules say: %s. %s
                        """.formatted(blocked.why(), need(facts)))
                .seen(blocked.evidence())
                .mendedBy(SudoRemedies.unblock(facts, blocked));
    }

    private static Diagnosis ruleIgnored(Facts facts, Ignored ignored) {
        return affecting(facts, Diagnosis.of("sudo/rule-ignored", "A sudo rule that would let perf run is not in force"))
                .explained("""
                        sudo ignores %s: %s. It works as if the rule were not there, often without a message. %s
                        """.formatted(ignored.file().startsWith("/") ? ignored.file() : "the rule", ignored.why(), need(facts)))
                .seen(ignored.evidence())
                .mendedBy(SudoRemedies.heed(facts, ignored));
    }

    private static void risks(Facts facts, List<Finding> findings) {
        List<SudoRisk> risks = SudoRisk.of(facts);
        if (risks.isEmpty()) {
            return;
        }
        SudoRisk first = risks.getFirst();
        findings.add(Diagnosis.of("sudo/risky-rule", "A rule without a password gives away more than perf")
                .notes(PERF.toArray(new Activity[0]))
                .explained(risk(first) + " " + SudoRemedies.ROOT)
                .seen(risks.stream().map(r -> r.rule().evidence()).toList())
                .mendedBy(SudoRemedies.narrow(facts, first)));
    }

    private static String risk(SudoRisk risk) {
        return switch (risk.kind()) {
            case PATTERN -> "The pattern %s means whatever is or will be put there.".formatted(risk.rule().command());
            case ARGUMENTS -> "The pattern after %s restricts nothing: a * stands for blanks and slashes too.".formatted(risk.rule().command());
            case DIRECTORY -> "The rule is for every program in %s, perf among them.".formatted(risk.rule().command());
            case WRITABLE -> "The rule runs %s as root, and you may replace it: %s is yours to write.".formatted(risk.rule().command(), risk.where());
        };
    }

    /** What root reads in others' rules changes nothing for root. */
    private static Diagnosis ofAnother(Diagnosis diagnosis, String user) {
        return new Diagnosis(
                diagnosis.code(),
                "%s (for %s)".formatted(diagnosis.summary(), user),
                diagnosis.explanation(),
                Map.of(),
                diagnosis.evidence(),
                diagnosis.remediations(),
                diagnosis.explains(),
                false).notes(PERF.toArray(new Activity[0]));
    }

    /** A note on what the kernel allows anyway, a limit on what it limits; blocked where root was the way. */
    private static Diagnosis affecting(Facts facts, Diagnosis diagnosis) {
        Diagnosis all = diagnosis;
        for (Activity activity : PERF) {
            Effect effect = switch (PerfAccess.of(facts).allows(activity)) {
                case YES, UNKNOWN -> Effect.NOTE;
                case LIMITED -> Effect.LIMITED;
                case NO -> Effect.BLOCKED;
            };
            all = all.affects(effect, Set.of(activity));
        }
        return all;
    }

    private static Set<Activity> refused(Facts facts) {
        Set<Activity> refused = EnumSet.noneOf(Activity.class);
        PERF.stream().filter(a -> PerfAccess.of(facts).allows(a) == Answer.NO).forEach(refused::add);
        return refused;
    }

    private static String need(Facts facts) {
        Set<Answer> answers = EnumSet.noneOf(Answer.class);
        PERF.stream().filter(a -> facts.request().asks(a)).forEach(a -> answers.add(PerfAccess.of(facts).allows(a)));
        if (answers.contains(Answer.NO) || answers.contains(Answer.UNKNOWN)) {
            return "";
        }
        return answers.contains(Answer.LIMITED)
                ? "For your own code sudo is not needed: the kernel lets you measure that as you are, and refuses only its own side."
                : "For what you asked, sudo is not needed at all: the kernel lets you measure it as you are.";
    }
}
