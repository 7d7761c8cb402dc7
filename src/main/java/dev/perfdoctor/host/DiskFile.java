package dev.perfdoctor.host;

import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Bounded reads of one file or directory, and errors as readings. The caller has seen what the path is: a FIFO would hang the open. */
final class DiskFile {
    private static final Set<OpenOption> READ_NO_LINK = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    private static final int FIRST_BUFFER = 8192;
    private static final int MOST_NAMES = 1_000_000;

    private DiskFile() {}

    /** The text of a file that is no link. */
    static Reading<String> text(String source, Path file, int limit) {
        try (InputStream in = Channels.newInputStream(Files.newByteChannel(file, READ_NO_LINK))) {
            return text(source, in, limit);
        } catch (IOException e) {
            return failure(source, file, e);
        }
    }

    /** The text of a file, a link at its end followed. A stream is opened in a fifth of the time that a channel takes. */
    static Reading<String> textThroughLinks(String source, Path file, int limit) {
        try (InputStream in = new FileInputStream(file.toString())) {
            return text(source, in, limit);
        } catch (IOException e) {
            return failure(source, file, e);
        }
    }

    private static Reading<String> text(String source, InputStream in, int limit) throws IOException {
        byte[] bytes = atMost(in, limit);
        return bytes == null ? Reading.failed(source, "too large") : Seen.text(source, new String(bytes, StandardCharsets.UTF_8));
    }

    /** All bytes to the end, whatever size stat told (procfs says 0, sysfs a page); null when there are more than {@code limit}. */
    private static byte[] atMost(InputStream in, int limit) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] buffer = new byte[FIRST_BUFFER];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            all.write(buffer, 0, n);
            if (all.size() > limit) {
                return null;
            }
            if (n == buffer.length && buffer.length < 1 << 20) {
                buffer = new byte[buffer.length * 4];
            }
        }
        return all.toByteArray();
    }

    /** Bytes of a file that is no link. */
    static Reading<byte[]> bytes(String source, Path file, long offset, int length) {
        try (SeekableByteChannel channel = Files.newByteChannel(file, READ_NO_LINK)) {
            channel.position(offset);
            return bytes(source, Channels.newInputStream(channel), length);
        } catch (IOException e) {
            return failure(source, file, e);
        }
    }

    /** Bytes of a file, a link at its end followed. */
    static Reading<byte[]> bytesThroughLinks(String source, Path file, long offset, int length) {
        try (FileInputStream in = new FileInputStream(file.toString())) {
            if (offset > 0) {
                in.skip(offset); // lseek(2), which may go beyond the end; the classes of a channel take 2 ms to load
            }
            return bytes(source, in, length);
        } catch (IOException e) {
            return failure(source, file, e);
        }
    }

    /** Grows as it reads: a length is only what somebody wished for. */
    private static Reading<byte[]> bytes(String source, InputStream in, int length) throws IOException {
        byte[] buffer = new byte[Math.min(length, 1 << 16)];
        int filled = 0;
        while (filled < length) {
            if (filled == buffer.length) {
                buffer = Arrays.copyOf(buffer, (int) Math.min(length, 2L * buffer.length));
            }
            int n = in.read(buffer, filled, buffer.length - filled);
            if (n < 0) {
                break;
            }
            filled += n;
        }
        return Seen.bytes(source, filled == buffer.length ? buffer : Arrays.copyOf(buffer, filled));
    }

    /** The names in a directory, sorted. */
    static Reading<List<String>> names(String source, Path directory) {
        String[] names = directory.toFile().list();
        if (names == null) {
            return unlisted(source, directory);
        }
        if (names.length > MOST_NAMES) {
            return Reading.failed(source, "too large");
        }
        Arrays.sort(names);
        return Seen.names(source, List.of(names));
    }

    /** The quick way above does not say why it failed. */
    private static Reading<List<String>> unlisted(String source, Path directory) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            var _ = entries.iterator().hasNext(); // this is where the error is told
            return Reading.failed(source, "changed while it was read");
        } catch (DirectoryIteratorException e) {
            return failure(source, directory, e.getCause());
        } catch (IOException e) {
            return failure(source, directory, e);
        }
    }

    /** What an error means: absent (ENOENT, ENOTDIR), denied (EACCES, EPERM), or failed in the system's own words. */
    static <T> Reading<T> failure(String source, Path file, IOException error) {
        if (error instanceof NoSuchFileException) {
            return new Absent<>(source);
        }
        if (error instanceof AccessDeniedException) {
            return new Unread<>(source, Why.DENIED, "");
        }
        String reason = error instanceof FileSystemException e ? e.getReason() : null;
        return failure(source, file, reason == null ? String.valueOf(error.getMessage()) : reason);
    }

    /**
     * The JDK hands on only strerror(3)'s words for these, a stream in brackets behind the path. They are English where the launcher's locale
     * is; for ENOTDIR, the one whose meaning differs most, the path is looked at besides.
     */
    private static <T> Reading<T> failure(String source, Path file, String message) {
        String words = message.startsWith(file + " (") ? message.substring(file.toString().length() + 2, message.length() - 1) : message;
        if (words.equals("Operation not permitted") || words.equals("Permission denied")) {
            return new Unread<>(source, Why.DENIED, "");
        }
        if (words.equals("No such file or directory") || words.equals("Not a directory") || isBelowAFile(file)) {
            return new Absent<>(source);
        }
        // The JDK appends " or unable to access attributes of symbolic link" to ELOOP.
        String reason = words.replace(" or unable to access attributes of symbolic link", "");
        return Reading.failed(source, reason.equals("Too many levels of symbolic links") ? reason.toLowerCase(Locale.ROOT) : reason);
    }

    private static boolean isBelowAFile(Path file) {
        for (Path above = file.getParent(); above != null; above = above.getParent()) {
            if (Files.exists(above)) {
                return !Files.isDirectory(above);
            }
        }
        return false;
    }
}
