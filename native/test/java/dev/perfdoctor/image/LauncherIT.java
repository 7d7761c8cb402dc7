package dev.perfdoctor.image;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** The assembled product, started by the program and by the script in the ways a start breaks. */
@ParameterizedClass
@ValueSource(strings = {"perfdoctor", "perfdoctor.sh"})
final class LauncherIT {
    private static final Path IMAGE = Path.of("target", "perfdoctor").toAbsolutePath();
    private static final String ANSWER = "perfdoctor " + System.getProperty("perfdoctor.version") + "\n";

    @Parameter
    private String name;

    @TempDir
    private Path directory;

    private Path launcher() {
        return IMAGE.resolve("bin", name);
    }

    @Test
    void tellsTheVersionOfTheProject() throws Exception {
        assertAnswers(sh("\"$1\" --version", launcher()));
    }

    @Test
    void startsThroughLinksToLinks() throws Exception {
        Files.createSymbolicLink(directory.resolve("first"), launcher());
        Files.createSymbolicLink(directory.resolve("second"), Path.of("first"));
        Files.createSymbolicLink(directory.resolve("image"), IMAGE);
        assertAnswers(sh("./second --version"));
        assertAnswers(sh("image/bin/$1 --version", name));
    }

    @Test
    void startsByARelativePathAndFromPath() throws Exception {
        assertAnswers(sh("cd \"$1\" && ./$2 --version", launcher().getParent(), name));
        assertAnswers(sh("PATH=$1:$PATH; $2 --version", launcher().getParent(), name));
        if (name.endsWith(".sh")) {
            assertAnswers(sh("cd \"$1\" && sh ./$2 --version", launcher().getParent(), name));
            assertAnswers(sh("cd \"$1\" && sh $2 --version", launcher().getParent(), name));
        }
    }

    @Test
    void startsReadOnlyUnderAPathWithBlanksAsAnyUser() throws Exception {
        Path installed = directory.resolve("some programs");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertEquals(0, sh("cp -R \"$1\" \"$2\" && chmod -R a-w \"$2\"", IMAGE, installed).exit());
        try {
            assertAnswers(sh("\"$1/bin/$2\" --version", installed, name));
            if (sh("setpriv --reuid=65534 --regid=65534 --clear-groups true").exit() == 0) {
                assertAnswers(sh(
                        "exec setpriv --reuid=65534 --regid=65534 --clear-groups \"$1/bin/$2\" --version", installed, name));
            }
        } finally {
            sh("chmod -R u+w \"$1\"", installed);
        }
    }

    @Test
    void needsNothingOfPathAndRunsNothingFromIt() throws Exception {
        Files.createSymbolicLink(directory.resolve("link"), launcher());
        for (String tool : List.of("java", "readlink", "dirname", "basename", "uname", "sh", "pwd", "perl")) {
            Path fake = Files.writeString(directory.resolve(tool), "#!/bin/sh\necho taken in\n");
            Files.setPosixFilePermissions(fake, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        assertAll(
                () -> assertAnswers(sh("PATH= ; ./link --version")),
                () -> assertAnswers(sh("unset PATH; ./link --version")),
                () -> assertAnswers(sh("PATH=.; ./link --version")));
    }

    @Test
    void doesNotObeyWhatOtherJavaProgramsAreTold() throws Exception {
        Files.writeString(directory.resolve(".hotspotrc"), "+PrintFlagsFinal\n");
        Files.writeString(directory.resolve(".hotspot_compiler"), "print\n");
        assertAnswers(Shell.run(
                directory,
                Map.of(
                        "JAVA_TOOL_OPTIONS", "-Dtold=yes",
                        "_JAVA_OPTIONS", "-Xno-such-option",
                        "JDK_JAVA_OPTIONS", "--no-such-option",
                        "_JAVA_LAUNCHER_DEBUG", "1",
                        "CLASSPATH", "/nonexistent",
                        "JAVA_HOME", "/nonexistent",
                        "CDPATH", "/:/tmp"),
                "\"$1\" --version",
                launcher()));
    }

    @Test
    void anEmptyEntryOfTheLibraryPathIsNotTheWorkingDirectory() throws Exception {
        for (String library : List.of("libdl.so.2", "libpthread.so.0", "libm.so.6", "libz.so.1", "libjli.so")) {
            Files.writeString(directory.resolve(library), "no library");
        }
        assertAnswers(sh("LD_LIBRARY_PATH=:/nonexistent \"$1\" --version", launcher()));
    }

    @Test
    void startsInADirectoryThatIsGone() throws Exception {
        Shell answer = sh("mkdir gone && cd gone && rmdir ../gone && \"$1\" --version", launcher());
        assertEquals(0, answer.exit());
        assertEquals(ANSWER, answer.out());
    }

    @Test
    void startsWhereAddressSpaceIsLimited() throws Exception {
        assertAnswers(sh("ulimit -v 620000; \"$1\" --version", launcher()));
    }

    @Test
    void saysThatAddressSpaceIsTooLittle() throws Exception {
        Shell answer = sh("ulimit -v 300000; \"$1\" --version", launcher());
        assertEquals(new Shell(2, "", "perfdoctor: needs 600 MiB of address space, and the limit (ulimit -v) is 292 MiB\n"), answer);
    }

    @Test
    void outputThatCannotBeWrittenIsWrongUse() throws Exception {
        Shell closed = sh("\"$1\" --version >&-", launcher());
        assertEquals(2, closed.exit());
        assertTrue(closed.err().contains("standard output"), closed.err());

        Shell full = sh("\"$1\" --version >/dev/full", launcher());
        assertEquals(2, full.exit());
        assertTrue(full.err().contains("No space left on device"), full.err());
    }

    @Test
    void otherClosedStreamsDoNoHarm() throws Exception {
        assertAnswers(sh("\"$1\" --version <&-", launcher()));
        assertAnswers(sh("\"$1\" --version 2>&-", launcher()));
    }

    @Test
    void aReaderThatLeavesIsNoReasonToComplain() throws Exception {
        Shell answer = sh("{ \"$1\" --version; echo \"$?\" >status; } | true; cat status", launcher());
        assertEquals("", answer.err());
        assertEquals("0\n", answer.out());
    }

    @Test
    void opensNoFileForWriting() throws Exception {
        assumeTrue(sh("strace -o /dev/null true").exit() == 0, "strace works here");
        assertAnswers(sh("strace -f -o trace -e trace=file,memfd_create \"$1\" --version", launcher()));
        List<String> writing = Files.readAllLines(directory.resolve("trace")).stream()
                .filter(call -> call.matches(".*(O_WRONLY|O_RDWR|O_CREAT|mkdir|unlink|rename|chmod|memfd_create|link(at)?\\().*"))
                .filter(call -> !call.contains("readlink"))
                .toList();
        assertEquals(List.of(), writing);
    }

    private Shell sh(String script, Object... arguments) throws IOException, InterruptedException {
        return Shell.run(directory, Map.of(), script, arguments);
    }

    private static void assertAnswers(Shell answer) {
        assertEquals(new Shell(0, ANSWER, ""), answer);
    }
}
