package dev.perfdoctor.checks;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.api.Remediation.Kind;
import dev.perfdoctor.api.Remediation.Where;
import dev.perfdoctor.api.Stat;
import dev.perfdoctor.facts.Confinement;
import dev.perfdoctor.facts.Credentials;
import dev.perfdoctor.facts.FileCapabilities;
import dev.perfdoctor.facts.Installs;
import dev.perfdoctor.facts.KernelFlavour;
import dev.perfdoctor.facts.KernelRelease;
import dev.perfdoctor.facts.LibraryPath;
import dev.perfdoctor.facts.Lineage;
import dev.perfdoctor.facts.Packages;
import dev.perfdoctor.facts.PerfBinaries;
import dev.perfdoctor.facts.PerfOthers;
import dev.perfdoctor.facts.PerfOthers.Other;
import dev.perfdoctor.facts.PerfOwner;
import dev.perfdoctor.facts.PerfPackage;
import dev.perfdoctor.facts.PerfPackage.Known;
import dev.perfdoctor.facts.PerfProgram;
import dev.perfdoctor.facts.PerfStart;
import dev.perfdoctor.facts.PerfStart.InterpreterMissing;
import dev.perfdoctor.facts.PerfStart.LibraryMissing;
import dev.perfdoctor.facts.PerfStart.NotExecutable;
import dev.perfdoctor.facts.Remedies;
import dev.perfdoctor.facts.Shell;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The ways out of what {@link PerfBinary} finds, best first: a perf that is there, a package known to hold one, building. */
final class PerfBinaryRemedies {
    private static final String WRAPPER_PACKAGE = "linux-tools-common";
    /** Where an administrator puts programs; it stands before /usr/bin on every usual PATH, sudo's included. */
    private static final String LOCAL = "/usr/local/bin";

    private PerfBinaryRemedies() {}

    /** A perf that is on disk, by its full path. */
    static List<Remediation> run(Facts facts, Optional<Other> other) {
        return other.map(o -> byPath(facts, o)).stream().toList();
    }

    private static Remediation byPath(Facts facts, Other other) {
        String tried = other.start().ok() ? "" : ", not tried here";
        Remediation way = Remediation.perRun(
                "The perf that is there, by its full path" + tried, Shell.quote(other.program().path()) + example(facts));
        boolean somebodyElses = Credentials.isRoot(facts) && other.program().stat().isPresent() && !other.program().isOwn(facts);
        return somebodyElses ? way.risking("It belongs to another user, who can change what root then runs.") : way;
    }

    private static String example(Facts facts) {
        return facts.request().asks(Activity.STAT) || !facts.request().asks(Activity.RECORD, Activity.CALL_GRAPH) ? " stat -- CMD" : " record -- CMD";
    }

    /** The perf of PATH, by a path that sudo cannot take for another. */
    static List<Remediation> underSudo(Facts facts, String path) {
        return List.of(Remediation.perRun("The same perf under sudo, where its rules allow it", "sudo " + Shell.quote(path) + example(facts))
                .asRoot()
                .risking("It then runs as root: nobody else may be able to write to that file."));
    }

    /** The package of this distribution and kernel, only where it is known to hold perf; what one does without; a link to one that works. */
    static List<Remediation> packages(Facts facts) {
        boolean atHand = PerfOthers.of(facts).usable().isPresent();
        List<Remediation> ways = new ArrayList<>();
        switch (PerfPackage.of(facts)) {
            case Known known when known.byPath().isPresent() && atHand -> {}
            case Known known -> ways.addAll(known(facts, known));
            case PerfPackage.NoneForKernel none -> ways.addAll(foreign(facts, none, atHand));
            case PerfPackage.MadeWithout without -> ways.addAll(madeWithout(facts, without, atHand));
            case PerfPackage.NoPackages none -> ways.add(Remediation.manual("Without packages", false, none.steps().toArray(String[]::new)));
            case PerfPackage.Unclear _ -> {}
        }
        ways.addAll(link(facts, PerfOthers.of(facts).working().map(Other::program)));
        if (!(PerfPackage.of(facts) instanceof Known)) {
            ways.add(build(facts));
        }
        return ways;
    }

