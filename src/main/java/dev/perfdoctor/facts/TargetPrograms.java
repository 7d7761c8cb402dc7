package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading.Present;
import java.util.ArrayList;
import java.util.List;

/**
 * The targets that are ELF programs and could be read.
 *
 * @param readable in the order of {@link Targets}, a few at most
 */
public record TargetPrograms(List<Program> readable) {
    /** A project may hold dozens of programs; what is true of the first few is of interest. */
    private static final int MOST = 4;

    /** Where the usual loaders look besides RUNPATH and ld.so.conf (ld.so(8)). */
    private static final List<String> LIBRARY_DIRECTORIES =
            List.of("/usr/lib64", "/lib64", "/usr/lib/%s-linux-gnu", "/lib/%s-linux-gnu", "/usr/lib", "/lib");

    /** One of them. */
    public record Program(String name, Elf elf, Evidence evidence) {
        /** The C library it is linked with, where the usual places hold it; the others are the program's own affair. */
        public List<Elf> libraries(Facts facts) {
            List<Elf> found = new ArrayList<>();
            elf.needed().stream().filter(n -> n.startsWith("libc.so") || n.startsWith("libc.musl")).forEach(name -> {
                for (String directory : LIBRARY_DIRECTORIES) {
                    String place = directory.formatted(elf.machine()) + "/" + name;
                    if (found.isEmpty() && Elf.of(facts, place) instanceof Present<Elf> library) {
                        found.add(library.value());
                    }
                }
            });
            return found;
        }
    }

    /** Those of this run. */
    public static TargetPrograms of(Facts facts) {
        return facts.once(TargetPrograms.class, f -> {
            List<Program> programs = new ArrayList<>();
            for (Targets.Target target : Targets.of(f).all()) {
                if (programs.size() < MOST && Elf.of(f, target.path()) instanceof Present<Elf> elf) {
                    programs.add(new Program(target.name(), elf.value(), elf.evidence()));
                }
            }
            return new TargetPrograms(List.copyOf(programs));
        });
    }
}
