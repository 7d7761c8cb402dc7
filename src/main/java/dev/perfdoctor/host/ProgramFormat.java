package dev.perfdoctor.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Whether the kernel would run a file. Asked only where the JVM starts programs itself: it answers ENOEXEC by handing the file to
 * {@code /bin/sh} (execvpe in childproc.c of the JDK).
 */
final class ProgramFormat {
    private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};
    /** Magic, class, data encoding, version; the machine is at 18. */
    private static final int HEADER = 20;

    private static final int MACHINE = 18;
    private static final int EM_386 = 3;
    private static final int EM_X86_64 = 62;

    private ProgramFormat() {}

    /** Whether it is surely none: neither a script with an interpreter nor an ELF file of this machine. Unreadable files may be. */
    static boolean isNoProgram(Path file) {
        byte[] head = head(file);
        if (head.length >= 2 && head[0] == '#' && head[1] == '!') {
            return false;
        }
        return Files.isReadable(file) && !isElfOfThisMachine(head);
    }

    private static boolean isElfOfThisMachine(byte[] head) {
        byte[] own = head(Path.of("/proc/self/exe"));
        if (head.length < HEADER || own.length < HEADER || !Arrays.equals(Arrays.copyOf(head, ELF.length), ELF)) {
            return false;
        }
        boolean sameEncoding = head[5] == own[5];
        return sameEncoding && (machine(head) == machine(own) || (machine(own) == EM_X86_64 && machine(head) == EM_386));
    }

    private static int machine(byte[] head) {
        return (head[MACHINE] & 0xff) | (head[MACHINE + 1] & 0xff) << 8;
    }

    private static byte[] head(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(HEADER);
        } catch (IOException e) {
            return new byte[0];
        }
    }
}
