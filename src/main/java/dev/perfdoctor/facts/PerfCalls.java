package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.api.Remediation.Where;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How a printed line may call perf: by its name, by the full path of one that starts, or not before perf is mended.
 *
 * @param name what to call; empty where no perf starts
 */
public record PerfCalls(Optional<String> name) {
    private static final String PLAIN = "perf";
    /** What may stand before the program of a command line. */
    private static final Set<String> BEFORE = Set.of("sudo", "doas", "taskset", "-c");

    /** Those of this machine; where it is unknown whether perf starts, it is called by its name. */
    public static PerfCalls of(Facts facts) {
        return facts.once(PerfCalls.class, f -> PerfInUse.of(f).doesNotStart() ? new PerfCalls(Recipes.perf(f)) : byName());
    }

    /** As for a perf that starts. */
    public static PerfCalls byName() {
        return new PerfCalls(Optional.of(PLAIN));
    }

    /** The same way with lines that work, or one that comes after what {@code mends} names. */
    public Remediation called(Remediation way, String mends) {
        if (name.equals(Optional.of(PLAIN)) || way.where() != Where.HERE || way.commands().stream().noneMatch(line -> program(line) >= 0)) {
            return way;
        }
        return name.isPresent()
                ? way.running(way.commands().stream().map(line -> by(name.get(), line)).toList())
                : way.onlyAfter(Stream.concat(way.after().stream(), Stream.of(mends)).toList());
    }

    private static String by(String name, String line) {
        int at = program(line);
        List<String> words = new ArrayList<>(Text.words(line));
        if (at >= 0) {
            words.set(at, name);
        }
        return String.join(" ", words);
    }

    /** Where in a line plain perf is the program; -1 where it is not. */
    private static int program(String line) {
        List<String> words = Text.words(line);
        int at = 0;
        while (at < words.size() && (BEFORE.contains(words.get(at)) || isAssignment(words.get(at)) || isCpuList(words.get(at)))) {
            at++;
        }
        return at < words.size() && words.get(at).equals(PLAIN) ? at : -1;
    }

    private static boolean isAssignment(String word) {
        int equals = word.indexOf('=');
        return equals > 0 && word.substring(0, equals).chars().allMatch(c -> c == '_' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z');
    }

    private static boolean isCpuList(String word) {
        return word.chars().allMatch(c -> c == ',' || c == '-' || c >= '0' && c <= '9') && !word.startsWith("-");
    }
}
