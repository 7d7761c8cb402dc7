package dev.perfdoctor.facts;

import dev.perfdoctor.api.ElfWords;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Why;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Asks a perf program for its version, and joins the answer with what its file says. */
final class PerfTrial {
    private static final int FIRST_LINE = 256;
    private static final int GROUP_EXECUTES = 010;
    /** The exit status of a shell that finds no such command. */
    private static final int NOT_FOUND = 127;

    private PerfTrial() {}

    /** How a program starts, asked by {@code command}; what was not captured is inferred where the files leave no doubt. */
    static PerfStart start(Facts facts, PerfProgram program, List<String> command) {
        PerfStart start = PerfStart.of(facts.host().run(command));
        return switch (start) {
            case PerfStart.Untried u when u.because().why() == Why.NOT_CAPTURED -> inferred(facts, program).orElse(u);
            case PerfStart.NotExecutable n -> refusal(facts, program, n.evidence());
            case PerfStart.InterpreterMissing i -> new PerfStart.InterpreterMissing(interpreter(facts, program), i.evidence());
            // Some callers hand what the kernel cannot run to a shell, which then complains of its syntax.
            case PerfStart.Nonsense n when program.isForeign(facts) -> new PerfStart.WrongArchitecture(program.machine(), n.evidence());
            // Or they try it from a child that has to tell by its exit status.
            case PerfStart.Nonsense n when n.exit() == NOT_FOUND && lacksInterpreter(facts, program) ->
                new PerfStart.InterpreterMissing(interpreter(facts, program), n.evidence());
            default -> start;
        };
    }

    private static Optional<PerfStart> inferred(Facts facts, PerfProgram program) {
        if (program.isForeign(facts)) {
            Evidence file = new Evidence(program.path(), "ELF program for " + program.machine());
            return Optional.of(new PerfStart.WrongArchitecture(program.machine(), file));
        }
        return noexec(facts, program).<PerfStart>map(PerfTrial::refusedByMount).or(() -> Wrappers.miss(facts, program));
    }

    /** Why this user may not execute it. */
    static PerfStart refusal(Facts facts, PerfProgram program, Evidence seen) {
        Optional<Mounts.Mount> mount = noexec(facts, program);
        if (mount.isPresent()) {
            return refusedByMount(mount.get());
        }
        return program.access() == PerfProgram.Access.NO
                ? new PerfStart.NotExecutable(PerfStart.Refusal.MODE, group(facts, program), new Evidence(program.path(), mode(program)))
                : new PerfStart.NotExecutable(PerfStart.Refusal.UNKNOWN, "", seen);
    }

    private static PerfStart refusedByMount(Mounts.Mount mount) {
        return new PerfStart.NotExecutable(PerfStart.Refusal.NOEXEC, mount.point(), mount.evidence());
    }

    private static Optional<Mounts.Mount> noexec(Facts facts, PerfProgram program) {
        return Mounts.of(facts).holding(program.resolved()).filter(m -> m.has("noexec"));
    }

    private static String group(Facts facts, PerfProgram program) {
        return program.stat()
                .filter(s -> (s.mode() & GROUP_EXECUTES) != 0 && s.gid() != 0)
                .map(s -> Execution.groupName(facts, s.gid()))
                .orElse("");
    }

    private static String mode(PerfProgram program) {
        return program.stat()
                .map(s -> "mode %04o, owner %d, group %d".formatted(s.mode(), s.uid(), s.gid()))
                .orElse("not executable");
    }

    private static boolean lacksInterpreter(Facts facts, PerfProgram program) {
        String interpreter = interpreter(facts, program);
        return interpreter.startsWith("/") && facts.host().stat(interpreter).isAbsent();
    }

    private static String interpreter(Facts facts, PerfProgram program) {
        if (facts.host().elf(program.path()) instanceof Present<ElfWords> elf) {
            return elf.value().interpreter().orElse("");
        }
        String head = facts.host().bytes(program.path(), 0, FIRST_LINE).map(b -> new String(b, StandardCharsets.UTF_8)).orElse("");
        return head.startsWith("#!") ? Text.words(Text.lines(head).getFirst().substring(2)).stream().findFirst().orElse("") : "";
    }
}
