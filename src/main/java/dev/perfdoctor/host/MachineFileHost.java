package dev.perfdoctor.host;

import dev.perfdoctor.host.MachineFile.Otherwise;
import dev.perfdoctor.input.InputFile;
import dev.perfdoctor.input.WrongInput;
import dev.perfdoctor.input.Yaml;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedSet;

/**
 * A whole machine in one readable YAML file.
 *
 * <p>An unlisted path or command is what {@code otherwise:} says, absent where it says nothing. Under {@code otherwise: not-captured} a
 * directory's {@link #list} is known where the file lists the directory itself ({@code {type: dir}}): its listed children are then all it has.
 * A directory that exists only because something below it is listed was never looked at as such, and its listing is not captured;
 * {@link #listKnown} tells the children; {@code {type: dir, listed: false}} says so of a directory whose owner or mode matter. {@code {type: absent}} records that a path was looked for and is not there.
 */
public final class MachineFileHost extends CapturedHost {
    private final Optional<Yaml> expect;

    private MachineFileHost(MachineFile machine, boolean complete) {
        super(new Listed(new ListedFiles(machine, complete), complete), machine, complete);
        this.expect = machine.expect();
    }

    /**
     * Reads a machine file.
     *
     * @throws WrongInput when it is none: the message says where and what is allowed
     */
    public static MachineFileHost open(Path file) {
        return of(file.toString(), InputFile.text(file));
    }

    /**
     * A machine from the text of a machine file.
     *
     * @param name for messages
     * @throws WrongInput as {@link #open}
     */
    public static MachineFileHost of(String name, String text) {
        MachineFile machine = MachineFileReader.read(name, text);
        return new MachineFileHost(machine, machine.otherwise().orElse(Otherwise.ABSENT) == Otherwise.ABSENT);
    }

    /** What a case wants to be said of this machine. */
    public Optional<Yaml> expect() {
        return expect;
    }

    @Override
    public Source source() {
        return Source.MACHINE_FILE;
    }

    /** The listed files; what is not listed is nothing or unknown. */
    private record Listed(ListedFiles files, boolean complete) implements Layer {
        @Override
        public Node at(String path) {
            return files.at(path).orElseGet(() -> complete ? new Node.Nothing() : new Node.Unknown());
        }

        @Override
        public SortedSet<String> names(String path) {
            return files.names(path);
        }
    }
}
