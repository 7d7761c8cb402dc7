package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.api.Remediation.Kind;
import dev.perfdoctor.api.Remediation.Where;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Command lines that build a target again, as it was or another way: what they are is the build system's affair, not a check's. */
public final class Rebuilds {
    private Rebuilds() {}

    /** As it was. */
    public static Remediation same(Facts facts, Targets.Target target) {
        return CargoBuild.of(facts, target.path())
                .map(build -> commands("Build it", List.of(build.command())))
                .or(() -> CMakeBuild.of(facts, target.path()).map(build -> commands("Build it", List.of(build.command()))))
                .or(() -> MesonBuild.of(facts, target.path()).map(b -> commands("Build it", List.of("ninja -C " + Shell.quote(b.directory())))))
                .orElseGet(() -> Remediation.manual("Build it", false, "build " + target.name() + " again"));
    }

    /** With optimisation and debug information, beside the one that is there. */
    public static List<Remediation> optimised(Facts facts, Targets.Target target) {
        Optional<CargoBuild> cargo = CargoBuild.of(facts, target.path());
        if (cargo.isPresent()) {
            return List.of(cargoProfile(facts, cargo.get()));
        }
        Optional<CMakeBuild> cmake = CMakeBuild.of(facts, target.path()).filter(build -> build.home().isPresent());
        if (cmake.isPresent()) {
            return List.of(cmakeBeside(facts, cmake.get()));
        }
        return List.of(Remediation.manual("Build it", false, "build " + target.name() + " with -O2 -g, without sanitizers or counters"));
    }

    private static Remediation cargoProfile(Facts facts, CargoBuild build) {
        Optional<CargoProject> project = build.project();
        boolean profiling = project.isPresent() && project.get().manifest().hasTable("profile.profiling")
                && !project.get().builtIn("profiling").equals("dev") && !build.profile().equals("profiling");
        String profile = profiling ? "profiling" : "release";
        CargoBuild other = new CargoBuild(build.binary(), build.targetDirectory() + "/" + profile, build.targetDirectory(), profile, project);
        String environment = profiling || debugs(other) ? "" : lines(profile);
        String file = build.targetDirectory() + "/" + profile + "/" + HostPath.name(build.binary());
        return new Remediation(
                "Build it with optimisation",
                Kind.PERSISTENT,
                Where.HERE,
                false,
                List.of(environment + other.command()),
                List.of("measure " + HostPath.seenFrom(facts.host().identity().directory(), file)),
                List.of(),
                "");
    }

    private static boolean debugs(CargoBuild build) {
        return build.setting("debug").filter(d -> !List.of("false", "0", "none").contains(d)).isPresent();
    }

    private static String lines(String profile) {
        return "CARGO_PROFILE_" + profile.toUpperCase(Locale.ROOT).replace('-', '_') + "_DEBUG=line-tables-only ";
    }

    private static Remediation cmakeBeside(Facts facts, CMakeBuild build) {
        String home = build.home().orElse(".");
        String beside = HostPath.resolve(HostPath.parent(build.directory()), "build-perf");
        boolean free = facts.host().lstat(beside) instanceof Reading.Absent<?>;
        List<String> commands = List.of(
                Shell.line("cmake", "-S", home, "-B", beside, "-DCMAKE_BUILD_TYPE=RelWithDebInfo"), Shell.line("cmake", "--build", beside));
        List<String> undo = free ? List.of(Shell.line("rm", "-r", "--", beside)) : List.of();
        return new Remediation("Build it beside, with optimisation", Kind.PERSISTENT, Where.HERE, false, commands,
                List.of("measure the program in " + HostPath.seenFrom(facts.host().identity().directory(), beside)), undo, "");
    }

    /** The same build with debug information. */
    public static List<Remediation> withDebugInfo(Facts facts, Targets.Target target) {
        Optional<CargoBuild> cargo = CargoBuild.of(facts, target.path());
        if (cargo.isPresent()) {
            return cargoDebug(cargo.get());
        }
        Optional<CMakeBuild> cmake = CMakeBuild.of(facts, target.path()).filter(build -> build.home().isPresent());
        if (cmake.isPresent()) {
            return List.of(cmakeBeside(facts, cmake.get()));
        }
        return List.of(Remediation.manual("Build it with debug information", false, "add -g to the compiler's flags, and do not strip " + target.name()));
    }

    private static List<Remediation> cargoDebug(CargoBuild build) {
        List<Remediation> ways = new ArrayList<>();
        boolean stripped = build.setting("strip").filter(s -> !List.of("false", "none").contains(s)).isPresent();
        String name = build.profile().toUpperCase(Locale.ROOT).replace('-', '_');
        String variables = lines(build.profile()) + (stripped ? "CARGO_PROFILE_" + name + "_STRIP=none " : "");
        ways.add(commands("This time", List.of(variables + build.command())));
        String manifest = build.project().map(p -> p.root() + "/Cargo.toml").orElse("Cargo.toml");
        String also = stripped ? " and strip = \"none\"" : "";
        ways.add(Remediation.manual("For good", false,
                "write debug = \"line-tables-only\"" + also + " below [profile." + build.profile() + "] in " + manifest));
        return ways;
    }

    /** Gives a build directory back to its user. */
    public static Remediation owned(Facts facts, Ownership found) {
        return chown(facts, List.of("-R", found.owner() + ":", found.directory()), List.of());
    }

    /** Gives a recording to the user; the owner it has comes back with the undo. */
    public static Remediation owned(Facts facts, Recording.Unusable found) {
        String user = Credentials.user(facts).map(u -> u.name().isEmpty() ? Long.toString(u.uid()) : u.name()).orElse("$(id -u)");
        List<String> undo = found.owner().isPresent() && found.group().isPresent()
                ? List.of(Remedies.asRoot(facts, Where.HERE) + Shell.line("chown", found.owner().get() + ":" + found.group().get(), found.file()))
                : List.of();
        return chown(facts, List.of(user + ":", found.file()), undo);
    }

    private static Remediation chown(Facts facts, List<String> words, List<String> undo) {
        List<String> line = new ArrayList<>(List.of("chown"));
        line.addAll(words);
        return new Remediation("For good", Kind.PERSISTENT, Where.HERE, true, List.of(Remedies.asRoot(facts, Where.HERE) + Shell.line(line)), List.of(), undo, "");
    }

    private static Remediation commands(String title, List<String> lines) {
        return new Remediation(title, Kind.PERSISTENT, Where.HERE, false, lines, List.of(), List.of(), "");
    }
}
