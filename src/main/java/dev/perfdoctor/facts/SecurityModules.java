package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import java.util.Locale;

/**
 * What the kernel's security modules enforce.
 *
 * @param selinuxEnforces {@code /sys/fs/selinux/enforce}; absent where SELinux is off
 * @param lockdown the mode in brackets in {@code /sys/kernel/security/lockdown}; absent also where securityfs is not mounted
 */
public record SecurityModules(Reading<Boolean> selinuxEnforces, Reading<Lockdown> lockdown) {
    /** kernel_lockdown(7). */
    public enum Lockdown {
        NONE,
        INTEGRITY,
        CONFIDENTIALITY
    }

    /** Those of this machine. */
    public static SecurityModules of(Facts facts) {
        return facts.once(SecurityModules.class, f -> new SecurityModules(
                f.host().read("/sys/fs/selinux/enforce").map(text -> text.strip().equals("1")),
                f.host().read("/sys/kernel/security/lockdown").map(SecurityModules::mode)));
    }

    /** Whether an AppArmor profile is enforced on this process: {@code docker-default (enforce)}. False where nothing tells. */
    static boolean appArmorConfines(Facts facts) {
        return facts.host().read("/proc/self/attr/current").map(text -> text.strip().endsWith("(enforce)")).orElse(false);
    }

    /** {@code none [integrity] confidentiality}. */
    static Lockdown mode(String text) {
        int from = text.indexOf('[');
        int to = text.indexOf(']');
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("no mode in brackets");
        }
        return Lockdown.valueOf(text.substring(from + 1, to).toUpperCase(Locale.ROOT));
    }
}
