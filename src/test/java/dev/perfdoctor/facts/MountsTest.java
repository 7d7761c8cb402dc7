package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.facts.Mounts.Mount;
import java.util.List;
import org.junit.jupiter.api.Test;

class MountsTest {
    private static final String TEXT = """
            28 1 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw,errors=remount-ro
            41 28 8:3 / /home rw,nosuid,nodev,noexec,relatime shared:20 - ext4 /dev/sda3 rw
            55 41 0:49 / /home/dev/my\\040disk rw,nosuid,nodev,relatime - fuse.sshfs dev@host:/x rw,user_id=1000
            600 28 0:52 / /mnt ro,relatime master:3 propagate_from:1 - overlay overlay rw,lowerdir=/a
            """;

    private static Mounts of(String text) {
        return Mounts.of(Machines.facts("files:\n  /proc/self/mountinfo: |\n" + text.indent(4)));
    }

    @Test
    void aPathLiesOnTheLongestPointAboveIt() {
        Mounts mounts = of(TEXT);
        assertEquals("/", mounts.holding("/usr/bin/perf").orElseThrow().point());
        assertEquals("/home", mounts.holding("/home/dev/bin/perf").orElseThrow().point());
        assertEquals("/", mounts.holding("/homework/perf").orElseThrow().point());
        assertEquals("fuse.sshfs", mounts.holding("/home/dev/my disk/perf").orElseThrow().type());
    }

    @Test
    void optionsOfTheMountAndOfTheFileSystemCountAlike() {
        Mount home = of(TEXT).holding("/home/x").orElseThrow();
        assertTrue(home.has("noexec"));
        assertFalse(of(TEXT).holding("/").orElseThrow().has("noexec"));
        assertTrue(of(TEXT).holding("/").orElseThrow().has("errors=remount-ro"));
    }

    @Test
    void theLaterOfTwoMountsOnOnePointIsSeen() {
        assertEquals("tmpfs", of(TEXT + "700 28 0:60 / /home rw - tmpfs tmpfs rw\n").holding("/home/x").orElseThrow().type());
    }

    @Test
    void garbledAndTruncatedLinesArePassedOver() {
        assertEquals(List.of(), Mounts.parse("\u0000\n28 1 8:2 / /\n28 1 8:2 / / rw - \n - - - - - -\n"));
    }

    @Test
    void anUnreadableTableIsNoEmptyOne() {
        Mounts denied = Mounts.of(Machines.facts("files:\n  /proc/self/mountinfo: {unread: denied}\n"));
        assertTrue(denied.reading() instanceof Unread<?>);
        assertTrue(denied.holding("/usr").isEmpty());
        assertTrue(Mounts.of(Machines.facts("")).reading().isAbsent());
    }
}
