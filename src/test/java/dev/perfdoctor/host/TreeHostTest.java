package dev.perfdoctor.host;

import static dev.perfdoctor.host.Answers.value;
import static dev.perfdoctor.host.Answers.why;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.Shared;
import dev.perfdoctor.api.Host.Source;
import dev.perfdoctor.api.Stat;
import dev.perfdoctor.input.WrongInput;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine in a directory tree. */
class TreeHostTest {
    @TempDir
    private Path folder;

    private Path write(String path, String text) throws IOException {
        Path file = folder.resolve("tree" + path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private void link(String path, String text) throws IOException {
        Path file = folder.resolve("tree" + path);
        Files.createDirectories(file.getParent());
        Files.createSymbolicLink(file, Path.of(text));
    }

    private TreeHost tree() {
        return TreeHost.open(folder.resolve("tree"));
    }

    @Test
    void filesAreReadWhereTheyLie() throws IOException {
        write("/proc/sys/kernel/perf_event_paranoid", "2\n");
        TreeHost host = tree();
        assertEquals(Source.TREE, host.source());
        assertEquals("2\n", value(host.read("/proc/sys/kernel/perf_event_paranoid")));
        assertEquals(1, value(host.bytes("/proc/sys/kernel/perf_event_paranoid", 1, 5)).length);
        assertEquals("too large", why(host.read("/proc/sys/kernel/perf_event_paranoid", 1)));
        assertEquals(2, value(host.stat("/proc/sys/kernel/perf_event_paranoid")).size());
        assertEquals("absent", why(host.elf("/proc/sys/kernel/perf_event_paranoid")), "the bytes are there");
    }

    @Test
    void whatATreeDoesNotHoldIsNotCapturedAndNeverMissing() throws IOException {
        write("/etc/os-release", "ID=debian\n");
        TreeHost host = tree();
        for (String path : List.of("/etc/passwd", "/usr/bin/perf", "/sys/bus/event_source/devices")) {
            assertEquals("not captured", why(host.read(path)), path);
            assertEquals("not captured", why(host.stat(path)), path);
            assertEquals("not captured", why(host.list(path)), path);
        }
        assertEquals("absent", why(host.stat("/etc/os-release/below")), "a file holds nothing below it");
        assertEquals("not captured", why(host.run("perf", "--version")));
        assertEquals("not captured", why(host.run("perfdoctor-probe")));
    }

    @Test
    void aDirectoryProvesNothingUnlessItWasCopiedAsAWhole() throws IOException {
        write("/usr/lib/os-release", "ID=debian\n");
        write("/sys/devices/system/cpu/cpu0/online", "1\n");
        write("/sys/devices/system/cpu/possible", "0-3\n");
        link("/sys/bus/event_source/devices/software", "../../../devices/software");
        TreeHost host = tree();
        assertEquals("not captured", why(host.list("/usr/lib")));
        assertEquals(List.of("os-release"), value(host.listKnown("/usr/lib")));
        assertEquals("not captured", why(host.list("/sys/bus")));
        assertEquals("not captured", why(host.list("/sys/bus/event_source")));
        assertEquals(List.of("software"), value(host.list("/sys/bus/event_source/devices")));
        assertEquals(List.of("cpu0", "possible"), value(host.list("/sys/devices/system/cpu")));
    }

    @Test
    void linksAreResolvedInsideAndNeverLeave() throws IOException {
        write("/usr/lib/os-release", "inside");
        Files.writeString(folder.resolve("outside"), "outside");
        link("/etc/os-release", "/usr/lib/os-release");
        link("/etc/relative", "../usr/lib/os-release");
        link("/etc/high", "../../../../../../../../usr/lib/os-release");
        link("/etc/out", "../../outside");
        link("/etc/absolute", folder.resolve("outside").toString());
        link("/lib", "usr/lib");
        link("/up", "..");
        TreeHost host = tree();
        for (String path : List.of("/etc/os-release", "/etc/relative", "/etc/high", "/lib/os-release", "/up/usr/lib/os-release", "/../usr/lib/os-release")) {
            assertEquals("inside", value(host.read(path)), path);
            assertEquals("/usr/lib/os-release", value(host.realPath(path)), path);
        }
        for (String path : List.of("/etc/out", "/etc/absolute", "/../outside", "/up/outside", "/up/../outside")) {
            assertEquals("not captured", why(host.read(path)), path);
            assertEquals("not captured", why(host.bytes(path, 0, 1)), path);
        }
        assertEquals("/usr/lib/os-release", value(host.readLink("/etc/os-release")));
        assertEquals(Stat.Type.LINK, value(host.lstat("/etc/os-release")).type());
    }

    @Test
    void theTreeMayItselfBeReachedThroughALink() throws IOException {
        write("/etc/hostname", "x");
        Files.createSymbolicLink(folder.resolve("link"), Path.of("tree"));
        assertEquals("x", value(TreeHost.open(folder.resolve("link")).read("/etc/hostname")));
    }

    @Test
    void circlesAndFifosDoNotHoldIt() throws IOException, InterruptedException {
        link("/a", "b");
        link("/b", "a");
        assertEquals("too many levels of symbolic links", why(tree().read("/a")));
        Assumptions.assumeTrue(new ProcessBuilder("mkfifo", folder.resolve("tree/fifo").toString()).start().waitFor() == 0);
        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            assertEquals("not a regular file", why(tree().read("/fifo")));
            assertEquals("Not a directory", why(tree().list("/fifo")));
        });
    }

