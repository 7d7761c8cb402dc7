package dev.perfdoctor.image;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A program the build needs. It is heard only when it fails. */
final class Tool {
    private Tool() {}

    static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        if (status != 0) {
            throw new IllegalStateException("%s ended with %d:%n%s".formatted(List.of(command), status, output));
        }
    }
}
