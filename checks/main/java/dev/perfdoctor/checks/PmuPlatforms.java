package dev.perfdoctor.checks;

import dev.perfdoctor.api.Remediation.Where;
import dev.perfdoctor.facts.Counters.State;
import dev.perfdoctor.facts.Platform;
import java.util.List;
import java.util.Optional;

/**
 * What each platform gives a guest in counters, and how its owner can change that. Sources: the page {@code pmu}, section platform. Sizes and
 * options that vendors change from month to month are named as kinds, not as lists.
 */
final class PmuPlatforms {
    /**
     * What to know and to do.
     *
     * @param situation what the platform gives, one to three sentences
     * @param where whose hands it is in
     */
    record Advice(String situation, String title, Where where, List<String> steps, String risk) {
        static Advice of(String situation, String title, Where where, String... steps) {
            return new Advice(situation, title, where, List.of(steps), "");
        }

        Advice risking(String text) {
            return new Advice(situation, title, where, steps, text);
        }
    }

    private PmuPlatforms() {}

    /** Advice for a platform; empty where nobody but this machine's owner is concerned. */
    static Optional<Advice> advice(Platform.Kind kind, State state) {
        boolean missing = state == State.MISSING;
        return switch (kind) {
            case BARE_METAL -> Optional.empty();
            case VMWARE -> Optional.of(missing ? vmware() : vmwareSilent());
            case WSL -> Optional.of(wsl());
            case HYPER_V -> Optional.of(hyperV());
            case AWS -> Optional.of(aws());
            case AWS_XEN -> Optional.of(awsXen());
            case GOOGLE -> Optional.of(google());
            case AZURE -> Optional.of(azure());
            case GITHUB_HOSTED -> Optional.of(github());
            case VIRTUALBOX -> Optional.of(missing ? none("VirtualBox gives its guests no PMU, whatever its settings.") : other());
            case KVM -> Optional.of(kvm());
            case KVM_ON_HYBRID -> Optional.of(kvmOnHybrid());
            case XEN -> Optional.of(xen());
            case APPLE -> Optional.of(missing ? none("Apple's Virtualization framework and UTM give Linux guests no PMU.") : other());
            case PARALLELS -> Optional.of(missing ? none("Parallels has an option for it, and guests report that no counter follows.") : other());
            case MICRO_VM -> Optional.of(missing ? none("MicroVMs such as Firecracker give their guests no PMU.") : other());
            case OTHER_VM -> Optional.of(other());
        };
    }

    private static Advice none(String situation) {
        return Advice.of(situation, "For good: another machine", Where.HYPERVISOR, "measure on the host, or in a guest of KVM with a virtual PMU");
    }

    private static Advice other() {
        return Advice.of(
                "A hypervisor decides whether its guests get a PMU, and this one gives none that works.",
                "For good: ask whoever runs the hypervisor",
                Where.HYPERVISOR,
                "ask for a virtual PMU for this machine, or measure on bare metal");
    }

    private static Advice vmware() {
        return Advice.of(
                "VMware hands out counters where the virtual machine asks for them and the host's processor supports it.",
                "For good: switch the counters on in the virtual machine's settings",
                Where.HYPERVISOR,
                "power the virtual machine off",
                "tick 'Virtualize CPU performance counters', or set vpmc.enable = \"TRUE\" in its .vmx file",
                "on a Windows host that uses Hyper-V or VBS (core isolation), those must be off, or every count stays 0");
    }

    private static Advice vmwareSilent() {
        return Advice.of(
                "VMware on a Windows host where Hyper-V or VBS (core isolation, WSL 2) is on hands out counters that never count.",
                "For good: switch Hyper-V and VBS off on the Windows host",
                Where.HYPERVISOR,
                "in 'Windows features', untick Hyper-V, Virtual Machine Platform and Windows Hypervisor Platform",
                "in 'Windows Security', switch core isolation (memory integrity) off, then restart Windows")
                .risking("WSL 2 and other things that need Hyper-V stop working, and Windows loses a protection of its kernel.");
    }