    private static List<Remediation> known(Facts facts, Known known) {
        List<String> steps = new ArrayList<>();
        if (!known.note().isEmpty()) {
            steps.add(known.note());
        }
        known.byPath().ifPresent(path -> steps.add("then start it by its full path: " + path + example(facts)));
        return Installs.of(facts, known.packages()).map(way -> with(way, steps)).stream().toList();
    }

    private static Remediation with(Remediation way, List<String> steps) {
        List<String> manual = new ArrayList<>(way.manual());
        manual.addAll(steps);
        return new Remediation(way.title(), way.kind(), way.where(), way.root(), way.commands(), manual, way.undo(), way.risk());
    }

    /** What brings a perf of the distribution's own kernel is worth installing where nothing else is there; never in the hope of the wrapper. */
    private static List<Remediation> foreign(Facts facts, PerfPackage.NoneForKernel none, boolean atHand) {
        List<Remediation> ways = new ArrayList<>();
        boolean container = Confinement.of(facts).inContainer();
        boolean helps = Lineage.of(facts) != Lineage.UBUNTU || KernelFlavour.of(facts).maker() == KernelFlavour.Maker.WSL;
        if (!atHand && (helps || container)) {
            none.other().ifPresent(known -> ways.addAll(known(facts, known)));
        }
        if (container) {
            ways.add(Remediation.external(
                    "Another image",
                    Where.IMAGE,
                    "take one whose perf follows no kernel: Debian 12 or later, Ubuntu 25.04 or later, Fedora, Alpine, Arch"));
        }
        return ways;
    }

    private static List<Remediation> madeWithout(Facts facts, PerfPackage.MadeWithout without, boolean atHand) {
        List<Remediation> ways = new ArrayList<>();
        if (!atHand) {
            without.other().ifPresent(known -> ways.add(Remediation.manual(
                    "A perf of another kernel",
                    true,
                    "the package %s holds the perf of the kernel this release came with: add it".formatted(known.packages().getFirst()),
                    "start that perf by its full path: " + known.byPath().orElse("perf") + example(facts))));
        }
        if (Lineage.of(facts) == Lineage.UBUNTU && KernelRelease.of(facts).majorMinor().equals("6.14")) {
            ways.add(Remediation.manual("A newer kernel", true, "the tools of kernel 6.17 and later hold perf again: upgrade the kernel and reboot"));
        }
        return ways;
    }

    /** perf is part of the kernel's sources and does not have to be of the running version. */
    private static Remediation build(Facts facts) {
        boolean wsl = KernelFlavour.of(facts).maker() == KernelFlavour.Maker.WSL;
        String source = wsl ? "https://github.com/microsoft/WSL2-Linux-Kernel" : "https://kernel.org; it need not be of the running version";
        Remediation way = Remediation.manual(
                "Build it",
                false,
                "get the sources of Linux from " + source,
                "in them, with the headers of libelf, libdw and libtraceevent installed: make -C tools/perf",
                "put tools/perf/perf into a directory of PATH");
        return way.at(Remedies.userSide(facts));
    }

    /** How a plain perf comes to lead to a program that is off PATH or has another name. */
    static List<Remediation> reach(Facts facts, PerfProgram program) {
        List<Remediation> ways = new ArrayList<>();
        String line = program.name().equals("perf")
                ? "export PATH=%s:\"$PATH\"".formatted(Shell.quote(program.directory()))
                : "alias perf=%s".formatted(Shell.quote(program.path()));
        ways.add(Remediation.perRun("Until this shell ends", line));
        if (belongsToKernel(facts, program) && Lineage.of(facts) == Lineage.UBUNTU) {
            boolean listed = Packages.of(facts).files(WRAPPER_PACKAGE).isPresent();
            ways.addAll((listed ? Installs.again(facts, WRAPPER_PACKAGE) : Installs.of(facts, WRAPPER_PACKAGE)).stream().toList());
        } else if (PerfPackage.of(facts) instanceof Known known && known.byPath().isEmpty()) {
            ways.addAll(isFrom(facts, program, known) ? List.of() : known(facts, known));
        } else {
            ways.addAll(link(facts, Optional.of(program)));
        }
        return ways;
    }

