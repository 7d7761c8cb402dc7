package dev.perfdoctor.facts;

import dev.perfdoctor.facts.TargetPrograms.Program;
import java.util.Optional;

/**
 * What this valgrind cannot read of a program's debug information, by what each version was seen to do with it.
 *
 * @param what the format, for people
 * @param dies whether valgrind stops, rather than losing lines and names
 * @param since the version that reads it
 */
public record ValgrindReading(String what, boolean dies, String since) {
    /** The first trouble; empty where there is none or the version is not known. */
    public static Optional<ValgrindReading> of(ValgrindInstallation valgrind, Program program) {
        return of(valgrind, program.elf());
    }

    /** As {@link #of(ValgrindInstallation, Program)}, of a program or of its debug file. */
    public static Optional<ValgrindReading> of(ValgrindInstallation valgrind, Elf elf) {
        boolean debug = elf.hasDebugInfo().orElse(false) || elf.hasSplitDwarf().orElse(false);
        if (!debug) {
            return Optional.empty();
        }
        if (elf.hasSplitDwarf().orElse(false) && valgrind.olderThan(3, 20)) {
            return Optional.of(new ValgrindReading("split DWARF", true, "3.20"));
        }
        if (elf.compression().filter(c -> c == Elf.Compression.ZSTD).isPresent() && valgrind.olderThan(3, 25)) {
            return Optional.of(new ValgrindReading("debug sections compressed with zstd", false, "3.25"));
        }
        if (elf.dwarfVersion().orElse(0) >= 5 && valgrind.olderThan(3, 17)) {
            return Optional.of(new ValgrindReading("DWARF 5", false, "3.17"));
        }
        boolean newForms = elf.compilers().stream().anyMatch(ValgrindReading::isClang14);
        return elf.dwarfVersion().orElse(0) >= 5 && newForms && valgrind.olderThan(3, 20)
                ? Optional.of(new ValgrindReading("DWARF 5 as clang 14 writes it", false, "3.20"))
                : Optional.empty();
    }

    private static boolean isClang14(String compiler) {
        int at = compiler.indexOf("clang version ");
        return at >= 0 && KernelRelease.parse(compiler.substring(at + "clang version ".length())).major() >= 14;
    }

    /** Whether lld linked it, whose layout valgrind follows from 3.20 on (bug 452802). */
    public static boolean linkedByLld(Program program) {
        return program.elf().compilers().stream().anyMatch(c -> c.contains("LLD"));
    }
}
