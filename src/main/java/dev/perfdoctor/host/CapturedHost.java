package dev.perfdoctor.host;

import dev.perfdoctor.api.ElfWords;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Identity;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import dev.perfdoctor.api.Stat;
import dev.perfdoctor.host.Walk.End;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A machine that was written down: names in layers, links followed by our own walk, commands by their recorded outcomes.
 *
 * <p>What was not written down is absent or not captured, as the capture says of itself. Where it is not captured, a directory whose listing
 * nobody took answers {@link #list} with not captured, however many files below it are known: what a capture happens to hold never proves that
 * something else is missing.
 */
abstract sealed class CapturedHost implements Host permits MachineFileHost, TreeHost {
    private final Layer layer;
    private final MachineFile machine;
    private final boolean complete;
    private final RecordedCommands commands;
    private final ProgramSearch search;
    private volatile Identity identity;

    /**
     * A capture.
     *
     * @param machine what it says besides its files
     * @param complete whether what it does not hold does not exist
     */
    CapturedHost(Layer layer, MachineFile machine, boolean complete) {
        this.layer = layer;
        this.machine = machine;
        this.complete = complete;
        this.commands = new RecordedCommands(machine.commands());
        this.search = new ProgramSearch(machine.environment().getOrDefault("PATH", ""), this::executable);
    }

    @Override
    public final boolean absenceWasSeen() {
        return !complete;
    }

    @Override
    public final Identity identity() {
        Identity known = identity;
        if (known == null) {
            known = CapturedIdentity.of(this, machine);
            identity = known;
        }
        return known;
    }

    /** Applies a question to what stands at a path, links followed. */
    private <T> Reading<T> at(String file, Function<Node.Entry, Reading<T>> question) {
        End end = Walk.to(layer, file, true);
        return end instanceof End.At(_, Node.Entry entry) ? question.apply(entry) : Walk.lost(file, end);
    }

    @Override
    public final Reading<String> read(String file, int limit) {
        return at(file, entry -> switch (entry.body()) {
            case Node.Content content when content.size() > limit || content.bytes().length > limit -> tooLarge(file);
            case Node.Content content when content.isWhole() -> Seen.text(file, new String(content.bytes(), StandardCharsets.UTF_8));
            case Node.Content _ -> notCaptured(file);
            case Node.OnDisk(var path) -> DiskFile.text(file, path, limit);
            case Node.Closed closed -> closed(file, closed);
            case Node.Directory _ -> Reading.failed(file, "Is a directory");
            case Node.Special _, Node.Link _ -> Reading.failed(file, "not a regular file");
        });
    }

    @Override
    public final Reading<byte[]> bytes(String file, long offset, int length) {
        if (offset < 0 || length < 0) {
            return Reading.failed(file, "no such place in a file");
        }
        return at(file, entry -> switch (entry.body()) {
            case Node.Content content -> slice(file, content, offset, length);
            case Node.OnDisk(var path) -> DiskFile.bytes(file, path, offset, length);
            case Node.Closed closed -> closed(file, closed);
            case Node.Directory _ -> Reading.failed(file, "Is a directory");
            case Node.Special _, Node.Link _ -> Reading.failed(file, "not a regular file");
        });
    }

    private static Reading<byte[]> slice(String file, Node.Content content, long offset, int length) {
        byte[] bytes = content.bytes();
        boolean beyond = offset + length > bytes.length && !content.isWhole() && (content.size() < 0 || offset < content.size());
        if (beyond) {
            return notCaptured(file);
        }
        int from = (int) Math.min(offset, bytes.length);
        return Seen.bytes(file, Arrays.copyOfRange(bytes, from, (int) Math.min((long) from + length, bytes.length)));
    }

    @Override
    public final Reading<ElfWords> elf(String file) {
        return at(file, entry -> entry.body() instanceof Node.Closed closed
                ? closed(file, closed)
                : entry.elf().<Reading<ElfWords>>map(words -> new Present<>(words, new Evidence(file, "ELF program file")))
                        .orElseGet(() -> new Absent<>(file)));
    }

    @Override
    public final Reading<String> readLater(String file) {
        String text = machine.later().getOrDefault(file, machine.later().get(realPath(file).orElse(file)));
        return text == null ? new Absent<>(file) : Seen.text(file, text);
    }

    @Override
    public final Reading<List<String>> list(String directory) {
        return names(directory, true);
    }

    @Override
    public final Reading<List<String>> listKnown(String directory) {
        return names(directory, false);
    }

    private Reading<List<String>> names(String directory, boolean all) {
        return switch (Walk.to(layer, directory, true)) {
            case End.At(_, Node.Entry(var stat, Node.Directory(var complete), _, _)) when (all || stat.get().isEmpty()) && !complete.getAsBoolean() ->
                notCaptured(directory);
            case End.At(String path, Node.Entry(_, Node.Directory _, _, _)) ->
                Seen.names(directory, List.copyOf(layer.names(path)));
            case End.At(_, Node.Entry(_, Node.Closed closed, _, _)) -> closed(directory, closed);
            case End.At _ -> Reading.failed(directory, "Not a directory");
            case End end -> Walk.lost(directory, end);
        };
    }

    @Override
    public final Reading<Stat> stat(String file) {
        return stat(file, true);
    }

    @Override
    public final Reading<Stat> lstat(String file) {
        return stat(file, false);
    }

    private Reading<Stat> stat(String file, boolean follow) {
        return switch (Walk.to(layer, file, follow)) {
            case End.At(_, Node.Entry entry) when entry.stat().get().isPresent() -> Seen.stat(file, entry.stat().get().get());
            case End.At(_, Node.Entry(_, Node.Closed closed, _, _)) -> closed(file, closed);
            case End.At _ -> notCaptured(file); // a way to what is known to be absent
            case End end -> Walk.lost(file, end);
        };
    }

    @Override
    public final Reading<String> readLink(String file) {
        return switch (Walk.to(layer, file, false)) {
            case End.At(_, Node.Entry(_, Node.Link(String text), _, _)) -> Seen.link(file, text);
            case End.At(_, Node.Entry(var stat, Node.Closed closed, _, _)) when stat.get().isEmpty() -> closed(file, closed);
            case End end -> Walk.lost(file, end);
        };
    }

    @Override
    public final Reading<String> realPath(String file) {
        End end = Walk.to(layer, file, true);
        return switch (end) {
            case End.At(_, Node.Entry(var stat, Node.Directory _, _, _)) when stat.get().isEmpty() -> notCaptured(file);
            case End.At(String path, _) -> Seen.link(file, path);
            case End.Missing _, End.Blocked _ -> Walk.lost(file, end);
        };
    }

    @Override
    public final Reading<Ran> run(List<String> command) {
        String source = String.join(" ", command);
        return recorded(command).map(recorded -> recorded.outcome(source)).orElseGet(() -> unrecorded(source, command));
    }

    @Override
    public final Reading<Ran> printedBefore(List<String> command) {
        String source = String.join(" ", command);
        return recorded(command).map(recorded -> recorded.printed(source)).orElseGet(() -> new Absent<>(source));
    }

    private Optional<RecordedCommands.Recorded> recorded(List<String> command) {
        return commands.find(command, word -> search.find(word).orElse(word), path -> realPath(path).orElse(path));
    }

    private Reading<Ran> unrecorded(String source, List<String> command) {
        String program = command.getFirst();
        Optional<Reading<Ran>> capabilities = capabilities(source, command);
        if (capabilities.isPresent()) {
            return capabilities.get();
        }
        return switch (search.find(program)) {
            case Present<String> _ -> notCaptured(source);
            case Absent<String> _ when complete -> new Absent<>(source);
            case Absent<String> _ -> notCaptured(source);
            case Unread<String> unread -> new Unread<>(source, unread.why(), unread.detail());
        };
    }

    /**
     * {@code getcap FILE…} from the {@code caps:} of files. A complete machine says of each file it lists what capabilities it has, so getcap
     * need not be among its programs; a file without {@code caps:} has none.
     */
    private Optional<Reading<Ran>> capabilities(String source, List<String> command) {
        boolean asked = command.size() > 1 && (command.getFirst().equals("getcap") || command.getFirst().endsWith("/getcap"));
        if (!asked) {
            return Optional.empty();
        }
        StringBuilder out = new StringBuilder();
        boolean known = complete && !search.find("getcap").isPresent();
        for (String file : command.subList(1, command.size())) {
            if (!(Walk.to(layer, file, true) instanceof End.At(_, Node.Entry entry))) {
                return Optional.empty();
            }
            entry.capabilities().ifPresent(caps -> out.append(file).append(' ').append(caps).append('\n'));
            known |= entry.capabilities().isPresent();
        }
        Ran ran = new Ran(0, out.toString(), "");
        return known ? Optional.of(new Present<>(ran, new Evidence(source, Seen.ran(ran)))) : Optional.empty();
    }

    private Reading<Boolean> executable(String file) {
        return stat(file).map(stat -> stat.isRegular() && stat.isExecutable());
    }

    private static <T> Reading<T> closed(String source, Node.Closed closed) {
        return new Unread<>(source, closed.why(), closed.detail());
    }

    private static <T> Reading<T> notCaptured(String source) {
        return new Unread<>(source, Why.NOT_CAPTURED, "");
    }

    static <T> Reading<T> tooLarge(String source) {
        return Reading.failed(source, "too large");
    }
}
