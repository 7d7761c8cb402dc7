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

    private Assemble() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<Path> jars = jars(System.getProperty("java.class.path"));
        Jars.install(jars, IMAGE.resolve("lib"));
        Launcher.install(Path.of("main", "launcher", "perfdoctor"), jars, IMAGE.resolve("bin", "perfdoctor"));
        JavaRuntime.link(Path.of(System.getProperty("java.home")), IMAGE.resolve("runtime"));
        new Program(Path.of("probe"), "The doctor will infer what it cannot try.")
                .make(arguments[0], IMAGE.resolve("libexec", "perfdoctor-probe"));
        new Program(Path.of("run"), "The doctor will run commands as well as a JVM can, and read nothing on network mounts.")
                .make(arguments[0], IMAGE.resolve("libexec", "perfdoctor-run"));
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