    @Test
    void whatMayNotBeReadIsDenied() throws IOException {
        Path file = write("/etc/sudoers", "x");
        Files.setAttribute(file, "unix:mode", 0);
        Assumptions.assumeFalse(Files.isReadable(file), "root reads everything");
        assertEquals("denied", why(tree().read("/etc/sudoers")));
        assertEquals(0, value(tree().stat("/etc/sudoers")).mode());
    }

    @Test
    void ownersThatTheUnpackingLostAreTheUsersUnderHomeAndElseRoots() throws IOException {
        write("/home/dev/.debug/x", "");
        write("/etc/perfconfig", "");
        write("/machine.yaml", "perfdoctor-machine: 1\nuser: {name: dev, uid: 1234, gid: 1235}\nenvironment: {HOME: /home/dev}\n");
        Assumptions.assumeTrue(chown(folder.resolve("tree"), 4321), "only root gives files away");
        Stat own = value(tree().stat("/home/dev/.debug/x"));
        assertEquals(1234, own.uid());
        assertEquals(1235, own.gid());
        assertEquals(0, value(tree().stat("/etc/perfconfig")).uid());
        assertTrue(chown(folder.resolve("tree/etc/perfconfig"), 77));
        assertEquals(77, value(tree().stat("/etc/perfconfig")).uid(), "an owner of its own was kept");
    }

    private static boolean chown(Path top, int uid) throws IOException {
        try (Stream<Path> all = Files.walk(top)) {
            for (Path path : all.toList()) {
                Files.setAttribute(path, "unix:uid", uid);
            }
            return true;
        } catch (FileSystemException e) {
            return false;
        }
    }

    @Test
    void theTimeOfTheUnpackingIsNotTheMachines() throws IOException {
        write("/etc/hostname", "x");
        Stat stat = value(tree().stat("/etc/hostname"));
        assertEquals(Optional.empty(), stat.ctime());
        assertTrue(stat.mtime().isPresent());
        assertTrue(stat.inode().isPresent());
        assertEquals(OptionalLong.empty(), value(tree().stat("/etc")).links());
    }

