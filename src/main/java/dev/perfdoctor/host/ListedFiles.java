package dev.perfdoctor.host;

import dev.perfdoctor.api.Identity;
import dev.perfdoctor.api.Stat;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The files of a machine file and the directories that must exist for them: mode 0755, the user's where they lie at or under HOME or the
 * working directory, else root's.
 */
final class ListedFiles {
    private final Map<String, Node> listed;
    private final Map<String, Node> nodes;
    private final Map<String, SortedSet<String>> names = new HashMap<>();
    private final boolean complete;

    /**
     * @param complete whether a directory that only had to exist has no further names
     */
    ListedFiles(MachineFile machine, boolean complete) {
        this.listed = machine.files();
        this.nodes = new HashMap<>(machine.files());
        this.complete = complete;
        for (Map.Entry<String, Node> listed : machine.files().entrySet()) {
            if (listed.getValue() instanceof Node.Entry) {
                addParents(listed.getKey(), machine);
            }
        }
        nodes.computeIfAbsent("/", path -> directory(path, machine));
        if (!complete) {
            machine.files().forEach(this::openTheWayToAbsent);
        }
    }

    /** A path is known to be absent although nobody looked at its parents: they can be passed, and nothing else is known of them. */
    private void openTheWayToAbsent(String path, Node node) {
        if (node instanceof Node.Nothing) {
            for (String parent = Walk.parent(path); !parent.isEmpty(); parent = Walk.parent(parent)) {
                nodes.putIfAbsent(parent, new Node.Entry(Optional::empty, new Node.Directory(() -> false), Optional.empty(), Optional.empty()));
            }
        }
    }

    private void addParents(String path, MachineFile machine) {
        for (String child = path; !child.equals("/") && !child.isEmpty(); child = Walk.parent(child)) {
            String parent = Walk.parent(child).isEmpty() ? "/" : Walk.parent(child);
            boolean isNew = names.computeIfAbsent(parent, _ -> new TreeSet<>()).add(child.substring(child.lastIndexOf('/') + 1));
            nodes.computeIfAbsent(parent, p -> directory(p, machine));
            if (!isNew) {
                return;
            }
        }
    }

    private Node directory(String path, MachineFile machine) {
        Optional<Identity.User> owner = owner(path, machine);
        Stat stat = new Stat(Stat.Type.DIRECTORY, 0755, owner.map(Identity.User::uid).orElse(0L), owner.map(Identity.User::gid).orElse(0L), -1,
                Optional.empty(), Optional.empty(), OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
        return Node.Entry.of(stat, new Node.Directory(() -> complete));
    }

    /** The user, for a path at or under HOME or the working directory; empty for root's. */
    static Optional<Identity.User> owner(String path, MachineFile machine) {
        boolean own = isWithin(path, machine.environment().getOrDefault("HOME", "")) || isWithin(path, machine.directory());
        return machine.user().filter(_ -> own);
    }

    private static boolean isWithin(String path, String directory) {
        return directory.length() > 1 && (path.equals(directory) || path.startsWith(directory + "/"));
    }

    /** What is listed at a path or had to exist there; empty when nothing is known of it. */
    Optional<Node> at(String path) {
        return Optional.ofNullable(nodes.get(path));
    }

    /** What is listed at a path itself. */
    Optional<Node> listed(String path) {
        return Optional.ofNullable(listed.get(path));
    }

    /** The names that are known to exist below a path. */
    SortedSet<String> names(String path) {
        return names.getOrDefault(path, new TreeSet<>());
    }
}
