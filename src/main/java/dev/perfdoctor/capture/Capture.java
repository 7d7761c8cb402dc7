package dev.perfdoctor.capture;

import dev.perfdoctor.api.ElfWords;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Identity;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import dev.perfdoctor.facts.Elf;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a recorder remembers, as a machine file. Files hold what was read of them, programs the words of the ELF reader, names that were
 * looked for and are not there {@code {type: absent}}, names that a listing showed and nobody looked at {@code {unread: not-captured}}.
 */
public final class Capture {
    /** No file is written down beyond this many bytes; what lies beyond is not captured. */
    private static final int MOST = 4 << 20;

    private static final int MOST_LINKS = 40;

    private final Recorder recorder;
    private final Host host;
    private final TreeMap<String, String> files = new TreeMap<>();
    private final Map<String, String> unlisted = new TreeMap<>();
    private final Set<String> named = new TreeSet<>();

    private Capture(Recorder recorder) {
        this.recorder = recorder;
        this.host = recorder.machine();
    }

    /** The machine file of what this recorder saw, as it is. */
    public static String of(Recorder recorder) {
        Capture capture = new Capture(recorder);
        return capture.document(recorder.identity().environment());
    }

    /** As {@link #of}, without what tells whose machine it is. */
    public static String redacted(Recorder recorder) {
        Capture capture = new Capture(recorder);
        Identity identity = recorder.identity();
        return Redaction.of(capture.document(Redaction.environment(identity.environment())), identity);
    }

    private String document(Map<String, String> environment) {
        StringBuilder text = new StringBuilder("perfdoctor-machine: 1\n");
        Identity machine = host.identity();
        text.append("taken: ").append(machine.now()).append('\n');
        text.append("otherwise: not-captured\n");
        text.append("uname: ").append(flow(Map.of(
                "sysname", machine.sysname(),
                "release", machine.release(),
                "version", machine.version(),
                "machine", machine.machine(),
                "nodename", machine.nodename()))).append('\n');
        machine.user().ifPresent(user -> text.append("user: {name: ").append(YamlText.scalar(user.name()))
                .append(", uid: ").append(user.uid())
                .append(", gid: ").append(user.gid())
                .append(", groups: ").append(list(user.groups())).append("}\n"));
        text.append("environment:").append(environment.isEmpty() ? " {}\n" : "\n");
        new TreeMap<>(environment)
                .forEach((name, value) -> text.append("  ").append(YamlText.key(name, 2)).append(": ").append(YamlText.scalar(value)).append('\n'));
        if (!machine.directory().isEmpty()) {
            text.append("directory: ").append(YamlText.scalar(machine.directory())).append('\n');
        }
        recorder.paths().forEach(this::write);
        unlisted.forEach(files::putIfAbsent);
        named.forEach(this::nameOnly);
        text.append("files:\n");
        files.forEach((path, entry) -> text.append("  ").append(YamlText.key(path, 2)).append(':').append(entry).append('\n'));
        commands(text);
        later(text);
        return text.toString();
    }

    /** A name that a listing showed, where nothing more is known of it or of what lies below it. */
    private void nameOnly(String path) {
        String next = files.ceilingKey(path + "/");
        boolean below = next != null && next.startsWith(path + "/");
        if (!below) {
            files.putIfAbsent(path, " {unread: not-captured}");
        } else if (host.lstat(path) instanceof Present<Stat> stat && stat.value().isDirectory()) {
            files.putIfAbsent(path, " {type: dir, listed: false" + metadata(stat.value(), 0755) + "}");
        }
    }

