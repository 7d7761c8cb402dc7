package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the configuration files set sysctls to at the next boot, in the order systemd-sysctl(8) applies them: files of all directories by
 * name, one of the same name in {@code /etc} before {@code /run} before {@code /usr}, a link to {@code /dev/null} masking the name; the
 * last assignment wins, and one that names the key wins over one that matches it by a pattern (sysctl.d(5)). {@code /etc/sysctl.conf}
 * counts through the link {@code 99-sysctl.conf} that distributions keep, and by itself where OpenRC boots.
 *
 * @param steps in the order they are applied
 */
public record SysctlConfig(List<Step> steps) {
    private static final List<String> DIRECTORIES =
            List.of("/etc/sysctl.d", "/run/sysctl.d", "/usr/local/lib/sysctl.d", "/usr/lib/sysctl.d", "/lib/sysctl.d");

    /** A source, as far as it could be read. */
    public sealed interface Step {
        /**
         * One assignment.
         *
         * @param key with dots; may be a pattern
         * @param value empty where the line only shields the key from patterns ({@code -key})
         */
        record Assignment(String key, String value, boolean shields, String file) implements Step {
            boolean isPattern() {
                return Glob.isPattern(key);
            }

            Evidence evidence() {
                return new Evidence(file, key + " = " + value);
            }
        }

        /** A file or directory that could hold anything. */
        record Hidden(Unread<?> because) implements Step {}
    }

    /** That of this machine. */
    public static SysctlConfig of(Facts facts) {
        return facts.once(SysctlConfig.class, SysctlConfig::read);
    }

    private static SysctlConfig read(Facts facts) {
        Host host = facts.host();
        List<Step> steps = new ArrayList<>(bootParameters(host));
        Map<String, String> files = new TreeMap<>();
        for (String directory : DIRECTORIES) {
            switch (host.list(directory)) {
                case Present<List<String>> names -> names.value().stream()
                        .filter(name -> name.endsWith(".conf"))
                        .forEach(name -> files.putIfAbsent(name, directory + "/" + name));
                case Absent<List<String>> _ -> {}
                case Unread<List<String>> unread -> steps.add(new Step.Hidden(unread));
            }
        }
        files.values().forEach(file -> steps.addAll(fileSteps(host, file)));
        if (host.stat("/sbin/openrc-run").isPresent()) {
            steps.addAll(fileSteps(host, "/etc/sysctl.conf"));
        }
        return new SysctlConfig(List.copyOf(steps));
    }

    private static List<Step> fileSteps(Host host, String file) {
        if (host.readLink(file).orElse("").equals("/dev/null")) {
            return List.of();
        }
        return switch (host.read(file)) {
            case Present<String> p -> parse(p.value(), file);
            case Absent<String> _ -> List.of();
            case Unread<String> unread -> List.of(new Step.Hidden(unread));
        };
    }

    /** {@code sysctl.kernel.perf_event_paranoid=1} is applied before any file (kernel-parameters.txt, since 5.8). */
    private static List<Step> bootParameters(Host host) {
        List<Step> found = new ArrayList<>();
        for (String word : Text.words(host.read("/proc/cmdline").orElse(""))) {
            int equals = word.indexOf('=');
            if (word.startsWith("sysctl.") && equals > 0) {
                String key = dotted(word.substring("sysctl.".length(), equals));
                found.add(new Step.Assignment(key, word.substring(equals + 1), false, "/proc/cmdline"));
            }
        }
        return found;
    }

    /**
     * The lines of a sysctl.d file; what is none is passed over, as systemd-sysctl does.
     *
     * <pre>
     * kernel.perf_event_paranoid = 1
     * kernel/kptr_restrict=0
     * -net.ipv4.conf.all.rp_filter
     * </pre>
     */
    static List<Step> parse(String text, String file) {
        List<Step> steps = new ArrayList<>();
        for (String raw : Text.lines(text)) {
            String line = raw.strip();
            if (line.isEmpty() || line.startsWith("#") || line.startsWith(";")) {
                continue;
            }
            boolean minus = line.startsWith("-");
            String rest = minus ? line.substring(1) : line;
            int equals = rest.indexOf('=');
            if (equals > 0) {
                steps.add(new Step.Assignment(dotted(rest.substring(0, equals)), rest.substring(equals + 1).strip(), false, file));
            } else if (minus && equals < 0) {
                steps.add(new Step.Assignment(dotted(rest), "", true, file));
            }
        }
        return steps;
    }

    /** Where the first separator is a slash, dots and slashes have changed places. */
    private static String dotted(String written) {
        String key = written.strip();
        int slash = key.indexOf('/');
        int dot = key.indexOf('.');
        if (slash < 0 || dot >= 0 && dot < slash) {
            return key;
        }
        return path(key);
    }

    /**
     * What the next boot sets a key to. Absent: no file sets it, the kernel's own default holds. Unread: a file that could not be read may
     * set it.
     */
    public Reading<String> atBoot(String key) {
        Reading<String> named = last(key, false);
        if (!named.isAbsent()) {
            return named;
        }
        boolean shielded = steps.stream().anyMatch(s -> s instanceof Step.Assignment a && a.shields() && a.key().equals(key));
        return shielded ? named : last(key, true);
    }

    private Reading<String> last(String key, boolean byPattern) {
        Reading<String> last = new Absent<>("sysctl.d");
        for (Step step : steps) {
            last = switch (step) {
                case Step.Hidden hidden -> hidden.because().cast();
                case Step.Assignment a when !a.shields() && sets(a, key, byPattern) -> new Present<>(a.value(), a.evidence());
                case Step.Assignment _ -> last;
            };
        }
        return last;
    }

    private static boolean sets(Step.Assignment assignment, String key, boolean byPattern) {
        return assignment.isPattern() ? byPattern && Glob.matchesPath(path(assignment.key()), path(key)) : assignment.key().equals(key);
    }

    /** A star ends at a separator, as in the path below {@code /proc/sys} that is matched. */
    private static String path(String key) {
        return key.replace('.', '\0').replace('/', '.').replace('\0', '/');
    }
}
