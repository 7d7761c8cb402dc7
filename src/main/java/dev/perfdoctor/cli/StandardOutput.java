package dev.perfdoctor.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;

/** Standard output. {@code System.out} swallows what goes wrong; here it is an answer, because a lost report is no success. */
final class StandardOutput {
    /** How printing went. */
    sealed interface Outcome {}

    /** Everything was taken. */
    record Written() implements Outcome {}

    /** The reader has seen enough, as in {@code | head -1}: nothing to complain about. */
    record ReaderLeft() implements Outcome {}

    /** Closed, on a full disk or the like; {@code why} is the system's word for it. */
    record Failed(String why) implements Outcome {}

    private final OutputStream stream;
    private final Charset charset;

    StandardOutput(OutputStream stream, Charset charset) {
        this.stream = stream;
        this.charset = charset;
    }

    /** This process's own stream; it stays open as long as the process. */
    static OutputStream streamOfThisProcess() {
        return new FileOutputStream(FileDescriptor.out);
    }

    /** Prints the text at once; what the charset does not know becomes a question mark. */
    Outcome print(String text) {
        try {
            stream.write(text.getBytes(charset));
            stream.flush();
            return new Written();
        } catch (IOException e) {
            // EPIPE; the JVM ignores the signal. It has no exception of its own, and the launcher sets the language.
            String why = String.valueOf(e.getMessage());
            return why.equals("Broken pipe") ? new ReaderLeft() : new Failed(why);
        }
    }
}
