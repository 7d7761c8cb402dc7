package dev.perfdoctor.host;

import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Follows a path as the kernel does: component by component, links in each of them, {@code ..} from where a link led. {@code ..} at the root
 * stays there, so nothing leads out of a tree.
 */
final class Walk {
    /** MAXSYMLINKS of linux/namei.h. */
    private static final int MOST_LINKS = 40;

    /** Where a path led. */
    sealed interface End {
        /**
         * It arrived.
         *
         * @param path free of links
         */
        record At(String path, Node.Entry entry) implements End {}

        record Missing() implements End {}

        record Blocked(Why why, String detail) implements End {
            <T> Unread<T> unread(String source) {
                return new Unread<>(source, why, detail);
            }
        }
    }

    /** PATH_MAX, its zero byte included: nothing is reached by a longer path. */
    static final int LONGEST = 4_096;

    private final Layer layer;
    private final Deque<String> ahead = new ArrayDeque<>();
    private int links;

    private Walk(Layer layer, String path) {
        this.layer = layer;
        push(path);
    }

    /** Where {@code path} leads; a link at its very end is followed where {@code follow} says so. */
    static End to(Layer layer, String path, boolean follow) {
        if (!path.startsWith("/") || path.indexOf('\0') >= 0) {
            return new End.Blocked(Why.FAILED, "not an absolute path");
        }
        if (path.length() >= LONGEST) {
            return new End.Missing();
        }
        return new Walk(layer, path).from("", follow);
    }

    private End from(String start, boolean follow) {
        String here = start;
        while (!ahead.isEmpty()) {
            String name = ahead.pop();
            if (name.isEmpty() || name.equals(".")) {
                continue;
            }
            if (name.equals("..")) {
                here = parent(here);
                continue;
            }
            String next = here + "/" + name;
            boolean last = ahead.isEmpty();
            switch (layer.at(next)) {
                case Node.Nothing _ -> {
                    return new End.Missing();
                }
                case Node.Unknown _ -> {
                    return new End.Blocked(Why.NOT_CAPTURED, "");
                }
                case Node.Entry(_, Node.Link(String text), _, _) when follow || !last -> {
                    if (++links > MOST_LINKS) {
                        return new End.Blocked(Why.FAILED, "too many levels of symbolic links");
                    }
                    here = text.startsWith("/") ? "" : here;
                    push(text);
                }
                case Node.Entry entry when last -> {
                    return new End.At(next, entry);
                }
                case Node.Entry(_, Node.Closed(Why why, String detail), _, _) -> {
                    return new End.Blocked(why, detail);
                }
                case Node.Entry(_, Node.Directory _, _, _) -> here = next;
                case Node.Entry _ -> {
                    return new End.Missing(); // ENOTDIR
                }
            }
        }
        return atDirectory(here);
    }

    /** The end was {@code /}, {@code .} or {@code ..}: a directory that the walk has passed. */
    private End atDirectory(String here) {
        String path = here.isEmpty() ? "/" : here;
        return layer.at(path) instanceof Node.Entry entry ? new End.At(path, entry) : new End.Blocked(Why.NOT_CAPTURED, "");
    }

    private void push(String path) {
        String[] names = path.split("/", -1);
        for (String name : Arrays.asList(names).reversed()) {
            ahead.push(name);
        }
    }

    /** The directory that holds a normal path; "" for the root. */
    static String parent(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    /** A reading that says why a walk did not arrive. */
    static <T> Reading<T> lost(String source, End end) {
        return switch (end) {
            case End.Blocked blocked -> blocked.unread(source);
            case End.Missing _, End.At _ -> new Reading.Absent<>(source);
        };
    }
}
