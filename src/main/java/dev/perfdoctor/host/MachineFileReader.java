package dev.perfdoctor.host;

import dev.perfdoctor.api.Identity;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.host.MachineFile.Otherwise;
import dev.perfdoctor.host.RecordedCommands.How;
import dev.perfdoctor.host.RecordedCommands.Recorded;
import dev.perfdoctor.input.Nearest;
import dev.perfdoctor.input.Section;
import dev.perfdoctor.input.WrongInput;
import dev.perfdoctor.input.Yaml;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads a machine file's text: every key is known, every value has its form, or a {@link WrongInput} says which has not. */
final class MachineFileReader {
    private static final String VERSION = "1";
    private static final long LAST_ID = 0xFFFF_FFFFL;

    private static final List<String> KEYS = List.of(
            "perfdoctor-machine", "taken", "otherwise", "uname", "user", "environment", "directory", "files", "commands", "later", "expect");
    private static final List<String> UNAME = List.of("sysname", "release", "version", "machine", "nodename");
    private static final List<String> USER = List.of("name", "uid", "gid", "groups");
    private static final List<String> COMMAND = List.of("run", "exit", "out", "err", "fails");
    private static final List<String> EXPECT = List.of(
            "diagnoses", "explains", "without", "activities", "exit", "says", "never-says", "for", "arguments", "only", "worst", "unknowns");

    private final Section root;

    private MachineFileReader(Section root) {
        this.root = root;
    }

    static MachineFile read(String name, String text) {
        MachineFileReader reader = new MachineFileReader(Section.of(name, text));
        reader.checkVersion();
        return reader.machine();
    }

    private void checkVersion() {
        String version = root.text("perfdoctor-machine")
                .orElseThrow(() -> root.wrong("is not a machine file: it has no key perfdoctor-machine (a machine file begins with perfdoctor-machine: "
                        + VERSION + ")"));
        if (!version.equals(VERSION)) {
            throw root.wrong("perfdoctor-machine", "version '" + Nearest.shortened(version) + "' is not known; known: " + VERSION);
        }
    }

    private MachineFile machine() {
        root.allowing(KEYS);
        root.section("expect").ifPresent(expect -> expect.allowing(EXPECT));
        return new MachineFile(
                root.time("taken"),
                root.choice("otherwise", List.of("absent", "not-captured"))
                        .map(word -> word.equals("absent") ? Otherwise.ABSENT : Otherwise.NOT_CAPTURED),
                root.section("uname").map(uname -> texts(uname.allowing(UNAME))).orElse(Map.of()),
                root.section("user").map(MachineFileReader::user),
                root.section("environment").map(Section::words).orElse(Map.of()),
                root.text("directory").map(directory -> normal(root, "directory", directory)).orElse(""),
                root.section("files").map(ListedFile::all).orElse(Map.of()),
                commands(),
                root.section("later").map(MachineFileReader::later).orElse(Map.of()),
                root.value("expect"));
    }

    private static Map<String, String> texts(Section section) {
        Map<String, String> texts = new LinkedHashMap<>();
        section.keys().forEach(key -> texts.put(key, section.text(key).orElseThrow()));
        return texts;
    }

    private static Identity.User user(Section user) {
        user.allowing(USER);
        OptionalLong uid = user.number("uid", 0, LAST_ID);
        if (uid.isEmpty()) {
            throw user.wrong("needs a uid");
        }
        return new Identity.User(
                user.text("name").orElse(Long.toString(uid.getAsLong())),
                uid.getAsLong(),
                user.number("gid", 0, LAST_ID).orElse(uid.getAsLong()),
                user.texts("groups").orElse(List.of()));
    }

    private static Map<String, String> later(Section later) {
        Map<String, String> texts = new LinkedHashMap<>();
        later.keys().forEach(path -> texts.put(normal(later, path, path), later.text(path).orElseThrow()));
        return texts;
    }

    private List<Recorded> commands() {
        List<Recorded> commands = new ArrayList<>();
        for (Section section : root.sections("commands")) {
            Recorded command = command(section.allowing(COMMAND));
            boolean contradicted = commands.stream().anyMatch(c -> c.argv().equals(command.argv()) && !c.equals(command));
            if (contradicted) {
                throw section.wrong("run", "'" + Nearest.shortened(String.join(" ", command.argv())) + "' has two outcomes");
            }
            commands.add(command);
        }
        return commands;
    }

    private static Recorded command(Section command) {
        List<String> argv = argv(command);
        String out = command.textOrEmpty("out");
        String err = command.textOrEmpty("err");
        Optional<String> fails = command.text("fails");
        if (fails.isPresent() && command.has("exit")) {
            throw command.wrong("fails", "stands beside exit; a command does one of the two");
        }
        return fails.map(word -> failed(command, argv, word, out, err))
                .orElseGet(() -> new Recorded(argv, How.RAN, new Ran(command.integer("exit", 0, 255).orElse(0), out, err)));
    }

    private static Recorded failed(Section command, List<String> argv, String word, String out, String err) {
        Optional<Integer> signal = signal(word);
        if (signal.isPresent()) {
            return new Recorded(argv, How.RAN, new Ran(128 + signal.get(), out, err));
        }
        How how = switch (word) {
            case "timeout" -> How.TIMEOUT;
            case "not-found" -> How.NOT_FOUND;
            case "denied" -> How.DENIED;
            case "exec format error" -> How.EXEC_FORMAT;
            default -> throw command.wrong("fails",
                    Nearest.complaint(word, List.of("timeout", "not-found", "denied", "signal 11", "exec format error")));
        };
        return new Recorded(argv, how, new Ran(0, out, err));
    }

    private static Optional<Integer> signal(String word) {
        boolean signal = word.matches("signal [1-9][0-9]?") && Integer.parseInt(word.substring("signal ".length())) <= 64;
        return signal ? Optional.of(Integer.parseInt(word.substring("signal ".length()))) : Optional.empty();
    }

    /** A text is split at blanks; a list is taken as it is. */
    private static List<String> argv(Section command) {
        Optional<Yaml> run = command.value("run");
        List<String> words = run.isPresent() && run.get() instanceof Yaml.Sequence
                ? command.texts("run").orElseThrow()
                : List.of(command.text("run").orElse("").strip().split(" +", -1));
        if (words.isEmpty() || words.getFirst().isEmpty()) {
            throw command.wrong("run", "has no program");
        }
        return words;
    }

    /** A path of the machine in its normal form. */
    static String normal(Section section, String key, String path) {
        if (!path.startsWith("/")) {
            throw section.wrong(key, "'" + Nearest.shortened(path) + "' is not an absolute path");
        }
        List<String> names = new ArrayList<>();
        for (String name : path.split("/", -1)) {
            if (name.equals("..")) {
                throw section.wrong(key, "'" + Nearest.shortened(path) + "' holds '..'; write the path it leads to");
            }
            if (!name.isEmpty() && !name.equals(".")) {
                names.add(name);
            }
        }
        return "/" + String.join("/", names);
    }
}
