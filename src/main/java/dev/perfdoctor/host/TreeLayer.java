package dev.perfdoctor.host;

import dev.perfdoctor.api.Identity;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** The files of a directory tree, under those that its {@code machine.yaml} lists. No link is ever followed here. */
final class TreeLayer implements Layer {
    private final Path root;
    private final long unpacker;
    private final MachineFile machine;
    private final ListedFiles overlay;
    private final boolean complete;
    private final Map<String, Node> known = new ConcurrentHashMap<>();

    /**
     * A tree.
     *
     * @param root free of links
     * @param unpacker who owns the root
     * @param complete whether what the tree does not hold does not exist
     */
    TreeLayer(Path root, long unpacker, MachineFile machine, boolean complete) {
        this.root = root;
        this.unpacker = unpacker;
        this.machine = machine;
        this.overlay = new ListedFiles(machine, complete);
        this.complete = complete;
    }

    @Override
    public Node at(String path) {
        return known.computeIfAbsent(path, this::look);
    }

    private Node look(String path) {
        return overlay.listed(path)
                .or(() -> onDisk(path))
                .or(() -> overlay.at(path))
                .orElseGet(() -> complete ? new Node.Nothing() : new Node.Unknown());
    }

    private Path file(String path) {
        return root.resolve(path.substring(1));
    }

    private Optional<Node> onDisk(String path) {
        try {
            Path file = file(path);
            Node.Body body = body(path, file, UnixStat.typeOf(file, LinkOption.NOFOLLOW_LINKS));
            return Optional.of(new Node.Entry(() -> stat(path, file), body, Optional.empty(), Optional.empty()));
        } catch (NoSuchFileException | InvalidPathException e) {
            return Optional.empty();
        } catch (IOException e) {
            return DiskFile.<Stat>failure(path, file(path), e) instanceof Unread<Stat> unread
                    ? Optional.of(new Node.Entry(
                            Optional::empty, new Node.Closed(unread.why(), unread.detail()), Optional.empty(), Optional.empty()))
                    : Optional.empty();
        }
    }

    private Optional<Stat> stat(String path, Path file) {
        try {
            return Optional.of(asOnTheMachine(path, UnixStat.of(file, LinkOption.NOFOLLOW_LINKS)));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    private Node.Body body(String path, Path file, Stat.Type type) throws IOException {
        return switch (type) {
            case REGULAR -> new Node.OnDisk(file);
            case DIRECTORY -> new Node.Directory(() -> complete || isWholeListing(path));
            case LINK -> new Node.Link(Files.readSymbolicLink(file).toString());
            case FIFO, SOCKET, DEVICE -> new Node.Special();
        };
    }

    /**
     * Whether a directory's names are all there. A tool that collects files makes the directories above them, so a directory proves little; one
     * of sysfs that holds files or links of its own was copied as a whole (each is a device, or a list of them), one that holds nothing but
     * directories only led somewhere.
     */
    private boolean isWholeListing(String path) {
        return path.startsWith("/sys/")
                && diskNames(path).stream().map(name -> file(path + "/" + name)).anyMatch(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS));
    }

    /**
     * What the machine's own stat would have said as far as an unpacked copy can tell. Files of the one who unpacked it have lost their owner
     * and get the one a machine file gives: the user's where they lie at or under HOME or the working directory, else root. The time of the last
     * change is that of the unpacking.
     */
    private Stat asOnTheMachine(String path, Stat stat) {
        boolean lost = stat.uid() == unpacker && unpacker != 0;
        Optional<Identity.User> owner = ListedFiles.owner(path, machine);
        return new Stat(
                stat.type(),
                stat.mode(),
                lost ? owner.map(Identity.User::uid).orElse(0L) : stat.uid(),
                lost ? owner.map(Identity.User::gid).orElse(0L) : stat.gid(),
                stat.size(),
                stat.mtime(),
                Optional.empty(),
                stat.inode(),
                stat.device(),
                stat.isDirectory() ? OptionalLong.empty() : stat.links());
    }

    @Override
    public SortedSet<String> names(String path) {
        SortedSet<String> names = new TreeSet<>(overlay.names(path));
        names.addAll(diskNames(path));
        names.removeIf(name -> at((path.equals("/") ? "" : path) + "/" + name) instanceof Node.Nothing);
        return names;
    }

    private List<String> diskNames(String path) {
        Path directory = file(path);
        boolean plain = Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS);
        Reading<List<String>> names = plain ? DiskFile.names(path, directory) : new Reading.Absent<>(path);
        return names.orElse(List.of());
    }
}
