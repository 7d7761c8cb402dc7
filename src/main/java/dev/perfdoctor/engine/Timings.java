package dev.perfdoctor.engine;

import dev.perfdoctor.api.ElfWords;
import dev.perfdoctor.api.ForwardingHost;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Stat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Where the time of a run goes. Made only when that is asked for: a run without it has no host in between and reads no clock. Times are wall
 * time of {@link System#nanoTime()}; what waits for another thread's work counts the waiting.
 */
public final class Timings {
    /** What a row is about. */
    public enum Kind {
        /** One step of the program after the other. */
        PHASE("phase"),
        /** A check; they run side by side. */
        CHECK("check"),
        /** A command of the machine, from being asked for to its outcome; less than it ran where it was started early. */
        COMMAND("command"),
        /** Files below one place: reading, listing, metadata. */
        FILES("files"),
        /** All of it. */
        TOTAL("total");

        private final String id;

        Kind(String id) {
            this.id = id;
        }

        /** The name in reports. */
        public String id() {
            return id;
        }
    }

    /**
     * What one thing cost.
     *
     * @param count how often it was done
     * @param millis all of them together
     * @param share of the whole run's time; rows of what runs side by side add up to more than 1
     */
    public record Row(Kind kind, String name, long count, double millis, double share) {
        /** Milliseconds for one. */
        public double average() {
            return millis / count;
        }
    }

    private static final class Sum {
        private long count;
        private long nanos;

        private void add(long more, long took) {
            count += more;
            nanos += took;
        }
    }

    private final long start;
    private final Map<Kind, Map<String, Sum>> sums = new EnumMap<>(Kind.class);
    private long since;

    /** Time that is counted from here, in {@link System#nanoTime()}: the first phase began then. */
    public Timings(long start) {
        this.start = start;
        this.since = start;
    }

    /** Ends the phase that has run since the last one ended. */
    public void endPhase(String name) {
        endPhase(name, System.nanoTime());
    }

    /** As {@link #endPhase(String)}, at a time that has passed. */
    public void endPhase(String name, long now) {
        add(Kind.PHASE, name, 1, now - since);
        since = now;
    }

    /** The host, with what it is asked timed. */
    public Host watching(Host host) {
        return new Watching(host);
    }

    /** The report of the run with what it took so far, the costliest first and the total last. */
    public Report in(Report report) {
        report.checks().stream().filter(c -> c.millis() > 0).forEach(c -> add(Kind.CHECK, c.id(), 1, Math.round(c.millis() * 1e6)));
        return report.with(rows(since - start));
    }

    private synchronized void add(Kind kind, String name, long count, long nanos) {
        sums.computeIfAbsent(kind, k -> new LinkedHashMap<>()).computeIfAbsent(name, n -> new Sum()).add(count, nanos);
    }

    private synchronized List<Row> rows(long total) {
        List<Row> rows = new ArrayList<>();
        sums.forEach((kind, byName) -> byName.forEach((name, sum) -> rows.add(row(kind, name, sum.count, sum.nanos, total))));
        rows.sort(Comparator.comparingDouble(Row::millis).reversed());
        rows.add(row(Kind.TOTAL, "", 1, total, total));
        return List.copyOf(rows);
    }

    private static Row row(Kind kind, String name, long count, long nanos, long total) {
        return new Row(kind, name, count, nanos / 1e6, total == 0 ? 0 : (double) nanos / total);
    }

    /** {@code /sys/devices} of {@code /sys/devices/system/cpu/online}: two names tell where time goes, and make a table of a few rows. */
    static String place(String file) {
        int first = file.indexOf('/', 1);
        int second = first < 0 ? -1 : file.indexOf('/', first + 1);
        return second < 0 ? file : file.substring(0, second);
    }

    private final class Watching extends ForwardingHost {
        Watching(Host host) {
            super(host);
        }

        private <T> T timed(Kind kind, String name, Supplier<T> question) {
            long before = System.nanoTime();
            try {
                return question.get();
            } finally {
                add(kind, name, 1, System.nanoTime() - before);
            }
        }

        private <T> T timed(String file, Supplier<T> question) {
            return timed(Kind.FILES, place(file), question);
        }

        @Override
        public Reading<String> read(String file, int limit) {
            return timed(file, () -> super.read(file, limit));
        }

        @Override
        public Reading<byte[]> bytes(String file, long offset, int length) {
            return timed(file, () -> super.bytes(file, offset, length));
        }

        @Override
        public Reading<ElfWords> elf(String file) {
            return timed(file, () -> super.elf(file));
        }

        @Override
        public Reading<List<String>> list(String directory) {
            return timed(directory, () -> super.list(directory));
        }

        @Override
        public Reading<List<String>> listKnown(String directory) {
            return timed(directory, () -> super.listKnown(directory));
        }

        @Override
        public Reading<Stat> stat(String file) {
            return timed(file, () -> super.stat(file));
        }

        @Override
        public Reading<Stat> lstat(String file) {
            return timed(file, () -> super.lstat(file));
        }

        @Override
        public Reading<String> readLink(String file) {
            return timed(file, () -> super.readLink(file));
        }

        @Override
        public Reading<String> realPath(String file) {
            return timed(file, () -> super.realPath(file));
        }

        @Override
        public Reading<Ran> run(List<String> command) {
            return timed(Kind.COMMAND, String.join(" ", command), () -> super.run(command));
        }
    }
}
