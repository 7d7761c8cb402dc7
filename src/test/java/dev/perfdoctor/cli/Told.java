package dev.perfdoctor.cli;

import dev.perfdoctor.api.Check;
import dev.perfdoctor.engine.Engine;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * What a run of the program answered.
 *
 * @param exit its exit status
 */
record Told(int exit, String out, String err) {
    static final Map<String, String> UTF8 = Map.of("LC_ALL", "C.UTF-8");

    /** A run with these checks in a UTF-8 locale. */
    static Told by(List<Check> checks, String... arguments) {
        return by(checks, UTF8, false, arguments);
    }

    static Told by(List<Check> checks, Map<String, String> environment, boolean terminal, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exit = Main.run(arguments, around(checks, out, err, environment, terminal));
        return new Told(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    static Surroundings around(
            List<Check> checks, OutputStream out, OutputStream err, Map<String, String> environment, boolean terminal) {
        return new Surroundings(out, err, environment, terminal, Surroundings.charset(environment), () -> new Engine(checks));
    }
}
