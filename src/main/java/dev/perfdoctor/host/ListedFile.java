package dev.perfdoctor.host;

import dev.perfdoctor.api.ElfWords;
import dev.perfdoctor.api.Reading.Why;
import dev.perfdoctor.api.Stat;
import dev.perfdoctor.host.Node.Body;
import dev.perfdoctor.host.Node.Entry;
import dev.perfdoctor.input.Nearest;
import dev.perfdoctor.input.Section;
import dev.perfdoctor.input.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** One entry of a machine file's {@code files:}. */
final class ListedFile {
    private static final List<String> KEYS = List.of(
            "content", "base64", "elf", "link", "type", "mode", "uid", "gid", "size", "mtime", "ctime", "inode", "links", "unread", "failed", "caps",
            "listed");
    private static final List<String> ELF = List.of(
            "machine", "class", "type", "build-id", "interpreter", "needed", "sections", "symbols", "dwarf-version", "compressed", "comment",
            "debuglink", "debuglink-crc", "eh-frame-hdr", "frame-pointers", "unwind-entries", "functions", "producers", "split-dwarf",
            "truncated-at");
    private static final List<String> TYPES = List.of("dir", "fifo", "socket", "device", "file", "absent");
    /** What every ELF file begins with; a stand-in has no more bytes than that. */
    private static final byte[] ELF_MAGIC = {0x7f, 'E', 'L', 'F'};

    private static final long LAST_ID = 0xFFFF_FFFFL;

    private final Section file;
    private final boolean hasFilesBelow;

    private ListedFile(Section file, boolean hasFilesBelow) {
        this.file = file;
        this.hasFilesBelow = hasFilesBelow;
    }

    /** All of them by path, links in parents followed. */
    static Map<String, Node> all(Section files) {
        Map<String, String> keys = new LinkedHashMap<>();
        for (String key : files.keys()) {
            String path = MachineFileReader.normal(files, key, key);
            if (path.length() >= Walk.LONGEST) {
                continue; // nothing is reached by it, and all that lies above it would fill the memory
            }
            if (keys.putIfAbsent(path, key) != null) {
                throw files.wrong(key, "stands here twice, spelled differently");
            }
        }
        Below below = new Below(keys.entrySet().stream().filter(e -> !isAbsent(files, e.getValue())).map(Map.Entry::getKey).toList());
        Map<String, Node> nodes = new LinkedHashMap<>();
        keys.forEach((path, key) -> nodes.put(path, node(files, key, below.any(path))));
        keys.forEach((path, key) -> checkParents(files, path, key, nodes));
        return Rehomed.of(nodes);
    }

    /** What is absent makes no directory of what is above it: it may be a file. */
    private static boolean isAbsent(Section files, String key) {
        return files.value(key).orElseThrow() instanceof Yaml.Mapping
                && files.section(key).orElseThrow().text("type").filter("absent"::equals).isPresent();
    }

    /** Which paths others lie below of. */
    private static final class Below {
        private final Set<String> parents = new HashSet<>();

        Below(Iterable<String> paths) {
            for (String path : paths) {
                for (String parent = Walk.parent(path); !parent.isEmpty() && parents.add(parent); parent = Walk.parent(parent)) {}
            }
        }

        boolean any(String path) {
            return path.equals("/") || parents.contains(path);
        }
    }

    private static void checkParents(Section files, String path, String key, Map<String, Node> nodes) {
        if (nodes.get(path) instanceof Node.Nothing) {
            return;
        }
        for (String parent = Walk.parent(path); !parent.isEmpty(); parent = Walk.parent(parent)) {
            boolean possible = switch (nodes.get(parent)) {
                case null -> true;
                case Entry(_, Body body, _, _) ->
                    body instanceof Node.Directory || body instanceof Node.Link || body instanceof Node.Closed;
                case Node.Nothing _, Node.Unknown _ -> false;
            };
            if (!possible) {
                throw files.wrong(key, "lies below " + Nearest.shortened(parent) + ", which is no directory here");
            }
        }
    }