    @Test
    void machineYamlAddsWhatATreeCannotHold() throws IOException {
        write("/etc/os-release", "ID=debian\n");
        Files.setAttribute(write("/usr/bin/perf", "#!/bin/sh\n"), "unix:mode", 0755);
        write("/usr/lib/linux-tools/x/perf", "");
        write("/machine.yaml", """
                perfdoctor-machine: 1
                taken: 2026-09-12T10:00:00Z
                uname: {release: 6.1.0-25-amd64, machine: x86_64}
                user: {name: dev, uid: 1000}
                environment: {PATH: /usr/bin, HOME: /home/dev}
                directory: /home/dev/project
                files:
                  /etc/sudoers: {mode: '0440', unread: denied}
                  /etc/os-release: ID=other
                  /usr/bin/sudo: {elf: {machine: x86_64}, mode: "4755"}
                  /usr/bin/gone: {type: absent}
                  /usr/lib/linux-tools: {type: dir}
                  /opt/added/file: x
                commands:
                - {run: perf --version, out: "perf version 6.1\\n"}
                later: {/proc/stat: b}
                """);
        TreeHost host = tree();
        assertEquals("6.1.0-25-amd64", host.identity().release());
        assertEquals(Instant.parse("2026-09-12T10:00:00Z"), host.identity().now());
        assertEquals("/home/dev/project", host.identity().directory());
        assertEquals("denied", why(host.read("/etc/sudoers")));
        assertEquals("ID=other", value(host.read("/etc/os-release")));
        assertTrue(value(host.stat("/usr/bin/sudo")).isSetuid());
        assertEquals("absent", why(host.stat("/usr/bin/gone")));
        assertEquals("not captured", why(host.stat("/usr/bin/valgrind")));
        assertEquals(List.of("x"), value(host.list("/usr/lib/linux-tools")), "said to be complete");
        assertEquals(List.of("perf", "sudo"), value(host.listKnown("/usr/bin")));
        assertEquals("x", value(host.read("/opt/added/file")));
        assertEquals("not captured", why(host.list("/opt/added")));
        assertEquals("perf version 6.1\n", value(host.run("/usr/bin/perf", "--version")).out());
        assertEquals("b", value(host.readLater("/proc/stat")));
    }

    @Test
    void aTreeMaySayThatItIsTheWholeMachine() throws IOException {
        write("/usr/bin/perf", "x");
        write("/machine.yaml", "perfdoctor-machine: 1\notherwise: absent\n");
        TreeHost host = tree();
        assertEquals("absent", why(host.read("/etc/passwd")));
        assertEquals(List.of("perf"), value(host.list("/usr/bin")));
        assertEquals("absent", why(host.run("valgrind", "--version")));
    }

    @Test
    void theIdentityIsWhatTheFilesTell() throws IOException {
        write("/proc/sys/kernel/osrelease", "6.1.0-25-amd64\n");
        write("/proc/sys/kernel/hostname", "box\n");
        write("/proc/version", "Linux version 6.1.0-25-amd64 (debian-kernel@lists.debian.org) (gcc-12) #1 SMP Debian 6.1.106-3 (2024-08-26)\n");
        write("/proc/cpuinfo", "flags\t\t: fpu lm tsc\n");
        write("/proc/self/status", "Uid:\t1000\t1000\t1000\t1000\nGid:\t1000\t100\t100\t100\nGroups:\t27 100 999\n");
        write("/etc/passwd", "root:x:0:0::/root:/bin/sh\ndev:x:1000:100::/home/dev:/bin/sh\n");
        write("/etc/group", "users:x:100:\nsudo:x:27:dev\n");
        TreeHost host = tree();
        assertEquals("6.1.0-25-amd64", host.identity().release());
        assertEquals("#1 SMP Debian 6.1.106-3 (2024-08-26)", host.identity().version());
        assertEquals("x86_64", host.identity().machine());
        assertEquals("box", host.identity().nodename());
        assertEquals("dev", host.identity().user().orElseThrow().name());
        assertEquals(100, host.identity().user().orElseThrow().gid());
        assertEquals(List.of("users", "sudo", "999"), host.identity().user().orElseThrow().groups());
    }

    @Test
    void aKeptUnameTellsAsMuch() throws IOException {
        write("/uname", "Linux node1 5.4.0-99-generic #112-Ubuntu SMP Thu Feb 3 13:50:55 UTC 2022 x86_64 x86_64 x86_64 GNU/Linux\n");
        TreeHost host = tree();
        assertEquals("5.4.0-99-generic", host.identity().release());
        assertEquals("#112-Ubuntu SMP Thu Feb 3 13:50:55 UTC 2022", host.identity().version());
        assertEquals("x86_64", host.identity().machine());
        assertEquals("node1", host.identity().nodename());
    }

    @Test
    void anEmptyTreeHasNoIdentity() throws IOException {
        Files.createDirectory(folder.resolve("tree"));
        assertEquals("", tree().identity().release());
        assertEquals("", tree().identity().machine());
        assertEquals(Optional.empty(), tree().identity().user());
        assertEquals("not captured", why(tree().list("/")));
    }

