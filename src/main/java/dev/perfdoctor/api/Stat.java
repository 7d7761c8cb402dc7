package dev.perfdoctor.api;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A file's metadata (stat(2) or lstat(2)). Times, inode and device may be unknown in a machine file; unknown is empty, never 0.
 *
 * @param mode permission bits with setuid, setgid and sticky, such as {@code 04755}
 * @param size bytes; -1 where a machine file does not say, as for a program that only {@code elf:} describes
 * @param device identifies the file system; two files are the same when inode and device are
 */
public record Stat(
        Type type,
        int mode,
        long uid,
        long gid,
        long size,
        Optional<Instant> mtime,
        Optional<Instant> ctime,
        OptionalLong inode,
        OptionalLong device,
        OptionalLong links) {
    /** What kind of file it is. */
    public enum Type {
        REGULAR,
        DIRECTORY,
        LINK,
        FIFO,
        SOCKET,
        DEVICE
    }

    /** Whether it is a regular file. */
    public boolean isRegular() {
        return type == Type.REGULAR;
    }

    /** Whether it is a directory. */
    public boolean isDirectory() {
        return type == Type.DIRECTORY;
    }

    /** Whether any execute bit is set. */
    public boolean isExecutable() {
        return (mode & 0111) != 0;
    }

    /** Whether the setuid bit is set. */
    public boolean isSetuid() {
        return (mode & 04000) != 0;
    }

    /** Whether people other than owner and group may write it. */
    public boolean isWorldWritable() {
        return (mode & 02) != 0;
    }
}
