package dev.perfdoctor.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The kernel's word that no command of the assembled product writes, mounts, talks to a network, or asks at a terminal, for root and for
 * another user. {@code sudo -n -l} is left out: what it does is told in the report, and a traced sudo is not setuid.
 */
@Execution(ExecutionMode.CONCURRENT)
final class ReadOnlyIT {
    private static final Path OVERLAID = Path.of("test", "resources", "overlaid.sh").toAbsolutePath();
    private static final String NOBODY = "65534";
    private static final String CALLS = "open,openat,openat2,creat,mkdir,mkdirat,unlink,unlinkat,rmdir,rename,renameat,renameat2,link,linkat,symlink,"
            + "symlinkat,chmod,fchmod,fchmodat,chown,fchown,lchown,fchownat,truncate,ftruncate,fallocate,utimensat,mknod,mknodat,setxattr,lsetxattr,"
            + "fsetxattr,removexattr,mount,umount2,pivot_root,memfd_create,bpf,ptrace,connect,bind,listen,sendto,sendmsg,sendmmsg,execve,execveat";
    private static final Pattern CALL = Pattern.compile("\\b(" + CALLS.replace(',', '|') + ")\\(.*");
    private static final Predicate<String> READS = matching("(open|openat|openat2)\\((?!.*(O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND|O_TMPFILE|/dev/tty)).*")
            .or(call -> call.contains("\"/dev/null\""))
            .or(call -> call.startsWith("connect(") && call.contains("\"/var/run/nscd/socket\"")) // the C library asks who a user is
            .or(matching("execve\\(\"[^\"]*/(bin/perfdoctor|runtime/bin/java|libexec/perfdoctor-(run|probe))\", .*"))
            .or(matching("execve\\(\"[^\"]*\", \\[\"[^\"]*\", (\"--version\"|\"version\", \"--build-options\")\\].*"))
            .or(matching("execve\\(\"/(usr/)?sbin/getcap\", \\[\"[^\"]*\", \"[^\"]*\"\\].*"));

    private static Predicate<String> matching(String pattern) {
        return Pattern.compile(pattern).asMatchPredicate();
    }

    private static final List<String> COMMANDS = List.of(
            "--no-sudo",
            "check --no-sudo --format json",
            "check --no-sudo --for all -v --color always",
            "check --no-sudo --timings --target /bin/sh --pid 1",
            "check --no-sudo -q --only pmu,timing --fail-on never --waive pmu/absent",
            "check --no-sudo --config CONFIG --skip sudo --timeout 5s",
            "check --from INPUT -v",
            "check --from INPUT --format json",
            "check --root ROOT -v",
            "check --root ROOT --format json --timings",
            "check --format json-schema",
            "capture --no-sudo",
            "capture --no-sudo --no-redact --target /bin/sh",
            "capture --help",
            "list",
            "explain pmu",
            "explain pmu/absent",
            "--version",
            "--help",
            "--no-such-option",
            "explain no/such-code",
            "check --from /nonexistent");

    @TempDir
    private static Path shared;

    @TempDir
    private Path directory;

    /** Where every user can read it. */
    @BeforeAll
    static void installs() throws Exception {
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertEquals(0, Shell.run(shared, Map.of(), "cp -R \"$1\" image && chmod -R a+rX image && mkdir root", Path.of("target", "perfdoctor").toAbsolutePath()).exit());
        Files.writeString(shared.resolve("machine.yaml"), "perfdoctor-machine: 1\n");
        Files.writeString(shared.resolve("config.yaml"), "targets: [{binary: /bin/sh}]\nexpect: {kernel: '>=1.0'}\n");
    }

    private static String words(String command) {
        return command.replace("INPUT", shared.resolve("machine.yaml").toString())
                .replace("CONFIG", shared.resolve("config.yaml").toString())
                .replace("ROOT", shared.resolve("root").toString());
    }

    /** A command that is added has to be added here too. */
    @Test
    void everyCommandThatTheHelpNamesIsTried() throws Exception {
        Shell help = Shell.run(directory, Map.of(), "\"$1\" --help", shared.resolve("image").resolve("bin").resolve("perfdoctor"));
        Set<String> named = Pattern.compile("(?m)^  perfdoctor ([a-z]+)").matcher(help.out()).results().map(line -> line.group(1)).collect(Collectors.toCollection(TreeSet::new));
        Set<String> tried = new TreeSet<>(COMMANDS.stream().map(command -> command.split(" ", 2)[0]).filter(word -> !word.startsWith("-")).toList());
        assertEquals(named, tried);
    }

