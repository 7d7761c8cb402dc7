package dev.perfdoctor.facts;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Paths of an examined machine, by their text alone: what a link would make of them, only its host knows. */
public final class HostPath {
    /** PATH_MAX: no call of the kernel takes a longer one. */
    private static final int LONGEST = 4_096;

    private HostPath() {}

    /** {@code path} as seen from {@code directory}, without {@code .}, {@code ..} and double slashes; absolute where the directory is. */
    public static String resolve(String directory, String path) {
        return normal(path.startsWith("/") ? path : directory + "/" + path);
    }

    /** Without {@code .}, {@code ..}, double and final slashes. {@code ..} at the root stays there. */
    public static String normal(String path) {
        Deque<String> names = new ArrayDeque<>();
        for (String name : Text.split(path, '/')) {
            if (name.equals("..")) {
                names.pollLast();
            } else if (!name.isEmpty() && !name.equals(".")) {
                names.addLast(name);
            }
        }
        return (path.startsWith("/") ? "/" : "") + String.join("/", names);
    }

    /** The last component. */
    public static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** The directory; {@code /} of what stands there and of itself. */
    public static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }

    /** Whether {@code path} lies in {@code directory}, at any depth, or is it. */
    public static boolean isIn(String path, String directory) {
        return path.equals(directory) || directory.equals("/") || path.startsWith(directory + "/");
    }

    /** A path as a person in {@code directory} would name it: relative below that, else as it is. */
    public static String seenFrom(String directory, String path) {
        boolean below = !directory.isEmpty() && !directory.equals("/") && path.startsWith(directory + "/");
        return below ? path.substring(directory.length() + 1) : path;
    }

    /** The directory and those above it, nearest first, the root last; those that are longer than any path left out. */
    public static List<String> upwards(String directory) {
        Deque<String> all = new ArrayDeque<>();
        String at = normal(directory);
        if (at.length() > LONGEST) { // all of them together would fill the memory
            at = at.substring(0, Math.max(0, at.lastIndexOf('/', LONGEST)));
        }
        for (; !at.equals("/") && !at.isEmpty(); at = parent(at)) {
            all.addLast(at);
        }
        all.addLast("/");
        return List.copyOf(all);
    }
}
