package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Programs of one's own in {@code perf.data} that are another build now.
 *
 * @param ofTargets targets of this run, or what lies in the working directory
 * @param isLost whether the recorded build of one of them is nowhere to be had: not on disk and, for sure, not in perf's store
 */
public record RecordedBuilds(List<RebuiltSince.Program> ofTargets, boolean isLost) {
    public RecordedBuilds {
        ofTargets = List.copyOf(ofTargets);
    }

    /** Those of this working directory's recording. */
    public static RecordedBuilds of(Facts facts) {
        return facts.once(RecordedBuilds.class, f -> {
            Set<String> targets = Targets.of(f).all().stream().map(t -> f.host().realPath(t.path()).orElse(t.path())).collect(Collectors.toSet());
            String directory = f.host().identity().directory();
            List<RebuiltSince.Program> own = RebuiltSince.of(f).programs().stream()
                    .filter(p -> p.now().isPresent())
                    .filter(p -> targets.contains(p.file()) || !directory.isEmpty() && HostPath.isIn(p.file(), directory))
                    .toList();
            boolean searched = own.stream().allMatch(RebuiltSince.Program::stored) || BuildIdStore.of(f).isWhole();
            return new RecordedBuilds(own, searched && own.stream().anyMatch(p -> !p.stored()));
        });
    }
}
