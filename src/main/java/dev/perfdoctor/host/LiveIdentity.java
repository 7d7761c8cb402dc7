package dev.perfdoctor.host;

import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Identity;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who and what the live machine says it is, from procfs and {@code /etc}; no native call. */
final class LiveIdentity {
    private static final String KERNEL = "/proc/sys/kernel/";

    private final Host host;

    private LiveIdentity(Host host) {
        this.host = host;
    }

    static Identity of(Host host, Map<String, String> environment, String directory) {
        LiveIdentity live = new LiveIdentity(host);
        String sysname = live.line(KERNEL + "ostype");
        return new Identity(
                sysname.isEmpty() ? "Linux" : sysname,
                live.line(KERNEL + "osrelease"),
                live.line(KERNEL + "version"),
                live.machine(),
                live.line(KERNEL + "hostname"),
                live.user(),
                environment,
                directory,
                InstantSource.system().instant());
    }

    private String line(String file) {
        return host.read(file).orElse("").strip();
    }

    /** {@code /proc/sys/kernel/arch} since Linux 6.1, else what the JVM was built for, in uname's words. */
    private String machine() {
        String arch = line(KERNEL + "arch");
        if (!arch.isEmpty()) {
            return arch;
        }
        String jvm = System.getProperty("os.arch", "");
        return switch (jvm) {
            case "amd64" -> "x86_64";
            case "x86", "i386" -> "i686";
            case "arm" -> "armv7l";
            default -> jvm;
        };
    }

    /** By effective ids; a name that the files do not know is its number. */
    private Optional<Identity.User> user() {
        String status = host.read("/proc/self/status").orElse("");
        List<String> uids = fields(status, "Uid:");
        List<String> gids = fields(status, "Gid:");
        if (uids.size() < 2 || gids.size() < 2) {
            return Optional.empty();
        }
        String uid = uids.get(1);
        String gid = gids.get(1);
        List<String> groups = new ArrayList<>();
        groups.add(gid);
        fields(status, "Groups:").stream().filter(group -> !groups.contains(group)).forEach(groups::add);
        String groupFile = host.read("/etc/group").orElse("");
        return Optional.of(new Identity.User(
                name(host.read("/etc/passwd").orElse(""), uid),
                Long.parseLong(uid),
                Long.parseLong(gid),
                groups.stream().map(group -> name(groupFile, group)).toList()));
    }

    /** The numbers behind a key of {@code /proc/self/status}: real, effective, saved and file system id, or all groups. */
    private static List<String> fields(String status, String key) {
        return status.lines()
                .filter(line -> line.startsWith(key))
                .flatMap(line -> List.of(line.substring(key.length()).strip().split("\\s+", -1)).stream())
                .filter(field -> !field.isEmpty())
                .toList();
    }

    /** {@code name:x:1000:…} in passwd(5) and group(5). */
    private static String name(String file, String id) {
        return file.lines()
                .map(line -> List.of(line.split(":", 4)))
                .filter(fields -> fields.size() >= 3 && fields.get(2).equals(id))
                .map(List::getFirst)
                .findFirst()
                .orElse(id);
    }
}
