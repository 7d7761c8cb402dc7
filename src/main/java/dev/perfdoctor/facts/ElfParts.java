package dev.perfdoctor.facts;

import dev.perfdoctor.api.ElfWords;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What an ELF file says of itself, in groups of rising cost: a loader is only asked for its frame, and then nobody reads its symbols. Each group
 * is found when it is first asked for. Safe for many threads.
 */
interface ElfParts {
    /** What the headers and a few small sections say. */
    record Frame(
            String machine,
            OptionalInt bits,
            Optional<String> type,
            Optional<String> buildId,
            Optional<String> interpreter,
            Optional<List<String>> needed,
            Optional<List<String>> sections,
            Optional<String> compressed,
            Optional<String> comment,
            Optional<String> debuglink,
            Optional<String> debuglinkCrc,
            Optional<Boolean> ehFrameHdr,
            OptionalLong truncatedAt) {}

    /** What the first units of the debug information say. */
    record Units(OptionalInt dwarfVersion, Optional<List<String>> producers, Optional<Boolean> split) {}

    /** What the code and its tables say. */
    record Code(Optional<String> framePointers, OptionalLong unwindEntries, OptionalLong functions) {}

    /** The frame. */
    Frame frame();

    /** Names of symbols, where they matter. */
    Optional<List<String>> symbols();

    /** The first units. */
    Units units();

    /** The code. */
    Code code();

    /** All of it, in the words of a machine file. */
    default ElfWords words() {
        Frame f = frame();
        Units u = units();
        Code c = code();
        return new ElfWords(f.machine(), f.bits(), f.type(), f.buildId(), f.interpreter(), f.needed(), f.sections(), symbols(), u.dwarfVersion(),
                f.compressed(), f.comment(), f.debuglink(), f.debuglinkCrc(), f.ehFrameHdr(), c.framePointers(), c.unwindEntries(), c.functions(),
                u.producers(), u.split(), f.truncatedAt());
    }

    /** Those that a machine file states. */
    record Stated(ElfWords words) implements ElfParts {
        @Override
        public Frame frame() {
            return new Frame(words.machine(), words.bits(), words.type(), words.buildId(), words.interpreter(), words.needed(), words.sections(),
                    words.compressed(), words.comment(), words.debuglink(), words.debuglinkCrc(), words.ehFrameHdr(), words.truncatedAt());
        }

        @Override
        public Optional<List<String>> symbols() {
            return words.symbols();
        }

        @Override
        public Units units() {
            return new Units(words.dwarfVersion(), words.producers(), words.splitDwarf());
        }

        @Override
        public Code code() {
            return new Code(words.framePointers(), words.unwindEntries(), words.functions());
        }
    }
}
