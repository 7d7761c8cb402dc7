package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import java.util.List;
import java.util.Optional;

/**
 * Whether memcheck finds the names it must replace in the dynamic loader: in the loader itself, in a debug file of the same build, or from a
 * debuginfod server. The other tools do not need them.
 */
public sealed interface LoaderSymbols {
    /** It does. */
    record Found(Evidence evidence) implements LoaderSymbols {}

    /**
     * It does not.
     *
     * @param system whether the loader is the distribution's own, whose debug package would help
     */
    record Missing(String loader, boolean system, Evidence evidence) implements LoaderSymbols {}

    /** The question does not arise, or nobody can tell. */
    record NotAsked(String why) implements LoaderSymbols {}

    /** Of the targets' loader, else of the system's. */
    static LoaderSymbols of(Facts facts) {
        return facts.once(LoaderSymbols.class, LoaderSymbols::look);
    }

    private static LoaderSymbols look(Facts facts) {
        List<TargetPrograms.Program> programs = TargetPrograms.of(facts).readable();
        if (!programs.isEmpty() && programs.stream().allMatch(p -> p.elf().isStatic().orElse(false))) {
            return new NotAsked("what will be measured is linked statically");
        }
        Optional<String> loader = programs.stream()
                .flatMap(p -> p.elf().interpreter().stream())
                .findFirst()
                .or(() -> systemLoader(facts));
        if (loader.isEmpty()) {
            return new NotAsked("the loader of this machine is not known");
        }
        if (loader.get().contains("ld-musl")) {
            return new NotAsked("musl's loader needs no symbols for valgrind");
        }
        if (!(Elf.of(facts, loader.get()) instanceof Present<Elf> elf) || elf.value().hasSymbols().isEmpty()) {
            return new NotAsked(loader.get() + " could not be read");
        }
        if (elf.value().hasSymbols().get()) {
            return new Found(elf.evidence());
        }
        return separate(facts, loader.get(), elf);
    }

    private static LoaderSymbols separate(Facts facts, String loader, Present<Elf> elf) {
        ValgrindInstallation valgrind = ValgrindInstallation.of(facts);
        boolean servers = facts.host().identity().variable("DEBUGINFOD_URLS").filter(u -> !u.isBlank()).isPresent();
        if (servers && !valgrind.olderThan(3, 17)) {
            return new Found(new Evidence("environment", "DEBUGINFOD_URLS is set"));
        }
        boolean system = List.of("/lib", "/lib64", "/usr/lib", "/usr/lib64").stream().anyMatch(d -> loader.startsWith(d + "/"));
        if (valgrind.fromNixStore(facts)) {
            return new Missing(loader, false, elf.evidence());
        }
        return switch (DebugFiles.of(facts, elf.value())) {
            case Present<String> p -> new Found(p.evidence());
            case Absent<String> _ -> new Missing(loader, system, new Evidence(loader, "stripped, no debug file of its build id"));
            case Unread<String> u -> new NotAsked("whether " + u.source() + " holds its symbols is not known");
        };
    }

    private static Optional<String> systemLoader(Facts facts) {
        return Optional.ofNullable(switch (facts.host().identity().machine()) {
            case "x86_64" -> "/lib64/ld-linux-x86-64.so.2";
            case "aarch64" -> "/lib/ld-linux-aarch64.so.1";
            case "i386", "i486", "i586", "i686" -> "/lib/ld-linux.so.2";
            case "ppc64le" -> "/lib64/ld64.so.2";
            case "s390x" -> "/lib/ld64.so.1";
            default -> null;
        });
    }
}
