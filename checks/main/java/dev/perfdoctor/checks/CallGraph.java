package dev.perfdoctor.checks;

import static dev.perfdoctor.api.Activity.CALL_GRAPH;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.facts.BuildIdStore;
import dev.perfdoctor.facts.DebugFiles;
import dev.perfdoctor.facts.Debuginfod;
import dev.perfdoctor.facts.Elf;
import dev.perfdoctor.facts.Elf.Answer;
import dev.perfdoctor.facts.Installs;
import dev.perfdoctor.facts.KernelCallchains;
import dev.perfdoctor.facts.BranchStack;
import dev.perfdoctor.facts.PerfBuild;
import dev.perfdoctor.facts.PerfConfig;
import dev.perfdoctor.facts.PerfInUse;
import dev.perfdoctor.facts.SourceLines;
import dev.perfdoctor.facts.TargetPrograms;
import dev.perfdoctor.facts.TargetPrograms.Program;
import dev.perfdoctor.facts.Unwinder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Whether stacks will be whole and frames named: perf's unwinder, the kernel's rules, and how the target was built. */
public final class CallGraph implements Check {
    @Override
    public String id() {
        return "call-graph";
    }

    @Override
    public Set<Activity> concerns() {
        return Set.of(CALL_GRAPH);
    }

    @Override
    public List<Finding> examine(Facts facts) {
        List<Finding> findings = new ArrayList<>();
        findings.add(kernelCallchains(facts));
        if (PerfInUse.of(facts).doesNotStart()) {
            findings.add(new Finding.NotExamined("perf does not start"));
        } else {
            findings.add(unwinder(facts));
            findings.add(inlinedFrames(facts));
            findings.add(debuginfod(facts));
            findings.add(configuredMode(facts));
        }
        for (Program program : TargetPrograms.of(facts).readable()) {
            findings.addAll(program(facts, program));
        }
        return findings;
    }

    private static Finding kernelCallchains(Facts facts) {
        return switch (KernelCallchains.of(facts)) {
            case KernelCallchains.Allowed a -> new Finding.Healthy("call chains are allowed as perf asks for them", a.evidence());
            case KernelCallchains.Refused r -> kernelCallchainsRefused(r);
            case KernelCallchains.NotTried n -> new Finding.NotApplicable(n.why());
        };
    }

    private static Diagnosis kernelCallchainsRefused(KernelCallchains.Refused refused) {
        return Diagnosis.of("call-graph/kernel-callchains-refused", "This kernel refuses you call chains that may enter the kernel")
                .blocks(CALL_GRAPH)
                .explained("""
                        perf record works and perf record -g is refused with "Access to performance monitoring … is limited": a user who may not see
                        the kernel side has to leave it out of the chains, and perf does so only with --user-callchains.
                        """)
                .seen(refused.evidence())
                .mendedBy(Remediation.perRun("Chains of the user side", "perf record -g --user-callchains -- CMD"));
    }

    private static Finding unwinder(Facts facts) {
        return switch (Unwinder.of(facts)) {
            case LIBUNWIND, LIBDW -> new Finding.Healthy("perf can unwind by DWARF", buildEvidence(facts));
            case UNKNOWN -> new Finding.NotApplicable("perf does not say what it unwinds with");
            case NONE -> Diagnosis.of("call-graph/no-unwinder", "This perf was built without an unwinder")
                    .limits(CALL_GRAPH)
                    .explained("""
                            --call-graph dwarf records stacks that perf report cannot unwind: every chain ends at its first frame. Frame
                            pointers (--call-graph fp) and, on Intel, the branch stack (lbr) still work.
                            """)
                    .seen(buildEvidence(facts))
                    .mendedBy(Remediation.perRun("By frame pointers", "perf record --call-graph fp -- CMD"));
        };
    }

    private static Evidence buildEvidence(Facts facts) {
        PerfBuild build = PerfBuild.of(facts);
        return build.evidence("libunwind")
                .or(() -> build.evidence("libdw-dwarf-unwind"))
                .or(() -> build.evidence("libdw"))
                .orElse(new Evidence("perf version --build-options", "no line of an unwinder"));
    }

    private static Finding inlinedFrames(Facts facts) {
        return switch (SourceLines.of(facts)) {
            case SourceLines.BuiltIn b -> new Finding.Healthy("perf resolves inlined frames by itself", b.evidence());
            case SourceLines.Unknown u -> new Finding.NotApplicable(u.why());
            case SourceLines.External e -> slowAddr2line(facts, e);
        };
    }

