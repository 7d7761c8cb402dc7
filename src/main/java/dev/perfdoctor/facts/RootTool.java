package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import dev.perfdoctor.api.Stat;
import java.util.List;
import java.util.Optional;

/** sudo or doas as a program: where it is, and whether it can become root from here at all. */
final class RootTool {
    private RootTool() {}

    /** That of this machine: doas where it is there and sudo is not, and on Alpine, whose installer brings doas; else sudo. */
    static String name(Facts facts) {
        boolean doas = isThere(facts, "doas") || Lineage.of(facts) == Lineage.ALPINE;
        return doas && !isThere(facts, "sudo") ? "doas" : "sudo";
    }

    private static boolean isThere(Facts facts, String name) {
        return find(facts, name) instanceof Present<String> || facts.host().stat("/usr/bin/" + name) instanceof Present<Stat>;
    }

    /** The one that PATH leads to. */
    static Reading<String> find(Facts facts, String name) {
        Reading<String> missing = new Absent<>(name);
        for (String directory : SearchPath.of(facts).directories()) {
            String path = directory + "/" + name;
            switch (facts.host().stat(path)) {
                case Present<Stat> s when s.value().isRegular() && s.value().isExecutable() -> {
                    return s.with(path);
                }
                case Unread<Stat> u when u.why() != Why.DENIED -> missing = u.cast(); // a shell passes over what it may not look into
                case Present<Stat> _, Absent<Stat> _, Unread<Stat> _ -> {}
            }
        }
        return missing;
    }

    /** The first program of this name in a list of directories, as sudo searches its {@code secure_path}: any execute bit will do. */
    static Optional<String> in(Host host, String directories, String name) {
        for (String directory : Text.split(directories, ':')) {
            String path = directory + "/" + name;
            if (directory.startsWith("/") && host.stat(path) instanceof Present<Stat> s && s.value().isRegular() && s.value().isExecutable()) {
                return Optional.of(path);
            }
        }
        return Optional.empty();
    }

    /** Whether the doctor was started from a terminal: tty_nr of proc_pid_stat(5). The commands it starts have none. */
    static boolean hasTerminal(Host host) {
        String stat = host.read("/proc/self/stat").orElse("");
        List<String> fields = Text.words(stat.substring(stat.lastIndexOf(')') + 1));
        return fields.size() > 4 && !fields.get(4).equals("0");
    }

    /** Whether two paths lead to one file; false where that is not known. */
    static boolean lead(Host host, String one, String other) {
        return host.realPath(one) instanceof Present<String> first
                && host.realPath(other) instanceof Present<String> second
                && first.value().equals(second.value());
    }

    /** Why it cannot become root from here; empty where nothing is in the way. */
    static Optional<SudoPolicy> obstacle(Facts facts, String tool, String path) {
        Credentials credentials = Credentials.of(facts);
        if (credentials.noNewPrivileges() instanceof Present<Boolean> p && p.value()) {
            return blocked(tool, SudoPolicy.Obstacle.NO_NEW_PRIVILEGES, "this process may gain no privileges (NoNewPrivs)", p.evidence());
        }
        if (credentials.inOwnUserNamespace() instanceof Present<Boolean> p && p.value()) {
            return blocked(tool, SudoPolicy.Obstacle.USER_NAMESPACE, "root of this user namespace is an ordinary user to perf", p.evidence());
        }
        if (facts.host().stat(path) instanceof Present<Stat> stat) {
            Optional<SudoPolicy> byMode = byMode(facts, tool, path, stat.value());
            if (byMode.isPresent()) {
                return byMode;
            }
        }
        String real = facts.host().realPath(path).orElse(path);
        return Mounts.of(facts).holding(real).filter(m -> m.has("nosuid")).flatMap(m ->
                blocked(tool, SudoPolicy.Obstacle.NOSUID, path + " lies on a file system mounted nosuid", m.evidence()));
    }

    private static Optional<SudoPolicy> byMode(Facts facts, String tool, String path, Stat stat) {
        Evidence mode = new Evidence(path, "mode %04o, owner %d".formatted(stat.mode(), stat.uid()));
        if (!stat.isSetuid() || stat.uid() != 0) {
            return blocked(tool, SudoPolicy.Obstacle.NOT_SETUID, path + " is not setuid root", mode);
        }
        boolean refused = Execution.allowed(facts, stat) instanceof Present<Boolean> may && !may.value();
        return refused ? blocked(tool, SudoPolicy.Obstacle.NOT_EXECUTABLE, "you may not execute " + path, mode) : Optional.empty();
    }

    private static Optional<SudoPolicy> blocked(String tool, SudoPolicy.Obstacle obstacle, String why, Evidence evidence) {
        return Optional.of(new SudoPolicy.BlockedHere(tool, obstacle, why, evidence));
    }
}
