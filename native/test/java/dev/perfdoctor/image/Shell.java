package dev.perfdoctor.image;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A shell script run to its end, as a user would type it.
 *
 * @param exit its exit status
 */
record Shell(int exit, String out, String err) {
    /** Whether the script ends well. */
    static boolean succeeds(String script) {
        try {
            return run(Path.of("."), Map.of(), script).exit() == 0;
        } catch (IOException no) {
            return false;
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** Runs the script in a directory, with further variables; {@code $1} and so on are the arguments. */
    static Shell run(Path directory, Map<String, String> variables, String script, Object... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().putAll(variables);
        Process process = builder.start();
        process.getOutputStream().close();
        // Both outputs are far smaller than a pipe, so reading them one after the other cannot block.
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("no end within a minute: " + command);
        }
        return new Shell(process.exitValue(), out, err);
    }
}
