package dev.perfdoctor.checks;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Identity.User;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.api.Remediation.Kind;
import dev.perfdoctor.api.Remediation.Where;
import dev.perfdoctor.facts.BuildIdStore;
import dev.perfdoctor.facts.Credentials;
import dev.perfdoctor.facts.PerfBuild;
import dev.perfdoctor.facts.PerfInUse;
import dev.perfdoctor.facts.Remedies;
import dev.perfdoctor.facts.Shell;
import dev.perfdoctor.facts.StoreEntry;
import dev.perfdoctor.facts.StorePlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Ways to mend perf's store. They delete and never overwrite: an entry may be a hard link to the user's own program. {@code perf buildid-cache
 * --purge-all} is not among them: it stops at the first link that dangles, and says success.
 */
final class StoreRemedies {
    /** More lines than anybody reads; the report says how many there are. */
    private static final int MOST = 10;

    private StoreRemedies() {}

    /** What an entry is of, for people. */
    static String name(StoreEntry entry) {
        return entry.file().isEmpty() ? entry.id() : entry.file();
    }

    private static Remediation here(String title, List<String> commands, List<String> manual, List<String> undo, boolean root, String risk) {
        return new Remediation(title, Kind.PERSISTENT, Where.HERE, root, commands, manual, undo, risk);
    }

    /** perf takes an entry out and puts the file on disk in, where that is still the same build; else the entry goes. */
    static List<Remediation> removeCorrupt(Facts facts, List<StoreEntry> corrupt) {
        List<String> commands = new ArrayList<>();
        for (StoreEntry entry : corrupt.stream().limit(MOST).toList()) {
            commands.add(entry.original() == StoreEntry.Original.SAME
                    ? "perf buildid-cache --update " + Shell.quote(entry.file())
                    : Shell.line("rm", "-r", "--", entry.directory(), entry.link()));
        }
        Remediation mend = here("For good", commands, List.of(), List.of(), false, "");
        return List.of(
                mend, Remediation.perRun("Without the store", "perf --buildid-dir /nonexistent report", "perf --buildid-dir /nonexistent script"));
    }

    static Remediation removeDangling(BuildIdStore store) {
        String links = store.place().existing().orElse("") + "/.build-id";
        return here("For good", List.of("find " + Shell.quote(links) + " -xtype l -delete"), List.of(), List.of(), false, "");
    }

    static Remediation removeKallsyms(List<StoreEntry> zero) {
        List<String> commands = zero.stream().limit(MOST).map(e -> Shell.line("rm", "-r", "--", e.directory(), e.link())).toList();
        return here(
                "For good",
                commands,
                List.of("record once as somebody who may see the kernel's addresses (kernel.kptr_restrict): perf then stores them"),
                List.of(),
                false,
                "");
    }

    static List<Remediation> shrink(BuildIdStore store) {
        String directory = store.place().existing().orElse("");
        return List.of(
                Remediation.perRun("Store nothing", "perf record --no-buildid-cache -- CMD"),
                here(
                        "For good",
                        List.of(),
                        List.of(
                                "delete a build that no recording needs any more: perf buildid-cache --remove FILE",
                                "or delete the whole store, which is a cache: " + Shell.line("rm", "-r", "--", directory),
                                "to keep it small, set 'build-id = no-cache' in section [record] of ~/.perfconfig"),
                        List.of(),
                        false,
                        "Recordings of programs that were rebuilt since then lose their symbols."));
    }

    static Remediation absolutePath(StorePlace.Tilde tilde) {
        return Remediation.manual(
                "For good", false, "in %s write the absolute path: dir = %s".formatted(tilde.setting().file(), tilde.meant()));
    }

    static Remediation makeParent(StorePlace.NoParent none) {
        return here(
                "For good",
                List.of("mkdir -p " + Shell.quote(none.missing())),
                List.of(),
                List.of("rmdir " + Shell.quote(none.missing())),
                false,
                "");
    }

    static Remediation moveAway(StorePlace.InTheWay way) {
        String there = way.evidence().source();
        return here(
                "For good",
                List.of(Shell.line("mv", "--", there, there + ".bad")),
                List.of(),
                List.of(Shell.line("mv", "--", there + ".bad", there)),
                false,
                "");
    }

    /** A store that sudo made goes to its user; one's own is opened again; a foreign HOME is left alone. */
    static Remediation open(Facts facts, StorePlace.Closed closed) {
        Optional<User> user = Credentials.user(facts);
        if (!closed.there() || user.isEmpty()) {
            return elsewhere();
        }
        String path = closed.evidence().source();
        if (closed.stat().uid() == user.get().uid()) {
            String back = "chmod %o ".formatted(closed.stat().mode()) + Shell.quote(path);
            return here("For good", List.of("chmod u+w " + Shell.quote(path)), List.of(), List.of(back), false, "");
        }
        String sudo = Remedies.asRoot(facts, Where.HERE);
        String back = sudo + Shell.line("chown", "-R", closed.stat().uid() + ":" + closed.stat().gid(), closed.directory());
        String mine = sudo + Shell.line("chown", "-R", user.get().name() + ":", closed.directory());
        return here("For good", List.of(mine), List.of(), List.of(back), true, "");
    }

    static Remediation elsewhere() {
        return Remediation.perRun("A store elsewhere", "perf --buildid-dir /tmp/perf-store record -g -- CMD");
    }

    /** What stood in the way of knowing the unwinder. */
    static Unread<?> unwinderUnknown(Facts facts) {
        if (PerfInUse.of(facts) instanceof PerfInUse.Unknown unknown) {
            return unknown.because();
        }
        return PerfBuild.of(facts).reading() instanceof Unread<?> unread
                ? unread
                : Reading.failed("perf version --build-options", "says nothing of an unwinder");
    }
}
