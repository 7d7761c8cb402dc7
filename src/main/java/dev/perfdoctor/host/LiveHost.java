package dev.perfdoctor.host;

import dev.perfdoctor.api.ElfWords;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Identity;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Stat;
import dev.perfdoctor.host.Mounts.Mount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NotLinkException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The machine this runs on.
 *
 * <p>A path is looked at before it is opened: only regular files are (those of procfs and sysfs are), so no FIFO, device or socket can hold the
 * doctor. Between the look and the open someone may put a FIFO there; whoever can do that can hang every reader of that directory, and the
 * doctor's own end does not wait for a reader. Mounts that may hang are recognised first ({@link Mounts}).
 */
public final class LiveHost implements Host, AutoCloseable {
    private static final LinkOption[] FOLLOW = {};
    private static final LinkOption[] NO_FOLLOW = {LinkOption.NOFOLLOW_LINKS};
    /** Between the two readings of a counter: long enough for a tick of 10 ms to be a small part, short enough to be waited for. */
    private static final Duration APART = Duration.ofMillis(250);

    private final Runners runners;
    private final Commands commands;
    private final HangingReads hangingReads;
    private final Places places;
    private final Identity identity;
    private final Map<String, Long> firstReadings = new ConcurrentHashMap<>();

    private LiveHost(Map<String, String> environment, String directory, Runners runners, String home, Mounts mounts) {
        this.runners = runners;
        this.hangingReads = new HangingReads(runners);
        this.places = new Places(mounts);
        this.commands = new Commands(new ProgramSearch(environment.getOrDefault("PATH", ""), this::executable), home, runners);
        this.identity = identity(new ProcIdentity(this), environment, directory);
    }

    private static Identity identity(ProcIdentity proc, Map<String, String> environment, String directory) {
        String sysname = proc.uname("ostype");
        String arch = proc.uname("arch");
        return new Identity(
                sysname.isEmpty() ? "Linux" : sysname,
                proc.uname("osrelease"),
                proc.uname("version"),
                arch.isEmpty() ? machineOfTheJvm() : arch,
                proc.uname("hostname"),
                proc.user(),
                environment,
                directory,
                Instant.now());
    }

    /** In uname's words. */
    private static String machineOfTheJvm() {
        String jvm = System.getProperty("os.arch", "");
        return switch (jvm) {
            case "amd64" -> "x86_64";
            case "x86", "i386" -> "i686";
            case "arm" -> "armv7l";
            default -> jvm;
        };
    }

    /**
     * This machine, as the launcher found it: its properties {@code perfdoctor.home}, {@code perfdoctor.run} and {@code perfdoctor.directory}
     * say what the JVM cannot know.
     */
    public static LiveHost create() {
        String home = System.getProperty("perfdoctor.home", "");
        Map<String, String> environment = UserEnvironment.ofThisProcess();
        Runners runners = new Runners(environment, home, System.getProperty("perfdoctor.run", "").equals("stdin"));
        return new LiveHost(environment, System.getProperty("perfdoctor.directory", System.getProperty("user.dir")), runners, home, mounts());
    }

    /** This machine with another environment, installation and mounts. */
    static LiveHost of(Map<String, String> environment, String home, Mounts mounts) {
        return new LiveHost(environment, System.getProperty("user.dir"), new Runners(environment, home, false), home, mounts);
    }

    private static Mounts mounts() {
        Reading<String> mountinfo = DiskFile.textThroughLinks("/proc/self/mountinfo", Path.of("/proc/self/mountinfo"), USUAL_LIMIT);
        return mountinfo instanceof Present<String> present ? Mounts.of(present.value()) : Mounts.unknown();
    }

    @Override
    public Source source() {
        return Source.LIVE;
    }

    @Override
    public Identity identity() {
        return identity;
    }

    /** What is asked of a path, on a mount that may hang or on any other. */
    private record Question<T>(Function<Mount, Reading<T>> remote, Function<Path, Reading<T>> local) {}

    private <T> Reading<T> answer(String file, boolean follow, Question<T> question) {
        if (!file.startsWith("/") || file.indexOf('\0') >= 0) {
            return Reading.failed(file, "not an absolute path");
        }
        Optional<Mount> mount = places.hanging(file, follow);
        if (mount.isPresent()) {
            return question.remote().apply(mount.get());
        }
        try {
            return question.local().apply(Path.of(file));
        } catch (InvalidPathException e) {
            return Reading.failed(file, "the name cannot be written in this locale");
        }
    }

    @Override
    public Reading<String> read(String file, int limit) {
        if (file.startsWith("/proc/") || file.startsWith("/sys/")) {
            firstReadings.putIfAbsent(file, System.nanoTime());
        }
        return answer(file, true, new Question<>(
                mount -> hangingReads.text(mount, file, limit),
                path -> regular(file, path, p -> DiskFile.textThroughLinks(file, p, limit))));
    }

