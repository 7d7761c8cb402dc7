package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The {@code perf.data} of the working directory: what perf report and perf script read unless told otherwise. */
public sealed interface Recording {
    /** There is none. */
    record None() implements Recording {}

    /** It has no end yet, and a perf is running. */
    record BeingWritten(Evidence evidence) implements Recording {}

    /**
     * perf cannot read it.
     *
     * @param owner who it belongs to, by number; empty when unknown
     */
    record Unusable(Fault fault, String file, Optional<Long> owner, Optional<Long> group, Evidence evidence) implements Recording {}

    /** It could not be looked at. */
    record Unclear(Unread<?> because) implements Recording {}

    /**
     * perf reads it.
     *
     * @param elsewhere what shows that it was recorded on another machine or kernel; none where nothing does
     */
    record Usable(PerfData data, List<Evidence> elsewhere, Evidence evidence) implements Recording {}

    /** Why perf cannot read a recording. */
    enum Fault {
        /** No bytes: perf record was ended before it wrote any, or the disk is full. */
        EMPTY,
        /** perf record was killed: its header has no data size. */
        UNFINISHED,
        /** Shorter than its header says: a copy that broke off. */
        CUT,
        /** Not a recording at all. */
        NO_RECORDING,
        /** This user may not read it. */
        DENIED,
        /** perf refuses what belongs to somebody else, unless told -f. */
        STRANGERS
    }

    /** That of the working directory. */
    static Recording here(Facts facts) {
        return facts.once(Recording.class, Recording::look);
    }

    private static Recording look(Facts facts) {
        return switch (PerfData.here(facts)) {
            case Absent<PerfData> _ -> new None();
            case Present<PerfData> p -> readable(facts, p);
            case Unread<PerfData> u when u.why() == Reading.Why.NOT_CAPTURED -> new Unclear(u);
            case Unread<PerfData> u when u.why() == Reading.Why.DENIED -> unusable(facts.host(), Fault.DENIED, u);
            case Unread<PerfData> u -> failed(facts.host(), u);
        };
    }

    private static Recording failed(Host host, Unread<PerfData> unread) {
        boolean directory = host.stat(unread.source()) instanceof Present<Stat> stat && stat.value().isDirectory();
        if (directory) {
            return new None(); // perf record --threads writes a directory; perf alone knows what belongs in it
        }
        return switch (unread.detail()) {
            case "empty" -> unusable(host, Fault.EMPTY, unread);
            case "cut in its header", "ends before its size" -> unusable(host, Fault.CUT, unread);
            case "not a recording of perf" -> unusable(host, Fault.NO_RECORDING, unread);
            default -> new Unclear(unread);
        };
    }

    private static Unusable unusable(Host host, Fault fault, Unread<PerfData> unread) {
        Optional<Stat> stat = host.stat(unread.source()) instanceof Present<Stat> p ? Optional.of(p.value()) : Optional.empty();
        String owner = stat.map(s -> ", owner " + s.uid() + ", mode %04o".formatted(s.mode())).orElse("");
        return new Unusable(fault, unread.source(), stat.map(Stat::uid), stat.map(Stat::gid), new Evidence(unread.source(), unread.reason() + owner));
    }

    private static Recording readable(Facts facts, Present<PerfData> present) {
        PerfData data = present.value();
        if (!data.finished()) {
            return perfRuns(facts.host()) ? new BeingWritten(present.evidence()) : unusable(Fault.UNFINISHED, present);
        }
        if (!data.complete()) {
            return unusable(Fault.CUT, present);
        }
        boolean strangers = Credentials.user(facts).map(user -> data.isStrangers(user.uid())).orElse(false);
        return strangers ? unusable(Fault.STRANGERS, present) : new Usable(data, elsewhere(facts, data), present.evidence());
    }

    /** Whether a process that calls itself perf is at work in this directory: its recording has no end before it has one. */
    private static boolean perfRuns(Host host) {
        return host.listKnown("/proc").orElse(List.of()).stream()
                .filter(name -> Character.isDigit(name.charAt(0)))
                .filter(pid -> host.read("/proc/" + pid + "/comm").orElse("").strip().equals("perf"))
                .anyMatch(pid -> host.readLink("/proc/" + pid + "/cwd").map(host.identity().directory()::equals).orElse(true));
    }

    private static Unusable unusable(Fault fault, Present<PerfData> present) {
        PerfData data = present.value();
        String owner = fault == Fault.STRANGERS ? ", owner " + data.stat().uid() : "";
        Evidence evidence = new Evidence(present.evidence().source(), present.evidence().observed() + owner);
        return new Unusable(fault, data.file(), Optional.of(data.stat().uid()), Optional.of(data.stat().gid()), evidence);
    }

    private static List<Evidence> elsewhere(Facts facts, PerfData data) {
        List<Evidence> found = new ArrayList<>();
        String host = facts.host().identity().nodename();
        String release = facts.host().identity().release();
        if (!data.hostname().isEmpty() && !host.isEmpty() && !data.hostname().equals(host)) {
            found.add(new Evidence(data.file(), "recorded on " + data.hostname() + ", this is " + host));
        }
        if (!data.release().isEmpty() && !release.isEmpty() && !data.release().equals(release)) {
            found.add(new Evidence(data.file(), "recorded under " + data.release() + ", this is " + release));
        }
        return List.copyOf(found);
    }
}
