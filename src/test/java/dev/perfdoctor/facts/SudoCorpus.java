package dev.perfdoctor.facts;

import dev.perfdoctor.Shared;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Policies and lists of the sudo projects' own tests, test input that lies beside the repository. */
final class SudoCorpus {
    private SudoCorpus() {}

    static Path unpackInto(Path folder) throws IOException, InterruptedException {
        Path archive = Shared.path("machines/sudo.tar.gz");
        int exit = new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", folder.toString()).inheritIO().start().waitFor();
        Assumptions.assumeTrue(exit == 0, "no tar here");
        return folder.resolve("sudo");
    }
}
