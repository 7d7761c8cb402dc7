package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.perfdoctor.facts.Platform.Kind;
import org.junit.jupiter.api.Test;

/** Whose machine it is, by what each platform leaves in sysfs. */
class PlatformTest {
    private static final String GUEST = "/proc/cpuinfo: \"processor: 0\\nvendor_id: GenuineIntel\\nflags: fpu tsc hypervisor\\n\"\n";

    private static Kind of(String keys, String files) {
        return Platform.of(Machines.facts("otherwise: absent\n" + keys + "files:\n" + (GUEST + files).indent(2))).kind();
    }

    private static String dmi(String vendor, String product) {
        return "/sys/class/dmi/id/sys_vendor: \"%s\\n\"\n/sys/class/dmi/id/product_name: \"%s\\n\"\n".formatted(vendor, product);
    }

    @Test
    void firmwareNamesMostHypervisors() {
        assertEquals(Kind.AWS, of("", dmi("Amazon EC2", "r6a.4xlarge")));
        assertEquals(Kind.GOOGLE, of("", dmi("Google", "Google Compute Engine")));
        assertEquals(Kind.VMWARE, of("", dmi("VMware, Inc.", "VMware20,1")));
        assertEquals(Kind.VIRTUALBOX, of("", dmi("innotek GmbH", "VirtualBox")));
        assertEquals(Kind.KVM, of("", dmi("QEMU", "Standard PC (Q35 + ICH9, 2009)")));
    }

    @Test
    void bareMetalOfACloudIsBareMetal() {
        assertEquals(Kind.BARE_METAL, Platform.of(Machines.facts("otherwise: absent\nfiles:\n"
                + ("/proc/cpuinfo: \"processor: 0\\nflags: fpu tsc\\n\"\n" + dmi("Amazon EC2", "c5.metal")).indent(2))).kind());
    }

    @Test
    void azureAndHyperVDifferByTheAssetTag() {
        String microsoft = dmi("Microsoft Corporation", "Virtual Machine");
        assertEquals(Kind.HYPER_V, of("", microsoft));
        assertEquals(Kind.AZURE, of("", microsoft + "/sys/class/dmi/id/chassis_asset_tag: \"7783-7084-3265-9085-8269-3286-77\\n\"\n"));
    }

    @Test
    void aHostedRunnerIsAnAzureMachineOfGithubs() {
        String azure = "uname: {release: 6.11.0-1018-azure, machine: x86_64}\nenvironment: {GITHUB_ACTIONS: 'true'%s}\n";
        assertEquals(Kind.GITHUB_HOSTED, of(azure.formatted(""), dmi("Microsoft Corporation", "Virtual Machine")));
        assertEquals(Kind.AZURE, of(azure.formatted(", RUNNER_ENVIRONMENT: self-hosted"), dmi("Microsoft Corporation", "Virtual Machine")));
    }

    @Test
    void aHypervisorWithoutFirmwareIsAMicroVm() {
        assertEquals(Kind.MICRO_VM, of("", "/sys/class/net/lo/mtu: \"65536\\n\"\n"));
        assertEquals(Kind.OTHER_VM, of("", "/etc/hostname: host\n"), "without sysfs nothing can be told");
    }

    @Test
    void oldAmazonMachinesAreXens() {
        assertEquals(Kind.AWS_XEN, of("", "/sys/hypervisor/type: \"xen\\n\"\n/sys/hypervisor/uuid: \"ec2b1c2d-0000\\n\"\n"));
        assertEquals(Kind.XEN, of("", "/sys/hypervisor/type: \"xen\\n\"\n"));
    }
}
