package dev.perfdoctor.checks;

import static dev.perfdoctor.api.Activity.CALL_GRAPH;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.facts.BuildIdStore;
import dev.perfdoctor.facts.PerfInUse;
import dev.perfdoctor.facts.RebuiltSince;
import dev.perfdoctor.facts.StoreEntry;
import dev.perfdoctor.facts.StorePlace;
import dev.perfdoctor.facts.Unwinder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** perf's build-id store ({@code ~/.debug}): where symbols, and for some perf the unwinding, of recorded programs come from. */
public final class BuildIdStoreCheck implements Check {
    /** Bytes from which the store is worth a word: nothing in it is ever thrown away. */
    private static final long LARGE = 4L << 30;

    @Override
    public String id() {
        return "build-id-store";
    }

    @Override
    public Set<Activity> concerns() {
        return Set.of(CALL_GRAPH);
    }

    @Override
    public List<Finding> examine(Facts facts) {
        BuildIdStore store = BuildIdStore.of(facts);
        List<Finding> findings = new ArrayList<>();
        findings.addAll(place(facts, store.place()));
        findings.addAll(programs(facts, store));
        if (!store.dangling().isEmpty()) {
            findings.add(danglingLinks(store));
        }
        if (!store.zeroKallsyms().isEmpty()) {
            findings.add(zeroKallsyms(store));
        }
        if (store.bytes() >= LARGE) {
            findings.add(large(store));
        }
        BuildIdStore.otherHome(facts).ifPresent(other -> findings.add(otherHome(other)));
        return findings;
    }

    private static List<Finding> place(Facts facts, StorePlace place) {
        return switch (place) {
            case StorePlace.Usable usable -> List.of(new Finding.Healthy("perf can keep copies of what it samples",
                    new Evidence(usable.directory(), usable.there() ? "may be written" : "can be made")));
            case StorePlace.Off off -> List.of(switchedOff(off));
            case StorePlace.Unclear unclear -> List.of(cannotTell(unclear.because()));
            case StorePlace.Tilde tilde -> List.of(unwritable("buildid.dir is %s, and perf expands no tilde".formatted(tilde.setting().value()))
                    .seen(tilde.setting().evidence())
                    .mendedBy(StoreRemedies.absolutePath(tilde)));
            case StorePlace.NoParent none -> List.of(unwritable("The store's directory would lie in %s, which does not exist".formatted(none.missing()))
                    .seen(none.evidence())
                    .mendedBy(StoreRemedies.makeParent(none)));
            case StorePlace.InTheWay way -> List.of(unwritable("Instead of perf's store there is %s".formatted(way.what()))
                    .seen(way.evidence())
                    .mendedBy(StoreRemedies.moveAway(way)));
            case StorePlace.Closed closed -> List.of(unwritable("%s is not yours to write".formatted(closed.directory()))
                    .seen(closed.evidence())
                    .mendedBy(StoreRemedies.open(facts, closed)));
            case StorePlace.ReadOnly readOnly -> List.of(unwritable("%s lies on a file system that is mounted read-only".formatted(readOnly.directory()))
                    .seen(readOnly.evidence())
                    .mendedBy(StoreRemedies.elsewhere()));
        };
    }

    private static Diagnosis unwritable(String summary) {
        return Diagnosis.of("build-id-store/unwritable", summary)
                .limits(CALL_GRAPH)
                .explained("""
                        perf record keeps no copy of what it sampled, and prints no message. As soon as a program is rebuilt or removed, the frames
                        of an older recording are bare addresses.
                        """);
    }

    private static Diagnosis switchedOff(StorePlace.Off off) {
        return Diagnosis.of("build-id-store/switched-off", "perf keeps no store: buildid.dir is /dev/null")
                .notes(CALL_GRAPH)
                .explained("""
                        This is the documented way to switch it off. Recordings are read with the files on disk, so analyse them before the next
                        build.
                        """)
                .seen(off.setting().evidence());
    }

    /** What depends on which files the perf in use unwinds with. */
    private static List<Finding> programs(Facts facts, BuildIdStore store) {
        if (PerfInUse.of(facts).doesNotStart()) {
            return List.of(new Finding.NotExamined("perf does not start"));
        }
        List<Finding> findings = new ArrayList<>();
        store.gap().or(store::unknown).ifPresent(unread -> findings.add(cannotTell(unread)));
        List<StoreEntry> corrupt = store.corrupt();
        if (!corrupt.isEmpty()) {
            findings.addAll(corruptEntries(facts, store, corrupt));
        } else if (!store.entries().isEmpty() && findings.isEmpty()) {
            String reach = store.isWhole() ? "the %d entries of perf's store are whole" : "the newest %d entries of perf's store are whole";
            findings.add(new Finding.Healthy(reach.formatted(store.entries().size()), store.reach()));
        }
        List<RebuiltSince.Program> stale = RebuiltSince.of(facts).storedAndRebuilt();
        if (!stale.isEmpty() && Unwinder.of(facts) == Unwinder.LIBDW) {
            findings.add(staleBinary(facts, stale));
        }
        return findings;
    }

    /** What is closed to this user is closed to this user's perf too, which then takes the files on disk. */
    private static Finding cannotTell(Unread<?> because) {
        return because.why() == Why.DENIED
                ? new Finding.NotApplicable("perf may not read its store either")
                : new Finding.CannotTell("whether the entries of perf's store are whole", because, Set.of(CALL_GRAPH));
    }

