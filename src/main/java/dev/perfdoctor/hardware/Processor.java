package dev.perfdoctor.hardware;

import java.io.File;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import oshi.hardware.common.platform.linux.LinuxCentralProcessor;
import oshi.util.FileUtil;
import oshi.util.linux.ProcPath;
import oshi.util.linux.SysPath;

/**
 * OSHI's processor without its child processes: the clock tick is given instead of asked of {@code getconf}, the CPUs are named so that it does
 * not turn to {@code lscpu}, and the identity is read from {@code /proc/cpuinfo} without {@code lshw}, {@code dmidecode} and {@code cpuid}.
 */
final class Processor extends LinuxCentralProcessor {
    /** USER_HZ, which counts for CPU times alone. */
    private static final long TICKS = 100;

    /**
     * Reads caches and cores.
     *
     * @throws IllegalStateException when sysfs does not tell them
     */
    Processor() {
        super(TICKS);
    }

    /**
     * The CPUs that are online: one that is not has no topology, and OSHI would count it as another thread of core 0. None is refused, for
     * OSHI would ask {@code lscpu}.
     */
    @Override
    protected List<String> enumerateCpuSyspathsViaUdev() {
        File[] all = new File(SysPath.CPU).listFiles(f -> f.getName().matches("cpu[0-9]+") && new File(f, "topology/core_id").canRead());
        if (all == null || all.length == 0) {
            throw new IllegalStateException("no topology in " + SysPath.CPU);
        }
        return Arrays.stream(all).map(File::getPath).toList();
    }

    @Override
    protected ProcessorIdentifier queryProcessorId() {
        return identity();
    }

    /** No native call: where {@code /proc/loadavg} does not tell, the load is unknown. */
    @Override
    protected int getloadavgNative(double[] averages, int elements) {
        return -1;
    }

    /** What {@code /proc/cpuinfo} says of the first processor, in x86's words or ARM's. */
    static ProcessorIdentifier identity() {
        Map<String, String> cpu = first(FileUtil.readFile(ProcPath.CPUINFO));
        return new ProcessorIdentifier(
                either(cpu, "vendor_id", "cpu implementer"),
                cpu.getOrDefault("model name", ""),
                either(cpu, "cpu family", "cpu architecture"),
                either(cpu, "model", "cpu part"),
                cpu.containsKey("cpu variant") ? armStepping(cpu) : cpu.getOrDefault("stepping", ""),
                "", // an id made of flags, which no one needs; OSHI asks three programs for it
                true);
    }

    static String microcode() {
        return first(FileUtil.readFile(ProcPath.CPUINFO)).getOrDefault("microcode", "");
    }

    private static String either(Map<String, String> cpu, String x86, String arm) {
        return cpu.getOrDefault(x86, cpu.getOrDefault(arm, ""));
    }

    /** {@code r0p1}: variant 0x0, revision 1. */
    private static String armStepping(Map<String, String> cpu) {
        return "r" + cpu.get("cpu variant").replaceFirst("^0x", "") + "p" + cpu.getOrDefault("cpu revision", "?");
    }

    private static Map<String, String> first(List<String> cpuinfo) {
        Map<String, String> values = new HashMap<>();
        for (String line : cpuinfo) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                values.putIfAbsent(line.substring(0, colon).strip().toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
            } else if (line.isBlank() && !values.isEmpty()) {
                break;
            }
        }
        return values;
    }
}
