package dev.perfdoctor.checks;

import static dev.perfdoctor.api.Activity.VALGRIND;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.facts.Annotators;
import dev.perfdoctor.facts.CLibrary;
import dev.perfdoctor.facts.DebugPackages;
import dev.perfdoctor.facts.Installs;
import dev.perfdoctor.facts.LoaderSymbols;
import dev.perfdoctor.facts.ProcessLimits;
import dev.perfdoctor.facts.StartObstacle;
import dev.perfdoctor.facts.TargetPrograms;
import dev.perfdoctor.facts.TargetPrograms.Program;
import dev.perfdoctor.facts.ValgrindInstallation;
import dev.perfdoctor.facts.ValgrindInstallation.Tools;
import dev.perfdoctor.facts.ValgrindReading;
import dev.perfdoctor.facts.WideVectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Whether valgrind and its tools run, and can read what they are to run. */
public final class Valgrind implements Check {
    /** Above this valgrind cannot keep its own descriptors apart (coregrind/m_libcfile.c). */
    private static final long MOST_FILES = 1_048_576;

    @Override
    public String id() {
        return "valgrind";
    }

    @Override
    public Set<Activity> concerns() {
        return Set.of(VALGRIND);
    }

    @Override
    public List<Finding> examine(Facts facts) {
        ValgrindInstallation valgrind = ValgrindInstallation.of(facts);
        return switch (valgrind.program()) {
            case Absent<String> a -> List.of(missing(facts, a));
            case Unread<String> u -> List.of(new Finding.CannotTell("whether valgrind is installed", u, Set.of(VALGRIND)));
            case Present<String> p -> installed(facts, valgrind, p);
        };
    }

    private static List<Finding> installed(Facts facts, ValgrindInstallation valgrind, Present<String> program) {
        List<Finding> findings = new ArrayList<>();
        findings.add(tools(facts, valgrind, program));
        findings.addAll(library(facts, valgrind));
        findings.add(openFiles(facts));
        findings.add(loader(facts));
        findings.add(wideVectors(facts));
        findings.addAll(annotators(facts));
        for (Program target : TargetPrograms.of(facts).readable()) {
            findings.add(debugFormat(valgrind, target));
            findings.add(age(valgrind, target));
            if (valgrind.lacksToolsFor(facts, target.elf().machine())) {
                findings.add(noToolsFor(target));
            }
        }
        return findings;
    }

    private static Diagnosis missing(Facts facts, Absent<String> where) {
        List<Remediation> ways = Installs.of(facts, "valgrind").stream().toList();
        return Diagnosis.of("valgrind/missing", "valgrind is not installed")
                .blocks(VALGRIND)
                .explained("""
                        A command with valgrind ends with "command not found". callgrind, cachegrind, memcheck and massif are all tools of the package
                        valgrind.%s
                        """.formatted(ways.isEmpty() ? " No command is given here: how this machine installs packages is not known." : ""))
                .seen(where.source(), "no valgrind")
                .mendedBy(ways);
    }

    private static Finding tools(Facts facts, ValgrindInstallation valgrind, Present<String> program) {
        Optional<Unread<?>> broken = doesNotStart(valgrind);
        if (broken.isPresent() && StartObstacle.isNotOfTheProgram(broken.get())) {
            return new Finding.CannotTell("whether valgrind starts", broken.get(), Set.of(VALGRIND));
        }
        if (broken.isPresent()) {
            return toolMissing("valgrind is installed and does not start")
                    .seen(broken.get().source(), broken.get().reason())
                    .mendedBy(Installs.again(facts, "valgrind").stream().toList());
        }
        return switch (valgrind.tools()) {
            case Tools.Complete c -> new Finding.Healthy("valgrind has its tools", c.evidence());
            case Tools.NotLooked _ -> new Finding.Healthy("valgrind is installed", program.evidence());
            case Tools.Unclear u -> new Finding.CannotTell("whether valgrind's tools are there", u.because(), Set.of(VALGRIND));
            case Tools.WrongLibrary w -> toolMissing("VALGRIND_LIB leads where no tools are")
                    .seen(w.evidence())
                    .mendedBy(Remediation.perRun("Without that variable", "env -u VALGRIND_LIB valgrind --tool=callgrind CMD"));
            case Tools.Missing m -> toolMissing("valgrind has no %s for this machine".formatted(String.join(" and no ", m.names())))
                    .seen(m.evidence())
                    .mendedBy(Installs.again(facts, "valgrind").stream().toList());
        };
    }

