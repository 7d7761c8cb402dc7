package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
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

    /** Of the targets' projects. */
    static WideVectors of(Facts facts) {
        return facts.once(WideVectors.class, WideVectors::look);
    }

    private static WideVectors look(Facts facts) {
        if (!Cpuinfo.of(facts).hasFlag("avx512f")) {
            return new NotAsked("this CPU shows no AVX-512");
        }
        Evidence cpu = new Evidence("/proc/cpuinfo", "flags: avx512f");
        for (String file : files(facts)) {
            Optional<Asked> asked = cargo(facts, file, cpu).or(() -> cmake(facts, file, cpu));
            if (asked.isPresent()) {
                return asked.get();
            }
        }
        return new NotAsked("no project asks for AVX-512");
    }

    private static List<String> files(Facts facts) {
        List<String> files = new ArrayList<>();
        Targets.of(facts).all().stream().limit(8).forEach(t -> files.add(t.path()));
        if (files.isEmpty() && !facts.host().identity().directory().isEmpty()) {
            files.add(facts.host().identity().directory() + "/target/release/a");
        }
        return files;
    }

    private static Optional<Asked> cargo(Facts facts, String file, Evidence cpu) {
        return CargoProject.around(facts, HostPath.parent(file)).flatMap(project -> first(project.rustflags(facts))
                .map(flag -> new Asked(flag, new Evidence("rustflags of " + project.root(), flag), cpu)));
    }

    private static Optional<Asked> cmake(Facts facts, String file, Evidence cpu) {
        return CMakeBuild.of(facts, file).flatMap(build -> first(build.flags(build.type(file)))
                .map(flag -> new Asked(flag, new Evidence(build.directory() + "/CMakeCache.txt", flag), cpu)));
    }

    private static Optional<String> first(List<String> flags) {
        return flags.stream().filter(WideVectors::isWide).findFirst();
    }

    /** {@code -C target-cpu=native}, {@code -march=x86-64-v4}, {@code -mavx512f}, {@code -C target-feature=+avx512f}. */
    static boolean isWide(String flag) {
        int equals = flag.lastIndexOf('=');
        String value = equals < 0 ? "" : flag.substring(equals + 1);
        boolean names = flag.contains("target-cpu=") || flag.contains("-march=");
        boolean cpu = names && (value.equals("native") || value.equals("x86-64-v4") || value.contains("avx512")
                || value.startsWith("icelake") || value.startsWith("sapphirerapids") || value.startsWith("znver4") || value.startsWith("znver5"));
        return cpu || flag.startsWith("-mavx512") || flag.contains("+avx512");
    }
}
