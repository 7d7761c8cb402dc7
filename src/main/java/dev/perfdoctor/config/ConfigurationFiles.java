package dev.perfdoctor.config;

import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Identity;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import dev.perfdoctor.api.Stat;
import dev.perfdoctor.facts.HostPath;
import dev.perfdoctor.input.InputFile;
import dev.perfdoctor.input.WrongInput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds and reads the configuration of a machine: the project's, the user's and the system's, in this order. A file that is there and cannot
 * be read or understood is a {@link WrongInput}, never no file.
 */
public final class ConfigurationFiles {
    /** The project's file. */
    static final String PROJECT = ".perfdoctor.yaml";

    private static final String SYSTEM = "/etc/perfdoctor/config.yaml";
    /** Larger than any configuration a person writes. */
    private static final int LIMIT = 1 << 20;

    private static final List<String> REPOSITORIES = List.of(".git", ".hg", ".jj", ".svn", ".bzr");

    private final Host host;
    private final List<String> checks;

    private ConfigurationFiles(Host host, List<String> checks) {
        this.host = host;
        this.checks = checks;
    }

    /**
     * What the machine's own configuration files say.
     *
     * @param checks ids of all checks, which {@code skip:} and {@code waive:} may name
     */
    public static Settings of(Host host, List<String> checks) {
        return new ConfigurationFiles(host, checks).all();
    }

    /** What {@code --config} names: a file of the machine the program runs on, in place of all others. */
    public static Settings of(Path file, Host host, List<String> checks) {
        String directory = host.identity().directory();
        return new ConfigurationReader(checks).read(file.toString(), InputFile.text(file), directory);
    }

    private Settings all() {
        Identity identity = host.identity();
        Settings settings = Settings.none();
        for (String file : places(identity)) {
            String base = HostPath.name(file).equals(PROJECT) ? HostPath.parent(file) : identity.directory();
            Optional<Settings> said = text(file).map(text -> new ConfigurationReader(checks).read(file, text, base));
            settings = said.isPresent() ? settings.before(said.get()) : settings;
        }
        return settings;
    }

    private List<String> places(Identity identity) {
        List<String> places = new ArrayList<>();
        project(identity).ifPresent(places::add);
        identity.variable("XDG_CONFIG_HOME")
                .filter(home -> home.startsWith("/")) // the XDG base directory specification: a relative one is to be ignored
                .or(() -> identity.variable("HOME").map(home -> home + "/.config"))
                .map(home -> HostPath.normal(home + "/perfdoctor/config.yaml"))
                .ifPresent(places::add);
        places.add(SYSTEM);
        return places;
    }

    /** The nearest from the working directory up to a repository's root or HOME. */
    private Optional<String> project(Identity identity) {
        if (identity.directory().isEmpty()) {
            return Optional.empty();
        }
        String home = identity.variable("HOME").map(HostPath::normal).orElse("");
        String working = HostPath.normal(identity.directory());
        for (String directory : HostPath.upwards(working)) {
            boolean here = directory.equals(working);
            if (!here && writtenByAnybody(directory)) {
                return Optional.empty(); // in /tmp it could be a stranger's
            }
            String file = HostPath.resolve(directory, PROJECT);
            if (isThere(file)) {
                return Optional.of(file);
            }
            if (directory.equals(home) || REPOSITORIES.stream().anyMatch(r -> host.lstat(HostPath.resolve(directory, r)).isPresent())) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private boolean writtenByAnybody(String directory) {
        return host.stat(directory) instanceof Present<Stat> stat && stat.value().isWorldWritable();
    }

    /** Whether it exists for sure; in a directory that may not be searched it cannot be meant for this user. */
    private boolean isThere(String file) {
        return switch (host.lstat(file)) {
            case Present<Stat> _ -> true;
            case Absent<Stat> _ -> false;
            case Unread<Stat> unread -> unread.why() == Why.FAILED || !(host.lstat(HostPath.parent(file)) instanceof Unread<?>) && isListed(file);
        };
    }

    /** A file whose metadata is denied although its directory shows it. */
    private boolean isListed(String file) {
        return host.listKnown(HostPath.parent(file)) instanceof Present<List<String>> names && names.value().contains(HostPath.name(file));
    }

    private Optional<String> text(String file) {
        if (!isThere(file)) {
            return Optional.empty();
        }
        return switch (host.read(file, LIMIT)) {
            case Present<String> text -> Optional.of(text.value());
            case Absent<String> _ -> throw new WrongInput(file, "is a link to a file that does not exist");
            case Unread<String> unread when unread.why() == Why.NOT_CAPTURED -> Optional.empty();
            case Unread<String> unread when unread.why() == Why.DENIED -> throw new WrongInput(file, "may not be read (permission denied)");
            case Unread<String> unread -> throw new WrongInput(file, "cannot be read: " + unread.reason());
        };
    }
}
