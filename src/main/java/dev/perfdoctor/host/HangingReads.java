package dev.perfdoctor.host;

import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import dev.perfdoctor.api.Stat;
import dev.perfdoctor.host.Mounts.Mount;
import dev.perfdoctor.host.Runner.Ending;
import dev.perfdoctor.host.Runner.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Reads on mounts that may hang, each in a process that is left behind when it does. After one timeout a mount is not asked again. Where there
 * is no {@code perfdoctor-run} to do it, such a path is failed with the reason.
 */
final class HangingReads {
    private static final Duration DEADLINE = Duration.ofSeconds(1);
    private static final int LARGEST_ANSWER = 64 << 20;

    private static final Set<Integer> MISSING = Set.of(2, 20);
    private static final Set<Integer> REFUSED = Set.of(1, 13);
    private static final Map<Integer, String> WORDS = Map.of(
            5, "Input/output error", 21, "Is a directory", 22, "not a regular file", 36, "File name too long",
            40, "too many levels of symbolic links", 107, "Transport endpoint is not connected", 112, "Host is down", 116, "Stale file handle");

    private final Supplier<Runner> runner;
    private final Set<String> hung = ConcurrentHashMap.newKeySet();

    HangingReads(Supplier<Runner> runner) {
        this.runner = runner;
    }

    Reading<String> text(Mount mount, String file, int limit) {
        Reading<byte[]> bytes = ask(mount, file, List.of("@bytes", file, "0", Long.toString(limit + 1L)));
        return switch (bytes) {
            case Reading.Present<byte[]> read when read.value().length > limit -> Reading.failed(file, "too large");
            case Reading.Present<byte[]> read -> Seen.text(file, new String(read.value(), StandardCharsets.UTF_8));
            case Absent<byte[]> _ -> new Absent<>(file);
            case Unread<byte[]> unread -> unread.cast();
        };
    }

    Reading<byte[]> bytes(Mount mount, String file, long offset, int length) {
        return ask(mount, file, List.of("@bytes", file, Long.toString(offset), Integer.toString(length)));
    }

    Reading<List<String>> list(Mount mount, String directory) {
        Reading<List<String>> names = ask(mount, directory, List.of("@list", directory)).map(HangingReads::names);
        return names instanceof Reading.Present<List<String>> present ? Seen.names(directory, present.value()) : names;
    }

    private static List<String> names(byte[] bytes) {
        String all = new String(bytes, StandardCharsets.UTF_8);
        return all.isEmpty() ? List.of() : Arrays.stream(all.split("\0", -1)).filter(name -> !name.isEmpty()).sorted().toList();
    }

    Reading<Stat> stat(Mount mount, String file, boolean follow) {
        Reading<Stat> stat = ask(mount, file, List.of(follow ? "@stat" : "@lstat", file)).map(HangingReads::stat);
        return stat instanceof Reading.Present<Stat> present ? Seen.stat(file, present.value()) : stat;
    }

    Reading<String> link(Mount mount, String file) {
        return linked(file, ask(mount, file, List.of("@readlink", file)));
    }

    Reading<String> realPath(Mount mount, String file) {
        return linked(file, ask(mount, file, List.of("@realpath", file)));
    }

    private static Reading<String> linked(String file, Reading<byte[]> bytes) {
        Reading<String> text = bytes.map(value -> new String(value, StandardCharsets.UTF_8));
        return text instanceof Reading.Present<String> present ? Seen.link(file, present.value()) : text;
    }

    private Reading<byte[]> ask(Mount mount, String file, List<String> request) {
        if (mount.type().equals("autofs")) {
            return Reading.failed(file, "on autofs, which is not triggered");
        }
        if (hung.contains(mount.point())) {
            return Reading.failed(file, "timeout: " + mount.type() + " at " + mount.point() + " does not answer");
        }
        Optional<Pending> outcome = runner.get().read(request, DEADLINE, LARGEST_ANSWER);
        return outcome.isPresent()
                ? reading(mount, file, outcome.get().await(DEADLINE.plus(Commands.TOLERANCE)))
                : Reading.failed(file, "on " + mount.type() + ", which may hang");
    }

    private Reading<byte[]> reading(Mount mount, String file, Outcome outcome) {
        if (outcome.ending() == Ending.TIMEOUT) {
            hung.add(mount.point());
            return Reading.failed(file, "timeout: " + mount.type() + " at " + mount.point() + " does not answer");
        }
        if (outcome.ending() != Ending.EXIT) {
            return Reading.failed(file, "interrupted");
        }
        int error = outcome.number();
        if (error == 0) {
            return Seen.bytes(file, outcome.output());
        }
        if (MISSING.contains(error)) {
            return new Absent<>(file);
        }
        return REFUSED.contains(error)
                ? new Unread<>(file, Why.DENIED, "")
                : Reading.failed(file, WORDS.getOrDefault(error, "error " + error));
    }

    /** {@code REGULAR 644 0 0 1221 1796075313.226041913 1796075313.226041913 1196050 65024 1}. */
    private static Stat stat(byte[] line) {
        String[] fields = new String(line, StandardCharsets.UTF_8).split(" ", -1);
        return new Stat(
                Stat.Type.valueOf(fields[0]),
                Integer.parseInt(fields[1], 8),
                Long.parseLong(fields[2]),
                Long.parseLong(fields[3]),
                Long.parseLong(fields[4]),
                Optional.of(time(fields[5])),
                Optional.of(time(fields[6])),
                OptionalLong.of(Long.parseUnsignedLong(fields[7])),
                OptionalLong.of(Long.parseUnsignedLong(fields[8])),
                OptionalLong.of(Long.parseLong(fields[9])));
    }

    private static Instant time(String text) {
        int dot = text.indexOf('.');
        return Instant.ofEpochSecond(Long.parseLong(text.substring(0, dot)), Long.parseLong(text.substring(dot + 1)));
    }
}
