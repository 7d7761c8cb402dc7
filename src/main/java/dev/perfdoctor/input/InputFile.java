package dev.perfdoctor.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** A file the user named: regular, of a bounded size, text. */
public final class InputFile {
    /** Larger machine files are not read. */
    public static final int LIMIT = 64 << 20;

    private InputFile() {}

    /**
     * The text of a file.
     *
     * @throws WrongInput when there is none: missing, a directory, a FIFO (which is not opened), unreadable, too large, not UTF-8
     */
    public static String text(Path file) {
        byte[] bytes = bytes(file);
        if (bytes.length == 0) {
            throw new WrongInput(file.toString(), "is empty");
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new WrongInput(file.toString(), "is not text (UTF-8)");
        }
    }

    private static byte[] bytes(Path file) {
        String name = file.toString();
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            if (attributes.isDirectory()) {
                throw new WrongInput(name, "is a directory; a file is wanted");
            }
            if (!attributes.isRegularFile()) {
                throw new WrongInput(name, "is not a regular file");
            }
            try (InputStream in = Files.newInputStream(file)) {
                byte[] bytes = attributes.size() > LIMIT ? new byte[0] : in.readNBytes(LIMIT + 1);
                if (Math.max(bytes.length, attributes.size()) > LIMIT) {
                    throw new WrongInput(name, "is larger than %d MiB, the limit".formatted(LIMIT >> 20));
                }
                return bytes;
            }
        } catch (NoSuchFileException e) {
            throw new WrongInput(name, "does not exist");
        } catch (AccessDeniedException e) {
            throw new WrongInput(name, "may not be read (permission denied)");
        } catch (FileSystemException e) {
            throw new WrongInput(name, "cannot be read: " + (e.getReason() == null ? "unknown reason" : e.getReason()));
        } catch (IOException e) {
            throw new WrongInput(name, "cannot be read: " + e.getMessage());
        }
    }
}
