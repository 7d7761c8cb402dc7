package dev.perfdoctor.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.perfdoctor.cli.StandardOutput.Failed;
import dev.perfdoctor.cli.StandardOutput.ReaderLeft;
import dev.perfdoctor.cli.StandardOutput.Written;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;

final class StandardOutputTest {
    @Test
    void aTextIsWrittenInTheCharsetOfTheLocale() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        assertEquals(new Written(), new StandardOutput(bytes, UTF_8).print("✓ ready\n"));
        assertEquals("✓ ready\n", bytes.toString(UTF_8));
    }

    @Test
    void whatTheCharsetDoesNotKnowBecomesAQuestionMark() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new StandardOutput(bytes, US_ASCII).print("✓ ready\n");
        assertEquals("? ready\n", bytes.toString(US_ASCII));
    }

    @Test
    void aReaderThatHasSeenEnoughIsNoFailure() {
        assertEquals(new ReaderLeft(), new StandardOutput(failingWith("Broken pipe"), UTF_8).print("x"));
    }

    @Test
    void aFullDiskIsAFailureWithTheSystemsWordForIt() {
        assertEquals(
                new Failed("No space left on device"),
                new StandardOutput(failingWith("No space left on device"), UTF_8).print("x"));
    }

    private static OutputStream failingWith(String why) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(why);
            }
        };
    }
}