    private static Diagnosis slowAddr2line(Facts facts, SourceLines.External how) {
        boolean missing = how.program().isAbsent();
        Diagnosis slow = Diagnosis.of(
                        "call-graph/slow-addr2line",
                        missing ? "addr2line is missing, so inlined frames vanish" : "perf asks addr2line for every inlined frame")
                .explained(missing
                        ? """
                          This perf was built without libbfd and asks the program addr2line of binutils for source lines. Without it, reports lack the
                          inlined functions, and no message says so.
                          """
                        : """
                          This perf was built without libbfd and asks the program addr2line for every address. With large debug information, perf
                          report and perf script take minutes to hours.
                          """)
                .seen(how.evidence())
                .mendedBy(Remediation.perRun("Without inlined frames", "perf report --no-inline", "perf script --no-inline"));
        slow = missing || how.large().isPresent() ? slow.limits(CALL_GRAPH) : slow.notes(CALL_GRAPH);
        slow = how.large().isPresent() ? slow.seen(how.large().get()) : slow;
        return missing ? slow.seen(how.program().source(), "absent").mendedBy(Installs.of(facts, "binutils").stream().toList()) : slow;
    }

    private static Finding debuginfod(Facts facts) {
        return switch (Debuginfod.of(facts)) {
            case Debuginfod.Off off -> new Finding.NotApplicable(off.why());
            case Debuginfod.On on -> Diagnosis.of("call-graph/debuginfod", "perf report may wait for a debuginfod server")
                    .notes(CALL_GRAPH)
                    .explained("""
                            DEBUGINFOD_URLS is set, so perf report asks those servers for the debug file of every library that has none here.
                            Without a network it waits for the time-out of each.
                            """)
                    .seen(on.evidence())
                    .mendedBy(Remediation.perRun("Without servers", "DEBUGINFOD_URLS= perf report"));
        };
    }

    private static Finding configuredMode(Facts facts) {
        Optional<PerfConfig.Setting> mode = PerfConfig.of(facts).setting("call-graph.record-mode");
        if (mode.isEmpty()) {
            return new Finding.NotApplicable("no perfconfig sets call-graph.record-mode");
        }
        String why = switch (mode.get().word()) {
            case "dwarf" -> Unwinder.of(facts) == Unwinder.NONE ? "this perf has no unwinder" : "";
            case "lbr" -> BranchStack.of(facts) == BranchStack.NOT_OFFERED ? "this machine offers no branch stack" : "";
            default -> "";
        };
        return why.isEmpty()
                ? new Finding.Healthy("the configured call-graph mode can work", mode.get().evidence())
                : Diagnosis.of("call-graph/configured-mode", "The configured call-graph mode does not work here: %s".formatted(why))
                        .limits(CALL_GRAPH)
                        .explained("""
                                perf record -g uses the mode that call-graph.record-mode of the perfconfig names. Give another mode on the command line, or
                                correct the file.
                                """)
                        .seen(mode.get().evidence())
                        .mendedBy(Remediation.perRun("By frame pointers", "perf record --call-graph fp -- CMD"));
    }

    private static List<Finding> program(Facts facts, Program program) {
        List<Finding> findings = new ArrayList<>();
        Elf elf = program.elf();
        if (elf.runtime().isPresent()) {
            findings.add(jitMap(program, elf.runtime().get()));
            return findings;
        }
        findings.add(framePointers(facts, program));
        findings.add(unwindTable(program));
        findings.add(symbols(facts, program));
        return findings;
    }

    private static Finding framePointers(Facts facts, Program program) {
        return switch (program.elf().framePointers()) {
            case PRESENT -> libraries(facts, program);
            case UNKNOWN -> new Finding.NotApplicable("whether " + program.name() + " keeps frame pointers does not show");
            case ABSENT -> Diagnosis.of("call-graph/no-frame-pointers", "%s was built without frame pointers".formatted(program.name()))
                    .misleads(CALL_GRAPH)
                    .explained("""
                            perf record -g follows frame pointers by default. This program uses that register for other things, so chains are one or two
                            frames long or wrong, and perf exits 0. DWARF unwinding, or a build with frame pointers, gives whole chains.
                            """)
                    .seen(program.evidence())
                    .mendedBy(dwarf(facts, program))
                    .mendedBy(Remediation.manual(
                            "For good",
                            false,
                            "build with -fno-omit-frame-pointer (C, C++) or -C force-frame-pointers=yes in RUSTFLAGS (Rust)"));
        };
    }

