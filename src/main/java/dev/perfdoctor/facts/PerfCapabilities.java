package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Remediation.Where;
import dev.perfdoctor.facts.Credentials.Capability;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What capabilities do, do not, and could do for the perf in use: those of the process and those in the files behind the word {@code perf}.
 *
 * @param perfmon where CAP_PERFMON shows, of the process or of perf's file; empty where neither has it
 * @param perfmonFallsShort whether it is there and this kernel asks for more at its level
 * @param voided capabilities in files that have no effect
 * @param setcap how to give CAP_PERFMON to perf's file; empty where that would not help or could not be done
 */
public record PerfCapabilities(
        List<Evidence> perfmon, boolean perfmonFallsShort, Optional<Ineffective> voided, Optional<Setcap> setcap) {
    /**
     * Capabilities without effect.
     *
     * @param why as a clause
     * @param mending what a person could do about it
     * @param shutsOut whether they are worse than none: perf may then not even look at the processes it starts
     */
    public record Ineffective(String file, String why, List<Evidence> evidence, String mending, boolean shutsOut) {}

    /**
     * Arguments of setcap(8).
     *
     * @param capabilities with those that are there already: setcap replaces
     * @param before what is there now, in the same form; empty for nothing
     */
    public record Setcap(String program, String capabilities, String before) {}

    /** Those of this user's perf. */
    public static PerfCapabilities of(Facts facts) {
        return facts.once(PerfCapabilities.class, PerfCapabilities::find);
    }

    private static PerfCapabilities find(Facts facts) {
        Credentials credentials = Credentials.of(facts);
        Optional<PerfInUse.Working> perf =
                PerfInUse.of(facts) instanceof PerfInUse.Working working ? Optional.of(working) : Optional.empty();
        Optional<FileCapabilities> file = perf.map(p -> FileCapabilities.of(facts, p.program()));
        List<Evidence> perfmon = new ArrayList<>();
        if (credentials.effective(Capability.PERFMON)) {
            credentials.capabilities().ifPresent(perfmon::add);
        }
        file.filter(f -> f.gives(Capability.PERFMON)).ifPresent(f -> perfmon.add(f.evidence()));
        return new PerfCapabilities(
                perfmon, !perfmon.isEmpty() && fallsShort(facts), voided(facts, perf, file), setcap(facts, perf, file));
    }

    /** At a patched level, as far as known; where it is not, the probe's refusal says it. */
    private static boolean fallsShort(Facts facts) {
        return PerfAccess.of(facts).level() instanceof Present<Integer> level && level.value() > 2;
    }

    private static Optional<Ineffective> voided(Facts facts, Optional<PerfInUse.Working> perf, Optional<FileCapabilities> file) {
        Optional<Ineffective> own = file.filter(FileCapabilities::meantForPerf).flatMap(caps -> ineffective(facts, caps));
        return own.or(() -> perf.flatMap(p -> wrapper(facts, p))).or(() -> perf.flatMap(p -> left(facts, p)));
    }

    private static Optional<Ineffective> ineffective(Facts facts, FileCapabilities caps) {
        return caps.voided().map(v -> new Ineffective(
                caps.path(),
                v.why().words(),
                List.of(caps.evidence(), v.evidence()),
                mending(v.why(), caps.path()),
                caps.shutsOut(facts)));
    }

    private static String mending(FileCapabilities.Why why, String path) {
        return switch (why) {
            case SCRIPT -> "set them on the program that " + path + " starts";
            case NO_NEW_PRIVILEGES -> "run perf from a shell or service that does not set NoNewPrivs";
            case NOSUID -> "put perf on a file system that is not mounted nosuid";
            case BOUNDING_SET -> "run perf where the capability is not taken from the bounding set";
            case USER_NAMESPACE -> "run perf outside the user namespace";
            case NOT_EFFECTIVE -> "set them with =ep";
        };
    }

    /** A script's capabilities: the kernel looks at the interpreter's. */
    private static Optional<Ineffective> wrapper(Facts facts, PerfInUse.Working perf) {
        boolean script = PerfBinaries.of(facts).onPath().stream()
                .anyMatch(p -> p.path().equals(perf.path()) && (p.isWrapper() || p.kind() == PerfProgram.Kind.SCRIPT));
        return script
                ? Optional.of(FileCapabilities.of(facts, perf.path()))
                        .filter(FileCapabilities::meantForPerf)
                        .flatMap(caps -> ineffective(facts, caps))
                : Optional.empty();
    }

    /** Capabilities on the perf of an earlier kernel: the update brought a new file without them. */
    private static Optional<Ineffective> left(Facts facts, PerfInUse.Working perf) {
        List<KernelHistory.Other> older = KernelHistory.of(facts).olderTools();
        return older.stream()
                .reduce((_, last) -> last)
                .map(other -> facts.host().realPath(other.evidence().source()).orElse(other.evidence().source()))
                .filter(path -> !path.equals(perf.program()))
                .map(path -> FileCapabilities.of(facts, path))
                .filter(FileCapabilities::meantForPerf)
                .map(caps -> new Ineffective(
                        caps.path(),
                        "the perf in use is another file, which an update brought without them",
                        List.of(caps.evidence(), new Evidence("perf", perf.program())),
                        "set them on " + perf.program(),
                        false));
    }

    private static Optional<Setcap> setcap(Facts facts, Optional<PerfInUse.Working> perf, Optional<FileCapabilities> file) {
        if (perf.isEmpty() || file.isEmpty() || !perf.get().program().startsWith("/") || !wouldHelp(facts, perf.get().program())) {
            return Optional.empty();
        }
        String wanted = "cap_perfmon";
        return switch (file.get().granted()) {
            case Present<FileCapabilities.Granted> p when p.value().all().isEmpty() ->
                Optional.of(new Setcap(perf.get().program(), wanted + "=ep", ""));
            case Present<FileCapabilities.Granted> p when p.value().names(Capability.PERFMON) -> Optional.empty();
            case Present<FileCapabilities.Granted> p ->
                Optional.of(new Setcap(perf.get().program(), p.value().with(wanted), p.value().text()));
            case Reading.Absent<FileCapabilities.Granted> _, Reading.Unread<FileCapabilities.Granted> _ -> Optional.empty();
        };
    }

    /** In a container the file would be the image's and its bounding set the engine's; perf would then not even start. */
    private static boolean wouldHelp(Facts facts, String program) {
        Credentials credentials = Credentials.of(facts);
        boolean levelAllows = PerfAccess.of(facts).level() instanceof Present<Integer> level
                && KernelFlavour.of(facts).perfmonIsEnough(level.value()) == KernelFlavour.Known.YES;
        return levelAllows
                && KernelFlavour.of(facts).release().atLeast(5, 8)
                && !(PerfAccess.of(facts).state() instanceof PerfAccess.State.Sandboxed)
                && Remedies.kernelSide(facts) == Where.HERE
                && !credentials.noNewPrivileges().orElse(false)
                && credentials.bounds(Capability.PERFMON).orElse(true)
                && Mounts.of(facts).holding(program).filter(m -> m.has("nosuid")).isEmpty();
    }
}
