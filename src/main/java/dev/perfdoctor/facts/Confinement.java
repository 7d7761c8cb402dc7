package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What stands between this user land and the hardware: a container engine, a hypervisor. A container is not a virtual machine, and one may
 * be in the other; both are found from files alone.
 *
 * @param container empty for none
 * @param virtualization empty for none that shows
 * @param containerKnown false where the places that would show one could not be read
 * @param virtualizationKnown false where the places that would show one could not be read
 */
public record Confinement(
        Optional<Layer> container,
        Optional<Layer> virtualization,
        boolean containerKnown,
        boolean virtualizationKnown) {
    /** One layer and where it shows. The name is a word of systemd-detect-virt(1) where that has one. */
    public record Layer(String name, Evidence evidence) {}

    private record Mark(String text, String name) {}

    /** Engines name their cgroups: {@code /docker/…}, {@code /kubepods.slice/…}, {@code libpod-…}, {@code /lxc.payload.…}. */
    private static final List<Mark> CGROUPS = List.of(
            new Mark("kubepods", "kubernetes"),
            new Mark("libpod-", "podman"),
            new Mark("/docker/", "docker"),
            new Mark("docker-", "docker"),
            new Mark("cri-containerd", "containerd"),
            new Mark("/containerd/", "containerd"),
            new Mark("lxc.payload", "lxc"),
            new Mark("/lxc/", "lxc"));

    private static final List<String> FIRST_NAMESPACES =
            List.of("pid:[4026531836]", "ipc:[4026531839]", "uts:[4026531838]", "cgroup:[4026531835]");

    /** DMI strings are the vendor's own words. */
    private static final List<Mark> FIRMWARE = List.of(
            new Mark("qemu", "qemu"),
            new Mark("kvm", "kvm"),
            new Mark("vmware", "vmware"),
            new Mark("innotek", "oracle"),
            new Mark("virtualbox", "oracle"),
            new Mark("amazon ec2", "amazon"),
            new Mark("google compute engine", "google"),
            new Mark("parallels", "parallels"),
            new Mark("bochs", "bochs"),
            new Mark("xen", "xen"),
            new Mark("apple virtualization", "apple"),
            new Mark("digitalocean", "kvm"),
            new Mark("openstack", "kvm"));

    private static final List<Mark> PCI =
            List.of(new Mark("80ee", "oracle"), new Mark("15ad", "vmware"), new Mark("1414", "microsoft"), new Mark("5853", "xen"));

    /** What confines this user land. */
    public static Confinement of(Facts facts) {
        return facts.once(Confinement.class, Confinement::read);
    }

    /** Whether this is a container (WSL is a virtual machine). */
    public boolean inContainer() {
        return container.isPresent();
    }

    /** Whether a hypervisor shows. */
    public boolean inVirtualMachine() {
        return virtualization.isPresent();
    }

    private static Confinement read(Facts facts) {
        Host host = facts.host();
        boolean containerKnown = !(host.stat("/.dockerenv") instanceof Unread<?> && host.read("/proc/self/cgroup") instanceof Unread<?>);
        // Without the firmware's words, a processor that shows no hypervisor proves no bare metal: VirtualBox hides the flag.
        boolean virtualKnown = !(Cpuinfo.of(facts).reading() instanceof Unread<?>)
                && !(host.read("/sys/class/dmi/id/sys_vendor") instanceof Unread<?>);
        return new Confinement(container(host), virtualization(facts), containerKnown, virtualKnown);
    }

    private static Optional<Layer> container(Host host) {
        if (host.identity().variable("KUBERNETES_SERVICE_HOST").isPresent()) {
            return Optional.of(new Layer("kubernetes", new Evidence("environment", "KUBERNETES_SERVICE_HOST is set")));
        }
        return marker(host, "/run/.containerenv", "podman")
                .or(() -> inFirstNamespaces(host) ? Optional.empty() : marker(host, "/.dockerenv", "docker"))
                .or(() -> named(host, "/run/systemd/container"))
                .or(() -> named(host, "/run/host/container-manager"))
                .or(() -> host.identity()
                        .variable("container")
                        .map(name -> new Layer(word(name), new Evidence("environment", "container=" + name))))
                .or(() -> byCgroup(host))
                .or(() -> marker(host, "/dev/lxd/sock", "lxc"))
                .or(() -> marker(host, "/dev/.lxc-boot-id", "lxc"));
    }

    /**
     * Whether this process is in none but the namespaces that the kernel starts with, whose numbers are fixed (include/linux/proc_ns.h). Then a
     * file that an engine leaves in an image proves no container: microVMs are booted from such images.
     */
    private static boolean inFirstNamespaces(Host host) {
        return FIRST_NAMESPACES.stream().allMatch(namespace -> host.readLink("/proc/self/ns/" + namespace.substring(0, namespace.indexOf(':')))
                instanceof Present<String> p && p.value().equals(namespace));
    }

    private static Optional<Layer> marker(Host host, String file, String engine) {
        return host.stat(file).isPresent() ? Optional.of(new Layer(engine, new Evidence(file, "present"))) : Optional.empty();
    }

    private static Optional<Layer> named(Host host, String file) {
        return host.read(file) instanceof Present<String> p && !p.value().isBlank()
                ? Optional.of(new Layer(word(p.value()), p.evidence()))
                : Optional.empty();
    }

    private static String word(String text) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        return word.equals("oci") ? "container" : word;
    }

    private static Optional<Layer> byCgroup(Host host) {
        for (String line : Text.lines(host.read("/proc/self/cgroup").orElse(""))) {
            for (Mark mark : CGROUPS) {
                if (line.contains(mark.text())) {
                    return Optional.of(new Layer(mark.name(), new Evidence("/proc/self/cgroup", line)));
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<Layer> virtualization(Facts facts) {
        Host host = facts.host();
        String release = host.identity().release();
        if (release.toLowerCase(Locale.ROOT).contains("microsoft") || release.contains("-WSL2")) {
            return Optional.of(new Layer("wsl", new Evidence("uname -r", release)));
        }
        return gvisor(host)
                .or(() -> byFirmware(host))
                .or(() -> named(host, "/sys/hypervisor/type"))
                .or(() -> byPci(host))
                .or(() -> Cpuinfo.of(facts).hasFlag("hypervisor")
                        ? Optional.of(new Layer("vm-other", new Evidence("/proc/cpuinfo", "flags: hypervisor")))
                        : Optional.empty());
    }

    /** gVisor's kernel states one fixed release and build date (pkg/sentry/syscalls/linux, LinuxSysname and the like). */
    private static Optional<Layer> gvisor(Host host) {
        String release = host.identity().release();
        String version = host.identity().version();
        boolean fixed = release.equals("4.4.0") && version.contains("Sun Jan 10 15:06:54 PST 2016");
        if (fixed || release.contains("gvisor") || host.read("/proc/version").orElse("").contains("gVisor")) {
            return Optional.of(new Layer("gvisor", new Evidence("uname -rv", release + " " + version)));
        }
        return Optional.empty();
    }

    /** PCI vendors of virtual devices, as {@code /proc/bus/pci/devices} lists them: {@code 0010	80eebeef	…}. */
    private static Optional<Layer> byPci(Host host) {
        for (String line : Text.lines(host.read("/proc/bus/pci/devices").orElse(""))) {
            List<String> fields = Text.words(line);
            String vendor = fields.size() > 1 && fields.get(1).length() == 8 ? fields.get(1).substring(0, 4) : "";
            Optional<Mark> mark = PCI.stream().filter(m -> m.text().equals(vendor)).findFirst();
            if (mark.isPresent()) {
                return Optional.of(new Layer(mark.get().name(), new Evidence("/proc/bus/pci/devices", "a device of vendor " + vendor)));
            }
        }
        return Optional.empty();
    }

    private static Optional<Layer> byFirmware(Host host) {
        String product = host.read("/sys/class/dmi/id/product_name").orElse("").strip();
        if (product.endsWith(".metal") || product.contains(".metal-")) {
            return Optional.empty(); // a cloud's bare metal carries the cloud's name too
        }
        for (String file : List.of("product_name", "sys_vendor", "board_vendor", "bios_vendor")) {
            String path = "/sys/class/dmi/id/" + file;
            if (host.read(path) instanceof Present<String> p) {
                Optional<String> name = hypervisor(p.value().strip().toLowerCase(Locale.ROOT), product);
                if (name.isPresent()) {
                    return Optional.of(new Layer(name.get(), new Evidence(path, p.value().strip())));
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> hypervisor(String text, String product) {
        if (text.contains("microsoft") && product.startsWith("Virtual")) {
            return Optional.of("microsoft"); // a Surface is Microsoft's too
        }
        return FIRMWARE.stream().filter(m -> text.contains(m.text())).map(Mark::name).findFirst();
    }
}