    private static String as(String user) {
        return user.equals("0") ? "" : "setpriv --reuid " + user + " --regid " + user + " --clear-groups ";
    }

    private Shell traced(String user, String command) throws IOException, InterruptedException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        return Shell.run(
                directory,
                Map.of(),
                as(user) + "strace -f -qq -s 200 -o trace -e trace=" + CALLS + " \"$1\" " + words(command),
                shared.resolve("image").resolve("bin").resolve("perfdoctor"));
    }

    /** What was done that is not reading. */
    private Set<String> deeds() throws IOException {
        Set<String> deeds = new TreeSet<>();
        List<String> trace = Files.readAllLines(directory.resolve("trace"));
        assertTrue(trace.stream().anyMatch(line -> line.contains("libjvm.so")), "the trace holds the start of the JVM");
        for (String line : trace) {
            CALL.matcher(line).results().map(found -> found.group()).filter(READS.negate()).forEach(deeds::add);
        }
        return deeds;
    }

    private void needsStrace(String user) {
        assumeTrue(Shell.succeeds(as(user) + "strace -f -o /dev/null true"), "no strace here, or it may not trace, or this is not root");
    }

    @ParameterizedTest
    @FieldSource("COMMANDS")
    void noCommandDoesMoreThanReadAsWhoeverRunsThis(String command) throws Exception {
        needsStrace("0");
        Shell run = traced("0", command);
        assertTrue(run.exit() <= 3, run::toString);
        assertEquals(Set.of(), deeds());
    }

    @ParameterizedTest
    @FieldSource("COMMANDS")
    void noCommandDoesMoreThanReadAsAUser(String command) throws Exception {
        needsStrace(NOBODY);
        Shell run = traced(NOBODY, command);
        assertTrue(run.exit() <= 3, run::toString);
        assertEquals(Set.of(), deeds());
    }

    /** The filter sees a write where there is one. */
    @Test
    void aFileThatWasAskedForIsTheOnlyOne() throws Exception {
        needsStrace("0");
        for (String command : List.of("capture --no-sudo -o wanted", "check --no-sudo --format json=wanted", "check --no-sudo --format text=wanted")) {
            traced("0", command);
            Set<String> deeds = deeds();
            assertTrue(!deeds.isEmpty() && deeds.stream().allMatch(deed -> deed.contains("wanted") || deed.startsWith("ftruncate(")), deeds::toString);
            try (Stream<Path> files = Files.list(directory)) {
                assertEquals(Set.of("trace", "wanted"), new TreeSet<>(files.map(file -> file.getFileName().toString()).toList()));
            }
            Files.delete(directory.resolve("wanted"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", NOBODY})
    void anEmptyLayerOverThisMachineStaysEmpty(String user) throws Exception {
        for (String command : COMMANDS) {
            Shell run = overlaid(user, "\"$3\" " + words(command));
            assertEquals(new Shell(0, "", ""), run, command);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", NOBODY})
    void theLayerShowsWhatIsWritten(String user) throws Exception {
        Shell run = overlaid(user, "/bin/sh -c ': >/tmp/perfdoctor-was-here'");
        assertTrue(run.out().contains("f /tmp/perfdoctor-was-here\n"), run::toString);
    }

    private Shell overlaid(String user, String command) throws Exception {
        Shell run = Shell.run(
                directory,
                Map.of("ERRORS", "/dev/stderr"),
                "sh \"$1\" \"$2\" " + user + " " + command,
                OVERLAID,
                shared,
                shared.resolve("image").resolve("bin").resolve("perfdoctor"));
        assumeTrue(run.exit() != 77, () -> "no overlay can be mounted here: " + run.err());
        return run;
    }

    /** A JVM that runs out of memory would leave its own files in the working directory, about once in four such limits. */
    @ParameterizedTest
    @ValueSource(ints = {480_000, 520_000, 540_000, 700_000})
    void aJvmThatFailsLeavesNoFile(int kibibytes) throws Exception {
        Shell.run(directory, Map.of(), "ulimit -v " + kibibytes + "; exec \"$1\" --no-sudo >/dev/null 2>&1", shared.resolve("image").resolve("bin").resolve("perfdoctor.sh"));
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(List.of(), files.toList());
        }
    }
}