    @Test
    void machinesAreNamedByTheFormOfTheirCpuinfo() {
        Map<String, String> forms = Map.of(
                "flags\t\t: fpu lm tsc\n", "x86_64",
                "flags\t\t: fpu tsc lm\n", "x86_64",
                "flags\t\t: fpu tsc\n", "",
                "CPU implementer\t: 0x41\nCPU architecture: 8\n", "aarch64",
                "CPU architecture: 7\n", "armv7l",
                "isa\t\t: rv64imafdc\n", "riscv64",
                "vendor_id       : IBM/S390\n", "s390x",
                "cpu\t\t: POWER9 (raw)\n", "",
                "cpu\t\t: POWER7 (architected)\n", "ppc64",
                "\0garbage", "");
        forms.forEach((cpuinfo, machine) -> assertEquals(machine, CapturedIdentity.machineOf(cpuinfo), cpuinfo));
    }

    @Test
    void whatIsNoTreeSaysSo() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");
        Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
        assertEquals(file + ": is not a directory", complaint(file));
        assertEquals(folder.resolve("none") + ": does not exist", complaint(folder.resolve("none")));
        assertTrue(complaint(folder.resolve("loop")).contains("cannot be read: "));
        Path additions = write("/machine.yaml", "perfdoctor-machine: 1\nfile: {}\n");
        assertTrue(complaint(folder.resolve("tree")).startsWith(additions + ":2: the key 'file' is not known (did you mean files?)"));
        Files.delete(additions);
        link("/machine.yaml", "/etc/passwd");
        assertTrue(complaint(folder.resolve("tree")).contains("is a link"));
    }

    private static String complaint(Path directory) {
        return assertThrows(WrongInput.class, () -> TreeHost.open(directory)).getMessage();
    }

    @Test
    void capturedTreesOfRealMachinesAreRead() throws IOException, InterruptedException {
        Path archive = Shared.path("machines/roots.tar.gz");
        List<String> some = List.of("local-firecracker-vm", "hotsos-kubernetes", "hotsos-rabbitmq", "phone-galaxy-s9-us/proc", "ul-rv64-visionfive2/proc");
        List<String> unpack = new ArrayList<>(List.of("tar", "-xzf", archive.toString(), "-C", folder.toString()));
        some.forEach(tree -> unpack.add("roots/" + tree));
        Assumptions.assumeTrue(new ProcessBuilder(unpack).start().waitFor() == 0);
        Path roots = folder.resolve("roots");

        TreeHost firecracker = TreeHost.open(roots.resolve("local-firecracker-vm"));
        assertEquals("6.18.44-fc", firecracker.identity().release());
        assertEquals("x86_64", firecracker.identity().machine());
        assertEquals(
                List.of("breakpoint", "msr", "software", "tracepoint", "uprobe"), value(firecracker.list("/sys/bus/event_source/devices")));
        assertTrue(value(firecracker.read("/sys/bus/event_source/devices/software/type")).startsWith("1"));
        assertEquals("not captured", why(firecracker.list("/usr/lib")));

        TreeHost kubernetes = TreeHost.open(roots.resolve("hotsos-kubernetes"));
        assertEquals("5.4.0-99-generic", kubernetes.identity().release());
        assertTrue(value(kubernetes.read("/etc/os-release")).contains("Ubuntu"));
        assertEquals("3", value(kubernetes.read("/proc/sys/kernel/perf_event_paranoid")).strip());
        assertEquals("not captured", why(kubernetes.list("/usr/lib")), "it holds os-release, and says nothing of linux-tools");

        TreeHost rabbitmq = TreeHost.open(roots.resolve("hotsos-rabbitmq"));
        assertEquals("not captured", why(rabbitmq.read("/etc/os-release")), "a link whose end was not taken");
        assertEquals("not captured", why(rabbitmq.list("/sys")));

        assertEquals("aarch64", TreeHost.open(roots.resolve("phone-galaxy-s9-us")).identity().machine());
        assertEquals("riscv64", TreeHost.open(roots.resolve("ul-rv64-visionfive2")).identity().machine());
    }
}
