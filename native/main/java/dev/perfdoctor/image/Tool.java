package dev.perfdoctor.image;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A program the build needs. It is heard only when it fails. */
final class Tool {
    private Tool() {}

    static void run(String... command) throws IOException, InterruptedException {
        run(List.of(command), 0);
    }

    /** What it prints. */
    static String output(List<String> command) throws IOException, InterruptedException {
        return run(command, 0);
    }

    /** A doctor: one that finds something has done its work. */
    static void answering(List<String> command) throws IOException, InterruptedException {
        run(command, 3);
    }

    private static String run(List<String> command, int highest) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        if (status > highest || status == 2) {
            throw new IllegalStateException("%s ended with %d:%n%s".formatted(command, status, output));
        }
        return output;
    }
}
