package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Identity;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the kernel holds of the calling process: capabilities, no_new_privs, seccomp and user namespace (proc_pid_status(5),
 * user_namespaces(7)).
 *
 * @param status the fields of {@code /proc/self/status} by name, values stripped
 * @param userNamespace text of the link {@code /proc/self/ns/user}
 * @param uidMap text of {@code /proc/self/uid_map}
 */
public record Credentials(Reading<Map<String, String>> status, Reading<String> userNamespace, Reading<String> uidMap) {
    private static final String STATUS = "/proc/self/status";
    /** PROC_USER_INIT_INO, include/linux/proc_ns.h. */
    private static final String INITIAL_USER_NAMESPACE = "user:[4026531837]";

    /** A capability that matters to perf, with its bit (linux/capability.h). */
    public enum Capability {
        IPC_LOCK(14),
        SYS_PTRACE(19),
        SYS_ADMIN(21),
        SYSLOG(34),
        PERFMON(38);

        private final int bit;

        Capability(int bit) {
            this.bit = bit;
        }

        /** Its number in the kernel, which a libcap that does not know the name prints. */
        public int bit() {
            return bit;
        }

        /** The kernel's name, such as {@code CAP_PERFMON}. */
        public String id() {
            return "CAP_" + name();
        }
    }

    /** Those of the doctor's own process, which perf started from the same shell would inherit. */
    public static Credentials of(Facts facts) {
        return facts.once(Credentials.class, Credentials::read);
    }

    private static Credentials read(Facts facts) {
        return new Credentials(
                facts.host().read(STATUS).map(Credentials::fields),
                facts.host().readLink("/proc/self/ns/user"),
                facts.host().read("/proc/self/uid_map"));
    }

    /**
     * The fields of a status file.
     *
     * <pre>
     * CapEff:	000001ffffffffff
     * NoNewPrivs:	0
     * Seccomp:	2
     * </pre>
     */
    static Map<String, String> fields(String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String line : Text.lines(text)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                fields.putIfAbsent(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
            }
        }
        if (!fields.containsKey("Name") && !fields.containsKey("CapEff") && !fields.containsKey("Uid")) {
            throw new IllegalArgumentException("not a status file");
        }
        return fields;
    }

    /** One field, such as {@code NoNewPrivs}; absent where this kernel has no such field. */
    public Reading<String> field(String name) {
        return switch (status) {
            case Present<Map<String, String>> s when s.value().containsKey(name) ->
                new Present<>(s.value().get(name), new Evidence(STATUS, name + ": " + s.value().get(name)));
            case Present<Map<String, String>> s -> new Reading.Absent<>(s.evidence().source());
            case Reading.Absent<Map<String, String>> a -> new Reading.Absent<>(a.source());
            case Reading.Unread<Map<String, String>> u -> u.cast();
        };
    }

    private Reading<Long> mask(String name) {
        return field(name).map(hex -> Long.parseUnsignedLong(hex, 16));
    }

    /** Whether the process has this capability effectively, in whatever namespace it is. */
    public Reading<Boolean> has(Capability capability) {
        return mask("CapEff").map(m -> (m >>> capability.bit & 1) == 1);
    }

    /** Whether this capability may ever be gained by executing a file. */
    public Reading<Boolean> bounds(Capability capability) {
        return mask("CapBnd").map(m -> (m >>> capability.bit & 1) == 1);
    }

    /** Whether this capability counts for perf: effective, and not in a user namespace of its own. Unknown is false. */
    public boolean effective(Capability capability) {
        return has(capability).orElse(false) && !inOwnUserNamespace().orElse(false);
    }

    /**
     * Whether the process is in a user namespace that is not the initial one. By the link's inode; where that cannot be read, by the map:
     * only the initial namespace maps all of 0…4294967294 to itself.
     */
    public Reading<Boolean> inOwnUserNamespace() {
        if (userNamespace instanceof Present<String> link) {
            return link.with(!link.value().strip().equals(INITIAL_USER_NAMESPACE));
        }
        return uidMap.map(text -> !String.join(" ", Text.words(text)).equals("0 0 4294967295"));
    }

    /** Whether executing a setuid program or one with file capabilities gives nothing (PR_SET_NO_NEW_PRIVS). */
    public Reading<Boolean> noNewPrivileges() {
        return field("NoNewPrivs").map(v -> v.equals("1"));
    }

    /** Whether a seccomp filter is in force: mode 2. */
    public Reading<Boolean> seccompFilter() {
        return field("Seccomp").map(v -> v.equals("2"));
    }

    /** The effective capabilities as evidence. */
    public Optional<Evidence> capabilities() {
        return field("CapEff") instanceof Present<String> p ? Optional.of(p.evidence()) : Optional.empty();
    }

    /** The user the machine names, if it names one. */
    public static Optional<Identity.User> user(Facts facts) {
        return facts.host().identity().user();
    }

    /** Whether the effective user id is 0; false when unknown. Proves no capability. */
    public static boolean isRoot(Facts facts) {
        return user(facts).map(Identity.User::isRoot).orElse(false);
    }
}
