package dev.perfdoctor.host;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The outcomes of commands that a machine file holds, found by argv and by the file that a spelling leads to. */
final class RecordedCommands {
    /** How a command ended. */
    enum How {
        /** It ran; a signal is an exit status of 128 and its number. */
        RAN,
        TIMEOUT,
        NOT_FOUND,
        DENIED,
        EXEC_FORMAT
    }

    /**
     * An entry.
     *
     * @param ran its exit status (0 where it did not end by itself) and what it printed
     */
    record Recorded(List<String> argv, How how, Ran ran) {
        Reading<Ran> outcome(String source) {
            return switch (how) {
                case RAN -> new Present<>(ran, new Evidence(source, Seen.ran(ran)));
                case TIMEOUT -> Reading.failed(source, "timeout");
                case EXEC_FORMAT -> Reading.failed(source, "exec format error");
                case NOT_FOUND -> new Absent<>(source);
                case DENIED -> new Unread<>(source, Why.DENIED, "");
            };
        }

        Reading<Ran> printed(String source) {
            boolean any = how != How.RAN && !ran.all().isEmpty();
            return any ? new Present<>(ran, new Evidence(source, Seen.ran(ran))) : new Absent<>(source);
        }
    }

    private final List<Recorded> all;

    RecordedCommands(List<Recorded> all) {
        this.all = List.copyOf(all);
    }

    /**
     * The entry for a command. The very argv wins; then one whose program is the same name found in the same place; then one whose program is
     * the same file after all links.
     *
     * @param found the absolute path a first word runs; the word itself where none is known
     * @param resolved that path free of links
     */
    Optional<Recorded> find(List<String> argv, UnaryOperator<String> found, UnaryOperator<String> resolved) {
        List<Recorded> sameArguments = new ArrayList<>();
        for (Recorded recorded : all) {
            if (recorded.argv().equals(argv)) {
                return Optional.of(recorded);
            }
            if (tail(recorded.argv()).equals(tail(argv))) {
                sameArguments.add(recorded);
            }
        }
        return sameFile(sameArguments, argv, found).or(() -> sameFile(sameArguments, argv, found.andThen(resolved)::apply));
    }

    private static Optional<Recorded> sameFile(List<Recorded> candidates, List<String> argv, UnaryOperator<String> spelling) {
        if (candidates.isEmpty()) {
            return Optional.empty();
        }
        String wanted = spelling.apply(argv.getFirst());
        return candidates.stream().filter(c -> spelling.apply(c.argv().getFirst()).equals(wanted)).findFirst();
    }

    private static List<String> tail(List<String> argv) {
        return argv.subList(1, argv.size());
    }
}
