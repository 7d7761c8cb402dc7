package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The capabilities that a program's file gives to whoever executes it (capabilities(7), File capabilities), as getcap(8) lists them.
 *
 * @param path the file
 * @param granted what it lists. Present and empty: the file has none. Absent: there is no getcap here
 * @param voided why they have no effect for this process; empty where they have, and where there are none
 */
public record FileCapabilities(String path, Reading<Granted> granted, Optional<Voided> voided) {
    /**
     * What a file grants.
     *
     * @param effective names in lower case, such as {@code cap_perfmon}: those that the program has from its first instruction
     * @param all those and the merely permitted or inheritable ones
     * @param text as listed, without the path
     */
    public record Granted(Set<String> effective, Set<String> all, String text) {
        static final Granted NONE = new Granted(Set.of(), Set.of(), "");

        /** Whether the program has this capability from the start. */
        public boolean gives(Credentials.Capability capability) {
            return effective.contains(name(capability)) || effective.contains("all");
        }

        /** These and one more, as setcap takes them: it replaces what is there. All become effective, as they are where perf is meant. */
        String with(String another) {
            Set<String> names = new TreeSet<>(all);
            names.add(another);
            return names.contains("all") ? text : String.join(",", names) + "=ep";
        }

        /** Whether the file names this capability at all. */
        public boolean names(Credentials.Capability capability) {
            return all.contains(name(capability)) || all.contains("all");
        }
    }

    /** Why a file's capabilities have no effect. */
    public enum Why {
        SCRIPT("it is a script: the kernel gives capabilities to programs only"),
        NO_NEW_PRIVILEGES("this process may gain no privileges (NoNewPrivs)"),
        NOSUID("the file lies on a file system mounted nosuid"),
        BOUNDING_SET("the bounding set of this process lacks it"),
        USER_NAMESPACE("this process is in a user namespace of its own"),
        NOT_EFFECTIVE("the file grants it without the effective flag, and perf does not raise it itself");

        private final String words;

        Why(String words) {
            this.words = words;
        }

        /** The reason as a clause. */
        public String words() {
            return words;
        }
    }

    /** A reason and where it shows. */
    public record Voided(Why why, Evidence evidence) {}

    /** Those of one file. Runs getcap. */
    public static FileCapabilities of(Facts facts, String path) {
        return facts.once(FileCapabilities.class, path, f -> read(f, path));
    }

    private static FileCapabilities read(Facts facts, String path) {
        Reading<Granted> granted = getcap(facts.host(), path).map(ran -> parse(ran, path));
        Optional<Voided> voided = granted instanceof Present<Granted> p && !p.value().all().isEmpty()
                ? whyVoid(facts, path, p.value())
                : Optional.empty();
        return new FileCapabilities(path, granted, voided);
    }

    /** Debian keeps getcap where a user's PATH does not look. */
    private static Reading<Ran> getcap(Host host, String path) {
        Reading<Ran> ran = new Absent<>("getcap");
        for (String program : List.of("getcap", "/usr/sbin/getcap", "/sbin/getcap")) {
            ran = host.run(program, path);
            if (!(ran instanceof Absent<Ran>)) {
                return ran;
            }
        }
        return ran;
    }

    private static Granted parse(Ran ran, String path) {
        if (!ran.ok()) {
            throw new IllegalArgumentException("getcap exit " + ran.exit());
        }
        return parse(ran.out(), path);
    }

    /**
     * The line of this path in the formats of libcap 2.44 and later, and before; a libcap that does not know a capability prints its number.
     *
     * <pre>
     * /usr/bin/perf cap_sys_ptrace,cap_syslog,cap_perfmon=ep
     * /usr/bin/perf = cap_sys_ptrace,cap_syslog,38+ep
     * </pre>
     */
    static Granted parse(String out, String path) {
        for (String line : Text.lines(out)) {
            if (line.startsWith(path + " ")) {
                String text = line.substring(path.length()).strip();
                return clauses(text.startsWith("= ") ? text.substring(2).strip() : text);
            }
        }
        if (!out.isBlank()) {
            throw new IllegalArgumentException("not what getcap prints: '" + Text.lines(out).getFirst() + "'");
        }
        return Granted.NONE;
    }

    private static Granted clauses(String text) {
        Set<String> effective = new LinkedHashSet<>();
        Set<String> all = new LinkedHashSet<>();
        for (String clause : Text.words(text)) {
            int operator = firstOf(clause, "=+-");
            if (operator < 0 || clause.startsWith("[rootid")) {
                continue;
            }
            String names = clause.substring(0, operator).toLowerCase(Locale.ROOT);
            String flags = clause.substring(operator + 1);
            for (String name : Text.split(names.isEmpty() ? "all" : names, ',')) {
                if (clause.charAt(operator) == '-') {
                    continue;
                }
                all.add(named(name));
                if (flags.contains("e") && flags.contains("p")) {
                    effective.add(named(name));
                }
            }
        }
        return new Granted(Set.copyOf(effective), Set.copyOf(all), text);
    }

