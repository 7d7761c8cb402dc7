package dev.perfdoctor.facts;

import static dev.perfdoctor.Outside.holds;
import static dev.perfdoctor.Outside.understood;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.perfdoctor.Outside;
import dev.perfdoctor.Seeds;
import dev.perfdoctor.facts.KernelLog.Arrival;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the files of a system hold is understood or called garbled. */
class SystemFilesFuzzTest {
    static Stream<byte[]> osReleases() {
        return Stream.concat(Seeds.answers("os-release"), Seeds.real("os-release", _ -> true));
    }

    @MethodSource("osReleases")
    @FuzzTest
    void anyOsReleaseNamesADistributionOrNone(byte[] data) {
        Distribution distribution = Distribution.parse(Outside.text(data), "/etc/os-release");
        holds(distribution.major() >= -1, "a major version is a number or none");
        holds(distribution.id().isEmpty() || distribution.is(distribution.id()), "a distribution is itself");
        holds(!distribution.like().contains(""), "who it is like has a name");
    }

    static Stream<byte[]> packageFiles() {
        return Seeds.answers("dpkg.log", "apt/history", "dnf", "pacman.log", "dpkg/status", "reboot-required");
    }

    @MethodSource("packageFiles")
    @FuzzTest
    void whatPackageManagersKeptTellsOfKernelsOrOfNothing(byte[] data) {
        String text = Outside.text(data);
        List<Arrival> arrivals = new ArrayList<>(KernelLog.dpkg(text, "log"));
        arrivals.addAll(KernelLog.apt(text, "log"));
        arrivals.addAll(KernelLog.rpm(text, "log"));
        arrivals.addAll(KernelLog.pacman(text, "log"));
        for (Arrival arrival : arrivals) {
            holds(!arrival.release().isBlank(), "an arrival has a release: " + arrival);
        }
        KernelLog log = new KernelLog(arrivals);
        KernelRelease release = KernelRelease.parse(text);
        log.arrivalOf(release);
        log.replacement(release);
        KernelLog.releaseOf(text);
        KernelHistory.line(text);
        understood(text, Packages::installedVersion).ifPresent(version -> holds(!version.isEmpty(), "an installed version is one"));
    }

    static Stream<byte[]> settings() {
        return Seeds.answers("sysctl", "perfconfig", "cmdline");
    }

    @MethodSource("settings")
    @FuzzTest
    void aFileOfSettingsHasAssignmentsOrIsGarbled(byte[] data) {
        String text = Outside.text(data);
        new SysctlConfig(SysctlConfig.parse(text, "/etc/sysctl.conf")).atBoot("kernel.perf_event_paranoid");
        understood(text, Sysctl::parse);
        PerfConfig.File file = PerfConfig.parse("/etc/perfconfig", text, Optional.empty());
        for (PerfConfig.Setting setting : file.settings()) {
            holds(setting.key().indexOf('.') >= 0, "a key has a section: " + setting);
            holds(!setting.word().isBlank() || setting.value().strip().startsWith(",") || setting.value().isBlank(), "a value has a first word: " + setting);
        }
        file.badLine().ifPresent(line -> holds(line.number() > 0 && line.number() <= text.chars().filter(c -> c == '\n').count() + 1, "a bad line is one of the file"));
    }

    static Stream<byte[]> cpuLists() {
        return Stream.of(Seeds.of("0-3,8,10-11\n", "0", "", "0-15,40-55,20-35,60-75"), Seeds.answers("/cpus", "cpu/online", "siblings")).flatMap(s -> s);
    }

    /** Writing and reading are each other's inverse. */
    @MethodSource("cpuLists")
    @FuzzTest
    void aListOfCpusIsASetThatCanBeWrittenAndReadAgain(byte[] data) {
        understood(Outside.text(data), CpuList::parse).ifPresent(set -> {
            String written = CpuList.format(set);
            holds(CpuList.parse(written).equals(set), written + " reads as it was");
        });
        BitSet any = BitSet.valueOf(data.length > 512 ? new byte[0] : data);
        holds(CpuList.parse(CpuList.format(any)).equals(any), "any set reads as it was written");
    }

    static Stream<byte[]> procFiles() {
        return Stream.concat(
                Seeds.answers("/proc/self/", "/proc/cpuinfo", "/proc/mounts", "/proc/kallsyms", "/etc/group", "lockdown", "attr/current"),
                Seeds.real("roots", n -> n.endsWith("cpuinfo") || n.endsWith("mounts") || n.endsWith("/status")));
    }

    @MethodSource("procFiles")
    @FuzzTest
    void whatTheKernelTellsOfAProcessIsUnderstoodOrGarbled(byte[] data) {
        String text = Outside.text(data);
        understood(text, Credentials::fields).ifPresent(fields -> holds(!fields.isEmpty(), "a status has fields"));
        understood(text, ProcessLimits::parse);
        understood(text, Mounts::parse);
        understood(text, Cpuinfo::parse).ifPresent(cpus -> holds(!cpus.contains(Map.of()), "a processor has fields"));
        understood(text, Execution::parse);
        understood(text, Kallsyms::anyAddress);
        understood(text, SecurityModules::mode);
    }

    static Stream<byte[]> releases() {
        return Seeds.of("6.8.0-40-generic\0" + "6.8.0-41-generic\0" + "6.1.0-18-amd64", "5.15.0-rc1-dirty\0" + "7.1.5-76070105-generic\0" + "6.18.44-fc", "4.9\0" + "999999999999.1\0");
    }

    /** The order of releases is one: nothing comes both before and behind, and what is between stays between. */
    @MethodSource("releases")
    @FuzzTest
    void releasesHaveAnOrder(byte[] data) {
        String[] parts = Outside.parts(data, 3);
        KernelRelease a = KernelRelease.parse(parts[0]);
        KernelRelease b = KernelRelease.parse(parts[1]);
        KernelRelease c = KernelRelease.parse(parts[2]);
        holds(Integer.signum(a.compareTo(b)) == -Integer.signum(b.compareTo(a)), a + " and " + b);
        holds(a.compareTo(b) > 0 || b.compareTo(c) > 0 || a.compareTo(c) <= 0, a + ", " + b + ", " + c);
        holds(a.compareTo(KernelRelease.parse(parts[0])) == 0, "a release is as old as itself: " + a);
    }
}