    /** A perf that was seen to start, linked to where PATH finds it first. */
    private static List<Remediation> link(Facts facts, Optional<PerfProgram> program) {
        if (program.isEmpty() || !PerfBinaries.of(facts).isFreeAndFirst(LOCAL)) {
            return List.of();
        }
        String root = asRoot(facts);
        String command = root + "ln -s %s %s/perf".formatted(Shell.quote(program.get().path()), LOCAL);
        return List.of(new Remediation(
                "A link to the perf that is there",
                Kind.PERSISTENT,
                Remedies.userSide(facts),
                true,
                List.of(command),
                List.of(),
                List.of(root + "rm " + LOCAL + "/perf"),
                "It leads nowhere as soon as the package of that perf is removed."));
    }

    private static boolean isFrom(Facts facts, PerfProgram program, Known known) {
        return PerfOwner.of(facts, program).filter(known.packages()::contains).isPresent();
    }

    private static boolean belongsToKernel(Facts facts, PerfProgram program) {
        return program.namedRelease().filter(r -> r.text().equals(KernelRelease.of(facts).text()) || r.text().equals(KernelRelease.of(facts).abi())).isPresent();
    }

    /** Takes a file out of the way that no package owns. */
    static List<Remediation> aside(Facts facts, PerfProgram program) {
        if (PerfOwner.of(facts, program).isPresent()) {
            return List.of();
        }
        String root = program.isOwn(facts) ? "" : asRoot(facts);
        String path = Shell.quote(program.path());
        String away = Shell.quote(program.path() + ".off");
        return List.of(new Remediation(
                "Take it out of the way",
                Kind.PERSISTENT,
                Remedies.userSide(facts),
                !program.isOwn(facts),
                List.of(root + "mv " + path + " " + away, "hash -r"),
                List.of(),
                List.of(root + "mv " + away + " " + path),
                ""));
    }

    /** What mends this fault of this file. */
    static List<Remediation> repair(Facts facts, PerfProgram program, PerfStart how) {
        return switch (how) {
            case LibraryMissing(var library, _) when LibraryPath.of(facts).directoryOf(facts, library).isPresent()
                    && PerfBinaryWords.hasCapabilities(facts, program) -> pastCapabilities(facts, program, library);
            case NotExecutable(var why, var detail, _) -> executable(facts, program, why, detail);
            case InterpreterMissing(var interpreter, _) when interpreter.endsWith("/bash") -> Installs.of(facts, "bash").stream().toList();
            default -> again(facts, program);
        };
    }

    private static List<Remediation> again(Facts facts, PerfProgram program) {
        return PerfOwner.of(facts, program)
                .flatMap(owner -> Installs.again(facts, owner))
                .map(way -> way.commands().getFirst().contains("apt install --reinstall")
                        ? new Remediation(way.title(), way.kind(), way.where(), way.root(),
                                List.of(asRoot(facts) + "apt --fix-broken install", way.commands().getFirst()), way.manual(), way.undo(), way.risk())
                        : way)
                .stream()
                .toList();
    }