    /** A valgrind whose tools are there and that says no version did not start. */
    private static Optional<Unread<?>> doesNotStart(ValgrindInstallation valgrind) {
        boolean complete = !(valgrind.tools() instanceof Tools.Missing) && !(valgrind.tools() instanceof Tools.WrongLibrary);
        return complete && valgrind.version() instanceof Unread<?> unread && unread.why() != Why.NOT_CAPTURED
                ? Optional.of(unread)
                : Optional.empty();
    }

    private static Diagnosis noToolsFor(Program target) {
        return toolMissing("valgrind has no tools for %s, which is a program for %s".formatted(target.name(), target.elf().machine()))
                .seen(target.evidence())
                .mendedBy(Remediation.manual(
                        "For good", false, "install valgrind's 32-bit tools as well, where the distribution has them, or build for 64 bits"));
    }

    /** glibc 2.34 moved libpthread into libc, which valgrind follows from 3.18 on (NEWS). */
    private static List<Finding> library(Facts facts, ValgrindInstallation valgrind) {
        if (!valgrind.olderThan(3, 18)) {
            return List.of();
        }
        return CLibrary.of(facts)
                .filter(library -> library.minor() >= 34)
                .flatMap(library -> valgrind.version() instanceof Present<?> version
                        ? Optional.<Finding>of(Diagnosis.of("valgrind/too-old", "This valgrind is too old for the C library (2.%d)".formatted(library.minor()))
                                .limits(VALGRIND)
                                .explained("""
                                        Since 2.34 the threads of the C library are in libc.so.6 itself; valgrind looks for them there from 3.18 on. An older one
                                        does not find the functions that it has to replace, so helgrind, drd and the leak check give wrong results.
                                        """)
                                .seen(version.evidence())
                                .seen(library.evidence())
                                .mendedBy(Remediation.manual("For good", false, "use valgrind 3.18 or later")))
                        : Optional.empty())
                .stream()
                .toList();
    }

    private static Diagnosis toolMissing(String summary) {
        return Diagnosis.of("valgrind/tool-missing", summary)
                .blocks(VALGRIND)
                .explained("""
                        valgrind starts a program of its own for each tool and platform and stops with "failed to start tool … for platform …: No
                        such file or directory" where that program is missing.
                        """);
    }

    private static Finding openFiles(Facts facts) {
        return switch (ProcessLimits.of(facts).openFiles()) {
            case Present<ProcessLimits.Limit> p when p.value().soft().orElse(Long.MAX_VALUE) > MOST_FILES ->
                Diagnosis.of("valgrind/open-files-limit", "The limit on open files is higher than valgrind can use")
                        .blocks(VALGRIND)
                        .explained("""
                                valgrind keeps its own files above that limit and stops with "Private file creation failed" (before 3.21: an
                                assertion in vgPlain_safe_fd). Some container engines and service managers set it to a billion.
                                """)
                        .seen(p)
                        .mendedBy(Remediation.perRun("In this shell", "ulimit -n 1024"))
                        .mendedBy(Remediation.manual("For a container", false, "start it with --ulimit nofile=1024:1024"));
            case Present<ProcessLimits.Limit> p -> new Finding.Healthy("the limit on open files suits valgrind", p.evidence());
            case Absent<ProcessLimits.Limit> a -> new Finding.NotApplicable("no " + a.source());
            case Unread<ProcessLimits.Limit> u -> new Finding.CannotTell("whether the limit on open files suits valgrind", u, Set.of(VALGRIND));
        };
    }

    private static Finding loader(Facts facts) {
        return switch (LoaderSymbols.of(facts)) {
            case LoaderSymbols.Found f -> new Finding.Healthy("memcheck finds the loader's symbols", f.evidence());
            case LoaderSymbols.NotAsked n -> new Finding.NotApplicable(n.why());
            case LoaderSymbols.Missing m -> Diagnosis.of("valgrind/no-libc-symbols", "The C library's loader has no symbols, so memcheck stops at once")
                    .limits(VALGRIND)
                    .explained("""
                            memcheck must replace functions in %s and stops at once: "a function redirection which is mandatory for this
                            platform-tool combination cannot be set up". callgrind, cachegrind and massif run all the same.
                            """.formatted(m.loader()))
                    .seen(m.evidence())
                    .mendedBy(m.system() ? DebugPackages.ofLibc(facts) : List.of())
                    .mendedBy(Remediation.perRun("A tool that needs none", "valgrind --tool=callgrind CMD"));
        };
    }