    private static List<Finding> corruptEntries(Facts facts, BuildIdStore store, List<StoreEntry> corrupt) {
        StoreEntry first = corrupt.getFirst();
        String summary = corrupt.size() == 1
                ? "perf's store holds a damaged copy of %s".formatted(StoreRemedies.name(first))
                : "perf's store holds %d damaged copies, one of %s".formatted(corrupt.size(), StoreRemedies.name(first));
        Diagnosis diagnosis = Diagnosis.of("build-id-store/corrupt-entry", summary);
        diagnosis = store.cutsChains(facts) ? diagnosis.misleads(CALL_GRAPH) : diagnosis.limits(CALL_GRAPH);
        diagnosis = diagnosis.explained(Unwinder.of(facts) == Unwinder.LIBUNWIND
                        ? """
                          This perf unwinds --call-graph dwarf with the store's copy before it looks at the file on disk, and does not compare
                          build ids: chains end after one or two frames with right names, exit status 0 and no message. perf never repairs an
                          entry.
                          """
                        : """
                          Frames of an older recording lose their names when the original is gone or rebuilt. perf never repairs an entry.
                          """)
                .seen(corrupt.stream().limit(5).map(BuildIdStoreCheck::evidence).toList())
                .seen(store.reach())
                .mendedBy(StoreRemedies.removeCorrupt(facts, corrupt));
        List<Finding> findings = new ArrayList<>(List.of(diagnosis));
        if (Unwinder.of(facts) == Unwinder.UNKNOWN) {
            Unread<?> unread = StoreRemedies.unwinderUnknown(facts);
            findings.add(new Finding.CannotTell("whether this perf unwinds with the damaged copy", unread, Set.of(CALL_GRAPH)));
        }
        return findings;
    }

    private static Evidence evidence(StoreEntry entry) {
        return entry.content() instanceof StoreEntry.Corrupt corrupt ? corrupt.evidence() : new Evidence(entry.link(), entry.directory());
    }

    private static Diagnosis staleBinary(Facts facts, List<RebuiltSince.Program> stale) {
        RebuiltSince.Program first = stale.getFirst();
        Diagnosis diagnosis = Diagnosis.of("build-id-store/stale-binary", "perf.data is of an older build of %s".formatted(first.file()))
                .explaining("build-cache/stale-perf-data")
                .misleads(CALL_GRAPH)
                .explained("""
                        The store holds the recorded build, but this perf unwinds --call-graph dwarf with the file on disk and does not compare
                        build ids: chains end after one or two frames with right names, exit status 0 and no message.
                        """)
                .seen(stale.stream().limit(5).map(RebuiltSince.Program::evidence).toList());
        diagnosis = Unwinder.evidence(facts).map(diagnosis::seen).orElse(diagnosis);
        return diagnosis.mendedBy(List.of(
                Remediation.perRun("Of the build that is there now", "perf record --call-graph dwarf -- CMD"),
                Remediation.manual("For this recording", false, "build the recorded revision again before you read perf.data")));
    }

    private static Diagnosis danglingLinks(BuildIdStore store) {
        List<StoreEntry> dangling = store.dangling();
        StoreEntry first = dangling.getFirst();
        String summary = dangling.size() == 1
                ? "perf's store has lost its copy of %s".formatted(StoreRemedies.name(first))
                : "perf's store has lost %d copies, one of %s".formatted(dangling.size(), StoreRemedies.name(first));
        return Diagnosis.of("build-id-store/dangling-links", summary)
                .limits(CALL_GRAPH)
                .explained("""
                        The links lead nowhere, and the originals are gone or rebuilt: in recordings of those builds the frames are bare addresses.
                        A new recording of a new build is not affected.
                        """)
                .seen(dangling.stream().limit(5).map(e -> new Evidence(e.link(), "leads to " + e.directory() + ", which does not exist")).toList())
                .mendedBy(StoreRemedies.removeDangling(store));
    }

    private static Diagnosis zeroKallsyms(BuildIdStore store) {
        List<StoreEntry> zero = store.zeroKallsyms();
        return Diagnosis.of("build-id-store/zero-kallsyms", "The store's copy of the kernel's symbols has no addresses")
                .limits(CALL_GRAPH)
                .explained("""
                        It was made while the kernel hid its addresses from you, and perf never replaces it. Kernel frames of recordings that are
                        read under another kernel, or on another machine, stay without names.
                        """)
                .seen(zero.stream()
                        .limit(5)
                        .map(StoreEntry::content)
                        .filter(StoreEntry.ZeroKallsyms.class::isInstance)
                        .map(c -> ((StoreEntry.ZeroKallsyms) c).evidence())
                        .toList())
                .mendedBy(StoreRemedies.removeKallsyms(zero));
    }

    private static Diagnosis large(BuildIdStore store) {
        long gigabytes = store.bytes() >> 30;
        String summary = store.isWhole() ? "perf's store holds %d GiB".formatted(gigabytes) : "perf's store holds more than %d GiB".formatted(gigabytes);
        return Diagnosis.of("build-id-store/large", summary)
                .notes(CALL_GRAPH)
                .explained("""
                        Every build that was ever recorded stays in it: perf never deletes any. A deleted program still takes its space while the
                        store has a hard link to it.
                        """)
                .seen(store.reach())
                .mendedBy(StoreRemedies.shrink(store));
    }

    private static Diagnosis otherHome(BuildIdStore.OtherHome other) {
        return Diagnosis.of("build-id-store/other-home", "There are two stores: %s and %s".formatted(other.mine(), other.theirs()))
                .notes(CALL_GRAPH)
                .explained("""
                        HOME is not the account's own, as under sudo. What is recorded here is kept in the one store and missing in the other, so
                        read a recording with the HOME it was made with.
                        """)
                .seen(other.evidence());
    }
}
