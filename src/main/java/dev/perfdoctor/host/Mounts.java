package dev.perfdoctor.host;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which mounts may hang: those whose files come from another machine or from a program. A thread that waits for a FUSE daemon cannot be ended
 * by anything, SIGKILL included, and with it neither can its process; so such a path is known before it is touched.
 */
final class Mounts {
    private static final Set<String> MAY_HANG = Set.of(
            "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "kafs", "ceph", "glusterfs", "lustre", "gpfs", "beegfs", "orangefs", "pvfs2",
            "ocfs2", "gfs2", "coda", "ncpfs", "virtiofs", "vboxsf", "prl_fs", "davfs", "fuse", "fuseblk", "autofs");

    private final Map<String, String> types = new TreeMap<>();
    private final boolean any;

    private Mounts() {
        this.any = false;
    }

    private Mounts(String mountinfo) {
        if (mountinfo.lines().anyMatch(line -> mayHang(type(line)))) { // else nobody will ask
            mountinfo.lines().forEach(this::add);
        }
        types.remove("/"); // the doctor runs from there: a root that hangs has hung already
        this.any = types.values().stream().anyMatch(Mounts::mayHang);
    }

    /** From the text of {@code /proc/self/mountinfo}. */
    static Mounts of(String mountinfo) {
        return new Mounts(mountinfo);
    }

    /** Where nothing is known of mounts: as if all were local. */
    static Mounts unknown() {
        return new Mounts();
    }

    /**
     * {@code 36 35 98:0 /root /mount\040point rw shared:1 master:2 - type source options}: the type is the first field behind the lone dash
     * (proc_pid_mountinfo(5)). A later mount at the same place hides the earlier one.
     */
    private void add(String line) {
        List<String> fields = List.of(line.split(" ", 6));
        if (fields.size() >= 5 && !type(line).isEmpty()) {
            types.put(unescaped(fields.get(4)), type(line));
        }
    }

    private static String type(String line) {
        int dash = line.indexOf(" - ");
        String behind = dash < 0 ? "" : line.substring(dash + 3);
        return behind.substring(0, Math.max(0, (behind + " ").indexOf(' ')));
    }

    /** Blank, tab, line feed and backslash are written as three octal digits. */
    private static String unescaped(String field) {
        if (field.indexOf('\\') < 0) {
            return field;
        }
        byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
        byte[] plain = new byte[bytes.length];
        int length = 0;
        for (int i = 0; i < bytes.length; i++) {
            boolean escape = bytes[i] == '\\' && i + 3 < bytes.length && isOctal(bytes, i + 1);
            plain[length++] = escape ? (byte) ((bytes[i + 1] - '0') * 64 + (bytes[i + 2] - '0') * 8 + (bytes[i + 3] - '0')) : bytes[i];
            i += escape ? 3 : 0;
        }
        return new String(plain, 0, length, StandardCharsets.UTF_8);
    }

    private static boolean isOctal(byte[] bytes, int from) {
        for (int i = from; i < from + 3; i++) {
            if (bytes[i] < '0' || bytes[i] > '7') {
                return false;
            }
        }
        return true;
    }

    private static boolean mayHang(String type) {
        return MAY_HANG.contains(type) || type.startsWith("fuse.");
    }

    /** Whether there is any such mount at all; a path need not be looked at where there is none. */
    boolean anyMayHang() {
        return any;
    }

    /** A mount. */
    record Mount(String point, String type) {
        boolean mayHang() {
            return Mounts.mayHang(type);
        }
    }

    /** The mount a path without links lies on, when it may hang. */
    Optional<Mount> hanging(String path) {
        for (String at = path; !at.isEmpty(); at = Walk.parent(at)) {
            String type = types.get(at);
            if (type != null) {
                return mayHang(type) ? Optional.of(new Mount(at, type)) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Such mounts at or below a directory. */
    List<String> hangingBelow(String directory) {
        List<String> points = new ArrayList<>();
        types.forEach((point, type) -> {
            if (mayHang(type) && (point.equals(directory) || point.startsWith(directory + "/"))) {
                points.add(point);
            }
        });
        return points;
    }
}