    private static String flow(Map<String, String> values) {
        return new TreeMap<>(values).entrySet().stream()
                .map(e -> e.getKey() + ": " + YamlText.scalar(e.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String list(List<String> words) {
        return words.stream().map(YamlText::scalar).collect(Collectors.joining(", ", "[", "]"));
    }

    private void write(String path) {
        if (path.startsWith("/")) {
            write(path, path, MOST_LINKS);
        }
    }

    /** Writes what stands on the way to a path, links as links, and the end; {@code asked} is the spelling that was asked for. */
    private void write(String asked, String path, int links) {
        String at = "";
        List<String> names = Arrays.stream(path.split("/", -1)).filter(n -> !n.isEmpty() && !n.equals(".")).toList();
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equals("..")) {
                at = at.substring(0, Math.max(0, at.lastIndexOf('/')));
                continue;
            }
            at = at + "/" + names.get(i);
            boolean last = i == names.size() - 1;
            switch (host.lstat(at)) {
                case Present<Stat> stat when stat.value().type() == Stat.Type.LINK -> {
                    link(asked, at, String.join("/", names.subList(i + 1, names.size())), links);
                    return;
                }
                case Present<Stat> stat when last -> end(asked, at, stat.value());
                case Present<Stat> _ -> {}
                case Absent<Stat> _ -> {
                    files.putIfAbsent(at, " {type: absent}");
                    return;
                }
                case Unread<Stat> unread -> {
                    files.putIfAbsent(at, " {" + unread(unread) + "}");
                    return;
                }
            }
        }
    }

    private void link(String asked, String at, String rest, int links) {
        if (!(host.readLink(at) instanceof Present<String> text)) {
            files.putIfAbsent(at, " {unread: not-captured}");
            return;
        }
        files.putIfAbsent(at, " {link: " + YamlText.scalar(text.value()) + "}");
        boolean magic = at.startsWith("/proc/") && text.value().contains(":[");
        if (links > 0 && !magic) {
            String base = text.value().startsWith("/") ? "" : at.substring(0, at.lastIndexOf('/'));
            write(asked, base + "/" + text.value() + (rest.isEmpty() ? "" : "/" + rest), links - 1);
        }
    }

    private static String unread(Unread<?> unread) {
        return switch (unread.why()) {
            case DENIED -> "unread: denied";
            case NOT_CAPTURED -> "unread: not-captured";
            case FAILED -> "unread: {failed: " + YamlText.scalar(unread.detail()) + "}";
        };
    }

    private void end(String asked, String at, Stat stat) {
        switch (stat.type()) {
            case DIRECTORY -> directory(asked, at, stat);
            case REGULAR -> files.putIfAbsent(at, file(asked, at, stat));
            case FIFO -> files.putIfAbsent(at, " {type: fifo}");
            case SOCKET -> files.putIfAbsent(at, " {type: socket}");
            case DEVICE -> files.putIfAbsent(at, " {type: device}");
            case LINK -> {}
        }
    }

    private void directory(String asked, String at, Stat stat) {
        boolean listed = recorder.listings().contains(asked) || recorder.listings().contains(at);
        Reading<List<String>> names = listed ? host.list(at) : new Unread<>(at, Reading.Why.NOT_CAPTURED, "");
        switch (names) {
            case Present<List<String>> p -> {
                files.put(at, " {type: dir" + metadata(stat, 0755) + "}");
                p.value().forEach(name -> named.add(at + "/" + name));
            }
            // what a capture did not list may still hold files it took, which an unread directory would hide
            case Unread<List<String>> u when listed && u.why() != Reading.Why.NOT_CAPTURED ->
                files.put(at, " {type: dir" + metadata(stat, 0755) + ", " + unread(u) + "}");
            // Nobody took its names: they stay unknown, what stands below it is written all the same.
            case Unread<List<String>> _ -> unlisted.put(at, " {type: dir" + metadata(stat, 0755) + ", listed: false}");
            case Absent<List<String>> _ -> files.putIfAbsent(at, " {type: absent}");
        }
    }

    /** Unknown is -1. */
    private static String size(long bytes) {
        return bytes < 0 ? "" : ", size: " + bytes;
    }

    private static String metadata(Stat stat, int usualMode) {
        StringBuilder text = new StringBuilder();
        if (stat.mode() != usualMode) {
            text.append(", mode: \"").append("%04o".formatted(stat.mode())).append('"');
        }
        if (stat.uid() != 0) {
            text.append(", uid: ").append(stat.uid());
        }
        if (stat.gid() != 0) {
            text.append(", gid: ").append(stat.gid());
        }
        stat.mtime().ifPresent(t -> text.append(", mtime: ").append(t));
        stat.ctime().ifPresent(t -> text.append(", ctime: ").append(t));
        stat.inode().ifPresent(i -> text.append(", inode: ").append(i));
        if (stat.links().orElse(1) > 1 && stat.isRegular()) {
            text.append(", links: ").append(stat.links().getAsLong());
        }
        return text.toString();
    }

    private String file(String asked, String at, Stat stat) {
        boolean pseudo = at.startsWith("/proc/") || at.startsWith("/sys/");
        Stat told = pseudo ? timeless(stat) : stat;
        if (isElf(at) && Elf.read(host, at) instanceof Present<Elf> elf) {
            return " {elf: " + words(elf.value().toWords()) + size(stat.size()) + metadata(told, 0755) + "}";
        }
        long wanted = Math.max(recorder.reach().getOrDefault(asked, 0L), recorder.reach().getOrDefault(at, 0L));
        if (wanted == 0) {
            return " {type: file" + size(stat.size()) + metadata(told, 0644) + "}";
        }
        return content(at, told, (int) Math.min(wanted, MOST), pseudo);
    }

    /** Times and inodes of procfs and sysfs are those of the looking, not of the file. */
    private static Stat timeless(Stat stat) {
        return new Stat(stat.type(), stat.mode(), stat.uid(), stat.gid(), stat.size(),
                Optional.empty(), Optional.empty(), OptionalLong.empty(), stat.device(), OptionalLong.empty());
    }

    private boolean isElf(String at) {
        return host.bytes(at, 0, 4) instanceof Present<byte[]> head && Arrays.equals(head.value(), new byte[] {0x7f, 'E', 'L', 'F'});
    }

    private String content(String at, Stat stat, int wanted, boolean pseudo) {
        Reading<byte[]> read = host.bytes(at, 0, wanted);
        if (!(read instanceof Present<byte[]> bytes)) {
            String why = read instanceof Unread<byte[]> unread ? unread(unread) : "type: absent";
            return " {" + why + (pseudo ? "" : metadata(stat, 0644)) + "}";
        }
        boolean more = bytes.value().length == wanted;
        long size = pseudo ? bytes.value().length + (more ? 1L : 0L) : stat.size();
        String about = metadata(stat, 0644) + (size > bytes.value().length ? ", size: " + size : "");
        Optional<String> text = utf8(bytes.value());
        if (text.isEmpty()) {
            return " {base64: \"" + Base64.getEncoder().encodeToString(bytes.value()) + "\"" + about + "}";
        }
        boolean simple = about.isEmpty() || pseudo && size == bytes.value().length;
        return simple
                ? YamlText.value(text.get(), 2)
                : "\n    content:" + YamlText.value(text.get(), 4) + about.replace(", ", "\n    ");
    }

    private static Optional<String> utf8(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException binary) {
            return Optional.empty();
        }
    }

