package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The valgrind that PATH leads to, its version and its tools.
 *
 * @param program where PATH leads
 * @param version numbers of {@code valgrind --version}
 * @param tools what is known of the tool programs for this machine
 */
public record ValgrindInstallation(Reading<String> program, Reading<KernelRelease> version, Tools tools) {
    /** Enough for every wrapper script known. */
    private static final int HEAD = 4096;

    /** The tool programs. */
    public sealed interface Tools {
        /** The usual ones are there. */
        record Complete(Evidence evidence) implements Tools {}

        /** Some are not. */
        record Missing(List<String> names, Evidence evidence) implements Tools {}

        /** {@code VALGRIND_LIB} leads where none are. */
        record WrongLibrary(String directory, Evidence evidence) implements Tools {}

        /** Nobody could look. */
        record Unclear(Unread<?> because) implements Tools {}

        /** No valgrind, or a machine whose tool names are not known. */
        record NotLooked() implements Tools {}
    }

    /** That of this user. */
    public static ValgrindInstallation of(Facts facts) {
        return facts.once(ValgrindInstallation.class, ValgrindInstallation::look);
    }

    private static ValgrindInstallation look(Facts facts) {
        Reading<String> program = OnPath.of(facts, "valgrind");
        if (!(program instanceof Present<String> found)) {
            return new ValgrindInstallation(program, new Absent<>("valgrind --version"), new Tools.NotLooked());
        }
        Reading<Ran> ran = facts.host().run("valgrind", "--version");
        return new ValgrindInstallation(program, ran.map(ValgrindInstallation::version), tools(facts, found.value()));
    }

    /** {@code valgrind-3.22.0}, {@code valgrind-3.24.0.GIT}. */
    static KernelRelease version(Ran ran) {
        String line = Text.lines(ran.all()).stream().filter(l -> l.startsWith("valgrind-")).findFirst().orElse("");
        KernelRelease version = KernelRelease.parse(line.isEmpty() ? "" : line.substring("valgrind-".length()));
        if (!version.isKnown()) {
            throw new IllegalArgumentException("exit " + ran.exit() + ", no version");
        }
        return version;
    }

    /** Whether it is known to be older than this. */
    public boolean olderThan(int major, int minor) {
        return version instanceof Present<KernelRelease> v && !v.value().atLeast(major, minor);
    }

    /** Whether the program comes from a Nix store, which reads no {@code /usr/lib/debug}. */
    public boolean fromNixStore(Facts facts) {
        return facts.host().realPath(program.orElse("")).orElse("").startsWith("/nix/store/");
    }

    /** Valgrind's own name for this machine (its configure.ac); empty for one it does not run on. */
    private static String platform(String machine) {
        return switch (machine) {
            case "x86_64" -> "amd64-linux";
            case "aarch64" -> "arm64-linux";
            case "i386", "i486", "i586", "i686" -> "x86-linux";
            case "armv7l" -> "arm-linux";
            case "ppc64le" -> "ppc64le-linux";
            case "ppc64" -> "ppc64be-linux";
            case "s390x" -> "s390x-linux";
            case "riscv64" -> "riscv64-linux";
            default -> "";
        };
    }

    private static Tools tools(Facts facts, String program) {
        Host host = facts.host();
        String platform = platform(host.identity().machine());
        if (platform.isEmpty()) {
            return new Tools.NotLooked();
        }
        Optional<Tools> wrapped = behindWrapper(host, program);
        if (wrapped.isPresent()) {
            return wrapped.get();
        }
        String configured = host.identity().variable("VALGRIND_LIB").orElse("");
        Set<String> places = configured.isEmpty() ? places(host, program) : Set.of(configured);
        Unread<?> obstacle = null;
        for (String place : places) {
            switch (host.stat(place)) {
                case Present<Stat> _ -> {
                    return in(host, place, platform, !configured.isEmpty());
                }
                case Unread<Stat> unread -> obstacle = unread;
                case Absent<Stat> _ -> {}
            }
        }
        if (obstacle != null) {
            return new Tools.Unclear(obstacle);
        }
        Evidence nowhere = new Evidence(places.iterator().next(), "absent");
        return configured.isEmpty() ? new Tools.Missing(List.of("memcheck", "callgrind"), nowhere) : new Tools.WrongLibrary(configured, nowhere);
    }

    /** Debian's valgrind is a script around {@code valgrind.bin}; empty where all is well so far. */
    private static Optional<Tools> behindWrapper(Host host, String program) {
        String inner = program + ".bin";
        boolean wraps = host.bytes(program, 0, HEAD) instanceof Present<byte[]> head
                && new String(head.value(), StandardCharsets.UTF_8).startsWith("#!")
                && new String(head.value(), StandardCharsets.UTF_8).contains("$0.bin");
        if (!wraps) {
            return Optional.empty();
        }
        return switch (host.stat(inner)) {
            case Present<Stat> _ -> Optional.empty();
            case Absent<Stat> _ -> Optional.of(new Tools.Missing(List.of("program behind its script"), new Evidence(inner, "absent")));
            case Unread<Stat> unread -> Optional.of(new Tools.Unclear(unread));
        };
    }

    /**
     * Whether the tools for programs of another machine than this one are missing: a 64-bit valgrind runs 32-bit programs only where the tools
     * of that platform are installed as well. False where that is not known.
     */
    public boolean lacksToolsFor(Facts facts, String machine) {
        String platform = platform(machine);
        return tools instanceof Tools.Complete complete
                && !machine.equals(facts.host().identity().machine())
                && !platform.isEmpty()
                && facts.host().stat(complete.evidence().source() + "/callgrind-" + platform).isAbsent();
    }

    /** libexec since 3.17, lib before; below the program's own prefix first. */
    private static Set<String> places(Host host, String program) {
        Set<String> places = new LinkedHashSet<>();
        String prefix = HostPath.parent(HostPath.parent(host.realPath(program).orElse(program)));
        places.add(prefix + "/libexec/valgrind");
        places.add(prefix + "/lib/valgrind");
        places.addAll(List.of("/usr/libexec/valgrind", "/usr/lib/valgrind", "/usr/lib64/valgrind"));
        places.add("/usr/lib/" + host.identity().machine() + "-linux-gnu/valgrind");
        places.add("/usr/local/libexec/valgrind");
        return places;
    }

    private static Tools in(Host host, String place, String platform, boolean configured) {
        List<String> missing = new ArrayList<>();
        for (String tool : List.of("memcheck", "callgrind")) {
            Reading<Stat> stat = host.stat(place + "/" + tool + "-" + platform);
            if (stat instanceof Unread<Stat> unread) {
                return new Tools.Unclear(unread);
            }
            if (stat.isAbsent()) {
                missing.add(tool);
            }
        }
        if (missing.isEmpty()) {
            return new Tools.Complete(new Evidence(place, "memcheck and callgrind for " + platform));
        }
        Evidence evidence = new Evidence(place, "no " + String.join(", no ", missing) + " for " + platform);
        return configured && missing.size() == 2 ? new Tools.WrongLibrary(place, evidence) : new Tools.Missing(missing, evidence);
    }
}
