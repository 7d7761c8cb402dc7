package dev.perfdoctor.host;

import dev.perfdoctor.api.Stat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** stat(2) and lstat(2) through the JDK's {@code unix} attributes: the POSIX view knows neither setuid bits nor inodes. */
final class UnixStat {
    private static final String ATTRIBUTES = "unix:mode,uid,gid,size,lastModifiedTime,ctime,ino,dev,nlink";

    private UnixStat() {}

    static Stat of(Path path, LinkOption... options) throws IOException {
        // Most of what is asked for is not there, which this tells for a fifth of the price.
        Files.readAttributes(path, BasicFileAttributes.class, options);
        Map<String, Object> all = Files.readAttributes(path, ATTRIBUTES, options);
        int mode = (int) all.get("mode");
        return new Stat(
                type(mode),
                mode & 07777,
                Integer.toUnsignedLong((int) all.get("uid")),
                Integer.toUnsignedLong((int) all.get("gid")),
                (long) all.get("size"),
                Optional.of(instant(all.get("lastModifiedTime"))),
                Optional.of(instant(all.get("ctime"))),
                OptionalLong.of((long) all.get("ino")),
                OptionalLong.of((long) all.get("dev")),
                OptionalLong.of((int) all.get("nlink")));
    }

    /** What a path leads to; a tenth of the price of all that is known of it. */
    static Stat.Type typeOf(Path path, LinkOption... options) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class, options);
        if (attributes.isRegularFile()) {
            return Stat.Type.REGULAR;
        }
        if (attributes.isDirectory()) {
            return Stat.Type.DIRECTORY;
        }
        return attributes.isSymbolicLink() ? Stat.Type.LINK : type((int) Files.getAttribute(path, "unix:mode", options));
    }

    private static Instant instant(Object time) {
        return ((FileTime) time).toInstant();
    }

    /** S_IFMT of inode(7). */
    private static Stat.Type type(int mode) {
        return switch (mode & 0170000) {
            case 0100000 -> Stat.Type.REGULAR;
            case 0040000 -> Stat.Type.DIRECTORY;
            case 0120000 -> Stat.Type.LINK;
            case 0010000 -> Stat.Type.FIFO;
            case 0140000 -> Stat.Type.SOCKET;
            default -> Stat.Type.DEVICE;
        };
    }
}
