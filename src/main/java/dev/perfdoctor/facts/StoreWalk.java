package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import dev.perfdoctor.facts.StoreEntry.Content;
import dev.perfdoctor.facts.StoreEntry.Original;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Looks at the entries of a store, the targets' first and then the newest, for as long as it may. A store of ten thousand builds is no reason
 * to keep anybody waiting, and what was not looked at is said.
 */
final class StoreWalk {
    private static final int MOST_ENTRIES = 100_000;
    /** Below this, each entry is asked for its age; above, only the 256 directories they lie in. */
    private static final int FEW = 1_000;
    private static final long PATIENCE_NANOS = 500_000_000;
    private static final int SHORTEST_REST = 14;
    private static final int KALLSYMS_HEAD = 1 << 18;
    /** The kernel's modules are stored as they lie on disk, often compressed. */
    private static final List<String> COMPRESSED = List.of(".gz", ".xz", ".zst", ".lzma", ".bz2");

    private final Facts facts;
    private final Host host;
    private final StorePlace place;
    private final String store;
    private final Map<String, Original> originals = new HashMap<>();
    private long bytes;

    /** A name in {@code .build-id}. */
    private record Link(String id, String path, String fan) {}

    StoreWalk(Facts facts, StorePlace place, String store) {
        this.facts = facts;
        this.host = facts.host();
        this.place = place;
        this.store = store;
    }

    BuildIdStore survey() {
        Reading<List<String>> fans = listed(store + "/.build-id");
        if (fans instanceof Unread<List<String>> unread) {
            return new BuildIdStore(place, List.of(), 0, 0, Optional.of(unread));
        }
        List<Link> links = new ArrayList<>();
        for (String fan : fans.orElse(List.of())) {
            if (fan.length() == 2 && isHex(fan)) {
                for (String rest : listed(store + "/.build-id/" + fan).orElse(List.of())) {
                    if (rest.length() >= SHORTEST_REST && isHex(rest)) {
                        links.add(new Link(fan + rest, store + "/.build-id/" + fan + "/" + rest, fan));
                    }
                }
            }
        }
        return look(ordered(links));
    }

    /** All names, or those a capture knows: each that is known can be looked at. */
    private Reading<List<String>> listed(String directory) {
        Reading<List<String>> all = host.list(directory);
        boolean some = all instanceof Unread<List<String>> unread && unread.why() == Reading.Why.NOT_CAPTURED;
        return some && !host.listKnown(directory).orElse(List.of()).isEmpty() ? host.listKnown(directory) : all;
    }

    private static boolean isHex(String text) {
        return text.chars().allMatch(c -> c >= '0' && c <= '9' || c >= 'a' && c <= 'f');
    }

    private List<Link> ordered(List<Link> links) {
        Set<String> wanted = wanted();
        Map<String, Instant> ages = new HashMap<>();
        for (Link link : links) {
            String aged = links.size() <= FEW ? link.path() : store + "/.build-id/" + link.fan();
            ages.computeIfAbsent(aged, p -> host.lstat(p) instanceof Present<Stat> s ? s.value().mtime().orElse(Instant.EPOCH) : Instant.EPOCH);
        }
        Comparator<Link> newest = Comparator.comparing(l -> ages.getOrDefault(l.path(), ages.get(store + "/.build-id/" + l.fan())));
        Comparator<Link> targets = Comparator.comparing(l -> !wanted.contains(l.id()));
        return links.stream().sorted(targets.thenComparing(newest.reversed())).limit(MOST_ENTRIES).toList();
    }

    /** The ids that matter to what will be measured: the targets' own, and those of the last recording. */
    private Set<String> wanted() {
        Set<String> ids = new HashSet<>();
        for (Targets.Target target : Targets.of(facts).all()) {
            ElfIdentity.read(host, target.path()).orElse(new ElfIdentity(Optional.empty(), true, false)).buildId().ifPresent(ids::add);
        }
        if (PerfData.here(facts) instanceof Present<PerfData> data) {
            data.value().buildIds().forEach(b -> ids.add(b.id()));
        }
        return ids;
    }

    private BuildIdStore look(List<Link> links) {
        boolean patient = host.source() != Host.Source.LIVE; // a captured machine has one answer, however slow this one is
        long end = System.nanoTime() + PATIENCE_NANOS;
        List<StoreEntry> entries = new ArrayList<>();
        int gone = 0;
        for (Link link : links) {
            if (!patient && System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
                break;
            }
            Optional<StoreEntry> entry = entry(link);
            entry.ifPresent(entries::add);
            gone += entry.isPresent() ? 0 : 1;
        }
        return new BuildIdStore(place, entries, links.size() - gone, bytes, Optional.empty());
    }

    /** Empty where the name was taken away meanwhile, or leads out of the store: that is not ours to follow. */
    private Optional<StoreEntry> entry(Link link) {
        return switch (host.readLink(link.path())) {
            case Absent<String> _ -> Optional.empty();
            case Unread<String> unread -> Optional.of(
                    new StoreEntry(link.id(), link.path(), "", "", new StoreEntry.Unreadable(unread), Original.UNKNOWN));
            case Present<String> text -> {
                String directory = HostPath.resolve(HostPath.parent(link.path()), text.value());
                yield HostPath.isIn(directory, store) && !directory.equals(store) ? Optional.of(entry(link, directory)) : Optional.empty();
            }
        };
    }

