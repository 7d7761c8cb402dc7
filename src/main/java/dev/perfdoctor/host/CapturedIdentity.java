package dev.perfdoctor.host;

import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Identity;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/**
 * Who and what a captured machine says it is: what the capture states, else what its files tell. Where it does not say when it was taken, now
 * is the moment of reading: nothing in it is then younger than it says.
 */
final class CapturedIdentity {
    /** More lines than any architecture has for one CPU and above the first. */
    private static final int OF_FIRST_CPUS = 200;

    private final Host host;
    private final ProcIdentity proc;
    private final Map<String, String> stated;
    private final Uname uname;

    private CapturedIdentity(Host host, Map<String, String> stated) {
        this.host = host;
        this.proc = new ProcIdentity(host);
        this.stated = stated;
        this.uname = Uname.of(host.read("/proc/version").orElse(""), host.read("/uname").orElse(""));
    }

    static Identity of(Host host, MachineFile machine) {
        CapturedIdentity files = new CapturedIdentity(host, machine.uname());
        return new Identity(
                files.word("sysname", "ostype", "Linux"),
                files.word("release", "osrelease", files.uname.release()),
                files.word("version", "version", files.uname.version()),
                files.machine(),
                files.word("nodename", "hostname", files.uname.nodename()),
                machine.user().or(files.proc::user),
                machine.environment(),
                machine.directory(),
                machine.taken().orElseGet(InstantSource.system()::instant));
    }

    private String word(String key, String file, String otherwise) {
        String word = stated.getOrDefault(key, "");
        word = word.isEmpty() ? proc.uname(file) : word;
        return word.isEmpty() ? otherwise : word;
    }

    private String machine() {
        String machine = word("machine", "arch", uname.machine());
        return machine.isEmpty() ? machineOf(host.read("/proc/cpuinfo").orElse("")) : machine;
    }

    /**
     * What uname(2) calls the machine, from the form that {@code /proc/cpuinfo} has on each architecture (arch/ARCH/kernel, show_cpuinfo). A
     * 32-bit kernel on a 64-bit CPU would be mistaken; POWER since 8 runs either byte order and stays unknown.
     */
    static String machineOf(String cpuinfo) {
        List<String> lines = cpuinfo.lines().limit(OF_FIRST_CPUS).map(line -> line.replaceAll("\\s+", " ")).toList();
        if (lines.stream().anyMatch(line -> line.startsWith("flags :") && (line + " ").contains(" lm "))) {
            return "x86_64";
        }
        if (lines.stream().anyMatch(line -> line.startsWith("CPU architecture: 8") || line.contains("AArch64"))) {
            return "aarch64";
        }
        if (lines.stream().anyMatch(line -> line.startsWith("CPU architecture: 7"))) {
            return "armv7l";
        }
        if (lines.stream().anyMatch(line -> line.startsWith("isa : rv64"))) {
            return "riscv64";
        }
        if (lines.stream().anyMatch(line -> line.startsWith("vendor_id : IBM/S390"))) {
            return "s390x";
        }
        return lines.stream().anyMatch(line -> line.startsWith("cpu : POWER7")) ? "ppc64" : "";
    }

    /** The words that {@code /proc/version} and a kept {@code uname -a} (sosreport's {@code uname}) tell; empty where they do not. */
    private record Uname(String release, String version, String machine, String nodename) {
        static Uname of(String procVersion, String printed) {
            List<String> words = List.of(printed.strip().split(" +", -1));
            if (words.size() > 4 && words.getFirst().equals("Linux")) {
                return printed(words);
            }
            // Linux version 6.8.0-45-generic (buildd@lcy02) (gcc 13.2.0) #45-Ubuntu SMP …
            List<String> version = List.of(procVersion.strip().split(" ", 4));
            boolean known = version.size() == 4 && procVersion.startsWith("Linux version ");
            int hash = procVersion.indexOf(" #");
            return new Uname(known ? version.get(2) : "", known && hash > 0 ? procVersion.substring(hash + 1).strip() : "", "", "");
        }

        /** {@code Linux NODENAME RELEASE #1 SMP … x86_64 x86_64 x86_64 GNU/Linux}: the machine stands there once to three times. */
        private static Uname printed(List<String> words) {
            int end = words.size() - (words.getLast().equals("GNU/Linux") ? 1 : 0);
            String machine = words.get(end - 1);
            while (end > 4 && words.get(end - 1).equals(machine)) {
                end--;
            }
            return new Uname(words.get(2), String.join(" ", words.subList(3, end)), machine, words.get(1));
        }
    }
}
