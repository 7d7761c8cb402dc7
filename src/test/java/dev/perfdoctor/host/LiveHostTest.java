package dev.perfdoctor.host;

import static dev.perfdoctor.host.Answers.value;
import static dev.perfdoctor.host.Answers.why;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Host.Source;
import dev.perfdoctor.api.Identity;
import dev.perfdoctor.api.Stat;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of the machine that the test runs on. */
class LiveHostTest {
    @TempDir
    private Path folder;

    private final LiveHost host = LiveHost.of(System.getenv(), "", Mounts.unknown());

    @AfterEach
    void close() {
        host.close();
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private String written(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void procfsAndSysfsAreReadToTheirEndWhateverSizeTheyClaim() {
        assertEquals(Source.LIVE, host.source());
        assertTrue(value(host.read("/proc/self/status")).contains("\nUid:"));
        assertTrue(value(host.read("/proc/cpuinfo")).length() > 100);
        assertEquals(0, value(host.stat("/proc/cpuinfo")).size());
        assertEquals(value(host.read("/proc/cpuinfo")).length(), value(host.bytes("/proc/cpuinfo", 0, 1 << 20)).length);
        Assumptions.assumeTrue(Files.exists(Path.of("/sys/devices/system/cpu/online")));
        assertTrue(value(host.read("/sys/devices/system/cpu/online")).endsWith("\n"));
    }

    @Test
    void missingIsAbsentAlsoBelowAFile() throws IOException {
        String file = written("file", "x");
        for (String path : List.of(file("none"), file("none") + "/below", file + "/below")) {
            assertEquals("absent", why(host.read(path)), path);
            assertEquals("absent", why(host.bytes(path, 0, 1)), path);
            assertEquals("absent", why(host.stat(path)), path);
            assertEquals("absent", why(host.lstat(path)), path);
            assertEquals("absent", why(host.list(path)), path);
            assertEquals("absent", why(host.readLink(path)), path);
            assertEquals("absent", why(host.realPath(path)), path);
        }
    }

    @Test
    void whatIsLargerThanTheLimitIsTooLarge() throws IOException {
        String file = written("file", "x".repeat(100_000));
        assertEquals("too large", why(host.read(file, 99_999)));
        assertEquals(100_000, value(host.read(file, 100_000)).length());
        assertEquals("too large", why(host.read("/proc/self/status", 10)));
    }

    @Test
    void bytesAreReadWhereTheyAreAskedAndEndWithTheFile() throws IOException {
        String file = written("file", "0123456789");
        assertArrayEquals("345".getBytes(StandardCharsets.UTF_8), value(host.bytes(file, 3, 3)));
        assertEquals(1, value(host.bytes(file, 9, 1 << 30)).length);
        assertEquals(0, value(host.bytes(file, 1L << 40, 10)).length);
        assertEquals(0, value(host.bytes(file, 0, 0)).length);
        assertEquals("no such place in a file", why(host.bytes(file, -1, 1)));
    }

    @Test
    void onlyRegularFilesAreOpened() throws IOException, InterruptedException {
        Assumptions.assumeTrue(new ProcessBuilder("mkfifo", file("fifo")).start().waitFor() == 0);
        Files.createSymbolicLink(folder.resolve("link"), Path.of("fifo"));
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(folder.resolve("socket")));
            assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
                for (String path : List.of(file("fifo"), file("link"), file("socket"), "/dev/zero", "/dev/null")) {
                    assertEquals("not a regular file", why(host.read(path)), path);
                    assertEquals("not a regular file", why(host.bytes(path, 0, 1)), path);
                }
            });
        }
        assertEquals("Is a directory", why(host.read(folder.toString())));
        assertEquals("Not a directory", why(host.list(file("fifo"))));
        assertEquals(Stat.Type.FIFO, value(host.stat(file("fifo"))).type());
        assertEquals(Stat.Type.SOCKET, value(host.stat(file("socket"))).type());
        assertEquals(Stat.Type.DEVICE, value(host.stat("/dev/zero")).type());
    }

    @Test
    void metadataHasEveryBitAndTime() throws IOException {
        String file = written("file", "abc");
        Files.setAttribute(Path.of(file), "unix:mode", 04751);
        Files.createLink(folder.resolve("second"), Path.of(file));
        Stat stat = value(host.stat(file));
        assertEquals(Stat.Type.REGULAR, stat.type());
        assertEquals(04751, stat.mode());
        assertTrue(stat.isSetuid());
        assertEquals(3, stat.size());
        assertEquals(2, stat.links().orElseThrow());
        assertEquals(stat.inode(), value(host.stat(file("second"))).inode());
        assertEquals(stat.device(), value(host.stat(folder.toString())).device());
        Instant now = Instant.now().plusSeconds(5);
        assertTrue(stat.mtime().orElseThrow().isBefore(now) && stat.mtime().orElseThrow().isAfter(now.minusSeconds(600)));
        assertTrue(stat.ctime().orElseThrow().isBefore(now));
        assertEquals(Files.getAttribute(Path.of(file), "unix:uid"), (int) stat.uid());
    }

    @Test
    void theStickyBitIsSeen() throws IOException {
        Path sticky = Files.createDirectory(folder.resolve("sticky"));
        Files.setAttribute(sticky, "unix:mode", 01777);
        assertEquals(01777, value(host.stat(sticky.toString())).mode());
        assertTrue(value(host.stat(sticky.toString())).isDirectory());
    }

    @Test
    void linksAreFollowedOrShown() throws IOException {
        String file = written("file", "abc");
        Files.createSymbolicLink(folder.resolve("link"), Path.of("file"));
        Files.createSymbolicLink(folder.resolve("dangling"), Path.of("none"));
        assertEquals("abc", value(host.read(file("link"))));
        assertEquals("file", value(host.readLink(file("link"))));
        assertEquals(Stat.Type.LINK, value(host.lstat(file("link"))).type());
        assertEquals(Stat.Type.REGULAR, value(host.stat(file("link"))).type());
        assertEquals(folder.toRealPath().resolve("file").toString(), value(host.realPath(file("link"))));
        assertEquals("absent", why(host.readLink(file)));
        assertEquals("absent", why(host.read(file("dangling"))));
        assertEquals("absent", why(host.realPath(file("dangling"))));
        assertEquals("none", value(host.readLink(file("dangling"))));
        assertTrue(value(host.readLink("/proc/self/ns/user")).startsWith("user:["));
    }

    @Test
    void whatFailsSaysSoInTheSystemsWords() throws IOException {
        Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
        assertEquals("too many levels of symbolic links", why(host.read(file("loop"))));
        assertEquals("too many levels of symbolic links", why(host.stat(file("loop"))));
        assertEquals("too many levels of symbolic links", why(host.realPath(file("loop"))));
        assertEquals("File name too long", why(host.read(file("x".repeat(300)))));
        assertEquals("not an absolute path", why(host.read("relative")));
        assertEquals("not an absolute path", why(host.read("/with\0zero")));
        assertEquals("not an absolute path", why(host.stat("")));
    }

    @Test
    void whatMayNotBeReadIsDeniedAndNotMissing() throws IOException {
        String file = written("secret", "x");
        Files.setAttribute(Path.of(file), "unix:mode", 0);
        Path closed = Files.createDirectory(folder.resolve("closed"));
        Files.setAttribute(closed, "unix:mode", 0);
        Assumptions.assumeFalse(Files.isReadable(Path.of(file)), "root reads everything");
        assertEquals("denied", why(host.read(file)));
        assertEquals("denied", why(host.list(closed.toString())));
        assertEquals("denied", why(host.stat(closed + "/x")));
        assertEquals(0, value(host.stat(file)).mode());
    }

    @Test
    void whatTheKernelLetsNobodyReadIsDenied() {
        Assumptions.assumeTrue(Files.exists(Path.of("/proc/sys/vm/compact_memory")));
        assertEquals("denied", why(host.read("/proc/sys/vm/compact_memory")));
    }

    @Test
    void namesAreSorted() throws IOException {
        for (String name : List.of("b", "a", "ä", "c d", ".hidden")) {
            written(name, "");
        }
        assertEquals(List.of(".hidden", "a", "b", "c d", "ä"), value(host.list(folder.toString())));
        assertEquals(value(host.list(folder.toString())), value(host.listKnown(folder.toString())));
    }

    @Test
    void theSecondReadingIsTakenSomeTimeAfterTheFirst() {
        Instant start = Instant.now();
        value(host.read("/proc/stat"));
        value(host.readLater("/proc/stat"));
        assertTrue(Duration.between(start, Instant.now()).toMillis() >= 240);
        assertEquals("absent", why(host.readLater(file("none"))));
    }

    @Test
    void theIdentityIsThatOfUnameAndId() {
        Identity identity = host.identity();
        assertEquals("Linux", identity.sysname());
        assertEquals(printed("uname", "-r"), identity.release());
        assertEquals(printed("uname", "-v"), identity.version());
        assertEquals(printed("uname", "-m"), identity.machine());
        assertEquals(printed("uname", "-n"), identity.nodename());
        Identity.User user = identity.user().orElseThrow();
        assertEquals(printed("id", "-u"), Long.toString(user.uid()));
        assertEquals(printed("id", "-g"), Long.toString(user.gid()));
        assertEquals(printed("id", "-un"), user.name());
        assertEquals(List.of(printed("id", "-Gn").split(" ", -1)), user.groups());
        assertEquals(Path.of("").toAbsolutePath().toString(), identity.directory());
        assertEquals(System.getenv("PATH"), identity.environment().get("PATH"));
        assertTrue(Duration.between(identity.now(), Instant.now()).toMinutes() < 5);
    }

    private String printed(String... command) {
        return value(host.run(command)).out().strip();
    }

    @Test
    void anOrdinaryRunOpensNothingOfTheWorkingDirectory() {
        assertEquals("neither a name nor an absolute path", why(host.run("./pom.xml")));
        assertFalse(host.run("pom.xml").isPresent());
    }

    @Test
    void pathsOnMountsThatMayHangAreNotTouchedWithoutSomethingToTouchThemWith() throws IOException {
        String file = written("file", "x");
        Files.createSymbolicLink(folder.resolve("link"), folder);
        try (LiveHost careful = LiveHost.of(Map.of(), "", mountAt(folder, "fuse.sshfs"))) {
            for (String path : List.of(file, folder.toString(), file("link/file"), file("none"))) {
                assertEquals("on fuse.sshfs, which may hang", why(careful.read(path)), path);
                assertEquals("on fuse.sshfs, which may hang", why(careful.stat(path)), path);
                assertEquals("on fuse.sshfs, which may hang", why(careful.list(path)), path);
            }
            assertTrue(careful.read("/proc/self/status").isPresent());
        }
        try (LiveHost careful = LiveHost.of(Map.of(), "", mountAt(folder, "autofs"))) {
            assertEquals("on autofs, which is not triggered", why(careful.read(file)));
        }
    }

    @Test
    void pathsOnMountsThatMayHangAreReadInAnotherProcess() throws IOException {
        String file = written("file", "0123456789");
        Path place = folder.toRealPath();
        Files.createSymbolicLink(folder.resolve("link"), Path.of("file"));
        Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
        Files.setAttribute(Path.of(file), "unix:mode", 04755);
        try (LiveHost careful = LiveHost.of(Map.of("PATH", "/usr/bin:/bin"), Installation.home(), mountAt(folder, "nfs4"))) {
            assertEquals("0123456789", value(careful.read(file)));
            assertEquals("too large", why(careful.read(file, 9)));
            assertArrayEquals("45".getBytes(StandardCharsets.UTF_8), value(careful.bytes(file, 4, 2)));
            assertEquals(List.of("file", "link", "loop"), value(careful.list(folder.toString())));
            assertEquals("file", value(careful.readLink(file("link"))));
            assertEquals(place.resolve("file").toString(), value(careful.realPath(file("link"))));
            assertEquals(value(host.stat(file)), value(careful.stat(file)));
            assertEquals(value(host.lstat(file("link"))), value(careful.lstat(file("link"))));
            assertEquals("absent", why(careful.read(file("none"))));
            assertEquals("absent", why(careful.stat(file + "/below")));
            assertEquals("Is a directory", why(careful.read(folder.toString())));
            assertEquals("too many levels of symbolic links", why(careful.read(file("loop"))));
            assertEquals("absent", why(careful.readLink(file)));
        }
    }

    @Test
    void aFifoOnAMountThatMayHangIsNotWaitedFor() throws IOException, InterruptedException {
        Assumptions.assumeTrue(new ProcessBuilder("mkfifo", file("fifo")).start().waitFor() == 0);
        try (LiveHost careful = LiveHost.of(Map.of(), Installation.home(), mountAt(folder, "fuse"))) {
            assertEquals("not a regular file", why(careful.read(file("fifo"))));
            assertEquals(Optional.of(Stat.Type.FIFO), Optional.of(value(careful.stat(file("fifo"))).type()));
        }
    }

    private static Mounts mountAt(Path place, String type) throws IOException {
        return Mounts.of("36 35 98:0 / " + place.toRealPath() + " rw - " + type + " somewhere rw\n");
    }
}