    private StoreEntry entry(Link link, String directory) {
        String inside = directory.substring(store.length());
        String file = inside.endsWith("/" + link.id()) ? inside.substring(0, inside.length() - link.id().length() - 1) : inside;
        String name = file.startsWith("/[") ? file.substring(1) : file;
        Content content = content(link, directory, name);
        boolean asked = content instanceof StoreEntry.Corrupt || content instanceof StoreEntry.Nothing;
        Original original = asked ? originals.computeIfAbsent(link.id() + name, _ -> original(link.id(), name)) : Original.UNKNOWN;
        return new StoreEntry(link.id(), link.path(), directory, name, content, original);
    }

    private Original original(String id, String file) {
        if (file.startsWith("[")) {
            return Original.UNKNOWN;
        }
        return switch (ElfIdentity.read(host, file)) {
            case Absent<ElfIdentity> _ -> Original.GONE;
            case Unread<ElfIdentity> _ -> Original.UNKNOWN;
            case Present<ElfIdentity> now when now.value().buildId().isPresent() ->
                now.value().buildId().get().equals(id) ? Original.SAME : Original.REBUILT;
            case Present<ElfIdentity> _ -> Original.UNKNOWN;
        };
    }

    /** Up to 4.10 perf kept the program itself behind the link; since then a directory with an {@code elf} in it. */
    private Content content(Link link, String directory, String name) {
        return switch (host.stat(directory)) {
            case Absent<Stat> _ -> new StoreEntry.Nothing();
            case Unread<Stat> unread -> new StoreEntry.Unreadable(unread);
            case Present<Stat> stat when stat.value().isRegular() -> program(link, directory, name, stat.value());
            case Present<Stat> _ -> switch (host.stat(directory + "/elf")) {
                case Present<Stat> elf -> program(link, directory + "/elf", name, elf.value());
                case Unread<Stat> unread -> new StoreEntry.Unreadable(unread);
                case Absent<Stat> _ -> withoutProgram(directory);
            };
        };
    }

    private Content program(Link link, String file, String name, Stat stat) {
        bytes += Math.max(0, stat.size());
        if (name.startsWith("[kernel.kallsyms]") || COMPRESSED.stream().anyMatch(name::endsWith)) {
            return new StoreEntry.Other();
        }
        boolean linked = stat.links().orElse(1) > 1;
        return switch (ElfIdentity.read(host, file)) {
            case Absent<ElfIdentity> _ -> new StoreEntry.Other(); // taken away meanwhile
            case Unread<ElfIdentity> unread when unread.why() == Reading.Why.FAILED && isGarbled(unread) ->
                new StoreEntry.Corrupt(file, linked, new Evidence(file, unread.reason()));
            case Unread<ElfIdentity> unread -> new StoreEntry.Unreadable(unread);
            case Present<ElfIdentity> elf when !elf.value().whole() -> new StoreEntry.Corrupt(file, linked, elf.evidence());
            case Present<ElfIdentity> elf when elf.value().stated() && !elf.value().buildId().equals(Optional.of(link.id())) ->
                new StoreEntry.Corrupt(file, linked, new Evidence(file, elf.value().buildId().map(i -> "build id " + i).orElse("no build id")));
            case Present<ElfIdentity> _ -> new StoreEntry.Whole();
        };
    }

    /** What is there and is no program, as against what the machine would not let us read. */
    private static boolean isGarbled(Unread<?> unread) {
        return unread.detail().equals("empty") || unread.detail().contains("ELF file") || unread.detail().contains("outside the file");
    }

    private Content withoutProgram(String directory) {
        String kallsyms = directory + "/kallsyms";
        if (!(host.stat(kallsyms) instanceof Present<Stat> stat)) {
            return new StoreEntry.Other();
        }
        bytes += Math.max(0, stat.value().size());
        long length = stat.value().size() < 0 ? KALLSYMS_HEAD : Math.min(KALLSYMS_HEAD, stat.value().size());
        return host.bytes(kallsyms, 0, (int) length) instanceof Present<byte[]> head && isAllZero(head.value())
                ? new StoreEntry.ZeroKallsyms(new Evidence(kallsyms, "every address is 0"))
                : new StoreEntry.Other();
    }

    /**
     * Whether there are symbols and none has an address. The first symbols of a good file are per-CPU ones of small addresses, so the first
     * quarter megabyte is looked at, not the first line.
     */
    static boolean isAllZero(byte[] head) {
        boolean some = false;
        boolean address = true;
        for (byte letter : head) {
            if (letter == '\n') {
                address = true;
            } else if (letter == ' ') {
                some |= address;
                address = false;
            } else if (address && letter != '0') {
                return false;
            }
        }
        return some;
    }
}
