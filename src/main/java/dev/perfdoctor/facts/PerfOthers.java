package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import dev.perfdoctor.api.Stat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The perf programs that a plain {@code perf} does not reach: later on PATH, and elsewhere on disk. Asked only when the one in use does not
 * start, for it lists directories and starts up to two of them.
 *
 * @param all best first: later on PATH, then of the running kernel, then of the nearest
 * @param gaps places that could not be looked at
 */
public record PerfOthers(List<Other> all, List<Unread<?>> gaps) {
    /** More would not tell more: they come from the same packages. */
    private static final int TRIED = 2;

    /**
     * One of them.
     *
     * @param reachable whether it stands on PATH as {@code perf}, behind another
     */
    public record Other(PerfProgram program, boolean reachable, PerfStart start) {}

    public PerfOthers {
        all = List.copyOf(all);
        gaps = List.copyOf(gaps);
    }

    /** Those of this machine. */
    public static PerfOthers of(Facts facts) {
        return facts.once(PerfOthers.class, PerfOthers::search);
    }

    /** The best one that was seen to start. */
    public Optional<Other> working() {
        return all.stream().filter(o -> o.start().ok()).findFirst();
    }

    /** The best one that stands later on PATH and was seen to start. */
    public Optional<Other> workingOnPath() {
        return all.stream().filter(o -> o.reachable() && o.start().ok()).findFirst();
    }

    /** The best one that starts or, where none was seen to, may: nobody tried it. */
    public Optional<Other> usable() {
        return working().or(() -> all.stream().filter(o -> o.start() instanceof PerfStart.Untried).findFirst());
    }

    private static PerfOthers search(Facts facts) {
        PerfBinaries binaries = PerfBinaries.of(facts);
        List<PerfProgram> later = binaries.inUse() instanceof PerfInUse.None ? List.of() : binaries.laterOnPath();
        Places places = new Places(facts);
        places.known.addAll(binaries.onPath().stream().map(PerfProgram::resolved).toList());
        List<PerfProgram> elsewhere = places.found();
        elsewhere.sort(nearest(facts));
        List<Other> all = new ArrayList<>();
        int tries = 0;
        for (PerfProgram program : later) {
            all.add(new Other(program, true, tries++ < TRIED ? tried(facts, program) : untried(program)));
        }
        for (PerfProgram program : elsewhere) {
            all.add(new Other(program, false, tries++ < TRIED ? tried(facts, program) : untried(program)));
        }
        return new PerfOthers(all, places.gaps);
    }

    private static PerfStart tried(Facts facts, PerfProgram program) {
        if (runsOthersFiles(facts, program)) {
            return untried(program);
        }
        return PerfTrial.start(facts, program, List.of(program.path(), "--version"));
    }

    /** Root does not start, unasked, what belongs to somebody else. */
    private static boolean runsOthersFiles(Facts facts, PerfProgram program) {
        return Credentials.isRoot(facts) && facts.host().stat(program.path()) instanceof Present<Stat> s && s.value().uid() != 0;
    }

    private static PerfStart untried(PerfProgram program) {
        return new PerfStart.Untried(new Unread<>(program.path() + " --version", Why.FAILED, "not tried"));
    }

    /** The running kernel's first, then its series, then the newest. */
    private static Comparator<PerfProgram> nearest(Facts facts) {
        KernelRelease kernel = KernelRelease.of(facts);
        Comparator<KernelRelease> near = Comparator.<KernelRelease, Boolean>comparing(r -> !r.text().equals(kernel.text()))
                .thenComparing(r -> !r.majorMinor().equals(kernel.majorMinor()))
                .thenComparing(Comparator.reverseOrder());
        return Comparator.comparing((PerfProgram p) -> p.namedRelease().orElse(KernelRelease.parse("")), near)
                .thenComparing(PerfProgram::path);
    }

    /** Where packages and people put a perf. */
    private static final class Places {
        private static final String TOOLS = "/usr/lib/linux-tools";
        private final Facts facts;
        private final Set<String> known = new HashSet<>();
        private final List<PerfProgram> found = new ArrayList<>();
        private final List<Unread<?>> gaps = new ArrayList<>();

        Places(Facts facts) {
            this.facts = facts;
        }

        List<PerfProgram> found() {
            for (String release : names(TOOLS)) {
                look(TOOLS + "/" + release + "/perf");
            }
            for (String name : names("/usr/lib")) {
                if (name.startsWith("linux-") && name.contains("tools-")) { // linux-tools-6.8.0-45, linux-hwe-6.17-tools-6.17.0-22
                    look("/usr/lib/" + name + "/perf");
                }
            }
            for (String directory : List.of("/usr/bin", "/usr/local/bin")) {
                for (String name : names(directory)) {
                    if (name.equals("perf") || versioned(name)) {
                        look(directory + "/" + name);
                    }
                }
            }
            List.of("/usr/sbin/perf", "/usr/local/sbin/perf", "/snap/bin/perf", "/run/current-system/sw/bin/perf", "/nix/var/nix/profiles/default/bin/perf")
                    .forEach(this::look);
            PerfBinaries.home(facts).ifPresent(home -> List.of("/bin/perf", "/.local/bin/perf", "/.nix-profile/bin/perf").forEach(p -> look(home + p)));
            for (String name : names("/opt")) {
                look("/opt/" + name + "/bin/perf");
                look("/opt/" + name + "/perf");
            }
            for (String name : names("/usr/src")) {
                look("/usr/src/" + name + "/tools/perf/perf");
            }
            return found;
        }

        /** {@code perf_6.8}, as Debian up to 11 and Proxmox name it. */
        private static boolean versioned(String name) {
            return name.startsWith("perf_") && name.length() > 5 && Character.isDigit(name.charAt(5));
        }

        private List<String> names(String directory) {
            Host host = facts.host();
            return switch (host.list(directory)) {
                case Present<List<String>> names -> names.value();
                case Absent<List<String>> _ -> List.of();
                case Unread<List<String>> unread -> {
                    gaps.add(unread);
                    yield host.listKnown(directory).orElse(List.of());
                }
            };
        }

        private void look(String path) {
            switch (PerfProgram.at(facts, path)) {
                case Present<PerfProgram> p when isProgram(p.value()) && known.add(p.value().resolved()) -> found.add(p.value());
                case Present<PerfProgram> _, Absent<PerfProgram> _ -> {}
                case Unread<PerfProgram> u when u.why() == Why.DENIED -> {}
                case Unread<PerfProgram> u -> gaps.add(u);
            }
        }

        private boolean isProgram(PerfProgram program) {
            return program.isCandidate() && !program.isWrapper() && program.kind() != PerfProgram.Kind.OTHER && !program.isForeign(facts);
        }
    }
}
