package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether the project asks its compiler for AVX-512 on a machine that has it: valgrind decodes none of it (3.27 included). The file itself
 * does not tell: libraries carry such code that the loader never selects under valgrind.
 */
public sealed interface WideVectors {
    /** It does. */
    record Asked(String flag, Evidence evidence, Evidence cpu) implements WideVectors {}

    /** It does not, or the machine has none. */
    record NotAsked(String why) implements WideVectors {}

    /** Whether it does, or whether this machine has it, could not be read. */
    record Unclear(Unread<?> because) implements WideVectors {}

    List<String> WIDE = List.of(
            "x86-64-v4", "knl", "knm", "cannonlake", "icelake", "cascadelake", "cooperlake", "tigerlake", "rocketlake", "sapphirerapids",
            "emeraldrapids", "graniterapids", "diamondrapids", "znver4", "znver5");

    /** Of the targets' projects. */
    static WideVectors of(Facts facts) {
        return facts.once(WideVectors.class, WideVectors::look);
    }

    private static WideVectors look(Facts facts) {
        Cpuinfo cpuinfo = Cpuinfo.of(facts);
        if (!cpuinfo.hasFlag("avx512f") && cpuinfo.silent().isEmpty()) {
            return new NotAsked("this CPU shows no AVX-512");
        }
        Evidence cpu = new Evidence("/proc/cpuinfo", "flags: avx512f");
        for (String file : files(facts)) {
            Optional<Asked> asked = producer(facts, file, cpu).or(() -> cargo(facts, file, cpu)).or(() -> cmake(facts, file, cpu));
            if (asked.isPresent()) {
                return cpuinfo.silent().<WideVectors>map(Unclear::new).orElse(asked.get());
            }
        }
        return files(facts).stream()
                .flatMap(file -> CargoProject.around(facts, HostPath.parent(file)).flatMap(CargoProject::gap).stream())
                .findFirst()
                .<WideVectors>map(Unclear::new)
                .orElse(new NotAsked("no project asks for AVX-512"));
    }

    private static List<String> files(Facts facts) {
        List<String> files = new ArrayList<>();
        Targets.of(facts).all().stream().limit(8).forEach(t -> files.add(t.path()));
        if (files.isEmpty() && !facts.host().identity().directory().isEmpty()) {
            files.add(facts.host().identity().directory() + "/target/release/a");
        }
        return files;
    }

    /** gcc writes its options into the debug information: {@code -march=native} as the CPU and the features it stood for. */
    private static Optional<Asked> producer(Facts facts, String file, Evidence cpu) {
        return Elf.of(facts, file) instanceof Present<Elf> elf
                ? elf.value().producers().stream()
                        .filter(p -> p.startsWith("GNU C"))
                        .flatMap(p -> first(Text.words(p)).stream())
                        .findFirst()
                        .map(flag -> new Asked(flag, new Evidence(file, "DW_AT_producer: " + flag), cpu))
                : Optional.empty();
    }

    private static Optional<Asked> cargo(Facts facts, String file, Evidence cpu) {
        return CargoProject.around(facts, HostPath.parent(file)).flatMap(project -> first(project.rustflags(facts))
                .map(flag -> new Asked(flag, new Evidence("rustflags of " + project.root(), flag), cpu)));
    }

    private static Optional<Asked> cmake(Facts facts, String file, Evidence cpu) {
        return CMakeBuild.of(facts, file).flatMap(build -> first(build.flags(build.type(file)))
                .map(flag -> new Asked(flag, new Evidence(build.directory() + "/CMakeCache.txt", flag), cpu)));
    }

    /** The flag that asks for it; the last of several CPUs counts, and a feature that is switched off again does not. */
    static Optional<String> first(List<String> flags) {
        if (flags.stream().anyMatch(f -> f.contains("-mno-avx512f") || f.contains("target-feature=") && f.contains("-avx512f"))) {
            return Optional.empty();
        }
        Optional<String> cpu = flags.stream().filter(WideVectors::namesCpu).reduce((_, last) -> last);
        return flags.stream().filter(f -> f.startsWith("-mavx512") || f.contains("+avx512")).findFirst().or(() -> cpu.filter(WideVectors::isWide));
    }

    private static boolean namesCpu(String flag) {
        return flag.contains("target-cpu=") || flag.startsWith("-march=");
    }

    /** {@code native}, the fourth level of x86-64, and the CPUs that have AVX-512 by their name (gcc(1), x86 options). */
    private static boolean isWide(String flag) {
        String value = flag.substring(flag.lastIndexOf('=') + 1);
        return value.equals("native") || value.contains("avx512") || WIDE.stream().anyMatch(value::startsWith);
    }
}
