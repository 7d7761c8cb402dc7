package dev.perfdoctor.facts;

import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Stat;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/**
 * What lies below a directory, as far as a bounded walk came: nearest levels first, links not followed.
 *
 * @param entries files and directories, the start itself first where it exists
 * @param complete whether all was seen: nothing was too much, denied or not captured
 */
record FileWalk(List<Entry> entries, boolean complete) {
    /** A file or directory and its own metadata. */
    record Entry(String path, Stat stat) {}

    /**
     * Walks.
     *
     * @param most entries to look at
     * @param enter which directories below the start are entered, by their path
     */
    static FileWalk below(Host host, String start, int most, Predicate<String> enter) {
        List<Entry> entries = new ArrayList<>();
        Deque<String> ahead = new ArrayDeque<>(List.of(start));
        boolean complete = true;
        while (!ahead.isEmpty()) {
            String path = ahead.poll();
            if (entries.size() >= most) {
                return new FileWalk(List.copyOf(entries), false);
            }
            if (!(host.lstat(path) instanceof Present<Stat> stat)) {
                complete &= host.lstat(path).isAbsent();
                continue;
            }
            entries.add(new Entry(path, stat.value()));
            if (stat.value().isDirectory() && (path.equals(start) || enter.test(path))) {
                complete &= host.list(path).isPresent();
                host.listKnown(path).orElse(List.of()).forEach(name -> ahead.add(HostPath.resolve(path, name)));
            }
        }
        return new FileWalk(List.copyOf(entries), complete);
    }

    /** The files of it. */
    List<Entry> files() {
        return entries.stream().filter(e -> e.stat().isRegular()).toList();
    }
}
