package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import java.util.List;

/**
 * What dpkg's, apk's and pacman's databases say of installed packages, read from their files without starting anything. rpm's is a binary
 * database and is not read: there every answer is unread.
 */
public final class Packages {
    private static final String DPKG = "/var/lib/dpkg/info";
    private static final String DPKG_STATUS = "/var/lib/dpkg/status";
    private static final String APK = "/lib/apk/db/installed";
    private static final String PACMAN = "/var/lib/pacman/local";
    /** One package's list; the longest known ones stay below. */
    private static final int LIST_LIMIT = 16 << 20;
    /** dpkg's status and apk's database of a full desktop stay well below. */
    private static final int DATABASE_LIMIT = 128 << 20;

    private final Host host;

    private Packages(Host host) {
        this.host = host;
    }

    /** Those of this machine. */
    public static Packages of(Facts facts) {
        return facts.once(Packages.class, f -> new Packages(f.host()));
    }

    /**
     * The paths a package installed, as dpkg lists them. Absent: the package is not installed. A package that was removed and left its
     * configuration keeps a list, of that configuration alone.
     */
    public Reading<List<String>> files(String name) {
        Reading<String> list = host.read(DPKG + "/" + name + ".list", LIST_LIMIT);
        return list.map(Text::lines);
    }

    /** Whether a package is installed, by the database this machine has; absent where it is not, unread where none can be read. */
    public Reading<Evidence> installed(String name) {
        if (host.stat(DPKG).isPresent()) {
            String list = DPKG + "/" + name + ".list";
            return files(name).map(_ -> new Evidence(list, "present"));
        }
        if (host.stat(APK).isPresent()) {
            return new Stanzas(host, APK, DATABASE_LIMIT).line("P:" + name).map(line -> new Evidence(APK, line));
        }
        return host.list(PACMAN) instanceof Present<List<String>> names
                ? pacman(name, names.value())
                : Reading.failed(name, "no package database that can be read");
    }

    /** pacman keeps a directory {@code name-version-release} for each package. */
    private static Reading<Evidence> pacman(String name, List<String> directories) {
        for (String directory : directories) {
            if (directory.startsWith(name + "-") && isVersion(directory.substring(name.length() + 1))) {
                Evidence found = new Evidence(PACMAN, directory);
                return new Present<>(found, found);
            }
        }
        return new Absent<>(PACMAN + "/" + name + "-*");
    }

    private static boolean isVersion(String rest) {
        return !rest.isEmpty() && Character.isDigit(rest.charAt(0));
    }

    /** The version dpkg has installed; absent where the package is not installed. */
    public Reading<String> version(String name) {
        return new Stanzas(host, DPKG_STATUS, DATABASE_LIMIT).stanza("Package: " + name).map(Packages::installedVersion);
    }

    /**
     * The version of a stanza of dpkg's status file.
     *
     * <pre>
     * Package: linux-perf
     * Status: install ok installed
     * Version: 6.12.48-1
     * </pre>
     */
    static String installedVersion(String stanza) {
        String version = "";
        boolean installed = false;
        for (String line : Text.lines(stanza)) {
            installed |= line.startsWith("Status: ") && line.endsWith(" installed");
            version = line.startsWith("Version: ") ? line.substring("Version: ".length()).strip() : version;
        }
        if (!installed || version.isEmpty()) {
            throw new IllegalArgumentException("not installed");
        }
        return version;
    }
}
