package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.api.Remediation.Kind;
import dev.perfdoctor.api.Remediation.Where;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Remediations that several checks share. Here alone is decided where something must be done: what belongs to the kernel is done on the
 * host of a container, what belongs to the user land in its image.
 */
public final class Remedies {
    private Remedies() {}

    /** Where a setting of the kernel (sysctl, mount, boot option) is changed: root of a user namespace of its own may not. */
    public static Where kernelSide(Facts facts) {
        boolean outside = Confinement.of(facts).inContainer() || Credentials.of(facts).inOwnUserNamespace().orElse(false);
        return outside ? Where.HOST : Where.HERE;
    }

    /** Where a package is installed so that it stays. */
    public static Where userSide(Facts facts) {
        return Confinement.of(facts).inContainer() ? Where.IMAGE : Where.HERE;
    }

    /**
     * What stands before a command that only root may run: nothing where one is root already, or builds an image; here the program this machine
     * has for it, such as {@code "doas "}. Of other machines only sudo is known.
     */
    public static String asRoot(Facts facts, Where where) {
        return switch (where) {
            case IMAGE -> "";
            case HOST, HYPERVISOR -> "sudo ";
            case HERE -> Credentials.isRoot(facts) ? "" : RootTool.name(facts) + " ";
        };
    }

    /**
     * Sets a sysctl: until the next boot and for good. Takes the value that was seen, so that no undo can be forgotten or guessed.
     *
     * @param key such as {@code kernel.perf_event_paranoid}
     * @param risk what it costs in security; empty for nothing
     */
    public static List<Remediation> sysctl(Facts facts, String key, Present<Integer> seen, int wanted, String risk) {
        Where where = kernelSide(facts);
        String sudo = asRoot(facts, where);
        String now = sudo + "sysctl -w " + key + "=" + wanted;
        String back = sudo + "sysctl -w " + key + "=" + seen.value();
        Remediation temporary = new Remediation(
                "Until the next boot", Kind.TEMPORARY, where, true, List.of(now), List.of(), List.of(back), risk);
        return List.of(temporary, persistent(facts, where, sudo, key + " = " + wanted, List.of(now), List.of(back), risk));
    }

    /**
     * Keeps a sysctl over the next boot. Where it is to be another than now, it is set as well.
     *
     * @param wanted what it is to be after the boot
     */
    public static Remediation keep(Facts facts, String key, Present<Integer> seen, int wanted, String risk) {
        if (seen.value() != wanted) {
            return sysctl(facts, key, seen, wanted, risk).getLast();
        }
        Where where = kernelSide(facts);
        return persistent(facts, where, asRoot(facts, where), key + " = " + wanted, List.of(), List.of(), risk);
    }

    private static Remediation persistent(
            Facts facts, Where where, String sudo, String line, List<String> now, List<String> back, String risk) {
        String key = line.substring(0, line.indexOf(' '));
        String file = "/etc/sysctl.d/99-" + key.substring(key.lastIndexOf('.') + 1).replace('_', '-') + ".conf";
        Optional<String> toEdit = where == Where.HOST ? Optional.empty() : setLater(facts, key, file).or(() -> taken(facts, file));
        if (toEdit.isPresent()) {
            List<String> steps = List.of("set the line '" + line + "' in " + toEdit.get(), "then run: " + sudo + "sysctl --system");
            return new Remediation("For good", Kind.PERSISTENT, where, true, List.of(), steps, List.of(), risk);
        }
        String write = sudo.isEmpty() ? "echo '" + line + "' > " + file : "echo '" + line + "' | " + sudo + "tee " + file;
        return new Remediation(
                "For good", Kind.PERSISTENT, where, true, joined(write, now), List.of(), joined(sudo + "rm " + file, back), risk);
    }

    private static List<String> joined(String first, List<String> others) {
        return Stream.concat(Stream.of(first), others.stream()).toList();
    }

    /** The file itself where it is there, or may be: writing it would overwrite what it holds, and rm would be no undo. */
    private static Optional<String> taken(Facts facts, String file) {
        return facts.host().lstat(file) instanceof Reading.Absent<?> ? Optional.empty() : Optional.of(file);
    }

    /** The file that sets a key at boot after {@code ours} has: files of all directories are applied in the order of their names, so what it sets would win. */
    private static Optional<String> setLater(Facts facts, String key, String ours) {
        return SysctlConfig.of(facts).atBoot(key) instanceof Present<String> p
                        && name(p.evidence().source()).compareTo(name(ours)) > 0
                ? Optional.of(p.evidence().source())
                : Optional.empty();
    }

    private static String name(String path) {
        return path.startsWith("/proc/") ? "" : path.substring(path.lastIndexOf('/') + 1);
    }
}
