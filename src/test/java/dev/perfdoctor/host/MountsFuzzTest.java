package dev.perfdoctor.host;

import static dev.perfdoctor.Outside.holds;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.perfdoctor.Outside;
import dev.perfdoctor.Seeds;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever mountinfo says, each path has an answer. */
class MountsFuzzTest {
    static Stream<byte[]> tables() {
        return Stream.concat(
                Seeds.answers("mountinfo"),
                Seeds.of("36 35 98:0 /mnt1 /mnt2\\040x rw,noatime master:1 - ext3 /dev/root rw\n37 36 0:1 / /net rw - nfs4 host:/x rw\n"));
    }

    @MethodSource("tables")
    @FuzzTest
    void anyTableOfMountsAnswersForEachPath(byte[] data) {
        String text = Outside.text(data);
        Mounts mounts = Mounts.of(text);
        for (String path : new String[] {"/", "/net/x", "/mnt2 x/y"}) {
            mounts.hanging(path).ifPresent(mount -> holds(mounts.anyMayHang() && (path + "/").startsWith(mount.point() + "/"), path + " is not on " + mount));
            for (String point : mounts.hangingBelow(path)) {
                holds(mounts.hanging(point).isPresent(), point + " hangs");
            }
        }
        CapturedIdentity.machineOf(text);
        Seen.shortened(text);
    }
}
