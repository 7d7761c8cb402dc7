package dev.perfdoctor.checks;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.facts.FileCapabilities;
import dev.perfdoctor.facts.KernelFlavour;
import dev.perfdoctor.facts.KernelRelease;
import dev.perfdoctor.facts.LibraryPath;
import dev.perfdoctor.facts.Lineage;
import dev.perfdoctor.facts.PerfOthers;
import dev.perfdoctor.facts.PerfOwner;
import dev.perfdoctor.facts.PerfPackage;
import dev.perfdoctor.facts.PerfProgram;
import dev.perfdoctor.facts.PerfStart;
import dev.perfdoctor.facts.PerfStart.Hangs;
import dev.perfdoctor.facts.PerfStart.InterpreterMissing;
import dev.perfdoctor.facts.PerfStart.Killed;
import dev.perfdoctor.facts.PerfStart.LibraryMissing;
import dev.perfdoctor.facts.PerfStart.NoneForKernel;
import dev.perfdoctor.facts.PerfStart.Nonsense;
import dev.perfdoctor.facts.PerfStart.NotExecutable;
import dev.perfdoctor.facts.PerfStart.Starts;
import dev.perfdoctor.facts.PerfStart.Untried;
import dev.perfdoctor.facts.PerfStart.WrongArchitecture;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The sentences of {@link PerfBinary}. */
final class PerfBinaryWords {
    private static final int ILLEGAL_INSTRUCTION = 4;

    private PerfBinaryWords() {}

    static String kernel(Facts facts) {
        String text = KernelRelease.of(facts).text();
        return text.isEmpty() ? "that runs" : text;
    }

    /** What is, of a perf that does not start. */
    static String summary(PerfProgram program, PerfStart how) {
        return switch (how) {
            case LibraryMissing(var library, _) -> "perf does not start: " + library + " is missing";
            case WrongArchitecture(var machine, _) -> "perf is a program for %s, which cannot run here".formatted(machine.isEmpty() ? "another machine" : machine);
            case InterpreterMissing(var interpreter, _) ->
                "perf does not start: " + (interpreter.isEmpty() ? "what should run it is" : interpreter + " is") + " missing";
            case NotExecutable(var why, var mount, _) -> switch (why) {
                case MODE -> "You may not execute " + program.path();
                case NOEXEC -> "perf lies on " + mount + ", which is mounted noexec";
                case UNKNOWN -> "The kernel refuses to execute " + program.path();
            };
            case Killed(var signal, _) -> signal == ILLEGAL_INSTRUCTION ? "perf is ended by signal 4 (illegal instruction) as it starts" : "perf is ended by signal " + signal + " as it starts";
            case Hangs _ -> "perf hangs: not even --version comes back";
            case Nonsense _ -> program.path() + " does not answer like perf";
            case NoneForKernel _, Starts _, Untried _ -> program.path() + " does not start";
        };
    }

    /** What the user sees of it. */
    static String symptom(PerfStart how) {
        return switch (how) {
            case LibraryMissing(_, var evidence) -> quoted(evidence) + " Exit status 127 is a shell's \"command not found\" too, but perf is there.";
            case WrongArchitecture _ -> "A shell says \"cannot execute binary file: Exec format error\".";
            case InterpreterMissing _ -> "A shell says \"No such file or directory\", although the file is there.";
            case NotExecutable _ -> "A shell says \"Permission denied\".";
            case Killed(var signal, _) -> signal == ILLEGAL_INSTRUCTION ? "A shell says \"Illegal instruction\"." : "It crashes before it says anything.";
            case Hangs _ -> "Every perf command waits without end.";
            case Nonsense(var exit, var said, _) ->
                "It ends with status " + exit + (said.isEmpty() ? " and says nothing." : " and says \"" + said + "\".");
            case NoneForKernel(_, var evidence) -> quoted(evidence);
            case Starts _, Untried _ -> "";
        };
    }

    private static String quoted(Evidence evidence) {
        return "It says \"" + evidence.observed() + "\".";
    }

    /** How a wrapper without a perf behind it ends: in its own words where it was run. */
    static String ending(PerfStart how) {
        return how.seen().map(Evidence::observed).filter(said -> !said.equals("absent")).map(said -> "\"" + said + "\"").orElse("\"perf not found\" or the like");
    }

