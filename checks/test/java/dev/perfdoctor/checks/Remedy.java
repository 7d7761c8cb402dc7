package dev.perfdoctor.checks;

import dev.perfdoctor.api.Identity;
import dev.perfdoctor.host.MachineFileHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A way to mend a diagnosis as the report of some machine prints it.
 *
 * @param machine the file or tree it was told of
 * @param evidence what was seen, for the diagnosis it mends
 */
record Remedy(
        Machine machine,
        String code,
        String title,
        String kind,
        String where,
        boolean root,
        List<String> commands,
        List<String> manual,
        List<String> undo,
        String risk,
        String evidence) {

    /**
     * What the rules ask of a machine.
     *
     * @param distribution its id in os-release
     * @param rootTools those of sudo and doas that it has
     */
    record Machine(String name, String distribution, boolean isRoot, boolean isContainer, List<String> rootTools) {}

    /** Those of every machine file below a folder, for all activities. */
    static List<Remedy> ofCases(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> cases = files.filter(f -> f.toString().endsWith(".yaml") && Files.isRegularFile(f)).sorted().toList();
            return cases.stream().flatMap(f -> ofMachineFile(f).stream()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Those of one machine file; none where it is wrong on purpose. */
    static List<Remedy> ofMachineFile(Path file) {
        Answer answer = Answer.of(List.of("check", "--from", file.toString(), "--for", "all", "--format", "json"));
        if (answer.exit() == 2) {
            return List.of();
        }
        MachineFileHost host = MachineFileHost.open(file);
        Identity identity = host.identity();
        List<String> tools = Stream.of("sudo", "doas")
                .filter(tool -> Stream.of("/usr/bin/", "/bin/", "/usr/local/bin/", "/run/wrappers/bin/").anyMatch(d -> host.stat(d + tool).isPresent()))
                .toList();
        return of(file.toString(), Json.parse(answer.out()), identity.user().map(u -> u.uid() == 0).orElse(false), tools);
    }

    /** Those of trees that were captured on machines: the folders of an archive. */
    static List<Remedy> ofTrees(Path archive, Path scratch) {
        try {
            int exit = new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", scratch.toString()).start().waitFor();
            if (exit != 0) {
                throw new IllegalStateException("tar: exit " + exit);
            }
            try (Stream<Path> trees = Files.list(scratch.resolve("roots"))) {
                return trees.filter(Files::isDirectory).sorted().flatMap(t -> ofTree(t).stream()).toList();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Remedy> ofTree(Path tree) {
        Answer answer = Answer.of(List.of("check", "--root", tree.toString(), "--for", "all", "--format", "json"));
        return of(tree.toString(), Json.parse(answer.out()), false, List.of());
    }

    private static List<Remedy> of(String name, Json report, boolean isRoot, List<String> tools) {
        Json host = report.item("host");
        Machine machine = new Machine(name, host.item("os").text("id"), isRoot, !List.of("", "none", "unknown").contains(host.text("container")), tools);
        List<Remedy> remedies = new ArrayList<>();
        for (Json diagnosis : report.items("diagnoses")) {
            StringBuilder seen = new StringBuilder();
            diagnosis.items("evidence").forEach(e -> seen.append(e.text("source")).append(' ').append(e.text("observed")).append('\n'));
            diagnosis.items("remediations").forEach(r -> remedies.add(of(machine, diagnosis.text("code"), r, seen.toString())));
        }
        return remedies;
    }

    private static Remedy of(Machine machine, String code, Json r, String evidence) {
        return new Remedy(machine, code, r.text("title"), r.text("kind"), r.text("where"), r.flag("root"), r.texts("commands"), r.texts("manual"),
                r.texts("undo"), r.text("risk"), evidence);
    }

    /** Lines that are pasted: to mend and to go back. */
    List<String> lines() {
        return Stream.concat(commands.stream(), undo.stream()).toList();
    }

    /** All that is said. */
    List<String> words() {
        return Stream.of(List.of(title), commands, manual, undo, List.of(risk)).flatMap(List::stream).toList();
    }

    /** Whether it does something, rather than tell a person what to do. */
    boolean hasCommands() {
        return !commands.isEmpty();
    }

    /** Whether its commands run on this machine. */
    boolean isHere() {
        return where.equals("here");
    }

    @Override
    public String toString() {
        return machine.name() + ": " + code + " '" + title + "' " + words();
    }
}
