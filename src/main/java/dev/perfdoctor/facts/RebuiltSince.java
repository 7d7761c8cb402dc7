package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Programs that {@code perf.data} of the working directory was recorded from and that are another build now.
 *
 * @param programs in the order of the recording
 * @param recording how it read; absent where there is none
 */
public record RebuiltSince(List<Program> programs, Reading<PerfData> recording) {
    /** A recording names the kernel's modules and every library that was sampled; the first programs tell the story. */
    private static final int MOST = 64;

    public RebuiltSince {
        programs = List.copyOf(programs);
    }

    /**
     * One of them.
     *
     * @param recorded the build id then
     * @param now the build id now; empty where the file is gone
     * @param stored whether perf's store has the build that was recorded
     */
    public record Program(String file, String recorded, Optional<String> now, boolean stored) {
        /** What stands there now, against what was recorded. */
        public Evidence evidence() {
            return new Evidence(file, now.map(id -> "build id " + id).orElse("gone") + ", recorded " + recorded);
        }
    }

    /** Those of this working directory. */
    public static RebuiltSince of(Facts facts) {
        return facts.once(RebuiltSince.class, RebuiltSince::compare);
    }

    private static RebuiltSince compare(Facts facts) {
        Host host = facts.host();
        Reading<PerfData> recording = PerfData.here(facts);
        List<Program> programs = new ArrayList<>();
        if (recording instanceof Present<PerfData> data) {
            for (PerfData.Build build : data.value().buildIds().stream().filter(b -> b.file().startsWith("/")).limit(MOST).toList()) {
                switch (ElfIdentity.read(host, build.file())) {
                    case Present<ElfIdentity> file -> file.value().buildId()
                            .filter(id -> !id.equals(build.id()))
                            .ifPresent(id -> programs.add(program(facts, build, Optional.of(id))));
                    case Reading.Absent<ElfIdentity> _ -> programs.add(program(facts, build, Optional.empty()));
                    case Reading.Unread<ElfIdentity> _ -> { }
                }
            }
        }
        return new RebuiltSince(programs, recording);
    }

    private static Program program(Facts facts, PerfData.Build build, Optional<String> now) {
        boolean stored = BuildIdStore.of(facts).wholeEntry(build.id()).isPresent();
        return new Program(build.file(), build.id(), now, stored);
    }

    /** Those that are there, as another build, while the store holds the recorded one. */
    public List<Program> storedAndRebuilt() {
        return programs.stream().filter(p -> p.stored() && p.now().isPresent()).toList();
    }
}
