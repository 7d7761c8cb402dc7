package dev.perfdoctor.facts;

import dev.perfdoctor.api.Configuration.Command;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the command lines that will be run ({@code commands:} of the configuration) need of this machine.
 *
 * @param commands in the order of the configuration
 */
public record Demands(List<Demand> commands) {
    public Demands {
        commands = List.copyOf(commands);
    }

    /** Those of this run; none where no configuration names any. */
    public static Demands of(Facts facts) {
        return facts.once(Demands.class, f ->
                new Demands(f.request().configuration().commands().stream().map(Demands::understood).toList()));
    }

    /**
     * One command line.
     *
     * @param command as it was written
     * @param tool {@code perf}, {@code valgrind} or the name of another program
     * @param verb {@code record}, {@code stat}, … of perf; empty for other programs
     * @param events as named, cut at commas outside braces' depth and slashes
     * @param branchStack the filter of {@code -j}, {@code any} for {@code -b}
     * @param precise how precise a sample must be, 0 to 3: the number of {@code p} among an event's modifiers
     * @param mostPrecise whether an event says {@code P}: as precise as there is, which never fails for want of it
     * @param systemWide whether it observes all CPUs ({@code -a}, {@code -C}, or what implies it: no command to run)
     * @param otherProcess whether it observes a process it does not start ({@code -p}, {@code -t}, {@code -u})
     * @param mmapBytes the size {@code -m} asks for each ring buffer, where it is said in bytes ({@code 8M})
     * @param mmapPages as {@code mmapBytes}, in pages
     * @param frequency samples a second ({@code -F 999}); empty for {@code max} and where a period is given
     * @param callGraph the mode of {@code --call-graph} as written, {@code fp} for {@code -g}
     * @param program the words perf or valgrind starts, wrappers such as taskset taken away; the command's own words for other programs
     */
    public record Demand(
            Command command,
            String tool,
            String verb,
            List<String> events,
            Optional<String> branchStack,
            int precise,
            boolean mostPrecise,
            boolean systemWide,
            boolean otherProcess,
            OptionalLong mmapPages,
            OptionalLong mmapBytes,
            OptionalLong frequency,
            Optional<String> callGraph,
            List<String> program) {
        /** Where it is asked for. */
        public Evidence evidence() {
            return new Evidence("commands: of the configuration", command.line());
        }

        /** Whether it samples: {@code perf record}, {@code perf top} and those built on them. */
        public boolean samples() {
            return tool.equals("perf") && SAMPLING.contains(verb);
        }

        /** Whether an event is a tracepoint or probe, or the sub-command lives from them. */
        public boolean tracepoints() {
            return tool.equals("perf") && (TRACING.contains(verb) || events.stream().anyMatch(Demands::isTracepoint));
        }
    }

    /** perf-list(1), "EVENT MODIFIERS". */
    private static final String MODIFIERS = "ukhGHIpPSDWebR";

    private static final int PAGE = 4_096;

    private static final Set<String> SAMPLING = Set.of("record", "top", "mem", "c2c", "kvm");
    private static final Set<String> TRACING = Set.of("trace", "sched", "lock", "kmem", "timechart", "ftrace", "kwork");
    private static final Set<String> EVERYWHERE = Set.of("record", "stat", "top", "sched", "lock", "kmem", "timechart", "kwork", "trace");

    /** The first that asks for branch stacks. */
    public Optional<Demand> branchStack() {
        return first(d -> d.branchStack().isPresent());
    }

    /** The one that asks for the most precise samples, when any asks. */
    public Optional<Demand> precise() {
        return commands.stream().filter(d -> d.precise() > 0).max((a, b) -> Integer.compare(a.precise(), b.precise()));
    }

    /** The first that asks for a ring buffer of at least so many pages of 4 KiB. */
    public Optional<Demand> ring(long pages) {
        return first(d -> d.samples() && (d.mmapPages().orElse(0) >= pages || d.mmapBytes().orElse(0) / PAGE >= pages));
    }

    /** The first that asks for more samples a second. */
    public Optional<Demand> frequency(long rate) {
        return first(d -> d.samples() && d.frequency().orElse(0) > rate);
    }

    /** The first that matches. */
    public Optional<Demand> first(Predicate<Demand> wanted) {
        return commands.stream().filter(wanted).findFirst();
    }

    private static Demand understood(Command command) {
        List<String> words = WrapperWords.unwrapped(untilOperator(command.words()));
        String tool = words.isEmpty() ? "" : HostPath.name(words.getFirst());
        if (tool.equals("perf") || tool.startsWith("perf_") || tool.startsWith("perf-")) {
            return perf(command, words.subList(1, words.size()));
        }
        if (tool.equals("valgrind") || tool.equals("valgrind.bin")) {
            return other(command, "valgrind", afterOptions(words.subList(1, words.size())));
        }
        return other(command, tool, words);
    }

    private static Demand other(Command command, String tool, List<String> program) {
        return new Demand(command, tool, "", List.of(), Optional.empty(), 0, false, false, false, OptionalLong.empty(),
                OptionalLong.empty(), OptionalLong.empty(), Optional.empty(), List.copyOf(program));
    }

