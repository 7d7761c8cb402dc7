package dev.perfdoctor.host;

import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Bounded reads of one file or directory, and errors as readings. The caller has seen what the path is: a FIFO would hang the open. */
final class DiskFile {
    private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ);
    private static final Set<OpenOption> READ_NO_LINK = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    private static final int FIRST_BUFFER = 8192;
    private static final int MOST_NAMES = 1_000_000;

    private DiskFile() {}

    /** The text of a file that is no link. */
    static Reading<String> text(String source, Path file, int limit) {
        return text(source, file, limit, READ_NO_LINK);
    }

    /** The text of a file, a link at its end followed. */
    static Reading<String> textThroughLinks(String source, Path file, int limit) {
        return text(source, file, limit, READ);
    }

    private static Reading<String> text(String source, Path file, int limit, Set<OpenOption> options) {
        try (InputStream in = Channels.newInputStream(Files.newByteChannel(file, options))) {
            byte[] bytes = atMost(in, limit);
            return bytes == null ? Reading.failed(source, "too large") : Seen.text(source, new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException e) {
            return failure(source, file, e);
        }
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
        return bytes(source, file, offset, length, READ_NO_LINK);
    }

    /** Bytes of a file, a link at its end followed. */
    static Reading<byte[]> bytesThroughLinks(String source, Path file, long offset, int length) {
        return bytes(source, file, offset, length, READ);
    }

    private static Reading<byte[]> bytes(String source, Path file, long offset, int length, Set<OpenOption> options) {
        try (SeekableByteChannel channel = Files.newByteChannel(file, options)) {
            channel.position(offset);
            ByteArrayOutputStream all = new ByteArrayOutputStream(Math.min(length, 1 << 16));
            ByteBuffer buffer = ByteBuffer.allocate(Math.min(length, 1 << 16));
            while (all.size() < length) {
                buffer.clear().limit(Math.min(buffer.capacity(), length - all.size()));
                int n = channel.read(buffer);
                if (n < 0) {
                    break;
                }
                all.write(buffer.array(), 0, n);
            }
            return Seen.bytes(source, all.toByteArray());
        } catch (IOException e) {
            return failure(source, file, e);
        }
    }

    /** The names in a directory, sorted. */
    static Reading<List<String>> names(String source, Path directory) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                names.add(entry.getFileName().toString());
                if (names.size() > MOST_NAMES) {
                    return Reading.failed(source, "too large");
                }
            }
        } catch (DirectoryIteratorException e) {
            return failure(source, directory, e.getCause());
        } catch (IOException e) {
            return failure(source, directory, e);
        }
        Collections.sort(names);
        return Seen.names(source, List.copyOf(names));
    }

    /** What an error means: absent (ENOENT, ENOTDIR), denied (EACCES, EPERM), or failed in the system's own words. */
    static <T> Reading<T> failure(String source, Path file, IOException error) {
        return switch (error) {
            case NoSuchFileException _ -> new Absent<>(source);
            case AccessDeniedException _ -> new Unread<>(source, Why.DENIED, "");
            case FileSystemException e when e.getReason() != null -> failure(source, file, e.getReason());
            default -> failure(source, file, String.valueOf(error.getMessage()));
        };
    }

    /**
     * The JDK hands on only strerror(3)'s words for these. They are English where LANGUAGE is; for ENOTDIR, the one whose meaning differs most,
     * the path is looked at besides.
     */
    private static <T> Reading<T> failure(String source, Path file, String words) {
        if (words.equals("Operation not permitted") || words.equals("Permission denied")) {
            return new Unread<>(source, Why.DENIED, "");
        }
        if (words.equals("Not a directory") || isBelowAFile(file)) {
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