    private static String words(ElfWords elf) {
        List<String> parts = new ArrayList<>();
        parts.add("machine: " + YamlText.scalar(elf.machine()));
        elf.bits().ifPresent(b -> parts.add("class: " + b));
        add(parts, "type", elf.type());
        add(parts, "build-id", elf.buildId());
        add(parts, "interpreter", elf.interpreter());
        elf.needed().ifPresent(n -> parts.add("needed: " + list(n)));
        elf.sections().ifPresent(n -> parts.add("sections: " + list(n)));
        elf.symbols().ifPresent(n -> parts.add("symbols: " + list(n)));
        elf.dwarfVersion().ifPresent(v -> parts.add("dwarf-version: " + v));
        add(parts, "compressed", elf.compressed());
        add(parts, "comment", elf.comment());
        add(parts, "debuglink", elf.debuglink());
        add(parts, "debuglink-crc", elf.debuglinkCrc());
        elf.ehFrameHdr().ifPresent(e -> parts.add("eh-frame-hdr: " + e));
        add(parts, "frame-pointers", elf.framePointers());
        elf.unwindEntries().ifPresent(n -> parts.add("unwind-entries: " + n));
        elf.functions().ifPresent(n -> parts.add("functions: " + n));
        elf.producers().ifPresent(n -> parts.add("producers: " + list(n)));
        elf.splitDwarf().ifPresent(d -> parts.add("split-dwarf: " + d));
        elf.truncatedAt().ifPresent(t -> parts.add("truncated-at: " + t));
        return "{" + String.join(", ", parts) + "}";
    }

    private static void add(List<String> parts, String key, Optional<String> value) {
        value.ifPresent(v -> parts.add(key + ": " + quotedAlways(v)));
    }

    /** Build ids may look like numbers. */
    private static String quotedAlways(String text) {
        String scalar = YamlText.scalar(text);
        return scalar.startsWith("\"") ? scalar : "\"" + scalar + "\"";
    }

    private void commands(StringBuilder text) {
        Map<List<String>, Reading<Ran>> ran = recorder.commands();
        ran.values().removeIf(outcome -> outcome instanceof Unread<Ran> u && u.why() == Reading.Why.NOT_CAPTURED);
        text.append("commands:").append(ran.isEmpty() ? " []\n" : "\n");
        ran.forEach((command, outcome) -> {
            boolean plain = command.stream().noneMatch(w -> w.isEmpty() || w.contains(" "));
            text.append("  - run: ").append(plain ? YamlText.scalar(String.join(" ", command)) : list(command)).append('\n');
            text.append(switch (outcome) {
                case Present<Ran> p -> "    exit: " + p.value().exit() + "\n" + printed(p.value());
                case Absent<Ran> _ -> "    fails: not-found\n";
                case Unread<Ran> u -> "    fails: " + failure(u) + "\n"
                        + (host.printedBefore(command) instanceof Present<Ran> before ? printed(before.value()) : "");
            });
        });
    }

    private static String printed(Ran ran) {
        return "    out:" + YamlText.value(ran.out(), 4) + "\n    err:" + YamlText.value(ran.err(), 4) + "\n";
    }

    private static String failure(Unread<Ran> unread) {
        return switch (unread.why()) {
            case DENIED -> "denied";
            case NOT_CAPTURED, FAILED -> Set.of("timeout", "exec format error").contains(unread.detail()) ? unread.detail() : "timeout";
        };
    }

    private void later(StringBuilder text) {
        Map<String, String> seconds = new TreeMap<>();
        recorder.later().forEach((path, reading) -> {
            if (reading instanceof Present<String> p) {
                seconds.put(path, p.value());
            }
        });
        if (!seconds.isEmpty()) {
            text.append("later:\n");
            seconds.forEach((path, content) ->
                    text.append("  ").append(YamlText.key(path, 2)).append(':').append(YamlText.value(content, 2)).append('\n'));
        }
    }
}