    private static Demand perf(Command command, List<String> words) {
        List<String> own = afterOptions(words); // perf --buildid-dir=… record
        String verb = own.isEmpty() ? "" : own.getFirst();
        List<String> after = own.isEmpty() ? own : own.subList(1, own.size());
        boolean nested = List.of("mem", "c2c", "sched", "lock", "kmem", "kvm", "timechart", "kwork").contains(verb);
        List<String> plain = nested && !after.isEmpty() ? afterOptions(after) : after;
        PerfOptions options = PerfOptions.parse(verb, nested && !plain.isEmpty() ? plain.subList(1, plain.size()) : plain);
        List<String> events = options.values("event").stream().flatMap(e -> events(e).stream()).toList();
        boolean memory = verb.equals("mem") || verb.equals("c2c"); // they ask for cpu/mem-loads,ldlat=30/P themselves
        return new Demand(
                command,
                "perf",
                verb,
                events,
                branchStack(options, verb),
                events.stream().mapToInt(Demands::precise).max().orElse(0),
                memory || events.stream().anyMatch(e -> modifiers(e).indexOf('P') >= 0),
                options.has("all-cpus", "cpu") || EVERYWHERE.contains(verb) && options.rest().isEmpty() && !options.has("pid", "tid", "u", "uid"),
                options.has("pid", "tid", "u", "uid"),
                options.last("mmap-pages").map(Demands::pages).orElse(OptionalLong.empty()),
                options.last("mmap-pages").map(Demands::bytes).orElse(OptionalLong.empty()),
                options.last("freq").map(Demands::number).orElse(OptionalLong.empty()),
                options.last("call-graph").or(() -> options.has("g") ? Optional.of("fp") : Optional.empty()),
                WrapperWords.unwrapped(options.rest()));
    }

    private static Optional<String> branchStack(PerfOptions options, String verb) {
        if (verb.equals("stat")) {
            return Optional.empty();
        }
        return options.last("branch-filter").or(() -> options.has("branch-any") ? Optional.of("any") : Optional.empty());
    }

    /** Words before the program: options of valgrind, or of perf itself, carry their value with them. */
    private static List<String> afterOptions(List<String> words) {
        int at = 0;
        while (at < words.size() && words.get(at).startsWith("-")) {
            if (words.get(at++).equals("--")) {
                break;
            }
        }
        return words.subList(at, words.size());
    }

    private static List<String> untilOperator(List<String> words) {
        Set<String> operators = Set.of("|", "||", "&&", ";", "&", ">", ">>", "2>", "<", "2>&1");
        int end = 0;
        while (end < words.size() && !operators.contains(words.get(end))) {
            end++;
        }
        return words.subList(0, end);
    }

    /** {@code '{cycles,instructions}:u,cpu/event=0x3c,umask=1/pp'} is three events; a group's modifiers are each member's. */
    static List<String> events(String list) {
        List<String> events = new ArrayList<>();
        List<String> group = new ArrayList<>();
        StringBuilder event = new StringBuilder();
        boolean term = false;
        boolean within = false;
        for (int i = 0; i <= list.length(); i++) {
            char c = i == list.length() ? ',' : list.charAt(i);
            term ^= c == '/';
            if (c == '{' && !term) {
                within = true;
            } else if (c == '}' && !term) {
                add(group, event);
                within = false;
                int end = list.indexOf(',', i) < 0 ? list.length() : list.indexOf(',', i);
                String modifiers = list.substring(i + 1, end);
                group.forEach(member -> events.add(member + modifiers));
                group.clear();
                i = end;
            } else if (c == ',' && (!term || i == list.length())) {
                add(within ? group : events, event);
            } else {
                event.append(c);
            }
        }
        events.addAll(group);
        return List.copyOf(events);
    }

    private static void add(List<String> into, StringBuilder event) {
        if (!event.toString().isBlank()) {
            into.add(event.toString().strip());
        }
        event.setLength(0);
    }

    /** What stands behind the last colon or slash of an event, where these are modifiers (perf-list(1)): {@code upp} of {@code cycles:upp}. */
    private static String modifiers(String event) {
        int at = Math.max(event.lastIndexOf(':'), event.lastIndexOf('/'));
        String tail = at < 0 ? "" : event.substring(at + 1);
        return tail.chars().allMatch(c -> MODIFIERS.indexOf(c) >= 0) ? tail : "";
    }

    private static int precise(String event) {
        return (int) Math.min(3, modifiers(event).chars().filter(c -> c == 'p').count());
    }

    private static boolean isTracepoint(String event) {
        int colon = event.indexOf(':');
        String tail = event.substring(colon + 1);
        boolean named = colon > 0 && event.indexOf('/') < 0 && !tail.isEmpty() && !event.startsWith("mem:");
        return named && !tail.chars().allMatch(c -> MODIFIERS.indexOf(c) >= 0);
    }

    private static OptionalLong pages(String text) {
        return number(text.indexOf(',') < 0 ? text : text.substring(0, text.indexOf(',')));
    }

    /** {@code 512K}: parse_tag_value() in tools/perf/util/util.c knows B, K, M, G. */
    private static OptionalLong bytes(String text) {
        String size = text.indexOf(',') < 0 ? text : text.substring(0, text.indexOf(','));
        int unit = size.isEmpty() ? -1 : "BKMG".indexOf(size.charAt(size.length() - 1));
        OptionalLong count = unit < 0 ? OptionalLong.empty() : number(size.substring(0, size.length() - 1));
        return count.isPresent() ? OptionalLong.of(count.getAsLong() << 10 * unit) : OptionalLong.empty();
    }

    private static OptionalLong number(String text) {
        boolean digits = !text.isEmpty() && text.length() <= 12 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return digits ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    /** The distinct events of all command lines. */
    public Set<String> events() {
        Set<String> all = new LinkedHashSet<>();
        commands.forEach(d -> all.addAll(d.events()));
        return all;
    }
}