    @Override
    public Reading<byte[]> bytes(String file, long offset, int length) {
        if (offset < 0 || length < 0) {
            return Reading.failed(file, "no such place in a file");
        }
        return answer(file, true, new Question<>(
                mount -> hangingReads.bytes(mount, file, offset, length),
                path -> regular(file, path, p -> DiskFile.bytesThroughLinks(file, p, offset, length))));
    }

    private static <T> Reading<T> regular(String file, Path path, Function<Path, Reading<T>> read) {
        return ofType(file, path, type -> switch (type) {
            case REGULAR -> read.apply(path);
            case DIRECTORY -> Reading.failed(file, "Is a directory");
            case FIFO, SOCKET, DEVICE, LINK -> Reading.failed(file, "not a regular file");
        });
    }

    private static <T> Reading<T> ofType(String file, Path path, Function<Stat.Type, Reading<T>> read) {
        try {
            return read.apply(UnixStat.typeOf(path));
        } catch (IOException e) {
            return DiskFile.failure(file, path, e);
        }
    }

    /** The bytes are there; the ELF fact reads them. */
    @Override
    public Reading<ElfWords> elf(String file) {
        return new Absent<>(file);
    }

    @Override
    public Reading<String> readLater(String file) {
        Long first = firstReadings.get(file);
        long wait = first == null ? 0 : first + APART.toNanos() - System.nanoTime();
        if (wait > 0) {
            try {
                Thread.sleep(Duration.ofNanos(wait));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Reading.failed(file, "interrupted");
            }
        }
        return read(file);
    }

    @Override
    public Reading<List<String>> list(String directory) {
        return answer(directory, true, new Question<>(
                mount -> hangingReads.list(mount, directory),
                path -> localNames(directory, path)));
    }

    /** The JDK opens what it lists without O_DIRECTORY: a FIFO would be waited for. */
    private static Reading<List<String>> localNames(String directory, Path path) {
        return ofType(directory, path, type ->
                type == Stat.Type.DIRECTORY ? DiskFile.names(directory, path) : Reading.failed(directory, "Not a directory"));
    }

    @Override
    public Reading<Stat> stat(String file) {
        return answer(file, true, new Question<>(
                mount -> hangingReads.stat(mount, file, true),
                path -> localStat(file, path, FOLLOW)));
    }

    @Override
    public Reading<Stat> lstat(String file) {
        return answer(file, false, new Question<>(
                mount -> hangingReads.stat(mount, file, false),
                path -> localStat(file, path, NO_FOLLOW)));
    }

    private static Reading<Stat> localStat(String file, Path path, LinkOption[] options) {
        try {
            return Seen.stat(file, UnixStat.of(path, options));
        } catch (IOException e) {
            return DiskFile.failure(file, path, e);
        }
    }

    @Override
    public Reading<String> readLink(String file) {
        return answer(file, false, new Question<>(
                mount -> hangingReads.link(mount, file),
                path -> localLink(file, path)));
    }

    private static Reading<String> localLink(String file, Path path) {
        try {
            return Seen.link(file, Files.readSymbolicLink(path).toString());
        } catch (NotLinkException e) {
            return new Absent<>(file);
        } catch (IOException e) {
            return DiskFile.failure(file, path, e);
        }
    }

    @Override
    public Reading<String> realPath(String file) {
        return answer(file, true, new Question<>(
                mount -> hangingReads.realPath(mount, file),
                path -> localRealPath(file, path)));
    }

    private static Reading<String> localRealPath(String file, Path path) {
        try {
            return Seen.link(file, path.toRealPath().toString());
        } catch (IOException e) {
            return DiskFile.failure(file, path, e);
        }
    }

    @Override
    public Reading<Ran> run(List<String> command) {
        return commands.run(command);
    }

    @Override
    public Reading<Ran> printedBefore(List<String> command) {
        return commands.printedBefore(command);
    }

    @Override
    public void anticipate(List<List<String>> all) {
        commands.anticipate(all);
    }

    /** Whether a file is a program that this user may execute (access(2)). */
    private Reading<Boolean> executable(String file) {
        return answer(file, true, new Question<>(
                mount -> hangingReads.stat(mount, file, true).map(s -> s.isRegular() && s.isExecutable()),
                path -> ofType(file, path, type -> new Present<>(type == Stat.Type.REGULAR && Files.isExecutable(path), new Evidence(file, "")))));
    }

    /** Ends every command that still runs, and the readers that hang. */
    @Override
    public void close() {
        runners.close();
    }
}
