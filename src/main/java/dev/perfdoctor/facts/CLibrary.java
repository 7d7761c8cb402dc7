package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading.Present;
import java.util.List;
import java.util.Optional;

/**
 * The GNU C library that programs of this machine run with.
 *
 * @param minor of its version: 36 of 2.36
 * @param evidence what tells
 */
public record CLibrary(int minor, Evidence evidence) {
    private static final List<String> DIRECTORIES =
            List.of("/usr/lib/%s-linux-gnu", "/lib/%s-linux-gnu", "/usr/lib64", "/lib64", "/usr/lib", "/lib");
    private static final String VERSION = "GLIBC_2.";

    private record Held(Optional<CLibrary> library) {}

    /** That of this machine; empty where there is none, as with musl, or its version is not known. */
    public static Optional<CLibrary> of(Facts facts) {
        return facts.once(Held.class, f -> new Held(byFile(f).or(() -> byPackage(f)))).library();
    }

    /** The newest version that its symbols carry; up to 2.33 the file was called {@code libc-2.33.so}. */
    private static Optional<CLibrary> byFile(Facts facts) {
        for (String directory : DIRECTORIES) {
            String file = directory.formatted(facts.host().identity().machine()) + "/libc.so.6";
            if (Elf.of(facts, file) instanceof Present<Elf> elf) {
                String real = HostPath.name(facts.host().realPath(file).orElse(file));
                Optional<CLibrary> named = minor(real, "libc-2.").map(m -> new CLibrary(m, new Evidence(file, "is " + real)));
                return named.or(() -> newest(elf.value()));
            }
        }
        return Optional.empty();
    }

    private static Optional<CLibrary> newest(Elf elf) {
        return elf.tellingSymbols().orElse(List.of()).stream()
                .flatMap(s -> minor(s, VERSION).stream())
                .max(Integer::compare)
                .map(m -> new CLibrary(m, new Evidence(elf.file(), VERSION + m)));
    }

    private static Optional<CLibrary> byPackage(Facts facts) {
        return Packages.of(facts).version("libc6") instanceof Present<String> version
                ? minor(version.value(), "2.").map(m -> new CLibrary(m, new Evidence("package libc6", version.value())))
                : Optional.empty();
    }

    private static Optional<Integer> minor(String text, String prefix) {
        int end = prefix.length();
        while (end < text.length() && Character.isDigit(text.charAt(end)) && end < prefix.length() + 4) {
            end++;
        }
        return text.startsWith(prefix) && end > prefix.length() ? Optional.of(Integer.valueOf(text.substring(prefix.length(), end))) : Optional.empty();
    }
}
