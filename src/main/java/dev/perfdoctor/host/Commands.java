package dev.perfdoctor.host;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import dev.perfdoctor.host.Runner.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The commands of the live machine: each is run once, whoever asks and however often. */
final class Commands {
    private static final int LIMIT = 1 << 20;
    private static final Duration USUAL = Duration.ofSeconds(2);
    private static final Duration LONGER = Duration.ofSeconds(3);
    /** They load much, or ask others. */
    private static final Set<String> LONGER_ONES = Set.of("perf", "sudo");
    /** How long an answer may take after the deadline, on a machine that is busy. */
    static final Duration TOLERANCE = Duration.ofSeconds(1);

    private static final String PROBE = "perfdoctor-probe";

    private static final int ENOENT = 2;
    private static final Map<Integer, String> ERRORS = Map.ofEntries(
            Map.entry(ENOENT, "its interpreter or loader is missing"),
            Map.entry(5, "Input/output error"),
            Map.entry(7, "Argument list too long"),
            Map.entry(8, "exec format error"),
            Map.entry(11, "Resource temporarily unavailable"),
            Map.entry(12, "Cannot allocate memory"),
            Map.entry(23, "Too many open files in system"),
            Map.entry(24, "Too many open files"),
            Map.entry(26, "Text file busy"),
            Map.entry(40, "too many levels of symbolic links"),
            Map.entry(80, "Accessing a corrupted shared library"));
    private static final Set<Integer> REFUSALS = Set.of(1, 13);

    private final ProgramSearch search;
    private final String home;
    private final Supplier<Runner> runner;
    private final Map<List<String>, Pending> started = new ConcurrentHashMap<>();
    private final Map<String, Reading<String>> found = new ConcurrentHashMap<>();

    /**
     * @param home where the doctor is installed, for its probe; empty when unknown
     * @param runner asked only when something is to be run
     */
    Commands(ProgramSearch search, String home, Supplier<Runner> runner) {
        this.search = search;
        this.home = home;
        this.runner = runner;
    }

    void anticipate(List<List<String>> commands) {
        commands.forEach(command -> find(command).map(program -> start(command, program)));
    }

    Reading<Ran> run(List<String> command) {
        String source = String.join(" ", command);
        return switch (find(command)) {
            case Present<String> program -> reading(source, await(command, program.value()));
            case Absent<String> _ -> new Absent<>(source);
            case Unread<String> unread -> new Unread<>(source, unread.why(), unread.detail());
        };
    }

    Reading<Ran> printedBefore(List<String> command) {
        String source = String.join(" ", command);
        if (!(find(command) instanceof Present<String> program)) {
            return new Absent<>(source);
        }
        Outcome outcome = await(command, program.value());
        boolean cut = outcome.ending() == Runner.Ending.TIMEOUT && outcome.output().length + outcome.errors().length > 0;
        return cut ? present(source, ran(0, outcome)) : new Absent<>(source);
    }

    private Reading<String> find(List<String> command) {
        if (command.isEmpty() || command.stream().anyMatch(word -> word.indexOf('\0') >= 0)) {
            return Reading.failed(String.join(" ", command), "no command");
        }
        return found.computeIfAbsent(command.getFirst(), this::search);
    }

    private Reading<String> search(String program) {
        if (program.equals(HardwareCommand.NAME)) {
            return new Present<>(program, new Evidence(program, ""));
        }
        if (!program.equals(PROBE)) {
            return search.find(program);
        }
        return home.isEmpty() ? new Absent<>(program) : search.find(home + "/libexec/" + PROBE);
    }

    private Pending start(List<String> command, String program) {
        return started.computeIfAbsent(command, _ -> {
            if (program.equals(HardwareCommand.NAME)) {
                return HardwareCommand.start(USUAL);
            }
            List<String> words = new ArrayList<>(command);
            words.set(0, program);
            return runner.get().start(words, deadline(program), LIMIT);
        });
    }

    private static Duration deadline(String program) {
        return LONGER_ONES.contains(program.substring(program.lastIndexOf('/') + 1)) ? LONGER : USUAL;
    }

    private Outcome await(List<String> command, String program) {
        return start(command, program).await(deadline(program).plus(TOLERANCE));
    }

    private static Reading<Ran> reading(String source, Outcome outcome) {
        return switch (outcome.ending()) {
            case EXIT -> present(source, ran(outcome.number(), outcome));
            case SIGNAL -> present(source, ran(128 + outcome.number(), outcome));
            case TIMEOUT -> Reading.failed(source, "timeout");
            case LOST -> Reading.failed(source, "interrupted");
            case ERRNO -> notStarted(source, outcome.number());
        };
    }

    private static Reading<Ran> notStarted(String source, int error) {
        return REFUSALS.contains(error)
                ? new Unread<>(source, Why.DENIED, "")
                : Reading.failed(source, ERRORS.getOrDefault(error, "error " + error));
    }

    private static Reading<Ran> present(String source, Ran ran) {
        return new Present<>(ran, new Evidence(source, Seen.ran(ran)));
    }

    private static Ran ran(int exit, Outcome outcome) {
        return new Ran(exit, new String(outcome.output(), StandardCharsets.UTF_8), new String(outcome.errors(), StandardCharsets.UTF_8));
    }
}
