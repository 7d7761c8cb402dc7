package dev.perfdoctor.api;

import java.util.List;

/**
 * A machine as it can be read: live, a machine file or a directory tree. Nothing else in the program touches the outside world. Paths are
 * strings, absolute, of <em>that</em> machine. No method throws for anything the machine does; each read is bounded; only regular files
 * (and those of procfs and sysfs) are opened. Safe for many threads.
 */
public interface Host {
    /** Text files are read up to this many bytes unless a caller names its own limit. */
    int USUAL_LIMIT = 4 << 20;

    /** Where this host's answers come from. */
    enum Source {
        LIVE,
        MACHINE_FILE,
        TREE
    }

    /** Which kind of host this is. */
    Source source();

    /**
     * Whether what is absent here was looked for. Who writes a machine down by hand leaves out what seems to go without saying; a live machine
     * and a capture do not.
     */
    default boolean absenceWasSeen() {
        return source() == Source.LIVE;
    }

    /** A regular file's text (UTF-8, malformed bytes replaced). Larger than {@link #USUAL_LIMIT}: failed, "too large". */
    default Reading<String> read(String file) {
        return read(file, USUAL_LIMIT);
    }

    /** A regular file's text, up to {@code limit} bytes; larger is failed, "too large". */
    Reading<String> read(String file, int limit);

    /**
     * Bytes of a regular file from {@code offset}; shorter only where the file ends. A machine file that states a size beyond the content
     * it holds answers not captured past that content.
     */
    Reading<byte[]> bytes(String file, long offset, int length);

    /**
     * What an ELF program file says of itself, by the {@code elf:} words of a machine file; hosts that have the bytes leave this
     * {@link Reading.Absent} and the ELF fact reads the bytes.
     */
    Reading<ElfWords> elf(String file);

    /** The second reading of a counter file, taken some time after the first; absent where there was none. */
    Reading<String> readLater(String file);

    /**
     * All names in a directory, sorted, without {@code .} and {@code ..}. Complete: a name that is not there does not exist. A capture that
     * holds some of a directory's files without its listing answers not captured; {@link #listKnown} then tells those it holds.
     */
    Reading<List<String>> list(String directory);

    /**
     * The names known to be in a directory, sorted: each exists, and there may be more. For questions that a name found answers (a PMU, a
     * CPU, a configuration file), never for "there is none".
     */
    default Reading<List<String>> listKnown(String directory) {
        return list(directory);
    }

    /** Metadata, symbolic links followed. */
    Reading<Stat> stat(String file);

    /** Metadata of the name itself: a symbolic link is a link. */
    Reading<Stat> lstat(String file);

    /** A symbolic link's text. Absent when there is no such link. */
    Reading<String> readLink(String file);

    /** The path with every link resolved (realpath(3)); absent when some component, or the end, does not exist. */
    Reading<String> realPath(String file);

    /**
     * Runs a command to its end or its deadline, once per run however often it is asked; found by argv, in any order. The first word is a
     * name to be searched in PATH (absolute entries only), an absolute path, {@code perfdoctor-probe}, or {@code perfdoctor-hardware}, which
     * is no program: a live machine reads its hardware and answers as a program would. Absent: no such program. Denied: it may not be
     * executed. Failed: "timeout", "exec format error" or the like; {@link #printedBefore} has what it printed.
     */
    default Reading<Ran> run(String... command) {
        return run(List.of(command));
    }

    /** As {@link #run(String...)}. */
    Reading<Ran> run(List<String> command);

    /** What a command that failed had printed before, such as the first lines of a probe that was cut off; absent where nothing is known. */
    default Reading<Ran> printedBefore(List<String> command) {
        return new Reading.Absent<>(String.join(" ", command));
    }

    /** Starts commands that will probably be asked for, so that they run beside each other. */
    default void anticipate(List<List<String>> commands) {}

    /** Who and what this machine says it is. */
    Identity identity();
}
