package dev.perfdoctor.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A way to keep a program from something, as a command line that runs {@code confined.sh} in it. All have mounts of their own: what root's perf
 * mounts goes with them.
 *
 * @param command for {@code sh -c}; {@code $1} the product, {@code $2} the script, {@code $3} a directory for files
 */
record Confinement(String name, String command) {
    private static final String NOBODY = "setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all ";
    private static final int PERF_EVENT_OPEN = 298; // x86-64

    /** bubblewrap over this machine's files. */
    static Confinement bubblewrap(String name, String options, String before) {
        return new Confinement(
                name,
                "exec bwrap --ro-bind / / --dev /dev --proc /proc --perms 1777 --tmpfs /tmp --tmpfs /mnt --ro-bind \"$1\" /mnt/perfdoctor"
                        + " --ro-bind \"$2\" /mnt/inside.sh --die-with-parent --unshare-pid --setenv S /tmp " + options + " -- " + before + " sh /mnt/inside.sh");
    }

    static Confinement bubblewrapNobody(String name, String options) {
        return bubblewrap(name, options, NOBODY);
    }

    /** Every call of perf_event_open(2) fails with this error, as container engines have it. */
    static Confinement seccomp(String name, int errno, Path directory) throws IOException {
        ByteBuffer filter = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
        instruction(filter, 0x20, 0, 0); // the number of the call
        instruction(filter, 0x15, 1, PERF_EVENT_OPEN);
        instruction(filter, 0x06, 0, 0x7fff0000);
        instruction(filter, 0x06, 0, 0x50000 | errno);
        Path file = Files.write(directory.resolve("filter" + errno), filter.array());
        return bubblewrap(name, "--seccomp 9 9<" + file, "");
    }

    private static void instruction(ByteBuffer filter, int code, int jumpIfTrue, int k) {
        filter.putShort((short) code).put((byte) jumpIfTrue).put((byte) 0).putInt(k);
    }

    /**
     * A mount namespace and nothing else, for what setpriv(1), prlimit(1) and unshare(1) take away.
     *
     * @param prepared a command that is run as root before
     */
    static Confinement plain(String name, String prepared, String before) {
        return new Confinement(
                name,
                "exec unshare -m --propagation private sh -c 'mount -t tmpfs -o mode=755 t /mnt && mkdir /mnt/perfdoctor /mnt/s /mnt/bin"
                        + " && chmod 1777 /mnt/s && mount --bind \"$1\" /mnt/perfdoctor && cp \"$2\" /mnt/inside.sh && chmod 644 /mnt/inside.sh || exit 1; "
                        + prepared + " exec env PATH=/mnt/bin:$PATH HOME=/mnt/s S=/mnt/s " + before + " sh /mnt/inside.sh' sh \"$1\" \"$2\"");
    }

    static Confinement nobody(String name, String prepared, String before) {
        return plain(name, prepared, NOBODY + before);
    }

    /** A copy of perf with these capabilities in its file is the first on PATH of an ordinary user. */
    static Confinement fileCapabilities(String name, String capabilities, String prepared, String before) {
        return nobody(name, "cp /usr/bin/perf /mnt/bin/perf && setcap " + capabilities + " /mnt/bin/perf || exit 77; " + prepared, before);
    }

    /** A container of crun(1) without an engine, with the capabilities and the refusal that Docker's have. */
    static Confinement container(String name, Path directory, boolean seccomp, int uid, String... more) throws IOException {
        String capabilities = "\"CAP_CHOWN\",\"CAP_DAC_OVERRIDE\",\"CAP_FOWNER\",\"CAP_SETGID\",\"CAP_SETUID\",\"CAP_SYS_CHROOT\",\"CAP_KILL\"";
        for (String capability : more) {
            capabilities += ",\"" + capability + "\"";
        }
        String template = new String(Confinement.class.getResourceAsStream("/container.json").readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        Path bundle = Files.createDirectories(directory.resolve("bundle-" + name.hashCode()));
        Files.createDirectories(bundle.resolve("rootfs"));
        Files.writeString(bundle.resolve("template.json"), template
                .replace("@UID@", String.valueOf(uid))
                .replace("@BOUNDING@", capabilities)
                .replace("@EFFECTIVE@", uid == 0 ? capabilities : "")
                .replace("@SECCOMP@", seccomp ? ",\"seccomp\":{\"defaultAction\":\"SCMP_ACT_ALLOW\",\"syscalls\":[{\"names\":[\"perf_event_open\"],"
                        + "\"action\":\"SCMP_ACT_ERRNO\",\"errnoRet\":1}]}" : ""));
        return new Confinement(
                name,
                "sed -e \"s|@IMAGE@|$1|\" -e \"s|@SCRIPT@|$2|\" " + bundle + "/template.json > " + bundle + "/config.json; "
                        + "exec unshare -m --propagation private sh -c 'umount -R /sys/fs/cgroup 2>/dev/null; umount -l /sys/fs/cgroup 2>/dev/null; "
                        + "mount -t cgroup2 none /sys/fs/cgroup; exec crun --root " + bundle + "/state --cgroup-manager=disabled run -b " + bundle + " pd-$$'");
    }

    Shell run(Path image, Path script, Path directory) throws IOException, InterruptedException {
        return Shell.run(directory, Map.of(), command, image, script, directory);
    }

    /** Programs without which nothing here works. */
    static List<String> needed() {
        return List.of("bwrap", "unshare", "setpriv", "prlimit", "setcap", "perf");
    }
}
