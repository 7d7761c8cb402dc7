package dev.perfdoctor.image;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How the JVM of the product is started, from a file that says why. */
record JvmOptions(List<String> all) {
    static JvmOptions of(Path file) throws IOException {
        List<String> options = Files.readAllLines(file).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
        for (String option : options) {
            if (!option.matches("[-+=:.,A-Za-z0-9]+")) {
                throw new IllegalStateException(file + ": " + option + " would have to be quoted");
            }
        }
        return new JvmOptions(options);
    }

    /** As words of a shell's command line. */
    String inShell() {
        return String.join(" ", all);
    }

    /** As initializers of a C array. */
    String inC() {
        return all.stream().map(option -> '"' + option + '"').collect(joining(", "));
    }
}
