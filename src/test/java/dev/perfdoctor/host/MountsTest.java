package dev.perfdoctor.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.host.Mounts.Mount;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MountsTest {
    private static final Mounts LAPTOP = Mounts.of("""
            22 28 0:21 / /proc rw,nosuid,nodev,noexec,relatime shared:14 - proc proc rw
            28 1 8:2 / / rw,relatime shared:1 - btrfs /dev/sda2 rw
            40 28 0:50 / /home/dev/nas rw,relatime shared:20 - nfs4 server:/export rw,vers=4.2
            41 28 0:51 / /run/user/1000/doc rw,nosuid,nodev,relatime shared:21 - fuse.portal portal rw,user_id=1000
            42 40 0:52 / /home/dev/nas/local rw master:3 propagate_from:2 - ext4 /dev/loop0 rw
            43 28 0:53 / /mnt/with\\040blank\\134 rw - cifs //server/x rw
            44 28 0:54 / /auto rw - autofs systemd-1 rw
            45 44 0:55 / /auto/home rw - nfs server:/home rw
            46 28 0:56 / /data rw - nfs server:/data rw
            47 28 8:3 / /data rw - xfs /dev/sdb rw
            """);

    private static String type(String path) {
        return LAPTOP.hanging(path).map(Mount::type).orElse("local");
    }

    @Test
    void theDeepestMountAboveAPathDecides() {
        assertEquals("nfs4", type("/home/dev/nas"));
        assertEquals("nfs4", type("/home/dev/nas/a/b"));
        assertEquals("local", type("/home/dev/nas/local/x"));
        assertEquals("local", type("/home/dev/nasty"));
        assertEquals("local", type("/home/dev"));
        assertEquals("fuse.portal", type("/run/user/1000/doc/x"));
        assertEquals("local", type("/"));
    }

    @Test
    void namesMayHoldBlanksAndBackslashes() {
        assertEquals("cifs", type("/mnt/with blank\\/x"));
    }

    @Test
    void aMountPointOfAutofsIsNotWhatWasMountedThere() {
        assertEquals("autofs", type("/auto/other"));
        assertEquals("nfs", type("/auto/home/x"));
    }

    @Test
    void aLaterMountHidesTheEarlierOne() {
        assertEquals("local", type("/data/x"));
    }

    @Test
    void aMachineWithoutSuchMountsNeedsNoLook() {
        assertTrue(LAPTOP.anyMayHang());
        assertFalse(Mounts.of("28 1 8:2 / / rw - ext4 /dev/sda2 rw\n").anyMayHang());
        assertFalse(Mounts.unknown().anyMayHang());
    }

    @Test
    void aRootOnTheNetworkHasProvedThatItAnswers() {
        assertEquals(Optional.empty(), Mounts.of("28 1 0:2 / / rw - nfs4 server:/root rw\n").hanging("/etc/passwd"));
    }

    @Test
    void mountsOverFilesOfTheKernelAreFound() {
        Mounts container = Mounts.of("50 22 0:60 /proc/cpuinfo /proc/cpuinfo rw - fuse.lxcfs lxcfs rw\n");
        assertEquals(List.of("/proc/cpuinfo"), container.hangingBelow("/proc"));
        assertTrue(new Places(container).hanging("/proc/cpuinfo", true).isPresent());
        assertFalse(new Places(container).hanging("/proc/meminfo", true).isPresent());
    }

    @Test
    void garbledLinesAreLeftOut() {
        assertFalse(Mounts.of("\n - \nx y z\n36 35 98:0 / /mnt rw\n - fuse x\n").anyMayHang());
    }
}
