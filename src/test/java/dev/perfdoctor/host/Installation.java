package dev.perfdoctor.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** A folder that looks like an installed doctor as far as hosts are concerned: {@code libexec/perfdoctor-run}, built once from its sources. */
final class Installation {
    private static final Path SOURCES = Path.of("../native/run");
    private static Optional<Path> made = Optional.empty();
    private static boolean tried;

    private Installation() {}

    /** Its folder; the calling test is skipped where no C compiler is. */
    static synchronized String home() {
        if (!tried) {
            tried = true;
            made = make(Path.of("target", "installation").toAbsolutePath());
        }
        Assumptions.assumeTrue(made.isPresent(), "perfdoctor-run cannot be built here");
        return made.orElseThrow().toString();
    }

    private static Optional<Path> make(Path home) {
        Path program = home.resolve("libexec").resolve("perfdoctor-run");
        try {
            int status = new ProcessBuilder("make", "-s", "-C", SOURCES.toString(), "OUT=" + SOURCES.toAbsolutePath().normalize().relativize(program.getParent()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            return status == 0 && Files.isExecutable(program) ? Optional.of(home) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