    private static List<Remediation> dwarf(Facts facts, Program program) {
        return Unwinder.of(facts) == Unwinder.NONE || program.elf().unwindTable() == Answer.ABSENT
                ? List.of()
                : List.of(Remediation.perRun("By DWARF", "perf record --call-graph dwarf,16384 -- CMD").onlyAfter(cutChains(facts)));
    }

    /** What cuts the chains of DWARF unwinding as well, however the program was built. */
    private static List<String> cutChains(Facts facts) {
        return BuildIdStore.of(facts).cutsChains(facts) ? List.of("build-id-store/corrupt-entry") : List.of();
    }

    private static Finding libraries(Facts facts, Program program) {
        return program.libraries(facts).stream()
                .filter(library -> library.framePointers() == Answer.ABSENT)
                .findFirst()
                .<Finding>map(library -> Diagnosis.of(
                                "call-graph/libraries-without-frame-pointers",
                                "%s keeps frame pointers, its C library does not".formatted(program.name()))
                        .limits(CALL_GRAPH)
                        .explained("""
                                Chains of the program's own functions are whole. A sample taken inside the library (memcpy, malloc, a system call) loses its
                                caller, because the library uses the register for other things.
                                """)
                        .seen(library.file(), "no frame pointers in its prologues")
                        .mendedBy(dwarf(facts, program)))
                .orElse(new Finding.Healthy(program.name() + " keeps frame pointers", program.evidence()));
    }

    private static Finding unwindTable(Program program) {
        return switch (program.elf().unwindTable()) {
            case PRESENT -> new Finding.Healthy(program.name() + " has an unwind table", program.evidence());
            case UNKNOWN -> new Finding.NotApplicable("whether " + program.name() + " has an unwind table does not show");
            case ABSENT -> Diagnosis.of("call-graph/no-unwind-table", "%s has no unwind table (.eh_frame_hdr)".formatted(program.name()))
                    .limits(CALL_GRAPH)
                    .explained("""
                            --call-graph dwarf finds a function's frame through that table. Without it every chain ends at its first frame,
                            and perf exits 0. Programs linked with -static lack it by default.
                            """)
                    .seen(program.evidence())
                    .mendedBy(Remediation.manual("For good", false, "link with -Wl,--eh-frame-hdr, or with -static-pie instead of -static"));
        };
    }

    private static Finding symbols(Facts facts, Program program) {
        if (program.elf().hasSymbols().orElse(true)) {
            return new Finding.Healthy(program.name() + " has symbols", program.evidence());
        }
        return switch (DebugFiles.of(facts, program.elf())) {
            case Present<String> p -> new Finding.Healthy(program.name() + " has a debug file", p.evidence());
            case Unread<String> u -> new Finding.CannotTell("whether " + program.name() + " has a debug file", u, Set.of());
            case Absent<String> a -> Diagnosis.of("call-graph/no-symbols", "%s is stripped and has no debug file here".formatted(program.name()))
                    .explaining("target/no-debug-info")
                    .limits(CALL_GRAPH)
                    .explained("""
                            Its frames are bare addresses, or the name of the nearest exported function. Chains keep their depth.
                            """)
                    .seen(program.evidence())
                    .seen(a.source(), "no file of its build id")
                    .mendedBy(Remediation.manual(
                            "For good", false, "measure the file before it is stripped (strip = false, no -s), or install its debug symbols"));
        };
    }

    private static Diagnosis jitMap(Program program, Elf.ManagedRuntime runtime) {
        String name = program.name();
        List<Remediation> ways = switch (runtime) {
            case JVM -> List.of(
                    Remediation.perRun(
                            "With frames and a map",
                            "perf record -g -- java -XX:+PreserveFramePointer -XX:+UnlockDiagnosticVMOptions -XX:+DumpPerfMapAtExit …"),
                    Remediation.perRun("The map of a running JVM", "jcmd PID Compiler.perfmap"));
            case NODE -> List.of(Remediation.perRun(
                    "With a map", "perf record -g -- node --perf-basic-prof --interpreted-frames-native-stack …"));
            case PYTHON -> List.of(Remediation.perRun("With trampolines (Python 3.12 and later)", "perf record -g -- python3 -X perf …"));
        };
        return Diagnosis.of("call-graph/jit-map", "%s compiles as it runs; perf needs its help to name that code".formatted(name))
                .misleads(CALL_GRAPH)
                .explained("""
                        Without the runtime's support for perf, compiled functions show as addresses or [JIT] rows, and stacks end where they leave
                        the runtime's own code. perf exits 0.
                        """)
                .seen(program.evidence())
                .mendedBy(ways);
    }
}
