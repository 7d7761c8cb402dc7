package dev.perfdoctor.checks;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.api.Remediation.Kind;
import dev.perfdoctor.api.Remediation.Where;
import dev.perfdoctor.facts.Credentials;
import dev.perfdoctor.facts.Remedies;
import dev.perfdoctor.facts.RootRule;
import dev.perfdoctor.facts.Shell;
import dev.perfdoctor.facts.StablePerf;
import dev.perfdoctor.facts.SudoPolicy.BlockedHere;
import dev.perfdoctor.facts.SudoPolicy.Ignored;
import dev.perfdoctor.facts.SudoPolicy.PasswordRequired;
import dev.perfdoctor.facts.SudoRisk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Ways to run perf as root again: what still works now, and how the rule is written so that it lasts. Never a pattern, never a version. */
final class SudoRemedies {
    /** What every rule for perf means. */
    static final String ROOT = "perf without a password is root without a password: 'perf stat sh' is then a root shell, whatever"
            + " the rule says of arguments.";

    private static final String RISK = ROOT + " A lower kernel.perf_event_paranoid, or CAP_PERFMON on perf's file, gives away less.";

    private SudoRemedies() {}

    /** The paths that rules name and that still run. */
    static List<Remediation> thatStillWork(String tool, List<String> paths) {
        return paths.stream()
                .map(path -> new Remediation(
                        "For one run, by the path the rule names",
                        Kind.PER_RUN,
                        Where.HERE,
                        true,
                        List.of(Shell.line(tool, path, "stat", "-a", "--", "sleep", "5")),
                        List.of(),
                        List.of(),
                        ""))
                .toList();
    }

    /** The rule with the path that stays. */
    static Remediation nameStablePath(Facts facts, String tool, RootRule rule, String perf, Optional<RootRule> later) {
        String path = StablePerf.path(facts, perf);
        return tool.equals("doas") ? doas(facts, path, later) : rule(facts, "For good: name the path that stays", file(rule, later), path, later);
    }

    /** Where to write it: where it stands, where that is known and not too early. */
    private static String file(RootRule rule, Optional<RootRule> later) {
        String source = rule.evidence().source();
        boolean known = source.startsWith("/") && source.lastIndexOf(':') > 0;
        return later.isPresent() ? "/etc/sudoers.d/zz-perf" : known ? source.substring(0, source.lastIndexOf(':')) : "";
    }

    private static Remediation doas(Facts facts, String path, Optional<RootRule> later) {
        List<String> steps = new ArrayList<>();
        steps.add("edit /etc/doas.conf as root, replacing the rule by: permit nopass %s as root cmd %s".formatted(user(facts), path));
        later.ifPresent(rule -> steps.add("keep it after '%s': the last rule that matches decides".formatted(rule.text())));
        steps.add("check with: doas -C /etc/doas.conf %s".formatted(path));
        steps.add("run it by that path: doas %s".formatted(path));
        return Remediation.manual("For good: name the path that is typed", true, steps.toArray(new String[0])).risking(RISK);
    }

    private static Remediation rule(Facts facts, String title, String file, String path, Optional<RootRule> later) {
        String sudo = Remedies.asRoot(facts, Where.HERE);
        List<String> steps = new ArrayList<>();
        if (file.isEmpty()) {
            steps.add("find the file of the rule: %sgrep -rl perf /etc/sudoers /etc/sudoers.d".formatted(sudo));
        }
        steps.add(file.isEmpty()
                ? "edit that file, or a new one: %svisudo -f /etc/sudoers.d/perf".formatted(sudo)
                : "%svisudo -f %s".formatted(sudo, Shell.quote(file)));
        steps.add("write instead of the rule: %s ALL=(root) NOPASSWD: %s".formatted(user(facts), path));
        later.ifPresent(l -> steps.add(
                "it must stand after '%s', because the last rule that matches decides: hence a file whose name sorts last".formatted(l.text())));
        steps.add(sudo.isEmpty()
                ? "check with: visudo -c, then as that user: sudo -k -n %s --version".formatted(path)
                : "check with: %svisudo -c && sudo -k -n %s --version".formatted(sudo, path));
        return Remediation.manual(title, true, steps.toArray(new String[0])).risking(RISK);
    }

