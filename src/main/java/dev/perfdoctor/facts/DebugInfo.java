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
}
