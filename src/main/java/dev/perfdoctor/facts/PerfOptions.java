package dev.perfdoctor.facts;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The options of a perf sub-command and the command after them. perf stops at the first word that is no option (PARSE_OPT_STOP_AT_NON_OPTION),
 * so it has to be known which options take the next word: builtin-record.c, builtin-stat.c, builtin-trace.c, builtin-top.c of Linux 6.12.
 *
 * @param given what was given, by its long name where there is one, in order
 * @param rest the words of the command that perf runs; empty for none
 */
record PerfOptions(List<Given> given, List<String> rest) {
    /** An option with its value; empty for none. */
    record Given(String name, String value) {}

    /** Long names of the short ones that are asked for below; other options keep their letter. */
    private static final Map<String, String> RECORD_NAMES = Map.ofEntries(
            Map.entry("e", "event"), Map.entry("p", "pid"), Map.entry("t", "tid"), Map.entry("C", "cpu"), Map.entry("c", "count"),
            Map.entry("F", "freq"), Map.entry("m", "mmap-pages"), Map.entry("j", "branch-filter"), Map.entry("b", "branch-any"),
            Map.entry("a", "all-cpus"), Map.entry("g", "g"));

    private static final Map<String, String> STAT_NAMES = Map.of(
            "e", "event", "p", "pid", "t", "tid", "C", "cpu", "a", "all-cpus", "b", "bpf-prog", "M", "metrics");

    private static final Set<String> RECORD_VALUES = Set.of(
            "event", "filter", "pid", "tid", "r", "realtime", "cpu", "count", "o", "output", "freq", "mmap-pages", "call-graph", "u", "uid",
            "branch-filter", "D", "delay", "G", "cgroup", "k", "clockid", "proc-map-timeout", "vmlinux", "clang-path", "clang-opt",
            "switch-max-files", "affinity", "mmap-flush", "max-size", "num-thread-synthesize", "control", "synth");

    private static final Set<String> STAT_VALUES = Set.of(
            "event", "filter", "pid", "tid", "r", "repeat", "cpu", "x", "field-separator", "G", "cgroup", "for-each-cgroup", "o", "output",
            "log-fd", "pre", "post", "I", "interval-print", "interval-count", "timeout", "D", "delay", "metrics", "td-level", "cputype",
            "control", "bpf-prog");

    private static final Set<String> TRACE_VALUES = Set.of(
            "event", "filter", "pid", "tid", "cpu", "o", "output", "u", "uid", "duration", "mmap-pages", "call-graph", "max-stack", "min-stack",
            "G", "cgroup", "max-events", "proc-map-timeout", "i", "input");

    /** Options of a sub-command's words. Letters may stand together ({@code -ag}), values may hang on ({@code -e=x}, {@code -F99}). */
    static PerfOptions parse(String command, List<String> words) {
        Set<String> values = command.equals("stat") ? STAT_VALUES : command.equals("trace") ? TRACE_VALUES : RECORD_VALUES;
        Map<String, String> names = command.equals("stat") ? STAT_NAMES : RECORD_NAMES;
        List<Given> given = new ArrayList<>();
        int at = 0;
        while (at < words.size() && words.get(at).length() > 1 && words.get(at).startsWith("-")) {
            String word = words.get(at++);
            if (word.equals("--")) {
                break;
            }
            List<Given> found = word.startsWith("--") ? longOption(word.substring(2)) : letters(word.substring(1), values, names);
            Given last = found.getLast();
            boolean wants = last.value().isEmpty() && values.contains(last.name()) && !word.endsWith("=");
            if (wants && at < words.size()) {
                found.set(found.size() - 1, new Given(last.name(), words.get(at++)));
            }
            given.addAll(found);
        }
        return new PerfOptions(List.copyOf(given), List.copyOf(words.subList(at, words.size())));
    }

    private static List<Given> longOption(String text) {
        int equals = text.indexOf('=');
        return new ArrayList<>(List.of(
                equals < 0 ? new Given(text, "") : new Given(text.substring(0, equals), text.substring(equals + 1))));
    }

    private static List<Given> letters(String text, Set<String> values, Map<String, String> names) {
        List<Given> found = new ArrayList<>();
        for (int i = 0; i < text.length(); i++) {
            String letter = text.substring(i, i + 1);
            String name = names.getOrDefault(letter, letter);
            String hanging = text.substring(i + 1);
            if (values.contains(name) || hanging.startsWith("=")) {
                found.add(new Given(name, hanging.startsWith("=") ? hanging.substring(1) : hanging));
                return found;
            }
            found.add(new Given(name, ""));
        }
        return found;
    }

    boolean has(String... names) {
        return given.stream().anyMatch(g -> List.of(names).contains(g.name()));
    }

    List<String> values(String name) {
        return given.stream().filter(g -> g.name().equals(name)).map(Given::value).toList();
    }

    Optional<String> last(String name) {
        List<String> all = values(name);
        return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
    }
}
