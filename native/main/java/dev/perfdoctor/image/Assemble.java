package dev.perfdoctor.image;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Assembles the product at {@code target/perfdoctor}. Maven starts it in the module's directory, on the JDK that is to be
 * shipped, and with the class path that is to be shipped; the argument is the version.
 */
final class Assemble {
    private static final Path IMAGE = Path.of("target", "perfdoctor");
    private static final Path RUN = Path.of("run");

    private Assemble() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<Path> jars = jars(System.getProperty("java.class.path"));
        JvmOptions options = JvmOptions.of(Path.of("main", "launcher", "jvm.options"));
        new Jars(jars, Path.of("target", "sources")).install(IMAGE.resolve("lib"));
        JavaRuntime.link(Path.of(System.getProperty("java.home")), IMAGE.resolve("runtime"));
        new Program(Path.of("probe"), "perfdoctor-probe", "The doctor will infer what it cannot try.")
                .make(arguments[0], IMAGE.resolve("libexec"));
        boolean compiled = new Program(
                        RUN,
                        "perfdoctor-run",
                        "The doctor will start with a script, and slower, run commands as well as a JVM can, and read nothing on network mounts.")
                .make(arguments[0], IMAGE.resolve("libexec"));
        launcher(jars, options, compiled, arguments[0]);
    }

    /** The one in C with a class archive, and beside it the script; where there is no C compiler, the script alone. */
    private static void launcher(List<Path> jars, JvmOptions options, boolean compiled, String version) throws IOException, InterruptedException {
        Launcher launcher = new Launcher(jars, options);
        Path template = Path.of("main", "launcher", "perfdoctor");
        launcher.install(template, IMAGE.resolve("bin", "perfdoctor.sh"));
        if (compiled) {
            var archives = new ClassArchive(IMAGE, jars, options).make(Path.of("..", "checks", "cases"));
            launcher.describe(archives, Path.of("target").resolve(RUN).resolve("image.h"));
            new Program(RUN, "perfdoctor", "").make(version, IMAGE.resolve("bin"));
        } else {
            launcher.install(template, IMAGE.resolve("bin", "perfdoctor"));
        }
    }

    /** Everything on the class path but this program's own classes. */
    private static List<Path> jars(String classPath) {
        Path own = Path.of("target", "classes").toAbsolutePath();
        List<Path> shipped = Stream.of(classPath.split(":", -1)).map(Path::of).filter(entry -> !entry.equals(own)).toList();
        for (Path entry : shipped) {
            if (!entry.toString().endsWith(".jar")) {
                throw new IllegalStateException(entry + " is no jar: run 'mvn package' in the root of the project");
            }
        }
        return shipped;
    }
}