    /** The rule behind the one that cancels it. */
    static Remediation moveBehind(Facts facts, PasswordRequired required) {
        if (required.tool().equals("doas")) {
            return doas(facts, StablePerf.path(facts, required.perf()), Optional.of(required.cancelledBy()));
        }
        Optional<RootRule> later = required.cancelled().map(_ -> required.cancelledBy());
        String path = StablePerf.path(facts, required.perf());
        return rule(facts, "For good: let the rule be the last that matches", file(required.cancelledBy(), later), path, later);
    }

    /** The rule for one file. */
    static Remediation narrow(Facts facts, SudoRisk risk) {
        String path = StablePerf.path(facts, risk.rule().command());
        return rule(facts, "For good: name the one file", file(risk.rule(), Optional.empty()), path, Optional.empty());
    }

    /** What makes sudo read the rule. */
    static Remediation heed(Facts facts, Ignored ignored) {
        String sudo = Remedies.asRoot(facts, Where.HERE);
        String file = Shell.quote(ignored.file());
        String check = "check with: %svisudo -c".formatted(sudo);
        return switch (ignored.reason()) {
            case NAME -> Remediation.manual(
                            "For good: a name that sudo reads",
                            true,
                            "rename %s to a name without a dot or a final ~, such as /etc/sudoers.d/perf".formatted(file),
                            check)
                    .risking(RISK);
            case INSECURE -> Remediation.manual(
                            "For good: an owner and a mode that sudo trusts",
                            true,
                            "see who could have written to it, then: %schown root:root %s".formatted(sudo, file),
                            "then (0755 for a directory): %schmod 0440 %s".formatted(sudo, file),
                            check)
                    .risking(RISK);
            case LINE -> Remediation.manual(
                            "For good: a line that sudo understands",
                            true,
                            "%svisudo -f %s".formatted(sudo, file),
                            check)
                    .risking(RISK);
            case DIGEST -> Remediation.manual(
                            "For good: the digest of the perf that is there now",
                            true,
                            "%svisudo -f /etc/sudoers.d/perf, with the digest that sha256sum prints; each update of perf needs it again".formatted(sudo),
                            check)
                    .risking(RISK);
        };
    }

    /** What lets sudo become root. */
    static Remediation unblock(Facts facts, BlockedHere blocked) {
        return switch (blocked.obstacle()) {
            case NO_NEW_PRIVILEGES, UNCLEAR -> Remediation.external(
                            "Start the shell without no_new_privs",
                            Remedies.kernelSide(facts),
                            "docker run: without --security-opt no-new-privileges",
                            "Kubernetes: allowPrivilegeEscalation: true; systemd: NoNewPrivileges=no",
                            "or measure from a shell outside this sandbox")
                    .risking("Programs in it may then become root through setuid files.");
            case USER_NAMESPACE -> Remediation.external(
                    "Measure outside this user namespace", Remedies.kernelSide(facts), "run perf on the host: its root is not this one");
            case NOSUID -> Remediation.external(
                    "Use a sudo on a file system that honours setuid",
                    Remedies.kernelSide(facts),
                    "the administrator mounted it nosuid on purpose, or left the option in /etc/fstab");
            case NOT_SETUID -> Remediation.manual(
                    "For good: as root, by another way than this sudo",
                    true,
                    "reinstall the package %s, which sets owner and mode (root, 4755)".formatted(blocked.tool()));
            case NOT_EXECUTABLE -> Remediation.manual(
                    "For good: ask the administrator", true, "%s is kept for some group: become a member".formatted(blocked.tool()));
            case NO_TERMINAL -> Remediation.manual(
                            "Run it from a terminal, or for good",
                            true,
                            "%svisudo -f /etc/sudoers.d/perf".formatted(Remedies.asRoot(facts, Where.HERE)),
                            "add the line: Defaults!/usr/bin/perf !requiretty")
                    .risking("Scripts without a terminal may then use the rule.");
            case NO_SUCH_USER -> Remediation.external(
                    "Run as a user that /etc/passwd knows", Remedies.userSide(facts), "in a container: add the user to the image, or use --user NAME");
        };
    }

    private static String user(Facts facts) {
        return Credentials.user(facts).filter(u -> !u.isRoot()).map(u -> u.name()).orElse("USER");
    }
}
