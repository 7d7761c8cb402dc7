package dev.perfdoctor.host;

import dev.perfdoctor.api.ElfWords;
import dev.perfdoctor.api.Reading.Why;
import dev.perfdoctor.api.Stat;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** What stands at a path of a captured machine, the path being free of links but for its last name. */
sealed interface Node {
    /** Known not to exist. */
    record Nothing() implements Node {}

    /** Nobody looked. */
    record Unknown() implements Node {}

    /**
     * Something is there.
     *
     * @param stat empty when only its existence is known; asked only by who wants it, for it costs ten times what the type does
     */
    record Entry(Supplier<Optional<Stat>> stat, Body body, Optional<ElfWords> elf, Optional<String> capabilities) implements Node {
        static Entry of(Stat stat, Body body) {
            return new Entry(() -> Optional.of(stat), body, Optional.empty(), Optional.empty());
        }
    }

    /** What an entry holds. */
    sealed interface Body {}

    /**
     * A regular file's bytes.
     *
     * @param size how long the file is; what lies beyond {@code bytes} was not captured; -1 for an end that nobody knows
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, never handed out
    record Content(byte[] bytes, long size) implements Body {
        boolean isWhole() {
            return size >= 0 && size <= bytes.length;
        }
    }

    /** A regular file of a tree. */
    record OnDisk(Path file) implements Body {}

    /**
     * A directory.
     *
     * @param complete whether all its names are known; asked only by who wants them, for it may take a look at each
     */
    record Directory(BooleanSupplier complete) implements Body {}

    record Link(String text) implements Body {}

    /** A FIFO, a socket or a device: never opened. */
    record Special() implements Body {}

    /** Could not be read, nor anything below it. */
    record Closed(Why why, String detail) implements Body {}
}