    /** Why it is so, as far as that shows. */
    static String cause(Facts facts, PerfProgram program, PerfStart how) {
        return switch (how) {
            case LibraryMissing(var library, _) -> library(facts, program, library);
            case WrongArchitecture _ -> "It was copied from, or installed for, another machine.";
            case InterpreterMissing _ -> "A script needs its shell, and a program the loader of the C library it was built for.";
            case NotExecutable(var why, _, _) -> why == PerfStart.Refusal.UNKNOWN
                    ? "Neither its mode nor its mount forbid it: a security module, such as SELinux or AppArmor, may, and its log would tell."
                    : "";
            case Killed(var signal, _) -> signal == ILLEGAL_INSTRUCTION ? "It was built for a processor with more instructions than this one." : "Its file may be truncated or damaged.";
            case Hangs _ -> "It may wait for a file system that does not answer; strace -f perf --version shows for what.";
            case Nonsense _ -> "It may be another program of this name, or a script that lost what it starts.";
            case NoneForKernel _, Starts _, Untried _ -> "";
        };
    }

    private static String library(Facts facts, PerfProgram program, String library) {
        Optional<String> directory = LibraryPath.of(facts).directoryOf(facts, library);
        if (directory.isPresent() && hasCapabilities(facts, program)) {
            return "LD_LIBRARY_PATH leads to it in " + directory.get()
                    + ", but this perf's file has capabilities, and for such programs the loader ignores that variable.";
        }
        return PerfOwner.of(facts, program)
                .map(owner -> "It belongs to the package " + owner + ", whose dependencies an upgrade left unmet.")
                .orElse("It was built on another system, or the library was removed since then.");
    }

    /** Whether its file is known to have capabilities. */
    static boolean hasCapabilities(Facts facts, PerfProgram program) {
        return !FileCapabilities.of(facts, program.resolved()).granted().map(FileCapabilities.Granted::all).orElse(java.util.Set.of()).isEmpty();
    }

    /** A sentence that any perf measures this kernel, where another is at hand. */
    static String anyWillDo(Facts facts) {
        return PerfOthers.of(facts).usable().isPresent()
                ? " The perf of another kernel is on disk and measures this one just as well: perf's interface is compatible both ways."
                : "";
    }

    /** A sentence on the perf of the distribution's own kernel, where nothing better is at hand. */
    static String released(Facts facts, PerfPackage.NoneForKernel none) {
        boolean elsewhere = Lineage.of(facts) != Lineage.UBUNTU || KernelFlavour.of(facts).maker() == KernelFlavour.Maker.WSL;
        if (elsewhere || PerfOthers.of(facts).usable().isPresent() || none.other().isEmpty()) {
            return "";
        }
        PerfPackage.Known known = none.other().get();
        return " The perf of any other kernel measures this one too: the package %s brings one, which starts by its full path, %s."
                .formatted(known.packages().getFirst(), known.byPath().orElse("perf"));
    }

    /** What is known of a package for it. */
    static String why(Facts facts) {
        return switch (PerfPackage.of(facts)) {
            case PerfPackage.Known known -> "The package " + known.packages().getFirst() + " holds it.";
            case PerfPackage.NoneForKernel none -> none.reason() + ".";
            case PerfPackage.MadeWithout without -> without.reason() + ".";
            case PerfPackage.NoPackages none -> none.reason() + ".";
            case PerfPackage.Unclear unclear -> "No package is named here: " + unclear.reason() + ".";
        };
    }

    /** What kind of file it is. */
    static Evidence file(PerfProgram program) {
        String kind = switch (program.kind()) {
            case ELF -> program.machine().isEmpty() ? "ELF program" : "ELF program for " + program.machine();
            case UBUNTU_WRAPPER, DEBIAN_WRAPPER -> "script that looks for the perf of the running kernel";
            case SCRIPT -> "script";
            case OTHER -> "neither program nor script";
            case UNREAD -> "not readable";
            case DIRECTORY -> "directory";
            case DANGLING -> "link whose end does not exist";
        };
        boolean link = !program.resolved().equals(program.path());
        return new Evidence(program.path(), link ? kind + ", " + program.resolved() : kind);
    }

    /** What does not work without these parts. */
    static String without(List<String> missing) {
        List<String> sentences = new ArrayList<>();
        if (missing.contains("libtraceevent")) {
            sentences.add("Every tracepoint fails with \"libtraceevent is necessary for tracepoint support\" or \"unsupported tracepoint\", and perf "
                    + "trace, sched, lock and kmem are no commands. Installing the library changes nothing: perf must be built with it.");
        }
        if (missing.contains("libelf")) {
            sentences.add("Without libelf perf reads no symbols: reports show addresses.");
        }
        if (missing.contains("zlib") || missing.contains("lzma")) {
            sentences.add("Compressed kernel modules and compressed debug data stay without names.");
        }
        return String.join(" ", sentences);
    }
}
