package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which kernels this machine has and had besides the running one, told by what lies on disk. Several at once are normal; what was
 * installed when is in {@link KernelLog}, which costs more to read.
 *
 * @param running the kernel that runs
 * @param modules names in {@code /lib/modules}
 * @param images releases whose kernel image was seen, in {@code /boot} or beside the modules
 * @param tools names in {@code /usr/lib/linux-tools} that hold a perf
 * @param awaited packages that ask for a reboot: {@code /run/reboot-required.pkgs}
 */
public record KernelHistory(
        KernelRelease running,
        Reading<List<String>> modules,
        Set<String> images,
        Reading<List<String>> tools,
        Reading<List<String>> awaited) {
    private static final String BOOT = "/boot";
    private static final String MODULES = "/lib/modules";
    /** Where Ubuntu and its relatives keep the tools of each kernel. */
    private static final String TOOLS = "/usr/lib/linux-tools";
    private static final String AWAITED = "/run/reboot-required.pkgs";

    /** Another kernel than the running one, and where it shows. */
    public record Other(KernelRelease release, Evidence evidence) {}

    /** That of this machine. */
    public static KernelHistory of(Facts facts) {
        return facts.once(KernelHistory.class, KernelHistory::read);
    }

    private static KernelHistory read(Facts facts) {
        Host host = facts.host();
        Reading<List<String>> modules = host.list(MODULES);
        Reading<List<String>> boot = host.list(BOOT);
        Set<String> images = new TreeSet<>();
        for (String name : boot.orElse(List.of())) {
            image(name).ifPresent(images::add);
        }
        for (String release : modules.orElse(List.of())) {
            if (host.stat(MODULES + "/" + release + "/vmlinuz").isPresent()) {
                images.add(release); // Fedora and Arch keep a copy there
            }
        }
        Reading<List<String>> tools = host.list(TOOLS)
                .map(names -> names.stream().filter(n -> host.stat(TOOLS + "/" + n + "/perf").isPresent()).toList());
        Reading<List<String>> awaited = host.read(AWAITED).map(text -> Text.lines(text).stream().map(String::strip).toList());
        return new KernelHistory(KernelRelease.of(facts), modules, Set.copyOf(images), tools, awaited);
    }

    /** {@code vmlinuz-6.8.0-45-generic}; SUSE and others call it {@code vmlinux-} or {@code Image-}. */
    private static Optional<String> image(String name) {
        for (String start : List.of("vmlinuz-", "vmlinux-", "Image-", "kernel-")) {
            String release = name.startsWith(start) ? name.substring(start.length()) : "";
            if (!release.isEmpty() && Character.isDigit(release.charAt(0))) {
                return Optional.of(release);
            }
        }
        return Optional.empty();
    }

    /**
     * What comes after the numbers of a release: {@code generic}, {@code cloud-amd64}, {@code lts}; empty for Fedora's. Only kernels of
     * one line follow each other: who runs Arch's lts beside its newest waits for no reboot.
     */
    static String line(String release) {
        List<String> words = new ArrayList<>();
        for (String part : Text.split(release.replace('+', '-'), '-')) {
            String letters = part.isEmpty() || Character.isDigit(part.charAt(0)) ? "" : withoutEndingDigits(part);
            if (!letters.isEmpty() && !letters.equals("deb") && !letters.equals("rpt")) {
                words.add(letters);
            }
        }
        return String.join("-", words);
    }

    private static String withoutEndingDigits(String part) {
        int end = part.length();
        while (end > 0 && (Character.isDigit(part.charAt(end - 1)) || part.charAt(end - 1) == '.')) {
            end--;
        }
        String letters = part.substring(0, end);
        return letters.endsWith("amd") || letters.endsWith("arm") || letters.endsWith("x86_") ? part : letters;
    }

    /** The newest installed kernel of the same line that is newer than the running one: what the next boot will start. */
    public Optional<Other> newer() {
        List<Other> found = new ArrayList<>();
        for (String release : images) {
            found.add(new Other(KernelRelease.parse(release), new Evidence(BOOT, "vmlinuz-" + release)));
        }
        boolean imagesShow = images.contains(running.text());
        for (String release : modules.orElse(List.of())) {
            if (!imagesShow || images.contains(release)) { // modules without an image are leftovers, of dkms for example
                found.add(new Other(KernelRelease.parse(release), new Evidence(MODULES + "/" + release, "present")));
            }
        }
        for (String name : awaited.orElse(List.of())) {
            String release = KernelLog.releaseOf(name);
            if (!release.isEmpty()) {
                found.add(new Other(KernelRelease.parse(release), new Evidence(AWAITED, name)));
            }
        }
        return found.stream()
                .filter(o -> sameLine(o.release()) && o.release().compareTo(running) > 0)
                .max((a, b) -> a.release().compareTo(b.release()));
    }

    /** The newest kernel of the same line before the running one of which modules, an image or a perf are still there. */
    public Optional<Other> earlier() {
        List<Other> found = new ArrayList<>();
        for (String release : tools.orElse(List.of())) {
            found.add(new Other(KernelRelease.parse(release), new Evidence(TOOLS + "/" + release + "/perf", "present")));
        }
        for (String release : modules.orElse(List.of())) {
            found.add(new Other(KernelRelease.parse(release), new Evidence(MODULES + "/" + release, "present")));
        }
        for (String release : images) {
            found.add(new Other(KernelRelease.parse(release), new Evidence(BOOT, "vmlinuz-" + release)));
        }
        return found.stream()
                .filter(o -> sameLine(o.release()) && o.release().compareTo(running) < 0)
                .reduce((best, next) -> next.release().compareTo(best.release()) > 0 ? next : best);
    }

    /** Releases that have a perf of their own in {@code /usr/lib/linux-tools}, older than the running one. */
    public List<Other> olderTools() {
        return tools.orElse(List.of()).stream()
                .map(name -> new Other(KernelRelease.parse(name), new Evidence(TOOLS + "/" + name + "/perf", "present")))
                .filter(o -> sameLine(o.release()) && o.release().compareTo(running) < 0)
                .toList();
    }

    /** Whether tools are kept per kernel here, and those of the running one are gone while those of {@code other} are there. */
    public boolean toolsMovedTo(KernelRelease other) {
        return tools instanceof Present<List<String>> p && p.value().contains(other.text()) && !p.value().contains(running.text());
    }

    private boolean sameLine(KernelRelease other) {
        return other.isKnown() && line(other.text()).equals(line(running.text()));
    }
}
