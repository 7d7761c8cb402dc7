package dev.perfdoctor.host;

import dev.perfdoctor.host.MachineFile.Otherwise;
import dev.perfdoctor.input.InputFile;
import dev.perfdoctor.input.WrongInput;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A machine's files in a directory: a report of a support tool, an unpacked image, a mounted disk. Links are resolved inside and never leave it;
 * nothing is run, so no command was captured.
 *
 * <p>What a tree does not hold is not captured, never missing: tools collect some files of a directory and leave others. So it is with names:
 * {@link #list} answers only for directories of sysfs that were copied as a whole, {@link #listKnown} tells the names of any. A file
 * {@code machine.yaml} in the tree (a machine file, with all its keys) adds what a tree cannot hold: its entries lie over the tree's files,
 * {@code {type: dir}} says that a directory is complete, and {@code otherwise: absent} that the whole tree is, as for an unpacked image.
 */
public final class TreeHost extends CapturedHost {
    private static final String ADDITIONS = "machine.yaml";

    private TreeHost(Path root, long unpacker, MachineFile machine, boolean complete) {
        super(new TreeLayer(root, unpacker, machine, complete), machine, complete);
    }

    /**
     * Opens a tree.
     *
     * @throws WrongInput when it is no readable directory, or its {@code machine.yaml} is wrong
     */
    public static TreeHost open(Path directory) {
        Path root = root(directory);
        MachineFile machine = additions(root, directory);
        try {
            long unpacker = UnixStat.of(root).uid();
            return new TreeHost(root, unpacker, machine, machine.otherwise().equals(Optional.of(Otherwise.ABSENT)));
        } catch (IOException e) {
            throw unreadable(directory, e);
        }
    }

    private static Path root(Path directory) {
        try {
            Path root = directory.toRealPath();
            if (!Files.isDirectory(root)) {
                throw new WrongInput(directory.toString(), "is not a directory");
            }
            if (!Files.isReadable(root) || !Files.isExecutable(root)) {
                throw new WrongInput(directory.toString(), "may not be read (permission denied)");
            }
            return root;
        } catch (IOException e) {
            throw unreadable(directory, e);
        }
    }

    private static WrongInput unreadable(Path directory, IOException error) {
        return new WrongInput(directory.toString(), switch (error) {
            case NoSuchFileException _ -> "does not exist";
            case AccessDeniedException _ -> "may not be read (permission denied)";
            case FileSystemException e when e.getReason() != null -> "cannot be read: " + e.getReason();
            default -> "cannot be read: " + error.getMessage();
        });
    }

    private static MachineFile additions(Path root, Path directory) {
        Path file = root.resolve(ADDITIONS);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return MachineFile.NOTHING;
        }
        String name = directory.resolve(ADDITIONS).toString();
        if (Files.isSymbolicLink(file)) {
            throw new WrongInput(name, "is a link, which could lead out of the tree; a file is wanted");
        }
        return MachineFileReader.read(name, InputFile.text(file));
    }

    @Override
    public Source source() {
        return Source.TREE;
    }
}