    private static Finding wideVectors(Facts facts) {
        return switch (WideVectors.of(facts)) {
            case WideVectors.NotAsked n -> new Finding.NotApplicable(n.why());
            case WideVectors.Unclear u -> new Finding.CannotTell("whether a build asks for AVX-512 that this machine has", u.because(), Set.of(VALGRIND));
            case WideVectors.Asked a -> Diagnosis.of("valgrind/unsupported-instructions", "The build asks for AVX-512, which valgrind does not decode")
                    .blocks(VALGRIND)
                    .explained("""
                            The compiler may use this machine's AVX-512 (%s). valgrind stops at the first such instruction: "unhandled instruction
                            bytes: 0x62 …", and the program dies of SIGILL. No version decodes them.
                            """.formatted(a.flag()))
                    .seen(a.evidence())
                    .seen(a.cpu())
                    .mendedBy(Remediation.manual(
                            "For the measured build",
                            false,
                            "Rust: RUSTFLAGS='-C target-cpu=x86-64-v3' cargo build …",
                            "C and C++: compile with -march=x86-64-v3"));
        };
    }

    private static Finding debugFormat(ValgrindInstallation valgrind, Program target) {
        return ValgrindReading.of(valgrind, target)
                .<Finding>map(trouble -> {
                    Diagnosis format = Diagnosis.of(
                                    "valgrind/debug-format", "This valgrind cannot read the debug information of %s".formatted(target.name()))
                            .explained("It is %s, which valgrind reads since %s. ".formatted(trouble.what(), trouble.since()) + (trouble.dies()
                                    ? "valgrind stops: \"Possibly corrupted debuginfo file. I can't recover. Giving up.\""
                                    : """
                                      valgrind warns about the debug information and drops it: callgrind's output says ???:name, or ??? alone.
                                      """))
                            .seen(valgrind.version() instanceof Present<?> v ? v.evidence() : target.evidence())
                            .seen(target.evidence())
                            .mendedBy(Remediation.manual(
                                    "For good",
                                    false,
                                    "use a newer valgrind (%s or later)".formatted(trouble.since()),
                                    "or build with -gdwarf-4, -gz=none, without -gsplit-dwarf"));
                    return trouble.dies() ? format.blocks(VALGRIND) : format.limits(VALGRIND);
                })
                .orElseGet(() -> new Finding.Healthy("valgrind reads the debug information of " + target.name(), target.evidence()));
    }

    private static Finding age(ValgrindInstallation valgrind, Program target) {
        boolean old = ValgrindReading.linkedByLld(target) && valgrind.olderThan(3, 20);
        return old && valgrind.version() instanceof Present<?> version
                ? Diagnosis.of("valgrind/too-old", "This valgrind is too old for the linker that made %s".formatted(target.name()))
                        .limits(VALGRIND)
                        .explained("""
                                lld lays out a program's data in several segments; valgrind understands that from 3.20 on. An older one reads no debug
                                information of such a program and names functions ???.
                                """)
                        .seen(version.evidence())
                        .seen(target.evidence())
                        .mendedBy(Remediation.manual("For good", false, "use valgrind 3.20 or later, or link with -fuse-ld=bfd"))
                : new Finding.Healthy("valgrind is recent enough for " + target.name(), target.evidence());
    }

    private static List<Finding> annotators(Facts facts) {
        return Annotators.of(facts).stream()
                .<Finding>map(a -> Diagnosis.of("valgrind/annotate-missing", "%s needs %s, which is not here".formatted(a.script(), a.interpreter()))
                        .limits(VALGRIND)
                        .explained("""
                                Measuring works; the program that turns the result into a listing cannot start. The result can be read on another machine.
                                """)
                        .seen(a.evidence())
                        .mendedBy(Installs.of(facts, a.interpreter()).stream().toList()))
                .toList();
    }
}
