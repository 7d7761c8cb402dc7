package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import java.util.Optional;

/** Where a program's debug information is: in it, in a file of its own, or nowhere. */
public sealed interface DebugInfo {
    /** There is some, in this file. */
    record There(Elf in, Evidence because) implements DebugInfo {}

    /** There is none. */
    record None(boolean stripped, Evidence because) implements DebugInfo {}

    /** A place where it may be could not be looked at. */
    record Unclear(Unread<?> because) implements DebugInfo {}

    /** The file does not tell. */
    record Unknown() implements DebugInfo {}

    /** That of a program. */
    static DebugInfo of(Facts facts, Elf elf) {
        Optional<Boolean> own = elf.hasDebugInfo();
        if (own.isEmpty()) {
            return new Unknown();
        }
        if (own.get()) {
            return new There(elf, new Evidence(elf.file(), "has .debug_info"));
        }
        boolean stripped = !elf.hasSymbols().orElse(true);
        return switch (DebugFiles.of(facts, elf)) {
            case Present<String> p when Elf.of(facts, p.value()) instanceof Present<Elf> separate
                            && separate.value().hasDebugInfo().orElse(false) ->
                new There(separate.value(), new Evidence(p.value(), "its debug file"));
            case Present<String> p -> new None(stripped, new Evidence(p.value(), "its debug file, without .debug_info"));
            case Absent<String> _ -> new None(stripped, new Evidence(elf.file(), "no .debug_info, and no debug file elsewhere"));
            case Unread<String> u -> new Unclear(u);
        };
    }

    /** Why a valgrind cannot read it. */
    record TooNew(String what, String since, Evidence valgrind) {}

    /**
     * What a valgrind of this machine cannot read of it (valgrind's NEWS: DWARF 5 since 3.17, compressed with zstd since 3.25; split DWARF made
     * 3.19 give up, 3.24 passes over it).
     */
    static Optional<TooNew> beyondValgrind(Facts facts, Elf in) {
        boolean zstd = in.compression().filter(c -> c == Elf.Compression.ZSTD).isPresent();
        boolean five = in.dwarfVersion().orElse(0) >= 5;
        boolean split = in.hasSplitDwarf().orElse(false);
        if (!zstd && !five && !split || !(ToolVersion.of(facts, "valgrind") instanceof Present<ToolVersion> valgrind)
                || valgrind.value().version().isEmpty()) {
            return Optional.empty();
        }
        String version = valgrind.value().version();
        if (zstd && Condition.parse("<3.25").holds(version)) {
            return Optional.of(new TooNew("compressed with zstd", "3.25", valgrind.evidence()));
        }
        if (five && Condition.parse("<3.17").holds(version)) {
            return Optional.of(new TooNew("DWARF 5", "3.17", valgrind.evidence()));
        }
        return split && Condition.parse("<3.20").holds(version)
                ? Optional.of(new TooNew("split DWARF", "3.24", valgrind.evidence()))
                : Optional.empty();
    }
}