    /** For a program with capabilities the loader ignores LD_LIBRARY_PATH, but not its own configuration. */
    private static List<Remediation> pastCapabilities(Facts facts, PerfProgram program, String library) {
        String sudo = asRoot(facts);
        String directory = LibraryPath.of(facts).directoryOf(facts, library).orElseThrow();
        String file = "/etc/ld.so.conf.d/perf.conf";
        String write = "echo %s | %stee %s".formatted(Shell.quote(directory), sudo, file);
        List<Remediation> ways = new ArrayList<>();
        ways.add(new Remediation(
                "Tell the loader itself",
                Kind.PERSISTENT,
                Remedies.userSide(facts),
                true,
                List.of(write, sudo + "ldconfig"),
                List.of(),
                List.of(sudo + "rm " + file, sudo + "ldconfig"),
                "Every program then finds libraries there: only root may be able to write to " + directory + "."));
        String seen = FileCapabilities.of(facts, program.resolved()).granted().map(FileCapabilities.Granted::text).orElse("");
        ways.add(new Remediation(
                "Take its capabilities away",
                Kind.PERSISTENT,
                Remedies.userSide(facts),
                true,
                List.of(sudo + Shell.line("setcap", "-r", program.resolved())),
                List.of(),
                List.of(), // to set them again is to break perf again; the risk names them
                "perf may then do no more than kernel.perf_event_paranoid allows you; it had " + seen + "."));
        return ways;
    }

    private static List<Remediation> executable(Facts facts, PerfProgram program, PerfStart.Refusal why, String detail) {
        return switch (why) {
            case MODE -> byMode(facts, program, detail);
            case NOEXEC -> List.of(Remediation.manual(
                    "For good",
                    !program.isOwn(facts),
                    "copy %s to a file system without noexec, such as that of /usr/local/bin, and start the copy".formatted(program.path()),
                    "or allow programs on %s: take noexec out of its line in /etc/fstab and mount it again".formatted(detail)));
            case UNKNOWN -> again(facts, program);
        };
    }

    /** Where a group may execute it, belonging to that group is the way that was meant. */
    private static List<Remediation> byMode(Facts facts, PerfProgram program, String group) {
        if (program.stat().isEmpty()) {
            return List.of();
        }
        Stat stat = program.stat().get();
        String path = Shell.quote(program.path());
        if (!program.isOwn(facts) && !group.isEmpty()) {
            return List.of(Remediation.manual("For good", true,
                    "the group %s may execute it: have yourself added to that group, and log in again".formatted(group)));
        }
        if (!program.isOwn(facts) && stat.isExecutable()) {
            return List.of(); // somebody chose whom it is for
        }
        String root = program.isOwn(facts) ? "" : asRoot(facts);
        return List.of(new Remediation("For good", Kind.PERSISTENT, Remedies.userSide(facts), !program.isOwn(facts),
                List.of(root + (program.isOwn(facts) ? "chmod u+x " : "chmod a+x ") + path), List.of(), List.of(root + "chmod %04o %s".formatted(stat.mode(), path)), ""));
    }

    /** The distribution's perf instead of one that came from elsewhere. */
    static List<Remediation> replace(Facts facts, PerfProgram program) {
        if (PerfOwner.of(facts, program).isPresent() || !(PerfPackage.of(facts) instanceof Known known)) {
            return List.of();
        }
        boolean thereAlready = PerfOthers.of(facts).working().filter(o -> isFrom(facts, o.program(), known)).isPresent();
        if (thereAlready) {
            return aside(facts, program);
        }
        List<Remediation> ways = new ArrayList<>();
        known(facts, known).forEach(way -> ways.add(with(way, List.of(
                "PATH still finds %s first: move it away, or take its directory out of PATH".formatted(program.path())))));
        return ways;
    }

    /** Another perf than the one built without. */
    static List<Remediation> withFeatures(Facts facts) {
        boolean recipes = Lineage.of(facts) == Lineage.RECIPES;
        return recipes
                ? List.of(Remediation.manual("In the image's recipe", false, "enable the missing parts in perf's recipe (Yocto: PACKAGECONFIG of perf) and build the image again")
                        .at(Where.IMAGE))
                : List.of(build(facts));
    }

    /** What stands before a command that changes files of the system perf runs on. */
    private static String asRoot(Facts facts) {
        return Remedies.asRoot(facts, Remedies.userSide(facts));
    }
}
