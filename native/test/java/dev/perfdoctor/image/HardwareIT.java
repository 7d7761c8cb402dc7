package dev.perfdoctor.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What OSHI does in the product, which has no module but java.base and no library of JNA's: it reads, and only where it is asked for. */
final class HardwareIT {
    private static final Path IMAGE = Path.of("target", "perfdoctor").toAbsolutePath();
    private static final Path LAUNCHER = IMAGE.resolve("bin", "perfdoctor");

    /** What OSHI would run by its name on PATH. */
    private static final List<String> ASKED_BY_OSHI = List.of(
            "getconf", "id", "lscpu", "lshw", "dmidecode", "cpuid", "vcgencmd", "lshal", "uname", "ldconfig", "udevadm", "hostname");

    /** What is another a second later. */
    private static final Set<String> CHANGING = Set.of("memory", "load", "sensors", "power");

    @TempDir
    private Path directory;

    private Shell doctor(String arguments) throws IOException, InterruptedException {
        return Shell.run(directory, Map.of(), "exec \"$1\" " + arguments, LAUNCHER);
    }

    /** The lines below the first that are labelled, without those that change. */
    private static List<String> head(Shell run) {
        return run.out().lines()
                .takeWhile(line -> !line.isBlank())
                .filter(line -> !CHANGING.contains(line.strip().split(" ", 2)[0]))
                .toList();
    }

    @Test
    void theHeadOfAReportThatTellsAllTellsCachesAndMemoryAndAReplayTellsTheSame() throws Exception {
        Shell live = doctor("check -v --no-sudo");
        assertTrue(live.out().contains("\n  memory "), live::toString);
        assertEquals("", live.err());
        assertEquals(0, doctor("capture --no-sudo -o machine.yaml").exit());
        assertEquals(head(live), head(doctor("check -v --from machine.yaml")));
    }

    @Test
    void jsonTellsItWhereAllIsToldAlone() throws Exception {
        assertTrue(doctor("check -v --no-sudo --format json").out().contains("\"hardware\""));
        assertFalse(doctor("check --no-sudo --format json").out().contains("\"hardware\""));
    }

    @Test
    void aTreeIsNotGivenTheHardwareOfThisMachine() throws Exception {
        Shell tree = doctor("check -v --root .");
        assertFalse(tree.out().contains("\n  memory "), tree::toString);
        assertFalse(doctor("check -v --root . --format json").out().contains("totalBytes"));
    }

    @Test
    void aDefaultRunLoadsNothingOfIt() throws Exception {
        assertEquals(List.of(), loaded("check --no-sudo"));
        assertEquals(List.of(), loaded("check --no-sudo --format json"));
        assertFalse(loaded("check -v --no-sudo").isEmpty());
    }

    /** The classes of OSHI's that a run loads; without the launcher, which lets no option reach the JVM. */
    private List<String> loaded(String arguments) throws IOException, InterruptedException {
        String script = "exec \"$1/runtime/bin/java\" -XX:-UsePerfData -Xlog:class+load:file=loaded -cp \"$1/lib/*\" -Dperfdoctor.home=\"$1\""
                + " dev.perfdoctor.Doctor " + arguments;
        Shell.run(directory, Map.of(), script, IMAGE);
        try (Stream<String> lines = Files.lines(directory.resolve("loaded"))) {
            return lines.filter(line -> line.contains(" oshi.") || line.contains(" org.slf4j.")).toList();
        }
    }

    @Test
    void noProgramOnPathIsRunForIt() throws Exception {
        for (String name : ASKED_BY_OSHI) {
            Path program = Files.writeString(directory.resolve(name), "#!/bin/sh\necho " + name + " >> '" + directory.resolve("taken-in") + "'\n");
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Map<String, String> hostile = Map.of("PATH", directory + ":/usr/bin:/bin");
        Shell.run(directory, hostile, "exec \"$1\" check -v --no-sudo", LAUNCHER);
        Shell.run(directory, hostile, "exec \"$1\" capture --no-sudo", LAUNCHER);
        assertFalse(Files.exists(directory.resolve("taken-in")), () -> "ran " + read("taken-in"));
    }

    private String read(String file) {
        try {
            return Files.readString(directory.resolve(file));
        } catch (IOException none) {
            return none.toString();
        }
    }

    /** The kernel's word: what a run with the hardware does and one without does not. */
    @Test
    void itWritesNothingStartsNothingAndAsksNoNetwork() throws Exception {
        assumeTrue(Shell.run(directory, Map.of(), "strace -f -o /dev/null true").exit() == 0, "no strace here, or it may not trace");
        Set<String> without = deeds("check --no-sudo --only kernel");
        Set<String> with = deeds("check -v --no-sudo --only kernel");
        with.removeAll(without);
        assertEquals(Set.of(), with);
        assertTrue(without.stream().anyMatch(deed -> deed.contains("java")), "the trace holds the start of the JVM");
    }

    private Set<String> deeds(String arguments) throws IOException, InterruptedException {
        String trace = "strace -f -qq -o trace -e trace=execve,open,openat,creat,mkdir,mkdirat,unlink,unlinkat,rename,renameat2,connect,bind,sendto"
                + " \"$1\" " + arguments;
        Shell.run(directory, Map.of(), trace, LAUNCHER);
        try (Stream<String> lines = Files.lines(directory.resolve("trace"))) {
            return lines.filter(line -> !line.contains("open") || line.matches(".*O_(WRONLY|RDWR|CREAT|TRUNC|APPEND|TMPFILE).*"))
                    .filter(line -> line.contains("("))
                    .map(HardwareIT::deed)
                    .collect(Collectors.toSet());
        }
    }

    /** Without who did it, numbers, the outcome and, of a program that is started, its arguments. */
    private static String deed(String line) {
        String call = line.substring(line.indexOf(' ')).strip().replaceFirst("(\\) += | <unfinished).*", "").replaceAll("0x[0-9a-f]+|[0-9]+", "N");
        return call.startsWith("execve") ? call.replaceFirst(", \\[.*", "") : call;
    }
}
