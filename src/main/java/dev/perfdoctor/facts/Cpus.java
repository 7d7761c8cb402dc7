package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import java.util.BitSet;

/**
 * Which CPUs there are and which of them this process may run on.
 *
 * @param online {@code /sys/devices/system/cpu/online}, else the processors of {@code /proc/cpuinfo}
 * @param affinity {@code Cpus_allowed_list} of {@code /proc/self/status}; the kernel keeps it within the cpuset
 * @param cpuset {@code cpuset.cpus.effective} of the process's own control group, or of the root as a container sees it
 * @param isolated {@code isolcpus=}, whose CPUs an ordinary shell's affinity leaves out
 */
public record Cpus(
        Reading<BitSet> online, Reading<BitSet> affinity, Reading<BitSet> cpuset, Reading<BitSet> isolated) {
    static final String SYSTEM = "/sys/devices/system/cpu/";

    /** Those of this machine. */
    public static Cpus of(Facts facts) {
        return facts.once(Cpus.class, Cpus::read);
    }

    private static Cpus read(Facts facts) {
        Host host = facts.host();
        return new Cpus(
                online(facts),
                Credentials.of(facts).field("Cpus_allowed_list").map(CpuList::parse),
                cpuset(host),
                host.read(SYSTEM + "isolated").map(CpuList::parse));
    }

    private static Reading<BitSet> online(Facts facts) {
        Reading<BitSet> file = facts.host().read(SYSTEM + "online").map(CpuList::parse);
        BitSet listed = new BitSet();
        for (var processor : Cpuinfo.of(facts).processors()) {
            String number = processor.getOrDefault("processor", "");
            if (!number.isEmpty() && number.length() < 5 && number.chars().allMatch(Character::isDigit)) {
                listed.set(Integer.parseInt(number));
            }
        }
        return file.isPresent() || listed.isEmpty()
                ? file
                : new Present<>(listed, new Evidence("/proc/cpuinfo", "processors " + CpuList.format(listed)));
    }

    private static Reading<BitSet> cpuset(Host host) {
        String group = Text.lines(host.read("/proc/self/cgroup").orElse("")).stream()
                .filter(line -> line.startsWith("0::/"))
                .map(line -> line.substring("0::".length()))
                .findFirst()
                .orElse("/");
        String own = "/sys/fs/cgroup" + (group.equals("/") ? "" : group) + "/cpuset.cpus.effective";
        Reading<BitSet> mine = host.read(own).map(CpuList::parse);
        return mine.isPresent() ? mine : host.read("/sys/fs/cgroup/cpuset.cpus.effective").map(CpuList::parse);
    }

    /** The CPUs a command started from here may run on; empty when not even the online ones are known. */
    public BitSet allowed() {
        BitSet allowed = (BitSet) online.orElse(affinity.orElse(new BitSet())).clone();
        narrow(allowed, affinity);
        narrow(allowed, cpuset);
        return allowed;
    }

    private static void narrow(BitSet allowed, Reading<BitSet> mask) {
        if (mask instanceof Present<BitSet> p && !p.value().isEmpty()) {
            allowed.and(p.value());
        }
    }

    /** The threads of the core that this CPU is one of, itself included. */
    public static BitSet siblings(Facts facts, int cpu) {
        BitSet own = new BitSet();
        own.set(cpu);
        own.or(threads(facts, cpu).orElse(own));
        return own;
    }

    /** As the kernel lists them. */
    static Reading<BitSet> threads(Facts facts, int cpu) {
        String topology = SYSTEM + "cpu" + cpu + "/topology/";
        Reading<BitSet> threads = facts.host().read(topology + "thread_siblings_list").map(CpuList::parse);
        if (threads.isAbsent()) { // its newer name, kernel 5.2 on
            threads = facts.host().read(topology + "core_cpus_list").map(CpuList::parse);
        }
        return threads;
    }
}