    private static int firstOf(String text, String marks) {
        for (int i = 0; i < text.length(); i++) {
            if (marks.indexOf(text.charAt(i)) >= 0) {
                return i;
            }
        }
        return -1;
    }

    private static String named(String name) {
        for (Credentials.Capability capability : Credentials.Capability.values()) {
            if (name.equals(Integer.toString(capability.bit()))) {
                return name(capability);
            }
        }
        return name;
    }

    private static String name(Credentials.Capability capability) {
        return capability.id().toLowerCase(Locale.ROOT);
    }

    private static Optional<Voided> whyVoid(Facts facts, String path, Granted granted) {
        if (isScript(facts.host(), path)) {
            return Optional.of(new Voided(Why.SCRIPT, new Evidence(path, "#!")));
        }
        Credentials credentials = Credentials.of(facts);
        if (credentials.noNewPrivileges() instanceof Present<Boolean> p && p.value()) {
            return Optional.of(new Voided(Why.NO_NEW_PRIVILEGES, p.evidence()));
        }
        if (credentials.inOwnUserNamespace() instanceof Present<Boolean> p && p.value()) {
            return Optional.of(new Voided(Why.USER_NAMESPACE, p.evidence()));
        }
        return Mounts.of(facts).holding(facts.host().realPath(path).orElse(path))
                .filter(m -> m.has("nosuid"))
                .map(m -> new Voided(Why.NOSUID, m.evidence()))
                .or(() -> bounded(credentials, granted))
                .or(() -> granted.effective().isEmpty()
                        ? Optional.of(new Voided(Why.NOT_EFFECTIVE, new Evidence("getcap " + path, granted.text())))
                        : Optional.empty());
    }

    private static boolean isScript(Host host, String path) {
        return host.bytes(path, 0, 2) instanceof Present<byte[]> p && p.value().length == 2 && p.value()[0] == '#' && p.value()[1] == '!';
    }

    private static Optional<Voided> bounded(Credentials credentials, Granted granted) {
        for (Credentials.Capability capability : Credentials.Capability.values()) {
            if (granted.gives(capability) && credentials.bounds(capability) instanceof Present<Boolean> p && !p.value()) {
                return Optional.of(new Voided(Why.BOUNDING_SET, p.evidence()));
            }
        }
        return Optional.empty();
    }

    /** What could void them and could not be read; empty where all was, and where they are void for another reason. */
    Optional<Unread<?>> doubt(Facts facts) {
        Credentials credentials = Credentials.of(facts);
        return voided.isPresent()
                ? Optional.empty()
                : Stream.of(facts.host().bytes(path, 0, 2), credentials.noNewPrivileges(), credentials.inOwnUserNamespace(), Mounts.of(facts).reading())
                        .<Unread<?>>mapMulti((reading, doubts) -> {
                            if (reading instanceof Unread<?> unread) {
                                doubts.accept(unread);
                            }
                        })
                        .findFirst();
    }

    /** Whether executing this file gives this capability to this process. */
    public boolean gives(Credentials.Capability capability) {
        return voided.isEmpty() && granted instanceof Present<Granted> p && p.value().gives(capability);
    }

    /**
     * Whether executing this file shuts the program out of its own children. A program whose file gave it capabilities is not dumpable, and
     * perf_event_open on another task asks ptrace_may_access(), which then wants CAP_SYS_PTRACE, or perfmon_capable() before it
     * (kernel/events/core.c, kernel/ptrace.c, fs/exec.c). A void capability is so worse than none where it is gained after all: without the
     * effective flag, or in a user namespace. Root gains nothing that it had not.
     */
    boolean shutsOut(Facts facts) {
        boolean gained = voided.filter(v -> v.why() == Why.NOT_EFFECTIVE || v.why() == Why.USER_NAMESPACE).isPresent();
        Credentials credentials = Credentials.of(facts);
        boolean bySomeOther = Arrays.stream(Credentials.Capability.values()).anyMatch(c -> names(c)
                && !credentials.has(c).orElse(true)
                && credentials.bounds(c).orElse(true));
        boolean mayTrace = granted instanceof Present<Granted> p && p.value().gives(Credentials.Capability.SYS_PTRACE);
        return gained && bySomeOther && !mayTrace;
    }

    /** Whether the file names this capability, with effect or without. */
    public boolean names(Credentials.Capability capability) {
        return granted instanceof Present<Granted> p && p.value().names(capability);
    }

    /** Whether the file holds any capability that perf makes use of. */
    public boolean meantForPerf() {
        return names(Credentials.Capability.PERFMON) || names(Credentials.Capability.SYS_ADMIN);
    }

    /** The line of getcap. */
    public Evidence evidence() {
        return switch (granted) {
            case Present<Granted> p -> new Evidence("getcap " + path, p.value().all().isEmpty() ? "none" : p.value().text());
            case Absent<Granted> a -> new Evidence(a.source(), "absent");
            case Unread<Granted> u -> new Evidence(u.source(), u.reason());
        };
    }
}
