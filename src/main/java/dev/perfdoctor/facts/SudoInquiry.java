package dev.perfdoctor.facts;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import dev.perfdoctor.facts.SudoAnswer.Complaint;
import dev.perfdoctor.facts.SudoPolicy.ForUser;
import dev.perfdoctor.facts.SudoPolicy.Ignored;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds {@link SudoPolicy}: what must hold before sudo is asked, the one question, and what its answer means for perf. */
final class SudoInquiry {
    private static final Activity[] PERF = Activity.PERF.toArray(new Activity[0]);
    /** More users than this tell root nothing new. */
    private static final int MOST_OTHERS = 20;

    private final Facts facts;
    private final Host host;

    /** The rules that were looked at. */
    private final List<SudoRule> rules = new ArrayList<>();

    /** The search path of the user that was looked at last: the calling one. */
    private Optional<String> securePath = Optional.empty();

    SudoInquiry(Facts facts) {
        this.facts = facts;
        this.host = facts.host();
    }

    SudoSeen answer() {
        boolean looksForOthers = Credentials.isRoot(facts) || Credentials.user(facts).isEmpty();
        List<ForUser> others = looksForOthers ? others() : List.of();
        securePath = Optional.empty();
        SudoPolicy policy = policy();
        return new SudoSeen(policy, others, rules, securePath);
    }

    private SudoPolicy policy() {
        if (Credentials.isRoot(facts)) {
            return new SudoPolicy.NotAsked("you are root");
        }
        if (!facts.request().asks(PERF)) {
            return new SudoPolicy.NotAsked("nothing that needs perf was asked for");
        }
        PerfAccess access = PerfAccess.of(facts);
        if (access.leavesNothingRefused()) {
            return new SudoPolicy.NotAsked("the kernel lets you measure all of it without root");
        }
        if (access.state() instanceof PerfAccess.State.Sandboxed || access.state() instanceof PerfAccess.State.NoPerfEvents) {
            return new SudoPolicy.NotAsked("root is refused perf events here too");
        }
        Optional<SudoUser> user = SudoUser.calling(facts);
        if (user.isEmpty()) {
            return new SudoPolicy.Unknown(new Unread<>("the calling user", Why.NOT_CAPTURED, ""));
        }
        SudoPolicy bySudo = bySudo(user.get());
        if (bySudo.allowsPerf()) {
            return bySudo;
        }
        SudoPolicy byDoas = new Doas(facts, user.get()).answer();
        return byDoas.allowsPerf() || bySudo instanceof SudoPolicy.NoSudo ? byDoas : bySudo;
    }

    private List<ForUser> others() {
        Sudoers sudoers = Sudoers.of(facts);
        Set<String> members = new LinkedHashSet<>(sudoers.membersWithPerf());
        sudoers.ignored().forEach(ignored -> members.addAll(ignored.members()));
        List<ForUser> all = new ArrayList<>();
        for (String member : members.stream().limit(MOST_OTHERS).toList()) {
            SudoUser user = SudoUser.meantBy(host, member);
            all.add(new ForUser(user.name(), orIgnored(byFiles(user), user, List.of())));
        }
        return all;
    }

    private SudoPolicy bySudo(SudoUser user) {
        return switch (RootTool.find(facts, "sudo")) {
            case Absent<String> _ -> new SudoPolicy.NoSudo();
            case Unread<String> unread -> new SudoPolicy.Unknown(unread);
            case Present<String> sudo -> RootTool.obstacle(facts, "sudo", sudo.value()).orElseGet(() -> throughSudo(user));
        };
    }

    /** The files tell as much where all of them are readable, and have no side effects. */
    private SudoPolicy throughSudo(SudoUser user) {
        if (!facts.request().sudo()) {
            return Sudoers.of(facts).isComplete() ? orIgnored(byFiles(user), user, List.of()) : new SudoPolicy.NotAsked("--no-sudo");
        }
        return switch (host.run("sudo", "-n", "-l")) {
            case Present<Ran> ran -> understood(SudoAnswer.of(ran.value()), user);
            case Absent<Ran> absent -> new SudoPolicy.Unknown(Reading.failed(absent.source(), "not found"));
            case Unread<Ran> unread -> new SudoPolicy.Unknown(unread);
        };
    }

    private SudoPolicy understood(SudoAnswer answer, SudoUser user) {
        return switch (answer) {
            case SudoAnswer.Listed(var listing, var complaints, var evidence) ->
                orIgnored(decided(listing.defaults(), listing.rules(), user, evidence), user, complaints);
            case SudoAnswer.WantsPassword(var complaints, var evidence) ->
                orIgnored(new SudoPolicy.CannotList(true, evidence), user, complaints);
            case SudoAnswer.NoRule(var complaints, var evidence) ->
                orIgnored(new SudoPolicy.NoRule("sudo", evidence), user, complaints);
            case SudoAnswer.Blocked(var obstacle, _, _) when obstacle == SudoPolicy.Obstacle.NO_TERMINAL && RootTool.hasTerminal(host) ->
                new SudoPolicy.Unknown(Reading.failed(SudoAnswer.SOURCE, "its Defaults ask for a terminal, and the question is put without one"));
            case SudoAnswer.Blocked(var obstacle, var why, var evidence) ->
                new SudoPolicy.BlockedHere("sudo", obstacle, why, evidence);
            case SudoAnswer.Refuses(var file, var why, var evidence) ->
                new Ignored(file, SudoPolicy.Reason.INSECURE, why, evidence);
            case SudoAnswer.Other(var evidence) -> new SudoPolicy.CannotList(false, evidence);
            case SudoAnswer.Silent(var because) -> new SudoPolicy.Unknown(because);
        };
    }

    private SudoPolicy byFiles(SudoUser user) {
        Sudoers sudoers = Sudoers.of(facts);
        Evidence source = new Evidence("/etc/sudoers", "rules for " + user.name());
        return decided(sudoers.defaultsFor(user), sudoers.rulesFor(user), user, source);
    }

    private SudoPolicy decided(SudoDefaults defaults, List<SudoRule> theirs, SudoUser user, Evidence source) {
        rules.addAll(theirs);
        boolean exempt = defaults.value("exempt_group").map(group -> user.isMeantBy("%" + group)).orElse(false);
        securePath = exempt ? Optional.empty() : defaults.value("secure_path");
        return new SudoDecision(facts, new SudoRules(host, defaults, theirs, exempt), securePath).answer(source);
    }

    /** A rule that is not read explains best why there is none. */
    private SudoPolicy orIgnored(SudoPolicy policy, SudoUser user, List<Complaint> complaints) {
        boolean nothingFound = policy instanceof SudoPolicy.NoRule || policy instanceof SudoPolicy.CannotList;
        return nothingFound ? ignored(user, complaints).orElse(policy) : policy;
    }

    private Optional<SudoPolicy> ignored(SudoUser user, List<Complaint> complaints) {
        for (Sudoers.Ignored ignored : Sudoers.of(facts).ignored()) {
            if (ignored.members().stream().anyMatch(user::isMeantBy) || ignored.members().contains(user.name())) {
                return Optional.of(ignored.as());
            }
        }
        return complaints.stream()
                .filter(c -> Sudoers.mentionsPerf(c.line()) || c.line().isEmpty() && c.file().contains("perf"))
                .findFirst()
                .map(c -> new Ignored(c.file(), reason(c), c.message(), c.evidence()));
    }

    private static SudoPolicy.Reason reason(Complaint complaint) {
        return complaint.line().isEmpty() ? SudoPolicy.Reason.INSECURE : SudoPolicy.Reason.LINE;
    }
}
