package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * What the header of a recording says: which builds were sampled, where, and whether the recording came to its end (tools/perf/Documentation/
 * perf.data-file-format.txt). Samples are not read.
 *
 * @param file the path it was asked for
 * @param stat its owner, mode and times
 * @param finished whether perf wrote the end: one that was killed leaves a data size of 0, and then no other fact is there
 * @param complete whether the file holds all that its header promises
 * @param buildIds in the order of the file
 * @param hostname where it was recorded; empty when not said
 * @param release the kernel's release there; empty when not said
 * @param version perf's version; empty when not said
 * @param architecture as uname prints it; empty when not said
 * @param command the words after {@code perf}; none when not said
 * @param events names; none when not said
 */
public record PerfData(
        String file,
        Stat stat,
        boolean finished,
        boolean complete,
        List<Build> buildIds,
        String hostname,
        String release,
        String version,
        String architecture,
        List<String> command,
        List<String> events) {
    private static final int HEADER = 104;
    private static final int BUILD_IDS = 2;
    private static final int HOSTNAME = 3;
    private static final int RELEASE = 4;
    private static final int VERSION = 5;
    private static final int ARCHITECTURE = 6;
    private static final int COMMAND = 11;
    private static final int EVENTS = 12;
    private static final int MOST_FEATURE_BYTES = 4 << 20;
    private static final int MOST_TEXTS = 4_096;

    public PerfData {
        buildIds = List.copyOf(buildIds);
        command = List.copyOf(command);
        events = List.copyOf(events);
    }

    /**
     * A file that was sampled.
     *
     * @param id its build id in hexadecimal digits
     * @param file its path, or a name in brackets such as {@code [kernel.kallsyms]}
     */
    public record Build(String id, String file) {}

    private record Held(Reading<PerfData> reading) {}

    /** The recording at this path. Failed, with the reason, where it is none: "empty", "not a recording of perf". */
    public static Reading<PerfData> of(Facts facts, String path) {
        return facts.once(Held.class, path, f -> new Held(read(f.host(), path))).reading();
    }

    /** The recording that perf reads unless told otherwise: {@code perf.data} in the working directory. */
    public static Reading<PerfData> here(Facts facts) {
        String directory = facts.host().identity().directory();
        return directory.isEmpty() ? new Absent<>("perf.data") : of(facts, HostPath.resolve(directory, "perf.data"));
    }

    private static Reading<PerfData> read(Host host, String path) {
        return switch (host.stat(path)) {
            case Absent<Stat> absent -> new Absent<>(absent.source());
            case Unread<Stat> unread -> unread.cast();
            case Present<Stat> stat when !stat.value().isRegular() -> Reading.failed(path, "not a regular file");
            case Present<Stat> stat -> parse(host, path, stat.value());
        };
    }

    private static Reading<PerfData> parse(Host host, String path, Stat stat) {
        try {
            FileBytes file = new FileBytes(host, path, stat.size() < 0 ? Long.MAX_VALUE / 2 : stat.size());
            PerfData data = new Header(file, stat).data();
            String seen = data.finished() ? "recorded" + (data.release().isEmpty() ? "" : " on " + data.release()) : "data size 0";
            return new Present<>(data, new Evidence(path, seen));
        } catch (FileBytes.Refused refused) {
            return refused.because().cast();
        }
    }

    /** The build that was recorded of this file. */
    public Optional<Build> buildOf(String path) {
        return buildIds.stream().filter(b -> b.file().equals(path)).findFirst();
    }

    /** Whether this user's perf refuses it unless told {@code -f}: it belongs to somebody else, who is not root (util/data.c). */
    public boolean isStrangers(long uid) {
        return stat.uid() != 0 && stat.uid() != uid;
    }

    /** The parts of a header, found by its table of features. */
    private static final class Header {
        private final FileBytes file;
        private final Stat stat;
        private final ByteOrder order;
        private final ByteBuffer head;

        Header(FileBytes file, Stat stat) {
            this.file = file;
            this.stat = stat;
            String magic = new String(file.read(0, Math.min(8, file.size())), StandardCharsets.ISO_8859_1);
            this.order = switch (magic) {
                case "PERFILE2" -> ByteOrder.LITTLE_ENDIAN;
                case "2ELIFREP" -> ByteOrder.BIG_ENDIAN;
                case "" -> throw file.garbled("empty");
                default -> throw file.garbled("not a recording of perf");
            };
            if (file.size() < 16) {
                throw file.garbled("cut in its header");
            }
            this.head = view(0, Math.min(HEADER, file.size()));
        }

        private ByteBuffer view(long offset, long length) {
            return ByteBuffer.wrap(file.read(offset, length)).order(order);
        }

        /** A recording into a pipe has a header of 16 bytes, and its facts among its samples. */
        PerfData data() {
            boolean piped = head.getLong(8) == 16;
            if (!piped && head.limit() < HEADER) {
                throw file.garbled("cut in its header");
            }
            boolean finished = piped || head.getLong(48) != 0;
            boolean complete = piped || table() >= 0 && table() <= file.size();
            boolean told = finished && complete && !piped;
            return new PerfData(
                    file.file(),
                    stat,
                    finished,
                    complete,
                    told ? part(BUILD_IDS).map(this::builds).orElse(List.of()) : List.of(),
                    told ? text(HOSTNAME) : "",
                    told ? text(RELEASE) : "",
                    told ? text(VERSION) : "",
                    told ? text(ARCHITECTURE) : "",
                    told ? part(COMMAND).map(Header::command).orElse(List.of()) : List.of(),
                    told ? part(EVENTS).map(Header::events).orElse(List.of()) : List.of());
        }

        /** Where the table of features begins: behind the samples. */
        private long table() {
            return head.getLong(40) + head.getLong(48);
        }

        /** The bytes of a feature; empty where the file has none, or they are not where they should be. */
        private Optional<ByteBuffer> part(int feature) {
            if (!has(feature)) {
                return Optional.empty();
            }
            int before = 0;
            for (int other = 0; other < feature; other++) {
                before += has(other) ? 1 : 0;
            }
            try {
                ByteBuffer place = view(table() + 16L * before, 16);
                return Optional.of(view(place.getLong(0), Math.min(place.getLong(8), MOST_FEATURE_BYTES)));
            } catch (FileBytes.Refused refused) {
                if (refused.because().why() == Reading.Why.FAILED) {
                    return Optional.empty();
                }
                throw refused;
            }
        }

        private boolean has(int feature) {
            return (head.getLong(72 + feature / 64 * 8) >>> feature % 64 & 1) == 1;
        }

        private String text(int feature) {
            return part(feature).map(bytes -> text(bytes)).orElse("");
        }

        /** A length and that many bytes, padded with zeros; moves behind them. */
        private static String text(ByteBuffer from) {
            if (from.remaining() < 4) {
                return "";
            }
            int length = from.getInt();
            if (length < 0 || length > from.remaining()) {
                from.position(from.limit());
                return "";
            }
            byte[] bytes = new byte[length];
            from.get(bytes);
            return ElfImage.text(bytes, 0);
        }

        private static List<String> command(ByteBuffer from) {
            List<String> words = new ArrayList<>();
            int count = from.remaining() < 4 ? 0 : from.getInt();
            for (int i = 0; i < Math.min(count, MOST_TEXTS) && from.hasRemaining(); i++) {
                words.add(text(from));
            }
            return words;
        }

        /** A count, the size of an attribute, then each: the attribute, a count of ids, its name, the ids. */
        private static List<String> events(ByteBuffer from) {
            List<String> names = new ArrayList<>();
            if (from.remaining() < 8) {
                return names;
            }
            int count = from.getInt();
            int attribute = from.getInt();
            for (int i = 0; i < Math.min(count, MOST_TEXTS) && attribute >= 0 && from.remaining() > attribute + 4L; i++) {
                from.position(from.position() + attribute);
                long ids = Integer.toUnsignedLong(from.getInt()) * 8;
                String name = text(from);
                if (name.isEmpty() || ids > from.remaining()) {
                    break;
                }
                names.add(name);
                from.position(from.position() + (int) ids);
            }
            return names;
        }

        /** Records of a type, a size, a process, an id in 20 bytes with its length (since 5.12; 0 before), four bytes, and the name. */
        private List<Build> builds(ByteBuffer from) {
            List<Build> all = new ArrayList<>();
            byte[] bytes = new byte[from.remaining()];
            from.get(0, bytes);
            int at = 0;
            while (at + 36 < bytes.length && all.size() < MOST_TEXTS) {
                int size = from.getChar(at + 6);
                if (size <= 36 || size > bytes.length - at) {
                    break;
                }
                boolean sized = (from.getChar(at + 4) & 0x8000) != 0;
                int length = sized && bytes[at + 32] > 0 && bytes[at + 32] <= 20 ? bytes[at + 32] : 20;
                String name = ElfImage.text(bytes, at + 36);
                all.add(new Build(HexFormat.of().formatHex(bytes, at + 12, at + 12 + length), name));
                at += size;
            }
            return all;
        }
    }
}
