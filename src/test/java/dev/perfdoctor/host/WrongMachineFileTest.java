package dev.perfdoctor.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.input.WrongInput;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A machine file that is none says where, what was read and what is allowed. */
class WrongMachineFileTest {
    @TempDir
    private Path folder;

    private static String complaint(String text) {
        return assertThrows(WrongInput.class, () -> MachineFileHost.of("case.yaml", text)).getMessage();
    }

    private static String complaintAbout(String rest) {
        return complaint("perfdoctor-machine: 1\n" + rest);
    }

    private static String complaintAbout(Path file) {
        return assertTimeoutPreemptively(
                Duration.ofSeconds(20), () -> assertThrows(WrongInput.class, () -> MachineFileHost.open(file)).getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            file: {}                        | case.yaml:2: the key 'file' is not known (did you mean files?); allowed: perfdoctor-machine, taken,
            otherwise: missing              | case.yaml:2: otherwise: 'missing' is not known; allowed: absent, not-captured
            otherwise: not_captured         | did you mean not-captured?
            taken: yesterday                | case.yaml:2: taken: 'yesterday' is not a time such as 2026-09-12T10:00:00Z
            taken:                          | case.yaml:2: taken: has no value
            uname: 6.8.0                    | case.yaml:2: uname: is text; a mapping of keys is wanted
            uname: {relaese: 6.8.0}         | case.yaml:2: uname: the key 'relaese' is not known (did you mean release?)
            user: {name: dev}               | case.yaml:2: user: needs a uid
            user: {name: dev, uid: me}      | case.yaml:2: user.uid: 'me' is not a whole number from 0 to 4294967295
            user: {uid: 1, groups: {a: b}}  | case.yaml:2: user.groups: is a mapping; text is wanted
            environment: [a]                | case.yaml:2: environment: is a list; a mapping of keys is wanted
            environment: {A: [b]}           | case.yaml:2: environment.A: is a list; text is wanted
            directory: project              | case.yaml:2: directory: 'project' is not an absolute path
            files: []                       | case.yaml:2: files: is a list; a mapping of keys is wanted
            files: {etc/passwd: x}          | case.yaml:2: files.etc/passwd: 'etc/passwd' is not an absolute path
            files: {/a/../b: x}             | holds '..'
            files: {/a: x, //a: y}          | case.yaml:2: files.//a: stands here twice, spelled differently
            files: {/a: x, /a: y}           | case.yaml:2: /a: stands here twice; first in line 2
            files: {/a: }                   | case.yaml:2: files./a: has no value; "" is empty text
            files: {/a: [x]}                | case.yaml:2: files./a: is a list; text is wanted
            files: {/a: {contents: x}}      | case.yaml:2: files./a: the key 'contents' is not known (did you mean content?)
            files: {/a: {mode: rwx}}        | case.yaml:2: files./a.mode: 'rwx' is not an octal mode such as "0755"
            files: {/a: {mode: 0999}}       | '0999' is not an octal mode
            files: {/a: {mode: "77777"}}    | '77777' is not an octal mode
            files: {/a: {uid: -1}}          | files./a.uid: '-1' is not a whole number from 0 to 4294967295
            files: {/a: {size: 1k}}         | files./a.size: '1k' is not a whole number from 0
            files: {/a: {type: directory}}  | files./a.type: 'directory' is not known; allowed: dir, fifo, socket, device, file, absent
            files: {/a: {unread: deny}}     | files./a.unread: 'deny' is not known (did you mean denied?); allowed: denied, not-captured, {failed: reason}
            files: {/a: {unread: {x: y}}}   | files./a.unread: the key 'x' is not known; allowed: failed
            files: {/a: {base64: '*'}}      | files./a.base64: is not base64
            files: {/a: {link: ''}}         | files./a.link: is empty
            files: {/a: {link: b, content: c}}  | files./a: has content and link; one of them is allowed
            files: {/a: {type: dir, content: c}} | files./a.type: stands beside content; only a file has that
            files: {/a: {unread: denied, content: c}} | files./a: is unread and has content; one of them is allowed
            files: {/a: {elf: {arch: x}}}   | files./a.elf: the key 'arch' is not known; allowed: machine, class
            files: {/a: {elf: {class: 63}}} | files./a.elf.class: '63' is not known; allowed: 32, 64
            files: {/a: {elf: {eh-frame-hdr: yes}}}   | files./a.elf.eh-frame-hdr: 'yes' is not known; allowed: true, false
            files: {/a: {elf: {frame-pointers: some}}} | allowed: present, absent, unknown
            files: {/a: {elf: {compressed: gzip}}}    | allowed: zlib, zstd, none
            files: {/a: x, /a/b: y}         | files./a/b: lies below /a, which is no directory here
            files: {/a: {type: absent}, /a/b: y} | files./a/b: lies below /a, which is no directory here
            commands: {run: a}              | case.yaml:2: commands: is a mapping; a list is wanted
            commands: [perf]                | case.yaml:2: commands[0]: is text; a mapping of keys is wanted
            commands: [{out: a}]            | case.yaml:2: commands[0].run: has no program
            commands: [{run: [[a]]}]        | commands[0].run: holds a list; a list of words is wanted
            commands: [{run: a, exit: 256}] | commands[0].exit: '256' is not a whole number from 0 to 255
            commands: [{run: a, fails: crash}] | commands[0].fails: 'crash' is not known; allowed: timeout, not-found, denied, signal 11, exec format error
            commands: [{run: a, fails: signal 99}] | commands[0].fails: 'signal 99' is not known
            commands: [{run: a, fails: timeout, exit: 1}] | commands[0].fails: stands beside exit
            commands: [{run: a, exit: 1}, {run: a}] | commands[1].run: 'a' has two outcomes
            commands: [{run: a, outs: b}]   | commands[0]: the key 'outs' is not known (did you mean out?)
            later: {proc/stat: x}           | later.proc/stat: 'proc/stat' is not an absolute path
            expect: {diagnosis: [a]}        | expect: the key 'diagnosis' is not known (did you mean diagnoses?); allowed: diagnoses, explains,
            """)
    void everyComplaintNamesPlaceValueAndWhatIsAllowed(String yaml, String message) {
        String complaint = complaintAbout(yaml);
        assertTrue(complaint.contains(message), complaint);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            perfdoctor-machine: 2           | case.yaml:1: perfdoctor-machine: version '2' is not known; known: 1
            perfdoctor-machine:             | case.yaml:1: perfdoctor-machine: has no value
            files: {}                       | is not a machine file: it has no key perfdoctor-machine
            just text                       | case.yaml:1: is text; a mapping of keys is wanted
            [1, 2]                          | case.yaml:1: is a list; a mapping of keys is wanted
            {a:                             | case.yaml:1: not YAML:
            {a: b: c}                       | case.yaml:1: not YAML:
            a: *b                           | case.yaml:1: *b names nothing above
            a: &b [*b]                      | case.yaml:1: *b contains itself
            a: !!python/object x            | case.yaml:1: the tag tag:yaml.org,2002:python/object is not allowed
            ? [a]                           | case.yaml:1: a key is a word, not a list or a mapping
            """)
    void whatIsNoMachineFileSaysSo(String yaml, String message) {
        String complaint = complaint(yaml);
        assertTrue(complaint.contains(message), complaint);
    }

    @Test
    void theLineIsThatOfTheKeyToBlame() {
        String text = "perfdoctor-machine: 1\nfiles:\n  /a: x\n  /b:\n    content: x\n    mode: '9'\n";
        WrongInput wrong = assertThrows(WrongInput.class, () -> MachineFileHost.of("dir/case.yaml", text));
        assertEquals("dir/case.yaml", wrong.file());
        assertEquals(6, wrong.line());
        assertEquals("files./b.mode", wrong.key());
        assertEquals("'9' is not an octal mode such as \"0755\"", wrong.problem());
    }

    @Test
    void aComplaintHasNoStackTraceAndQuotesLittle() {
        WrongInput wrong = assertThrows(WrongInput.class, () -> MachineFileHost.of("c", "x".repeat(10_000) + ": 1"));
        assertEquals(0, wrong.getStackTrace().length);
        assertTrue(complaintAbout("files: {/a: {mode: " + "7".repeat(10_000) + "}}").length() < 300);
    }

    @Test
    void aCommentAloneIsNothing() {
        assertEquals("case.yaml: empty: holds no YAML value", complaint("# nothing here\n"));
    }

    @Test
    void twoDocumentsAreOneTooMany() {
        assertEquals("case.yaml:2: a second document starts here; one is allowed", complaintAbout("---\na: b"));
    }

    @Test
    void aliasesMayRepeatAValueButNotExplode() {
        assertEquals("x", MachineFileHost.of("c", "perfdoctor-machine: 1\nfiles: {/a: &x {content: x}, /b: *x}").read("/b").orElse(""));
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
            bomb.append("a%d: &a%d [".formatted(i, i)).append(("*a" + (i - 1) + ", ").repeat(9)).append("*a").append(i - 1).append("]\n");
        }
        assertTrue(complaint(bomb.toString()).contains("aliases expand to more than 2000000 values"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{a: ", "- ", "? "})
    void deepNestingIsRefusedAndNotRecursedInto(String opening) {
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            String complaint = complaint("a:\n " + opening.repeat(100_000));
            assertTrue(complaint.contains("nested more than 40 deep") || complaint.contains("a key is a word"), complaint);
        });
    }

    @Test
    void controlCharactersAreNamed() {
        assertEquals("case.yaml:2: not text: holds the control character U+001B; write it escaped, in double quotes",
                complaint("perfdoctor-machine: 1\nfiles: {/a: \u001b[31m}\n"));
        assertEquals("\u001b", MachineFileHost.of("c", "perfdoctor-machine: 1\nfiles: {/a: \"\\e\"}").read("/a").orElse(""));
    }

    @Test
    void binaryGarbageIsNotText() throws IOException {
        byte[] garbage = new byte[4096];
        new Random(1).nextBytes(garbage);
        Path file = Files.write(folder.resolve("garbage"), garbage);
        assertEquals(file + ": is not text (UTF-8)", complaintAbout(file));
        assertTrue(complaintAbout(Files.write(file, new byte[100])).contains("control character U+0000"));
    }

    @Test
    void garbageThatIsTextNeverEndsInAnotherException() {
        Random random = new Random(7);
        String alphabet = "ab:-[]{}&*!|>'\"%@`,?#\n \t0~é";
        for (int i = 0; i < 3000; i++) {
            StringBuilder text = new StringBuilder("perfdoctor-machine: 1\n");
            for (int j = random.nextInt(60); j > 0; j--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            try {
                MachineFileHost.of("c", text.toString());
            } catch (WrongInput expected) {
                assertTrue(!expected.getMessage().isEmpty());
            }
        }
    }

    @Test
    void anEmptyFileADirectoryAndAMissingFileSayWhatTheyAre() throws IOException {
        assertEquals(folder + ": is a directory; a file is wanted", complaintAbout(folder));
        Path missing = folder.resolve("missing.yaml");
        assertEquals(missing + ": does not exist", complaintAbout(missing));
        Path empty = Files.createFile(folder.resolve("empty.yaml"));
        assertEquals(empty + ": is empty", complaintAbout(empty));
    }

    @Test
    void aLinkThatLeadsToItselfSaysSo() throws IOException {
        Path loop = Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
        assertTrue(complaintAbout(loop).contains("cannot be read: "), complaintAbout(loop));
    }

    @Test
    void aFifoIsNotOpened() throws IOException, InterruptedException {
        Path fifo = folder.resolve("fifo");
        Assumptions.assumeTrue(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor() == 0);
        assertEquals(fifo + ": is not a regular file", complaintAbout(fifo));
    }

    @Test
    void anEndlessDeviceIsNotRead() {
        assertEquals("/dev/zero: is not a regular file", complaintAbout(Path.of("/dev/zero")));
    }

    @Test
    void aGigabyteIsRefusedByItsLimit() throws IOException {
        Path huge = folder.resolve("huge.yaml");
        try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
            file.write("perfdoctor-machine: 1\n".getBytes(StandardCharsets.UTF_8));
            file.setLength(1L << 30);
        }
        assertEquals(huge + ": is larger than 64 MiB, the limit", complaintAbout(huge));
    }

    @Test
    void anUnreadableFileSaysSo() throws IOException {
        Path file = Files.writeString(folder.resolve("secret"), "x");
        Files.setPosixFilePermissions(file, Set.of());
        Assumptions.assumeFalse(Files.isReadable(file), "root reads everything");
        assertEquals(file + ": may not be read (permission denied)", complaintAbout(file));
    }
}
