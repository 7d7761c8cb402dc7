package dev.perfdoctor.facts;

import dev.perfdoctor.Shared;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * ELF files of many systems with what an independent parser said of them; unpacked into a directory that the caller owns. A test that needs
 * them is skipped where they are not.
 */
final class ElfCorpus {
    private ElfCorpus() {}

    /**
     * One file and its ground truth.
     *
     * @param features such as {@code dwarf5}, {@code build-id}, {@code symtab}
     * @param defect such as {@code section-out-of-file}; empty for none
     */
    record Sample(Path file, String name, int bits, boolean bigEndian, String machine, Set<String> features, String defect) {
        byte[] content() {
            try {
                return Files.readAllBytes(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        boolean isHostile() {
            return name.startsWith("hostile/");
        }
    }

    static List<Sample> unpackInto(Path directory) throws IOException, InterruptedException {
        Path archive = Shared.path("machines/elf.tar.gz");
        int exit = new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", directory.toString()).inheritIO().start().waitFor();
        Assumptions.assumeTrue(exit == 0, "no tar here");
        Path root = directory.resolve("elf");
        List<Sample> samples = new ArrayList<>();
        try (Stream<String> lines = Files.lines(root.resolve("MANIFEST.tsv"))) {
            lines.skip(1).map(line -> line.split("\t", -1)).forEach(f -> samples.add(sample(root, f)));
        }
        return samples;
    }

    private static Sample sample(Path root, String[] f) {
        Set<String> features = f[6].isEmpty() ? Set.of() : Set.of(f[6].split(",", -1));
        return new Sample(root.resolve(f[0]), f[0], Integer.parseInt(f[2]), f[3].equals("BE"), f[5], features, f[7]);
    }
}
