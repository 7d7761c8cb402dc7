package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;

/** The path of perf that stays when the kernel changes: what a sudoers rule should name. */
public final class StablePerf {
    private static final String USUAL = "/usr/bin/perf";

    private StablePerf() {}

    /**
     * The path to write in a rule: that of the perf in use where it lies in a system's directory for programs, else where packages put it.
     *
     * @param perf the path that would run; may be empty
     */
    public static String path(Facts facts, String perf) {
        if (perf.startsWith("/nix/") || perf.startsWith("/run/current-system/")) {
            return "/run/current-system/sw/bin/perf"; // NixOS changes the path in the store with each build
        }
        boolean plain = perf.endsWith("/perf") && (perf.startsWith("/usr/") || perf.startsWith("/bin/") || perf.startsWith("/opt/"));
        boolean versioned = KernelChange.releaseIn(perf).isPresent() || Glob.isPattern(perf);
        boolean theirs = facts.host().identity().variable("HOME").filter(home -> perf.startsWith(home + "/")).isPresent();
        return plain && !versioned && !theirs ? perf : USUAL;
    }
}
