package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import java.util.List;
import java.util.Optional;

/**
 * The directories of {@code LD_LIBRARY_PATH}, which the dynamic loader searches first, except for programs with file capabilities or set-id
 * bits: for those it ignores the variable (ld.so(8), secure-execution mode).
 *
 * @param directories the absolute ones, in order
 */
public record LibraryPath(List<String> directories) {
    /** Of the calling user's environment. */
    public static LibraryPath of(Facts facts) {
        return facts.once(LibraryPath.class, f -> new LibraryPath(f.host().identity().variable("LD_LIBRARY_PATH")
                .map(path -> Text.split(path.replace(';', ':'), ':').stream().filter(d -> d.startsWith("/")).toList())
                .orElse(List.of())));
    }

    /** The directory that holds a library, such as {@code libtraceevent.so.1}; empty where none does. */
    public Optional<String> directoryOf(Facts facts, String library) {
        return directories.stream().filter(d -> !library.contains("/") && facts.host().stat(d + "/" + library).isPresent()).findFirst();
    }
}
