package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Identity;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import java.util.Optional;

/**
 * Where perf keeps its build-id store, and whether it can write there: {@code buildid.dir} of its configuration, else {@code .debug} in HOME
 * (util/config.c, set_buildid_dir). perf says nothing when it cannot, and records on.
 */
public sealed interface StorePlace {
    /** The documented switch: {@code /dev/null}. */
    record Off(PerfConfig.Setting setting) implements StorePlace {}

    /** A directory that this user's perf can write, or can make. */
    record Usable(String directory, boolean there) implements StorePlace {}

    /** A value that perf takes by the letter: it expands no tilde. */
    record Tilde(PerfConfig.Setting setting, String meant) implements StorePlace {}

    /** perf makes the last directory of the path and none above it. */
    record NoParent(String directory, String missing, Evidence evidence) implements StorePlace {}

    /** Something that is no directory stands there. */
    record InTheWay(String directory, String what, Evidence evidence) implements StorePlace {}

    /**
     * A directory that this user may not write: the store, its {@code .build-id}, or the one it would have to be made in.
     *
     * @param there whether the store exists
     * @param stat of the closed one, which the evidence names
     */
    record Closed(String directory, boolean there, Stat stat, Evidence evidence) implements StorePlace {}

    /** It lies on a file system that is mounted read-only. */
    record ReadOnly(String directory, Evidence evidence) implements StorePlace {}

    /** It could not be looked at. */
    record Unclear(String directory, Unread<?> because) implements StorePlace {}

    /** That of this user's perf. */
    static StorePlace of(Facts facts) {
        return facts.once(StorePlace.class, StorePlace::find);
    }

    /** The directory, where there is one to look into. */
    default Optional<String> existing() {
        return switch (this) {
            case Usable usable when usable.there() -> Optional.of(usable.directory());
            case Closed closed when closed.there() -> Optional.of(closed.directory());
            case ReadOnly readOnly -> Optional.of(readOnly.directory());
            case Usable _, Closed _, Off _, Tilde _, NoParent _, InTheWay _, Unclear _ -> Optional.empty();
        };
    }

    private static StorePlace find(Facts facts) {
        Identity identity = facts.host().identity();
        Optional<PerfConfig.Setting> setting = PerfConfig.of(facts).setting("buildid.dir").filter(s -> !s.value().isEmpty());
        if (setting.isPresent()) {
            String value = setting.get().value();
            if (value.equals("/dev/null")) {
                return new Off(setting.get());
            }
            if (value.equals("~") || value.startsWith("~/")) {
                String home = identity.variable("HOME").orElse("/home/" + identity.user().map(Identity.User::name).orElse("USER"));
                return new Tilde(setting.get(), HostPath.normal(home + value.substring(1)));
            }
            return at(facts, HostPath.resolve(identity.directory(), value));
        }
        String home = identity.environment().get("HOME"); // set and empty is the root to perf, not set is the working directory
        String base = home == null ? identity.directory() : home.isEmpty() ? "/" : HostPath.resolve(identity.directory(), home);
        return at(facts, HostPath.resolve(base, ".debug"));
    }

    private static StorePlace at(Facts facts, String directory) {
        Host host = facts.host();
        return switch (host.stat(directory)) {
            case Unread<Stat> unread -> new Unclear(directory, unread);
            case Absent<Stat> _ -> host.readLink(directory) instanceof Present<String> link
                    ? new InTheWay(directory, "a link to " + link.value() + ", which does not exist", link.evidence())
                    : absent(facts, directory);
            case Present<Stat> stat when !stat.value().isDirectory() ->
                new InTheWay(directory, "a file", new Evidence(directory, "not a directory"));
            case Present<Stat> stat -> inside(facts, directory, stat);
        };
    }

    private static StorePlace absent(Facts facts, String directory) {
        String parent = HostPath.parent(directory);
        return switch (facts.host().stat(parent)) {
            case Unread<Stat> unread -> new Unclear(directory, unread);
            case Absent<Stat> _ when !isTold(facts, parent) -> new Usable(directory, false);
            case Absent<Stat> _ -> new NoParent(directory, parent, new Evidence(parent, "does not exist"));
            case Present<Stat> stat when !stat.value().isDirectory() ->
                new InTheWay(directory, "a file called " + parent, new Evidence(parent, "not a directory"));
            case Present<Stat> stat -> closed(facts, directory, false, parent, stat).orElse(new Usable(directory, false));
        };
    }

    /**
     * Whether somebody would have told of this directory if it were there. Who writes a machine down by hand may leave an empty HOME out, so
     * one that is the account's own, or may be, is taken for granted.
     */
    private static boolean isTold(Facts facts, String parent) {
        Identity identity = facts.host().identity();
        boolean home = identity.variable("HOME").map(HostPath::normal).filter(parent::equals).isPresent();
        Optional<String> own = identity.user().flatMap(user -> Accounts.home(facts, user.name()));
        return !home || facts.host().absenceWasSeen() || own.filter(o -> !o.equals(parent)).isPresent();
    }

    /** The links of all entries stand in one directory; it is what an earlier sudo leaves to root. */
    private static StorePlace inside(Facts facts, String directory, Present<Stat> stat) {
        String links = directory + "/.build-id";
        return closed(facts, directory, true, directory, stat).orElseGet(() -> switch (facts.host().stat(links)) {
            case Present<Stat> below when !below.value().isDirectory() ->
                new InTheWay(directory, "a file called .build-id", new Evidence(links, "not a directory"));
            case Present<Stat> below -> closed(facts, directory, true, links, below).orElse(new Usable(directory, true));
            case Absent<Stat> _, Unread<Stat> _ -> new Usable(directory, true);
        });
    }

    private static Optional<StorePlace> closed(Facts facts, String store, boolean there, String asked, Present<Stat> stat) {
        Optional<Mounts.Mount> mount = Mounts.of(facts).holding(facts.host().realPath(asked).orElse(asked));
        if (mount.filter(m -> m.has("ro")).isPresent()) {
            return Optional.of(new ReadOnly(store, mount.get().evidence()));
        }
        Evidence seen = new Evidence(asked, "mode %04o, owner %d:%d".formatted(stat.value().mode(), stat.value().uid(), stat.value().gid()));
        return Permissions.mayWrite(facts, stat.value()) ? Optional.empty() : Optional.of(new Closed(store, there, stat.value(), seen));
    }
}
