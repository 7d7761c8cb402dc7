package dev.perfdoctor.checks;

import dev.perfdoctor.cli.Main;
import dev.perfdoctor.cli.Surroundings;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * What the whole program answers, run in this process.
 *
 * @param exit its exit status
 */
record Answer(int exit, String out, String err) {
    static Answer of(List<String> arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Surroundings around = Surroundings.plain(out, err, Map.of("LC_ALL", "C.UTF-8"));
        int exit = Main.run(arguments.toArray(String[]::new), around);
        return new Answer(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
