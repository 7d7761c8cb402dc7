package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import java.util.Optional;

/**
 * Whose machine this is where counters are concerned: a cloud, a hypervisor, a hosted CI runner. Says who could hand out a PMU.
 *
 * @param kind the platform
 * @param because what names it
 */
public record Platform(Kind kind, Evidence because) {
    /** Azure's machines carry this in their chassis' asset tag; other Hyper-V guests do not. */
    private static final String AZURE_TAG = "7783-7084-3265-9085-8269-3286-77";

    /** Platforms that differ in what they give a guest, or in whom to ask. */
    public enum Kind {
        BARE_METAL("this machine"),
        GITHUB_HOSTED("a GitHub-hosted runner"),
        AWS("an Amazon EC2 instance"),
        AWS_XEN("a Xen-era Amazon EC2 instance"),
        GOOGLE("a Google Compute Engine instance"),
        AZURE("an Azure virtual machine"),
        WSL("WSL 2"),
        HYPER_V("a Hyper-V guest"),
        VMWARE("a VMware guest"),
        VIRTUALBOX("a VirtualBox guest"),
        KVM("a KVM guest"),
        KVM_ON_HYBRID("a guest on a hybrid CPU"),
        XEN("a Xen guest"),
        APPLE("a guest of Apple's hypervisor"),
        PARALLELS("a Parallels guest"),
        MICRO_VM("a microVM"),
        OTHER_VM("a virtual machine");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** For people, as in "this is a KVM guest". */
        public String words() {
            return words;
        }
    }

    /** That of this machine; bare metal where no hypervisor shows. */
    public static Platform of(Facts facts) {
        return facts.once(Platform.class, Platform::find);
    }

    private static Platform find(Facts facts) {
        Optional<Confinement.Layer> layer = Confinement.of(facts).virtualization();
        if (layer.isEmpty()) {
            return new Platform(Kind.BARE_METAL, new Evidence("/proc/cpuinfo", "no sign of a hypervisor"));
        }
        Evidence because = layer.get().evidence();
        return switch (layer.get().name()) {
            case "wsl" -> new Platform(Kind.WSL, because);
            case "microsoft" -> microsoft(facts, because);
            case "amazon" -> new Platform(Kind.AWS, because);
            case "xen" -> new Platform(isAmazonXen(facts.host()) ? Kind.AWS_XEN : Kind.XEN, because);
            case "google" -> new Platform(Kind.GOOGLE, because);
            case "vmware" -> new Platform(Kind.VMWARE, because);
            case "oracle" -> new Platform(Kind.VIRTUALBOX, because);
            case "qemu", "kvm", "bochs" -> kvm(facts, because);
            case "apple" -> new Platform(Kind.APPLE, because);
            case "parallels" -> new Platform(Kind.PARALLELS, because);
            case "vm-other" -> unnamed(facts, because);
            default -> new Platform(Kind.OTHER_VM, because);
        };
    }

    private static Platform microsoft(Facts facts, Evidence because) {
        Host host = facts.host();
        boolean azure = host.read("/sys/class/dmi/id/chassis_asset_tag").orElse("").strip().equals(AZURE_TAG)
                || host.identity().release().endsWith("-azure");
        if (azure && onHostedRunner(host)) {
            return new Platform(Kind.GITHUB_HOSTED, new Evidence("environment", "GITHUB_ACTIONS is set"));
        }
        return new Platform(azure ? Kind.AZURE : Kind.HYPER_V, because);
    }

    private static boolean onHostedRunner(Host host) {
        return host.identity().variable("GITHUB_ACTIONS").isPresent()
                && host.identity().variable("RUNNER_ENVIRONMENT").map(e -> e.equals("github-hosted")).orElse(true);
    }

    /** {@code 4.11.amazon} in the BIOS version, or a hypervisor UUID that starts with ec2 (EC2 User Guide, identify instances). */
    private static boolean isAmazonXen(Host host) {
        return host.read("/sys/class/dmi/id/bios_version").orElse("").contains("amazon")
                || host.read("/sys/hypervisor/uuid").orElse("").startsWith("ec2");
    }

    /** KVM turns the virtual PMU off on hybrid hosts (arch/x86/kvm/pmu.h, kvm_init_pmu_capability, 6.12). */
    private static Platform kvm(Facts facts, Evidence because) {
        return Cores.namesHybridModel(facts)
                ? new Platform(Kind.KVM_ON_HYBRID, new Evidence("/proc/cpuinfo", Cpuinfo.of(facts).modelName()))
                : new Platform(Kind.KVM, because);
    }

    /** A hypervisor flag and no firmware tables to name it is what Firecracker and its kin look like; newer ones have ACPI, none has DMI. */
    private static Platform unnamed(Facts facts, Evidence because) {
        boolean noFirmware = facts.host().stat("/sys/class").isPresent() && facts.host().stat("/sys/class/dmi/id").isAbsent();
        return new Platform(noFirmware ? Kind.MICRO_VM : Kind.OTHER_VM, because);
    }

    /** Whether somebody else than this machine's owner decides about the counters. */
    public boolean isVirtual() {
        return kind != Kind.BARE_METAL;
    }
}
