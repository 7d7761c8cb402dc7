package dev.perfdoctor;

import dev.perfdoctor.input.WrongInput;
import dev.perfdoctor.input.Yaml;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * What fuzzing starts from: answers of the machines in the cases of the checks and, where it lies beside the repository, of real ones.
 * Nothing of the latter is copied.
 */
public final class Seeds {
    /** A seed that is larger teaches a fuzzer nothing and slows it down. */
    private static final int LONGEST = 20_000;

    private static final int MOST = 300;
    private static final int BLOCK = 512;

    /** What was asked of a machine, a file or a command line, and its answer. */
    private record Answer(String question, String text) {}

    private static final class Recorded {
        static final List<Answer> ANSWERS = answers();

        private Recorded() {}
    }

    private Seeds() {}

    /** Texts as they are. */
    public static Stream<byte[]> of(String... texts) {
        return Stream.of(texts).map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    /** What files and commands answered whose path or command line has one of these in it. */
    public static Stream<byte[]> answers(String... questions) {
        Set<String> texts = new TreeSet<>();
        for (Answer answer : Recorded.ANSWERS) {
            if (Stream.of(questions).anyMatch(answer.question()::contains)) {
                texts.add(answer.text());
            }
        }
        return texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).filter(Seeds::isSmall).limit(MOST);
    }

    /** The machine files of the cases. */
    public static Stream<byte[]> machines() {
        return caseFiles().stream().map(Seeds::bytes).filter(Seeds::isSmall);
    }

    /** Files of the repository below this directory. */
    public static Stream<byte[]> files(String directory) {
        return walk(Path.of(directory), "").stream().map(Seeds::bytes).filter(Seeds::isSmall);
    }

    /** Files of an archive of real machines, by their names; none where it is not beside the repository. */
    public static Stream<byte[]> real(String archive, Predicate<String> wanted) {
        return Shared.find("machines/" + archive + ".tar.gz").stream().flatMap(file -> unpacked(file, wanted).stream()).filter(Seeds::isSmall).limit(MOST);
    }

    /** Recorded outputs of real commands, cut where a new command begins; none where they are not beside the repository. */
    public static Stream<byte[]> outputs(String prefix) {
        return Shared.find("lab/outputs").stream()
                .flatMap(folder -> walk(folder, ".txt").stream())
                .filter(file -> file.getFileName().toString().startsWith(prefix))
                .flatMap(file -> Stream.of(Outside.text(bytes(file)).split("(?m)^\\$ .*\n|^\\[exit .*\n")))
                .distinct()
                .map(text -> text.replace("stderr| ", "").getBytes(StandardCharsets.UTF_8))
                .filter(Seeds::isSmall)
                .limit(MOST);
    }

    private static boolean isSmall(byte[] seed) {
        return seed.length <= LONGEST;
    }

    private static List<Path> caseFiles() {
        List<Path> files = new ArrayList<>(walk(Path.of("..", "checks", "cases"), ".yaml"));
        Shared.find("cases").ifPresent(folder -> files.addAll(walk(folder, ".yaml")));
        return files;
    }

    private static List<Path> walk(Path folder, String ending) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).filter(f -> f.toString().endsWith(ending)).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Answer> answers() {
        List<Answer> answers = new ArrayList<>();
        for (Path file : caseFiles()) {
            try {
                if (Yaml.parse(file.toString(), Outside.text(bytes(file))) instanceof Yaml.Mapping machine) {
                    add(machine.values(), answers);
                }
            } catch (WrongInput onPurpose) {
                // a case of wrong input
            }
        }
        return answers;
    }

    private static void add(Map<String, Yaml> machine, List<Answer> answers) {
        if (machine.get("files") instanceof Yaml.Mapping files) {
            files.values().forEach((path, file) -> {
                Optional<Yaml> content = file instanceof Yaml.Mapping keys ? Optional.ofNullable(keys.values().get("content")) : Optional.of(file);
                content.flatMap(Seeds::text).ifPresent(text -> answers.add(new Answer(path, text)));
            });
        }
        if (machine.get("commands") instanceof Yaml.Sequence commands) {
            for (Yaml command : commands.items()) {
                if (command instanceof Yaml.Mapping keys && keys.values().get("run") instanceof Yaml.Scalar run) {
                    Stream.of("out", "err").map(keys.values()::get).flatMap(value -> text(value).stream()).forEach(text -> answers.add(new Answer(run.text(), text)));
                }
            }
        }
    }

    private static Optional<String> text(Yaml value) {
        return value instanceof Yaml.Scalar scalar && !scalar.text().isEmpty() ? Optional.of(scalar.text()) : Optional.empty();
    }

    /** The regular files of a tar archive (POSIX.1-1988, ustar); names longer than that allows are not asked for. */
    private static List<byte[]> unpacked(Path archive, Predicate<String> wanted) {
        List<byte[]> files = new ArrayList<>();
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes(archive)), 1 << 16)) {
            for (byte[] head = in.readNBytes(BLOCK); head.length == BLOCK && head[0] != 0; head = in.readNBytes(BLOCK)) {
                int size = (int) Long.parseLong(field(head, 124, 12).strip(), 8);
                byte[] content = in.readNBytes(size);
                in.skipNBytes((BLOCK - size % BLOCK) % BLOCK);
                boolean regular = head[156] == '0' || head[156] == 0;
                if (regular && wanted.test(field(head, 0, 100))) {
                    files.add(content);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    private static String field(byte[] head, int from, int length) {
        int end = from;
        while (end < from + length && head[end] != 0) {
            end++;
        }
        return new String(head, from, end - from, StandardCharsets.ISO_8859_1);
    }
}
