package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import java.util.List;
import java.util.Set;

/**
 * The version of a program in PATH, as it says it. A configuration file names programs, so on a live machine only those are started that are
 * known to do nothing but answer {@code --version}.
 *
 * @param version empty where it answered without one
 * @param started whether it exited 0
 */
public record ToolVersion(String version, boolean started) {
    private static final Set<String> HARMLESS = Set.of(
            "perf", "valgrind", "gcc", "g++", "cc", "c++", "cpp", "gfortran", "clang", "clang++", "lld", "ld", "mold", "gold", "as", "ar", "nm",
            "objdump", "objcopy", "readelf", "strip", "addr2line", "eu-readelf", "eu-stack", "llvm-addr2line", "llvm-symbolizer",
            "llvm-profdata", "llvm-cov", "rustc", "cargo", "go", "java", "javac", "python", "python3", "perl", "node", "ruby", "php", "ghc",
            "make", "cmake", "ninja", "meson", "gdb", "lldb", "rr", "strace", "ltrace", "bpftrace", "bpftool", "hyperfine", "taskset", "numactl",
            "numastat", "lscpu", "hwloc-ls", "lstopo", "stress-ng", "cpupower", "turbostat", "samply", "inferno-flamegraph", "heaptrack", "sudo",
            "git", "bash", "awk", "gawk", "sed", "grep", "jq", "bc", "nproc", "time", "timeout", "callgrind_annotate", "cg_annotate", "ms_print",
            "ccache", "dpkg", "rpm", "pacman", "systemctl", "docker", "podman");

    /** The version of this program. Absent: no such program in PATH. */
    public static Reading<ToolVersion> of(Facts facts, String name) {
        List<String> command = command(name);
        String line = String.join(" ", command);
        Host host = facts.host();
        if (host.source() == Host.Source.LIVE && !isHarmless(name)) {
            return Reading.failed(line, "not run: the doctor starts only programs it knows");
        }
        if (host.source() == Host.Source.LIVE && fetchesAToolchain(facts, name)) {
            return Reading.failed(line, "not run: rustup may download the toolchain this project asks for");
        }
        return switch (host.run(command)) {
            case Present<Ran> ran -> new Present<>(
                    new ToolVersion(version(ran.value().all()), ran.value().ok()), new Evidence(line, shown(ran.value())));
            case Absent<Ran> absent -> new Absent<>(absent.source());
            case Unread<Ran> unread -> unread.cast();
        };
    }

    private static boolean isHarmless(String name) {
        int dash = name.lastIndexOf('-');
        boolean numbered = dash > 0 && name.substring(dash + 1).chars().allMatch(c -> c >= '0' && c <= '9' || c == '.');
        return HARMLESS.contains(numbered ? name.substring(0, dash) : name); // gcc-13, clang-18
    }

    private static List<String> command(String name) {
        return switch (name) {
            case "java", "javac" -> List.of(name, "-version"); // --version is unknown to Java 8
            case "go" -> List.of(name, "version");
            default -> List.of(name, "--version");
        };
    }

    /** rustup's stand-ins install a toolchain that {@code rust-toolchain.toml} names and that is not there. */
    private static boolean fetchesAToolchain(Facts facts, String name) {
        Host host = facts.host();
        boolean rust = name.equals("rustc") || name.equals("cargo");
        return rust && HostPath.upwards(host.identity().directory()).stream()
                .anyMatch(up -> host.lstat(HostPath.resolve(up, "rust-toolchain.toml")).isPresent()
                        || host.lstat(HostPath.resolve(up, "rust-toolchain")).isPresent());
    }

    private static String shown(Ran ran) {
        String first = Text.lines(ran.all()).stream().filter(l -> !l.isBlank()).findFirst().orElse("(nothing printed)").strip();
        return ran.ok() ? first : first + " (exit " + ran.exit() + ")";
    }

    /**
     * The first number with a dot in it, else the first number: {@code 3.22.0} of {@code valgrind-3.22.0}, {@code 1.22.0} of
     * {@code go version go1.22.0 linux/amd64}, {@code 590} of {@code less 590}.
     */
    static String version(String text) {
        String whole = "";
        for (int at = 0; at < text.length(); at++) {
            int end = at;
            while (end < text.length() && (isDigit(text.charAt(end)) || text.charAt(end) == '.' && end > at && isDigit(text.charAt(end - 1)))) {
                end++;
            }
            String number = text.substring(at, end);
            String trimmed = number.endsWith(".") ? number.substring(0, number.length() - 1) : number;
            if (trimmed.indexOf('.') > 0) {
                return trimmed;
            }
            whole = whole.isEmpty() ? trimmed : whole;
            at = Math.max(at, end - 1);
        }
        return whole;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
