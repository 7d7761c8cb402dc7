package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is mounted where, as this process sees it ({@code /proc/self/mountinfo}, proc_pid_mountinfo(5)).
 *
 * @param all in the order of the file; empty when it could not be read
 * @param reading how the file read
 */
public record Mounts(List<Mount> all, Reading<String> reading) {
    private static final String FILE = "/proc/self/mountinfo";

    /**
     * One mount.
     *
     * @param point where it is mounted
     * @param options of the mount and of the file system: {@code rw}, {@code noexec}, {@code nosuid}, …
     * @param type such as {@code ext4} or {@code fuse.sshfs}
     * @param line as it stood there
     */
    public record Mount(String point, List<String> options, String type, String source, String line) {
        /** Whether an option is set. */
        public boolean has(String option) {
            return options.contains(option);
        }

        /** The line as evidence. */
        public Evidence evidence() {
            return new Evidence(FILE, line);
        }
    }

    /** Those of this process's mount namespace. */
    public static Mounts of(Facts facts) {
        return facts.once(Mounts.class, f -> {
            Reading<String> text = f.host().read(FILE);
            List<Mount> all = parse(text.orElse(""));
            return new Mounts(all, all.isEmpty() ? text.map(Mounts::withoutMounts) : text);
        });
    }

    /** A process has at least its root mounted. */
    private static String withoutMounts(String text) {
        throw new IllegalArgumentException("no mount in it");
    }

    /**
     * The lines that are mounts; others are passed over.
     *
     * <pre>
     * 28 1 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw
     * 34 23 0:12 / /sys/kernel/tracing rw,nosuid,nodev,noexec,relatime shared:15 - tracefs tracefs rw
     * </pre>
     */
    static List<Mount> parse(String text) {
        List<Mount> mounts = new ArrayList<>();
        for (String line : Text.lines(text)) {
            List<String> words = Text.words(line);
            int dash = words.indexOf("-");
            if (words.size() >= 6 && dash >= 6 && words.size() > dash + 1) {
                List<String> options = new ArrayList<>(Text.split(words.get(5), ','));
                if (words.size() > dash + 3) {
                    options.addAll(Text.split(words.get(dash + 3), ','));
                }
                String source = words.size() > dash + 2 ? unescaped(words.get(dash + 2)) : "";
                mounts.add(new Mount(unescaped(words.get(4)), List.copyOf(options), words.get(dash + 1), source, line.strip()));
            }
        }
        return List.copyOf(mounts);
    }

    /** The kernel writes blank, tab, line feed and backslash as three octal digits (fs/proc_namespace.c, mangle). */
    private static String unescaped(String word) {
        return word.replace("\\040", " ").replace("\\011", "\t").replace("\\012", "\n").replace("\\134", "\\");
    }

    /** The mount a path free of links lies on: the longest point, the latest of equals. Empty when unknown. */
    public Optional<Mount> holding(String path) {
        Mount best = null;
        for (Mount mount : all) {
            boolean above = mount.point().equals("/") || path.equals(mount.point()) || path.startsWith(mount.point() + "/");
            if (above && (best == null || mount.point().length() >= best.point().length())) {
                best = mount;
            }
        }
        return Optional.ofNullable(best);
    }
}