    private static Node node(Section files, String key, boolean hasFilesBelow) {
        Yaml value = files.value(key).orElseThrow();
        if (value instanceof Yaml.Mapping) {
            return new ListedFile(files.section(key).orElseThrow().allowing(KEYS), hasFilesBelow).node();
        }
        byte[] text = files.text(key).orElseThrow().getBytes(StandardCharsets.UTF_8);
        Stat stat = new Stat(Stat.Type.REGULAR, 0644, 0, 0, text.length, Optional.empty(), Optional.empty(),
                OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
        return Entry.of(stat, new Node.Content(text, text.length));
    }

    private Node node() {
        checkCombination();
        if (file.choice("type", TYPES).filter("absent"::equals).isPresent()) {
            return new Node.Nothing();
        }
        Optional<ElfWords> elf = file.section("elf").map(ListedFile::elf);
        Optional<Node.Closed> closed = closed();
        Body body = closed.isPresent() ? closed.get() : body(elf);
        Optional<Stat> stat = closed.isPresent() && !saysWhatItIs() ? Optional.empty() : Optional.of(stat(body, elf));
        return new Entry(() -> stat, body, elf, file.text("caps"));
    }

    /** Metadata that goes with a path that could not be read; without any, not even its type is known. */
    private boolean saysWhatItIs() {
        return hasFilesBelow || file.hasAny("type", "mode", "uid", "gid", "size", "mtime", "ctime", "inode", "links", "elf");
    }

    private void checkCombination() {
        List<String> holds = List.of("content", "base64", "elf", "link").stream().filter(file::has).toList();
        if (holds.size() > 1) {
            throw file.wrong("has " + String.join(" and ", holds) + "; one of them is allowed");
        }
        boolean plain = file.choice("type", TYPES).map("file"::equals).orElse(true);
        if (!holds.isEmpty() && !plain) {
            throw file.wrong("type", "stands beside " + holds.getFirst() + "; only a file has that");
        }
        if (file.hasAny("unread", "failed") && file.hasAny("content", "base64", "link")) {
            throw file.wrong("is unread and has " + holds.getFirst() + "; one of them is allowed");
        }
    }

    private Body body(Optional<ElfWords> elf) {
        OptionalLong size = file.number("size");
        if (file.has("link")) {
            String text = file.text("link").orElseThrow();
            if (text.isEmpty()) {
                throw file.wrong("link", "is empty");
            }
            return new Node.Link(text);
        }
        if (file.has("content")) {
            return content(file.textOrEmpty("content").getBytes(StandardCharsets.UTF_8), size);
        }
        if (file.has("base64")) {
            return content(base64(file.textOrEmpty("base64")), size);
        }
        if (elf.isPresent()) {
            return new Node.Content(ELF_MAGIC, size.orElse(-1));
        }
        return switch (type()) {
            case DIRECTORY -> {
                boolean listed = file.flag("listed").orElse(true);
                yield new Node.Directory(() -> listed);
            }
            case FIFO, SOCKET, DEVICE -> new Node.Special();
            case REGULAR, LINK -> new Node.Content(new byte[0], size.orElse(-1));
        };
    }

    /** A size below the bytes given (procfs says 0) is what stat tells; all bytes are there all the same. */
    private static Body content(byte[] bytes, OptionalLong size) {
        return new Node.Content(bytes, Math.max(bytes.length, size.orElse(bytes.length)));
    }

    private byte[] base64(String text) {
        try {
            return Base64.getDecoder().decode(text.replaceAll("\\s", ""));
        } catch (IllegalArgumentException e) {
            throw file.wrong("base64", "is not base64: " + e.getMessage());
        }
    }

    private Stat.Type type() {
        return switch (file.choice("type", TYPES).orElse(hasFilesBelow ? "dir" : "file")) {
            case "dir" -> Stat.Type.DIRECTORY;
            case "fifo" -> Stat.Type.FIFO;
            case "socket" -> Stat.Type.SOCKET;
            case "device" -> Stat.Type.DEVICE;
            default -> file.has("link") ? Stat.Type.LINK : Stat.Type.REGULAR;
        };
    }

    private Stat stat(Body body, Optional<ElfWords> elf) {
        Stat.Type type = type();
        int usualMode = switch (type) {
            case LINK -> 0777;
            case DIRECTORY -> 0755;
            case REGULAR -> elf.isPresent() ? 0755 : 0644;
            case FIFO, SOCKET, DEVICE -> 0644;
        };
        return new Stat(type, mode(usualMode), id("uid"), id("gid"), size(body, elf), file.time("mtime"), file.time("ctime"),
                file.number("inode"), OptionalLong.empty(), file.number("links"));
    }

    private long size(Body body, Optional<ElfWords> elf) {
        long unstated = switch (body) {
            case Node.Content content when content.isWhole() -> content.bytes().length;
            case Node.Link(String text) -> text.getBytes(StandardCharsets.UTF_8).length;
            case Node.Special _ -> 0;
            case Node.Content _, Node.Closed _, Node.Directory _, Node.OnDisk _ ->
                elf.map(ElfWords::truncatedAt).orElse(OptionalLong.empty()).orElse(-1);
        };
        return file.number("size").orElse(unstated);
    }

    private int mode(int usual) {
        Optional<String> mode = file.text("mode");
        if (mode.isEmpty()) {
            return usual;
        }
        if (!mode.get().matches("(0o)?[0-7]{1,5}") || Integer.parseInt(mode.get().replace("0o", ""), 8) > 07777) {
            throw file.wrong("mode", "'" + Nearest.shortened(mode.get()) + "' is not an octal mode such as \"0755\"");
        }
        return Integer.parseInt(mode.get().replace("0o", ""), 8);
    }

    private long id(String key) {
        return file.number(key, 0, LAST_ID).orElse(0);
    }

    /** {@code unread: denied}, {@code unread: not-captured}, {@code unread: {failed: reason}} or {@code failed: reason}. */
    private Optional<Node.Closed> closed() {
        if (file.has("failed")) {
            return file.text("failed").map(reason -> new Node.Closed(Why.FAILED, reason));
        }
        Yaml unread = file.value("unread").orElse(null);
        if (unread == null) {
            return Optional.empty();
        }
        if (unread instanceof Yaml.Mapping) {
            Section reason = file.section("unread").orElseThrow().allowing(List.of("failed"));
            return Optional.of(new Node.Closed(Why.FAILED, reason.text("failed").orElse("")));
        }
        String word = file.text("unread").orElseThrow();
        return Optional.of(switch (word) {
            case "denied" -> new Node.Closed(Why.DENIED, "");
            case "not-captured" -> new Node.Closed(Why.NOT_CAPTURED, "");
            case String failed when failed.startsWith("failed:") ->
                new Node.Closed(Why.FAILED, failed.substring("failed:".length()).strip());
            default -> throw file.wrong("unread", Nearest.complaint(word, List.of("denied", "not-captured", "{failed: reason}")));
        });
    }

    private static ElfWords elf(Section elf) {
        elf.allowing(ELF);
        return new ElfWords(
                elf.text("machine").orElse(""),
                elf.choice("class", List.of("32", "64")).map(Integer::parseInt).stream().mapToInt(i -> i).findFirst(),
                elf.choice("type", List.of("static", "dynamic")),
                elf.text("build-id"),
                elf.text("interpreter"),
                elf.texts("needed"),
                elf.texts("sections"),
                elf.texts("symbols"),
                elf.integer("dwarf-version", 1, 99),
                elf.choice("compressed", List.of("zlib", "zstd", "none")),
                elf.text("comment"),
                elf.text("debuglink"),
                elf.text("debuglink-crc"),
                elf.flag("eh-frame-hdr"),
                elf.choice("frame-pointers", List.of("present", "absent", "unknown")),
                elf.number("unwind-entries"),
                elf.number("functions"),
                elf.texts("producers"),
                elf.flag("split-dwarf"),
                elf.number("truncated-at"));
    }
}
