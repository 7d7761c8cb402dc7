package dev.perfdoctor.host;

import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Identity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Who and what a machine says it is, from its procfs and {@code /etc}; no native call. */
final class ProcIdentity {
    private static final String KERNEL = "/proc/sys/kernel/";

    private final Host host;

    ProcIdentity(Host host) {
        this.host = host;
    }

    private String text(String file) {
        return host.read(file).orElse("");
    }

    /**
     * A word of uname(2); empty where no file tells.
     *
     * @param key {@code ostype}, {@code osrelease}, {@code version}, {@code hostname} or (since Linux 6.1) {@code arch}
     */
    String uname(String key) {
        return text(KERNEL + key).strip();
    }

    /** By effective ids; a name that the files do not know is its number. */
    Optional<Identity.User> user() {
        String status = text("/proc/self/status");
        List<String> uids = fields(status, "Uid:");
        List<String> gids = fields(status, "Gid:");
        if (!areIds(uids) || !areIds(gids)) {
            return Optional.empty();
        }
        List<String> groups = new ArrayList<>(List.of(gids.get(1)));
        fields(status, "Groups:").stream().filter(group -> !groups.contains(group)).forEach(groups::add);
        String groupFile = text("/etc/group");
        return Optional.of(new Identity.User(
                name(text("/etc/passwd"), uids.get(1)),
                Long.parseLong(uids.get(1)),
                Long.parseLong(gids.get(1)),
                groups.stream().map(group -> name(groupFile, group)).toList()));
    }

    private static boolean areIds(List<String> ids) {
        return ids.size() >= 2 && ids.stream().allMatch(id -> id.length() <= 10 && id.chars().allMatch(c -> c >= '0' && c <= '9'));
    }

    /** The numbers behind a key of {@code /proc/self/status}: real, effective, saved and file system id, or all groups. */
    private static List<String> fields(String status, String key) {
        return status.lines()
                .filter(line -> line.startsWith(key))
                .flatMap(line -> List.of(line.substring(key.length()).replace('\t', ' ').split(" ", -1)).stream())
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
