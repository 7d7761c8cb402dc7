package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Stat;
import java.util.Optional;

/** How the perf in use turns addresses into source lines and inlined frames (tools/perf/util/srcline.c). */
public sealed interface SourceLines {
    /** Debug information beyond this size makes an external addr2line slow enough to be noticed: bytes. */
    long LARGE = 100L << 20;

    /** By libbfd, in its own process. */
    record BuiltIn(Evidence evidence) implements SourceLines {}

    /**
     * By a pipe to {@code addr2line}.
     *
     * @param program where PATH finds it; absent where nowhere
     * @param large a target whose debug information is large
     */
    record External(Reading<String> program, Optional<Evidence> large, Evidence evidence) implements SourceLines {}

    /** perf does not say. */
    record Unknown(String why) implements SourceLines {}

    /** Of the perf in use. */
    static SourceLines of(Facts facts) {
        return facts.once(SourceLines.class, SourceLines::look);
    }

    private static SourceLines look(Facts facts) {
        PerfBuild build = PerfBuild.of(facts);
        Optional<Evidence> line = build.evidence("libbfd");
        if (line.isEmpty()) {
            return new Unknown("perf does not say whether it has libbfd");
        }
        return build.has("libbfd")
                ? new BuiltIn(line.get())
                : new External(OnPath.of(facts, "addr2line"), large(facts), line.get());
    }

    private static Optional<Evidence> large(Facts facts) {
        for (TargetPrograms.Program program : TargetPrograms.of(facts).readable()) {
            long size = facts.host().stat(program.elf().file()).map(Stat::size).orElse(0L);
            if (size > LARGE && program.elf().hasDebugInfo().orElse(false)) {
                return Optional.of(new Evidence(program.name(), "%d MiB with debug information".formatted(size >> 20)));
            }
        }
        return Optional.empty();
    }
}