    private static Advice wsl() {
        return Advice.of(
                "WSL 2 hands out counters only where Windows allows it; on hosts with VBS or a hybrid processor often not at all.",
                "For good: ask for them on the Windows side",
                Where.HOST,
                "in %UserProfile%\\.wslconfig, below [wsl2], write hardwarePerformanceCounters=true",
                "run 'wsl --shutdown' in Windows and start WSL again")
                .risking("Where Windows cannot grant it, WSL may refuse to start until the line is taken out again.");
    }

    private static Advice hyperV() {
        return Advice.of(
                "Hyper-V hands out counters only to virtual machines that were set up for it, on Intel hosts.",
                "For good: switch them on in PowerShell on the Hyper-V host",
                Where.HYPERVISOR,
                "with the virtual machine off: Set-VMProcessor NAME -Perfmon @(\"pmu\")",
                "add \"lbr\" and \"pebs\" for branch stacks and precise samples")
                .risking("Where the host does not support it, the virtual machine does not start; Set-VMProcessor NAME -Perfmon @() undoes it.");
    }

    private static Advice aws() {
        return Advice.of(
                "Amazon gives all counters on bare-metal sizes, a subset on large sizes (about a whole socket) and none on most others.",
                "For good: another instance size",
                Where.HYPERVISOR,
                "choose a *.metal size, or one of the largest sizes of a recent generation, and run perfdoctor again");
    }

    private static Advice awsXen() {
        return Advice.of(
                "Instances of the Xen era have seven architectural counters on sizes that fill a host, and none on others.",
                "For good: another instance size",
                Where.HYPERVISOR,
                "choose a *.metal size of a Nitro generation");
    }

    private static Advice google() {
        return Advice.of(
                "Google hands out counters on some machine series, where the instance asks for them; the default is none.",
                "For good: set the instance's performance monitoring unit",
                Where.HYPERVISOR,
                "stop the instance and set advancedMachineFeatures.performanceMonitoringUnit to STANDARD (ARCHITECTURAL is less)",
                "a GKE node pool without that setting has none");
    }

    private static Advice azure() {
        return Advice.of(
                "Azure's x86 virtual machines are given no counters.",
                "For good: another machine",
                Where.HYPERVISOR,
                "measure on hardware of your own, or on another cloud's bare metal");
    }

    private static Advice github() {
        return Advice.of(
                "Hosted x64 runners are Azure machines without counters, with perf_event_paranoid at 4 besides; lowering it brings no counter.",
                "For good: another runner",
                Where.HYPERVISOR,
                "use a self-hosted runner, or another provider's with a virtual PMU",
                "or count instructions with callgrind, which needs no counter");
    }

    private static Advice kvm() {
        return Advice.of(
                "KVM hands out counters to guests whose processor is the host's, unless the host switched that off.",
                "For good: on the KVM host",
                Where.HYPERVISOR,
                "start QEMU with -cpu host,pmu=on; in libvirt: <cpu mode='host-passthrough'/> and <features><pmu state='on'/></features>",
                "/sys/module/kvm/parameters/enable_pmu on the host must be Y",
                "on a host with a hybrid Intel processor KVM gives no guest a PMU, whatever the settings");
    }

    private static Advice kvmOnHybrid() {
        return Advice.of(
                "On a hybrid Intel processor KVM switches the virtual PMU off for all guests, whatever the settings.",
                "For good: another machine",
                Where.HYPERVISOR,
                "measure on the host itself, or in a guest on a processor with one kind of core");
    }

    private static Advice xen() {
        return Advice.of(
                "Xen hands out counters only where its own boot option says so.",
                "For good: on the Xen host",
                Where.HYPERVISOR,
                "boot the hypervisor with vpmu=on and look at /sys/hypervisor/pmu/pmu_mode in the guest")
                .risking("Xen calls its virtual PMU not security supported.");
    }
}
