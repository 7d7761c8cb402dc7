package dev.perfdoctor.facts;

import dev.perfdoctor.api.ElfWords;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Identity;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Request;
import dev.perfdoctor.api.Stat;
import dev.perfdoctor.engine.FactStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The files of this machine as they are, for an environment and a user that a test chooses; nothing can be run on it. */
final class DiskMachine implements Host {
    private final Identity identity;

    DiskMachine(Map<String, String> environment, String directory, long uid) {
        Identity.User user = new Identity.User("dev", uid, uid, List.of());
        this.identity = new Identity("Linux", "", "", "", "", Optional.of(user), environment, directory, Instant.now());
    }

    Facts facts() {
        return new FactStore(this, Request.usual(), Duration.ofSeconds(60));
    }

    private interface Question<T> {
        T ask(Path path) throws IOException;
    }

    private static <T> Reading<T> ask(String file, Question<T> question) {
        try {
            return new Present<>(question.ask(Path.of(file)), new Evidence(file, "read"));
        } catch (NoSuchFileException gone) {
            return new Absent<>(file);
        } catch (NotDirectoryException e) {
            return Reading.failed(file, "Not a directory");
        } catch (IOException e) {
            return Files.exists(Path.of(file), LinkOption.NOFOLLOW_LINKS) ? Reading.failed(file, e.toString()) : new Absent<>(file);
        }
    }

    @Override
    public Source source() {
        return Source.TREE;
    }

    @Override
    public Identity identity() {
        return identity;
    }

    @Override
    public Reading<String> read(String file, int limit) {
        return bytes(file, 0, limit).map(b -> new String(b, StandardCharsets.UTF_8));
    }

    @Override
    public Reading<byte[]> bytes(String file, long offset, int length) {
        return ask(file, path -> {
            try (FileChannel channel = FileChannel.open(path)) {
                ByteBuffer into = ByteBuffer.allocate((int) Math.min(length, Math.max(0, channel.size() - offset)));
                while (into.hasRemaining() && channel.read(into, offset + into.position()) > 0) { }
                return into.array();
            }
        });
    }

    @Override
    public Reading<ElfWords> elf(String file) {
        return new Absent<>(file);
    }

    @Override
    public Reading<String> readLater(String file) {
        return new Absent<>(file);
    }

    @Override
    public Reading<List<String>> list(String directory) {
        return ask(directory, path -> {
            try (Stream<Path> names = Files.list(path)) {
                return names.map(p -> p.getFileName().toString()).sorted().toList();
            }
        });
    }

    @Override
    public Reading<Stat> stat(String file) {
        return ask(file, path -> stat(path));
    }

    @Override
    public Reading<Stat> lstat(String file) {
        return ask(file, path -> stat(path, LinkOption.NOFOLLOW_LINKS));
    }

    private static Stat stat(Path path, LinkOption... options) throws IOException {
        Map<String, Object> of = Files.readAttributes(path, "unix:mode,uid,gid,size,lastModifiedTime,nlink,isDirectory,isSymbolicLink,isRegularFile", options);
        Stat.Type type = of.get("isDirectory").equals(true) ? Stat.Type.DIRECTORY
                : of.get("isSymbolicLink").equals(true) ? Stat.Type.LINK
                : of.get("isRegularFile").equals(true) ? Stat.Type.REGULAR : Stat.Type.DEVICE;
        return new Stat(
                type,
                (int) of.get("mode") & 07777,
                ((Number) of.get("uid")).longValue(),
                ((Number) of.get("gid")).longValue(),
                (long) of.get("size"),
                Optional.of(((FileTime) of.get("lastModifiedTime")).toInstant()),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.of(((Number) of.get("nlink")).longValue()));
    }

    @Override
    public Reading<String> readLink(String file) {
        return Files.isSymbolicLink(Path.of(file)) ? ask(file, path -> Files.readSymbolicLink(path).toString()) : new Absent<>(file);
    }

    @Override
    public Reading<String> realPath(String file) {
        return ask(file, path -> path.toRealPath().toString());
    }

    @Override
    public Reading<Ran> run(List<String> command) {
        return new Absent<>(command.getFirst());
    }
}
