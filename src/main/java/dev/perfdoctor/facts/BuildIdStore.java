package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Identity;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * perf's store of the programs it has sampled, by build id: {@code ~/.debug}. Later analysis takes symbols from it, and some perf unwinds with
 * it; nothing in it is ever checked or thrown away by perf.
 *
 * @param place where it is
 * @param entries those that were looked at: the targets' first, then the newest
 * @param total how many there are; larger than {@code entries} where time ran out
 * @param bytes how much those hold
 * @param gap why it could not be listed, if so
 */
public record BuildIdStore(StorePlace place, List<StoreEntry> entries, int total, long bytes, Optional<Unread<?>> gap) {
    public BuildIdStore {
        entries = List.copyOf(entries);
    }

    /** Two stores of one person: what is recorded in one is missing in the other. */
    public record OtherHome(String mine, String theirs, Evidence evidence) {}

    /** That of this user's perf. */
    public static BuildIdStore of(Facts facts) {
        return facts.once(BuildIdStore.class, f -> {
            StorePlace place = StorePlace.of(f);
            return place.existing().map(directory -> new StoreWalk(f, place, directory).survey())
                    .orElseGet(() -> new BuildIdStore(place, List.of(), 0, 0, Optional.empty()));
        });
    }

    /** The entries whose {@code elf} is not the build they stand for. */
    public List<StoreEntry> corrupt() {
        return entries.stream().filter(e -> e.content() instanceof StoreEntry.Corrupt).toList();
    }

    /** Whether a perf of libunwind would take a damaged copy for a program that is still there, and cut the chains of new recordings too. */
    public boolean cutsChains(Facts facts) {
        return Unwinder.of(facts) == Unwinder.LIBUNWIND && corrupt().stream().anyMatch(e -> e.original() != StoreEntry.Original.GONE);
    }

    /** Links without their entry whose original is not there either: the symbols are gone. */
    public List<StoreEntry> dangling() {
        return entries.stream()
                .filter(e -> e.content() instanceof StoreEntry.Nothing)
                .filter(e -> e.original() == StoreEntry.Original.GONE || e.original() == StoreEntry.Original.REBUILT)
                .toList();
    }

    /** Kernel symbols that were stored by somebody who was shown no addresses. */
    public List<StoreEntry> zeroKallsyms() {
        return entries.stream().filter(e -> e.content() instanceof StoreEntry.ZeroKallsyms).toList();
    }

    /** An entry that neither can be read here nor is closed to perf itself; what perf may not read it takes from the disk. */
    public Optional<Unread<?>> unknown() {
        return entries.stream()
                .flatMap(e -> e.content() instanceof StoreEntry.Unreadable u ? Stream.<Unread<?>>of(u.because()) : Stream.empty())
                .filter(u -> u.why() != Reading.Why.DENIED)
                .findFirst();
    }

    /** Whether every entry was looked at. */
    public boolean isWhole() {
        return gap.isEmpty() && entries.size() == total;
    }

    /** How far the look reached: {@code 300 of 120000 entries}. */
    public Evidence reach() {
        String directory = place.existing().orElse("");
        return new Evidence(directory, entries.size() == total ? Text.entries(total) : entries.size() + " of " + Text.entries(total) + " looked at");
    }

    /** The whole entry of a build, if the store has one. */
    public Optional<StoreEntry> wholeEntry(String buildId) {
        return entries.stream().filter(e -> e.id().equals(buildId) && e.content() instanceof StoreEntry.Whole).findFirst();
    }

    /**
     * A second store in the home directory of the account that is at work here: under sudo HOME may be root's or the caller's, as its policy
     * has it. Empty where HOME is the account's own, or only one of the two has a store.
     */
    public static Optional<OtherHome> otherHome(Facts facts) {
        Identity identity = facts.host().identity();
        Optional<String> home = identity.variable("HOME");
        Optional<String> account = identity.variable("SUDO_USER").or(() -> identity.user().map(Identity.User::name));
        Optional<String> own = account.flatMap(name -> Accounts.home(facts, name));
        if (home.isEmpty() || own.isEmpty() || HostPath.normal(home.get()).equals(own.get())) {
            return Optional.empty();
        }
        String mine = HostPath.resolve(home.get(), ".debug");
        String theirs = HostPath.resolve(own.get(), ".debug");
        boolean both = isDirectory(facts, mine) && isDirectory(facts, theirs);
        return both ? Optional.of(new OtherHome(mine, theirs, new Evidence("environment", "HOME=" + home.get()))) : Optional.empty();
    }

    private static boolean isDirectory(Facts facts, String path) {
        return facts.host().stat(path) instanceof Present<Stat> stat && stat.value().isDirectory();
    }
}
