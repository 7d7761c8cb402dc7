package dev.perfdoctor.host;

import dev.perfdoctor.host.Mounts.Mount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Tells, without touching it, whether a path leads to a mount that may hang: links are read one by one, and only on mounts that do not. */
final class Places {
    private static final int MOST_LINKS = 40;

    private final Mounts mounts;
    private final boolean procAndSysAreLocal;
    private final Map<String, Place> directories = new ConcurrentHashMap<>();

    /**
     * Where a path leads.
     *
     * @param path with the links followed that lie before the mount
     * @param mount the mount that may hang; empty for a local path
     */
    private record Place(String path, Optional<Mount> mount) {}

    Places(Mounts mounts) {
        this.mounts = mounts;
        this.procAndSysAreLocal = mounts.hangingBelow("/proc").isEmpty() && mounts.hangingBelow("/sys").isEmpty();
    }

    /** The mount that may hang and that an absolute path leads to; a link at its end is followed where {@code follow} says so. */
    Optional<Mount> hanging(String path, boolean follow) {
        if (!mounts.anyMayHang() || (procAndSysAreLocal && isOfTheKernel(path))) {
            return Optional.empty();
        }
        int slash = path.lastIndexOf('/');
        Place parent = slash <= 0 ? new Place("", Optional.empty()) : directories.computeIfAbsent(path.substring(0, slash), p -> walk("", p, true));
        return parent.mount().isPresent() ? parent.mount() : walk(parent.path(), path.substring(slash + 1), follow).mount();
    }

    /** Links of procfs and sysfs stay there, but for those that name what a process has open. */
    private static boolean isOfTheKernel(String path) {
        return path.startsWith("/sys/")
                || (path.startsWith("/proc/") && !path.contains("/cwd") && !path.contains("/root") && !path.contains("/exe") && !path.contains("/fd"));
    }

    private Place walk(String start, String path, boolean follow) {
        Deque<String> ahead = new ArrayDeque<>();
        push(ahead, path);
        String here = start;
        int links = 0;
        while (!ahead.isEmpty()) {
            String name = ahead.pop();
            if (name.isEmpty() || name.equals(".")) {
                continue;
            }
            if (name.equals("..")) {
                here = Walk.parent(here);
                continue;
            }
            String next = here + "/" + name;
            Optional<Mount> mount = mounts.hanging(next);
            if (mount.isPresent()) {
                return new Place(next, mount);
            }
            Optional<String> link = follow || !ahead.isEmpty() ? link(next) : Optional.empty();
            if (link.isPresent() && ++links <= MOST_LINKS) {
                here = link.get().startsWith("/") ? "" : here;
                push(ahead, link.get());
            } else {
                here = next;
            }
        }
        return new Place(here, Optional.empty());
    }

    private static Optional<String> link(String path) {
        try {
            Path file = Path.of(path);
            return Files.isSymbolicLink(file) ? Optional.of(Files.readSymbolicLink(file).toString()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static void push(Deque<String> ahead, String path) {
        for (String name : Arrays.asList(path.split("/", -1)).reversed()) {
            ahead.push(name);
        }
    }
}
