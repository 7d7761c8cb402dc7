package dev.perfdoctor.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real big.LITTLE machine: Linux on QEMU's ARM with two PMUs, CPU 0 the small core. The doctor reads the tree and the probe's answers of the
 * guest; what it advises is then run in the guest. With {@code -Pvm}, root, the lab's kernels and an aarch64 compiler; skipped without.
 */
final class BigLittleIT {
    private static final Pattern ADVICE = Pattern.compile("taskset -c 1 perf stat -e (armv8_cortex_a72/[a-z_]+/\\S*) -- CMD");

    @TempDir
    private static Path directory;

    private static String text = "";
    private static String json = "";

    @BeforeAll
    static void theDoctorReadsTheGuest() throws Exception {
        assumeTrue(Boolean.getBoolean("perfdoctor.vm"), "boots a guest: only with -Pvm");
        Shell made = Shell.run(Path.of("probe"), Map.of(), "make -s CC=aarch64-linux-gnu-gcc OUT=\"$1\"", directory.resolve("arm"));
        assumeTrue(made.exit() == 0, () -> "no aarch64 compiler: " + made.err());
        String guest = guest("sh /run/guest-tree.sh; cp /run/perfdoctor-probe /tmp; chmod +x /tmp/perfdoctor-probe\n"
                + "echo @@probe; /tmp/perfdoctor-probe; echo @@end; echo @@perf; perf --version; echo @@end");
        byte[] tree = Base64.getMimeDecoder().decode(between(guest, "@@tree\n"));
        Files.write(directory.resolve("tree.tgz"), tree);
        assertEquals(0, Shell.run(directory, Map.of(), "mkdir tree && tar -xzf tree.tgz -C tree && mkdir -p tree/usr/bin").exit());
        Files.writeString(directory.resolve("tree/machine.yaml"), machine(between(guest, "@@probe\n"), between(guest, "@@perf\n")));
        text = doctor("text");
        json = doctor("json");
    }

    private static String doctor(String format) throws IOException, InterruptedException {
        return Shell.run(Path.of("target", "perfdoctor"), Map.of(), "bin/perfdoctor --for stat,record,timing --root \"$1\" --format $2", directory.resolve("tree"), format)
                .out();
    }

    private static String guest(String script) throws IOException, InterruptedException {
        Path lab = Lab.script().orElse(null);
        assumeTrue(lab != null, "no lab here");
        Path job = Files.writeString(directory.resolve("job.sh"), script + "\n");
        Shell run = Shell.run(
                directory,
                Map.of("LAB_TIMEOUT", "300"),
                "\"$1\" vm-arm --biglittle --with \"$2\" --with \"$3\" -- \"$4\"",
                lab,
                Path.of("test", "resources", "guest-tree.sh").toAbsolutePath(),
                directory.resolve("arm").resolve("perfdoctor-probe"),
                job);
        assumeTrue(run.exit() != 77, () -> "no guest here: " + run.err());
        assertEquals(0, run.exit(), run::toString);
        return run.out();
    }

    private static String between(String out, String mark) {
        int start = out.indexOf(mark) + mark.length();
        return out.substring(start, out.indexOf("@@end", start));
    }

    private static String machine(String probe, String perf) {
        return """
                perfdoctor-machine: 1
                user: {name: root, uid: 0, gid: 0, groups: [root]}
                environment: {PATH: /usr/bin, HOME: /root}
                uname: {sysname: Linux, machine: aarch64}
                files: {/usr/bin/perf: {elf: {machine: aarch64}, mode: "0755"}}
                commands:
                - run: perf --version
                  out: |
                %s- run: perfdoctor-probe
                  out: |
                %s""".formatted(perf.indent(4), probe.indent(4));
    }

    @Test
    void eachKindOfCoreIsToldWithItsCpuAndItsPmu() {
        assertTrue(text.contains("hybrid/split-counters"), text);
        assertTrue(Pattern.compile("(?m) 1  █  armv8_cortex_a72$").matcher(text).find(), text);
        assertTrue(Pattern.compile("(?m) 0  █  armv8_cortex_a53$").matcher(text).find(), text);
        assertTrue(json.contains("\"state\" : \"misleading\""), json);
    }

    @Test
    void theAdvisedCommandCountsInTheGuest() throws Exception {
        Matcher advice = ADVICE.matcher(text);
        assertTrue(advice.find(), text);
        String command = advice.group().replace("CMD", "sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done'");
        String counted = guest(command + " 2>&1");
        Matcher count = Pattern.compile("(?m)^ +([0-9,]+) +armv8_cortex_a72/").matcher(counted);
        assertTrue(count.find(), counted);
        assertTrue(Long.parseLong(count.group(1).replace(",", "")) > 1_000_000, counted);
        assertEquals(List.of(), counted.lines().filter(l -> l.contains("<not ")).toList());
    }
}
