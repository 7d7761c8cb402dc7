package dev.perfdoctor.host;

import static dev.perfdoctor.host.Answers.value;
import static dev.perfdoctor.host.Answers.why;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.ElfWords;
import dev.perfdoctor.api.Host.Source;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Stat;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What a machine file says, and what it leaves open (design, "Machine file"). */
class MachineFileHostTest {
    private static MachineFileHost machine(String rest) {
        return MachineFileHost.of("case.yaml", "perfdoctor-machine: 1\n" + rest);
    }

    private static MachineFileHost files(String files) {
        return machine("files:\n" + files.indent(2));
    }

    private static MachineFileHost captured(String files) {
        return machine("otherwise: not-captured\nfiles:\n" + files.indent(2));
    }

    @Nested
    class Identities {
        @Test
        void everyWordOfTheExampleInTheContractIsTaken() {
            MachineFileHost host = machine("""
                    taken: 2026-09-12T10:00:00Z
                    otherwise: absent
                    uname: {sysname: Linux, release: 7.1.5-76070105-generic, version: "#1 SMP …", machine: x86_64, nodename: host}
                    user: {name: dev, uid: 1000, gid: 1000, groups: [dev, sudo]}
                    environment: {PATH: "/usr/local/bin:/usr/bin:/bin", HOME: /home/dev}
                    directory: /home/dev/project
                    """);
            assertEquals(Source.MACHINE_FILE, host.source());
            assertEquals("7.1.5-76070105-generic", host.identity().release());
            assertEquals("#1 SMP …", host.identity().version());
            assertEquals("x86_64", host.identity().machine());
            assertEquals(Instant.parse("2026-09-12T10:00:00Z"), host.identity().now());
            assertEquals(List.of("dev", "sudo"), host.identity().user().orElseThrow().groups());
            assertEquals(Optional.of("/home/dev"), host.identity().variable("HOME"));
            assertEquals("/home/dev/project", host.identity().directory());
        }

        @Test
        void whatIsNotSaidIsEmptyAndNotInvented() {
            MachineFileHost host = machine("");
            assertEquals("", host.identity().release());
            assertEquals("", host.identity().machine());
            assertEquals(Optional.empty(), host.identity().user());
            assertEquals("", host.identity().directory());
        }

        @Test
        void aVariableWithoutAValueIsSetAndEmpty() {
            MachineFileHost host = machine("environment: {A: , B: '', C: 1, D: no}");
            assertEquals("", host.identity().environment().get("A"));
            assertEquals("", host.identity().environment().get("B"));
            assertEquals("1", host.identity().environment().get("C"));
            assertEquals("no", host.identity().environment().get("D"));
        }

        @Test
        void timesMayCarryAnOffsetOrBeADay() {
            assertEquals(Instant.parse("2026-09-12T08:00:00Z"), machine("taken: 2026-09-12T10:00:00+02:00").identity().now());
            assertEquals(Instant.parse("2026-09-12T00:00:00Z"), machine("taken: 2026-09-12").identity().now());
            assertEquals(Instant.parse("2026-09-12T10:00:00Z"), machine("taken: 2026-09-12 10:00:00").identity().now());
        }
    }

    @Nested
    class Files {
        @Test
        void aPlainTextIsARegularFileOfRoot() {
            MachineFileHost host = files("/etc/os-release: |\n  ID=pop\n");
            assertEquals("ID=pop\n", value(host.read("/etc/os-release")));
            Stat stat = value(host.stat("/etc/os-release"));
            assertEquals(Stat.Type.REGULAR, stat.type());
            assertEquals(0644, stat.mode());
            assertEquals(0, stat.uid());
            assertEquals(7, stat.size());
            assertEquals(Optional.empty(), stat.mtime(), "a time that is not given is unknown");
            assertEquals(OptionalLong.empty(), stat.inode());
        }

        @Test
        void scalarsStayTheTextTheyAre() {
            MachineFileHost host = files("/a: 1\n/b: '1'\n/c: \"2\\n\"\n/d: 0755\n/e: no\n/f: \"\"\n/g: 2026-09-12\n");
            assertEquals("1", value(host.read("/a")));
            assertEquals("1", value(host.read("/b")));
            assertEquals("2\n", value(host.read("/c")));
            assertEquals("0755", value(host.read("/d")));
            assertEquals("no", value(host.read("/e")));
            assertEquals("", value(host.read("/f")));
            assertEquals("2026-09-12", value(host.read("/g")));
        }

        @Test
        void everyKeyOfAFileIsRead() {
            MachineFileHost host = files("""
                    /x: {content: abc, mode: "4755", uid: 1000, gid: 100, mtime: 2026-09-12T09:00:00Z, ctime: 2026-09-12T09:30:00Z, inode: 77, links: 3}
                    """);
            Stat stat = value(host.stat("/x"));
            assertEquals(04755, stat.mode());
            assertTrue(stat.isSetuid());
            assertEquals(1000, stat.uid());
            assertEquals(100, stat.gid());
            assertEquals(3, stat.size());
            assertEquals(Optional.of(Instant.parse("2026-09-12T09:00:00Z")), stat.mtime());
            assertEquals(Optional.of(Instant.parse("2026-09-12T09:30:00Z")), stat.ctime());
            assertEquals(OptionalLong.of(77), stat.inode());
            assertEquals(OptionalLong.of(3), stat.links());
        }

        @Test
        void modesAreOctalQuotedOrNot() {
            MachineFileHost host = files("/a: {content: x, mode: 0640}\n/b: {content: x, mode: '640'}\n/c: {content: x, mode: 0o640}\n");
            assertEquals(0640, value(host.stat("/a")).mode());
            assertEquals(0640, value(host.stat("/b")).mode());
            assertEquals(0640, value(host.stat("/c")).mode());
        }

        @Test
        void base64IsBytes() {
            MachineFileHost host = files("/b:\n  base64: |\n    f0VM\n    Rg==\n");
            assertArrayEquals(new byte[] {0x7f, 'E', 'L', 'F'}, value(host.bytes("/b", 0, 100)));
        }

        @Test
        void malformedUtf8IsReplacedAndNotRefused() {
            assertEquals("a\uFFFDb", value(files("/b: {base64: Yf9i}").read("/b")));
        }

        @Test
        void bytesEndWhereTheFileEnds() {
            MachineFileHost host = files("/x: abcdef");
            assertArrayEquals("cd".getBytes(StandardCharsets.UTF_8), value(host.bytes("/x", 2, 2)));
            assertEquals(2, value(host.bytes("/x", 4, 100)).length);
            assertEquals(0, value(host.bytes("/x", 6, 1)).length);
            assertEquals(0, value(host.bytes("/x", 1L << 40, 1)).length);
            assertEquals("no such place in a file", why(host.bytes("/x", -1, 4)));
        }

        @Test
        void whatLiesBetweenTheContentAndTheSizeIsNotCaptured() {
            MachineFileHost host = files("/x: {content: abc, size: 10}\n/big: {size: 9000000}\n");
            assertEquals(10, value(host.stat("/x")).size());
            assertEquals("not captured", why(host.read("/x")));
            assertEquals(3, value(host.bytes("/x", 0, 3)).length);
            assertEquals("not captured", why(host.bytes("/x", 0, 4)));
            assertEquals("not captured", why(host.bytes("/x", 5, 1)));
            assertEquals(0, value(host.bytes("/x", 10, 1)).length, "the end is known");
            assertEquals("too large", why(host.read("/big")));
            assertEquals("not captured", why(host.bytes("/big", 0, 4)));
            assertEquals(9000000, value(host.stat("/big")).size());
        }

        @Test
        void aSizeBelowTheContentIsWhatStatSaysAsInProcfs() {
            MachineFileHost host = files("/proc/cpuinfo: {content: abc, size: 0}");
            assertEquals(0, value(host.stat("/proc/cpuinfo")).size());
            assertEquals("abc", value(host.read("/proc/cpuinfo")));
        }

        @Test
        void anEmptyFileIsWrittenAsOne() {
            MachineFileHost host = files("/a: {content: \"\"}\n/b: {size: 0}\n/c: \"\"\n");
            for (String file : List.of("/a", "/b", "/c")) {
                assertEquals("", value(host.read(file)), file);
                assertEquals(0, value(host.stat(file)).size(), file);
            }
        }

        @Test
        void aFileWithoutContentIsThereAndItsContentIsNot() {
            MachineFileHost host = files("/usr/bin/x: {mode: '0755'}");
            assertEquals("not captured", why(host.read("/usr/bin/x")));
            assertTrue(value(host.stat("/usr/bin/x")).isExecutable());
            assertEquals(-1, value(host.stat("/usr/bin/x")).size());
        }

        @Test
        void tooLargeForTheReaderIsFailedAndNotCut() {
            MachineFileHost host = files("/x: abcdef");
            assertEquals("too large", why(host.read("/x", 5)));
            assertEquals("abcdef", value(host.read("/x", 6)));
        }

        @Test
        void fifosSocketsDevicesAndDirectoriesAreNotRead() {
            MachineFileHost host = files("/f: {type: fifo}\n/s: {type: socket}\n/d: {type: device}\n/dir: {type: dir}\n");
            assertEquals("not a regular file", why(host.read("/f")));
            assertEquals("not a regular file", why(host.bytes("/s", 0, 1)));
            assertEquals(Stat.Type.DEVICE, value(host.stat("/d")).type());
            assertEquals("Is a directory", why(host.read("/dir")));
            assertEquals("Not a directory", why(host.list("/f")));
        }

        @Test
        void relativePathsAreNotRead() {
            assertEquals("not an absolute path", why(files("/a: x").read("a")));
        }

        @Test
        void aPathBelowAFileDoesNotExist() {
            MachineFileHost host = files("/etc/passwd: x");
            assertEquals("absent", why(host.read("/etc/passwd/x")));
            assertEquals("absent", why(host.stat("/etc/passwd/")));
        }
    }

    @Nested
    class Directories {
        @Test
        void parentsExistAndBelongToRootOrBelowHomeAndTheWorkingDirectoryToTheUser() {
            MachineFileHost host = machine("""
                    user: {name: dev, uid: 1000, gid: 1001, groups: []}
                    environment: {HOME: /home/dev}
                    directory: /srv/work
                    files:
                      /home/dev/.debug/x/elf: ""
                      /srv/work/target/app: ""
                      /usr/bin/perf: ""
                      /home/devil/x: ""
                    """);
            for (String own : List.of("/home/dev", "/home/dev/.debug/x", "/srv/work", "/srv/work/target")) {
                assertEquals(1000, value(host.stat(own)).uid(), own);
                assertEquals(1001, value(host.stat(own)).gid(), own);
            }
            for (String roots : List.of("/", "/home", "/usr/bin", "/home/devil", "/srv")) {
                assertEquals(0, value(host.stat(roots)).uid(), roots);
                assertEquals(0755, value(host.stat(roots)).mode(), roots);
                assertTrue(value(host.stat(roots)).isDirectory(), roots);
            }
            assertEquals(0, value(host.stat("/home/dev/.debug/x/elf")).uid(), "a listed file is root's unless it says otherwise");
        }

        @Test
        void aListedDirectoryIsRootsUnlessItSaysOtherwiseEvenBelowHome() {
            MachineFileHost host = machine("""
                    user: {name: dev, uid: 1000}
                    environment: {HOME: /home/dev}
                    files:
                      /home/dev/target: {type: dir, mode: "0700"}
                      /home/dev/target/app: ""
                    """);
            assertEquals(0, value(host.stat("/home/dev/target")).uid());
            assertEquals(0700, value(host.stat("/home/dev/target")).mode());
            assertEquals(List.of("app"), value(host.list("/home/dev/target")));
        }

        @Test
        void namesAreSortedAndWithoutDots() {
            MachineFileHost host = files("/d/b: x\n/d/a/deep: x\n/d/c: {link: nowhere}\n/d/e: {type: dir}\n/d/gone: {type: absent}\n");
            assertEquals(List.of("a", "b", "c", "e"), value(host.list("/d")));
            assertEquals(List.of(), value(host.list("/d/e")));
            assertEquals(List.of("d"), value(host.list("/")));
            assertEquals("absent", why(host.list("/none")));
        }

        @Test
        void dotsAndDoubleSlashesAreWalkedAsTheKernelDoes() {
            MachineFileHost host = files("/a/b/c: x\n/l: {link: a/b}\n/a/d: y\n");
            assertEquals("x", value(host.read("//a/./b/../b/c")));
            assertEquals("y", value(host.read("/l/../d")), ".. of a link is the parent of where it leads");
            assertEquals("x", value(host.read("/../../a/b/c")));
            assertEquals("absent", why(host.read("/a/none/../b/c")));
        }
    }

    @Nested
    class WhatIsNotListed {
        @Test
        void isAbsentUnlessTheFileSaysNotCaptured() {
            assertEquals("absent", why(files("/a: x").read("/b")));
            assertEquals("absent", why(machine("otherwise: absent").stat("/b")));
            assertEquals("not captured", why(captured("/a: x").read("/b")));
            assertEquals("not captured", why(captured("/a: x").stat("/c/d")));
            assertEquals("not captured", why(captured("/a: x").readLink("/b")));
            assertEquals("not captured", why(captured("/a: x").realPath("/b")));
        }

        @Test
        void aCaptureNeverProvesAbsenceByADirectoryThatOnlyHadToExist() {
            MachineFileHost host = captured("/usr/lib/os-release: x\n/usr/sbin: {type: dir}\n");
            assertEquals("not captured", why(host.list("/usr/lib")));
            assertEquals("not captured", why(host.list("/usr")));
            assertEquals("not captured", why(host.list("/")));
            assertEquals(List.of("os-release"), value(host.listKnown("/usr/lib")));
            assertEquals(List.of("lib", "sbin"), value(host.listKnown("/usr")));
            assertEquals(List.of(), value(host.list("/usr/sbin")), "a listed directory was looked at");
            assertEquals("not captured", why(host.list("/opt")));
            assertEquals("not captured", why(host.listKnown("/opt")));
        }

        @Test
        void whatIsAbsentBelowAFileMakesItNoDirectory() {
            for (String file : List.of("{elf: {machine: x86_64}}", "{content: x}", "{size: 7}")) {
                MachineFileHost host = captured("/w/app: " + file + "\n/w/app/x: {type: absent}\n");
                assertTrue(value(host.stat("/w/app")).isRegular(), file);
                assertEquals("absent", why(host.stat("/w/app/x")));
            }
        }

        @Test
        void aCaptureMayRecordThatSomethingIsNotThere() {
            MachineFileHost host = captured("/usr/bin/perf: {type: absent}\n");
            assertEquals("absent", why(host.read("/usr/bin/perf")));
            assertEquals("absent", why(host.stat("/usr/bin/perf")));
            assertEquals("absent", why(host.stat("/usr/bin/perf/below")));
            assertEquals("not captured", why(host.stat("/usr/bin")));
        }
    }

    @Nested
    class UnreadPaths {
        @Test
        void areDeniedFailedOrNotCapturedAsTheySay() {
            MachineFileHost host = files("""
                    /a: {unread: denied}
                    /b: {unread: {failed: Input/output error}}
                    /c: {unread: not-captured}
                    /d: {failed: "timeout"}
                    /e: {unread: "failed: Input/output error"}
                    """);
            assertEquals("denied", why(host.read("/a")));
            assertEquals("Input/output error", why(host.read("/b")));
            assertEquals("not captured", why(host.read("/c")));
            assertEquals("timeout", why(host.read("/d")));
            assertEquals("Input/output error", why(host.bytes("/e", 0, 1)));
        }

        @Test
        void whatLiesBelowReadsTheSameEvenWhereItIsListed() {
            MachineFileHost host = files("""
                    /root: {unread: denied}
                    /root/.debug/x: text
                    /sys/bus/event_source/devices: {type: dir, unread: not-captured}
                    /net: {unread: {failed: timeout}}
                    """);
            assertEquals("denied", why(host.read("/root/.debug/x")));
            assertEquals("denied", why(host.stat("/root/.bashrc")));
            assertEquals("denied", why(host.list("/root/.debug")));
            assertEquals("denied", why(host.list("/root")));
            assertEquals("not captured", why(host.list("/sys/bus/event_source/devices")));
            assertEquals("not captured", why(host.read("/sys/bus/event_source/devices/cpu/type")));
            assertEquals("timeout", why(host.read("/net/x")));
        }

        @Test
        void keepTheMetadataTheyState() {
            MachineFileHost host = files("""
                    /etc/sudoers: {mode: '0440', unread: denied}
                    /etc/sudoers.d: {type: dir, mode: '0750', unread: denied}
                    /perf.data: {size: 1834284, uid: 7, unread: denied}
                    """);
            assertEquals(0440, value(host.stat("/etc/sudoers")).mode());
            assertTrue(value(host.stat("/etc/sudoers")).isRegular());
            assertTrue(value(host.stat("/etc/sudoers.d")).isDirectory());
            assertEquals(1834284, value(host.stat("/perf.data")).size());
            assertTrue(value(host.list("/etc")).contains("sudoers"));
        }

        @Test
        void haveNoTypeWhereNothingSaysWhatTheyAre() {
            MachineFileHost host = files("/root: {unread: denied}\n/home/x: {unread: denied}\n/home/x/y: z\n");
            assertEquals("denied", why(host.stat("/root")));
            assertTrue(value(host.stat("/home/x")).isDirectory(), "something lies below it");
        }
    }

    @Nested
    class Links {
        @Test
        void areFollowedInEveryComponent() {
            MachineFileHost host = files("""
                    /usr/bin/perf: x
                    /bin: {link: usr/bin}
                    /abs: {link: /usr/bin}
                    /opt/a/b: {link: ../../usr}
                    /chain: {link: /bin}
                    """);
            for (String path : List.of("/bin/perf", "/abs/perf", "/opt/a/b/bin/perf", "/chain/perf")) {
                assertEquals("x", value(host.read(path)), path);
                assertEquals("/usr/bin/perf", value(host.realPath(path)), path);
            }
            assertEquals(List.of("perf"), value(host.list("/bin")));
            assertEquals("usr/bin", value(host.readLink("/bin")));
            assertEquals(Stat.Type.LINK, value(host.lstat("/bin")).type());
            assertEquals(Stat.Type.DIRECTORY, value(host.stat("/bin")).type());
            assertEquals(Stat.Type.DIRECTORY, value(host.lstat("/bin/")).type(), "a slash at the end follows");
            assertEquals("absent", why(host.readLink("/usr/bin/perf")));
        }

        @Test
        void mayDangle() {
            MachineFileHost host = files("/usr/bin/perf: {link: ../lib/perf}\n");
            assertEquals("absent", why(host.read("/usr/bin/perf")));
            assertEquals("absent", why(host.stat("/usr/bin/perf")));
            assertEquals("absent", why(host.realPath("/usr/bin/perf")));
            assertEquals(Stat.Type.LINK, value(host.lstat("/usr/bin/perf")).type());
            assertEquals("../lib/perf", value(host.readLink("/usr/bin/perf")));
            assertEquals("not captured", why(captured("/usr/bin/perf: {link: ../lib/perf}\n").read("/usr/bin/perf")));
        }

        @Test
        void thatLeadRoundInACircleFail() {
            MachineFileHost host = files("/a: {link: b}\n/b: {link: a}\n/c: {link: c/d}\n");
            assertEquals("too many levels of symbolic links", why(host.read("/a")));
            assertEquals("too many levels of symbolic links", why(host.stat("/b")));
            assertEquals("too many levels of symbolic links", why(host.realPath("/c")));
            assertEquals("b", value(host.readLink("/a")));
        }

        @Test
        void ofProcAreText() {
            MachineFileHost host = files("/proc/self/ns/user: {link: 'user:[4026531837]'}\n");
            assertEquals("user:[4026531837]", value(host.readLink("/proc/self/ns/user")));
        }

        @Test
        void leadFilesListedThroughThemToTheirHome() {
            MachineFileHost host = files("""
                    /sys/bus/event_source/devices/cpu: {link: ../../../devices/cpu}
                    /sys/bus/event_source/devices/cpu/type: "4"
                    /lib: {link: usr/lib}
                    /lib/modules/6.1/config: CONFIG=y
                    """);
            assertEquals("4", value(host.read("/sys/devices/cpu/type")));
            assertEquals("4", value(host.read("/sys/bus/event_source/devices/cpu/type")));
            assertEquals(List.of("cpu"), value(host.list("/sys/bus/event_source/devices")));
            assertEquals("CONFIG=y", value(host.read("/usr/lib/modules/6.1/config")));
        }

        @Test
        void carryTheirOwner() {
            Stat stat = value(files("/l: {link: x, uid: 1000, gid: 1000}").lstat("/l"));
            assertEquals(1000, stat.uid());
            assertEquals(0777, stat.mode());
        }
    }

    @Nested
    class ElfFiles {
        @Test
        void areDescribedWithoutTheirBytes() {
            MachineFileHost host = files("""
                    /app:
                      mode: '0755'
                      size: 4812344
                      elf: {machine: x86_64, class: 64, type: dynamic, build-id: 8d91d7, interpreter: /lib64/ld.so, needed: [libc.so.6],
                            sections: [.text, .eh_frame], symbols: [main], dwarf-version: 5, compressed: zstd, comment: 'GCC: (GNU) 14',
                            debuglink: app.debug, eh-frame-hdr: true, frame-pointers: absent, truncated-at: 4096}
                    """);
            ElfWords elf = value(host.elf("/app"));
            assertEquals("x86_64", elf.machine());
            assertEquals(OptionalInt.of(64), elf.bits());
            assertEquals(Optional.of("dynamic"), elf.type());
            assertEquals(Optional.of("8d91d7"), elf.buildId());
            assertEquals(Optional.of("/lib64/ld.so"), elf.interpreter());
            assertEquals(Optional.of(List.of("libc.so.6")), elf.needed());
            assertEquals(Optional.of(List.of(".text", ".eh_frame")), elf.sections());
            assertEquals(Optional.of(List.of("main")), elf.symbols());
            assertEquals(OptionalInt.of(5), elf.dwarfVersion());
            assertEquals(Optional.of("zstd"), elf.compressed());
            assertEquals(Optional.of("GCC: (GNU) 14"), elf.comment());
            assertEquals(Optional.of("app.debug"), elf.debuglink());
            assertEquals(Optional.of(true), elf.ehFrameHdr());
            assertEquals(Optional.of("absent"), elf.framePointers());
            assertEquals(OptionalLong.of(4096), elf.truncatedAt());
            assertEquals(4812344, value(host.stat("/app")).size());
        }

        @Test
        void haveOnlyTheirFirstBytes() {
            MachineFileHost host = files("/usr/bin/sudo: {elf: {machine: x86_64}, mode: \"4755\"}");
            assertArrayEquals(new byte[] {0x7f, 'E'}, value(host.bytes("/usr/bin/sudo", 0, 2)));
            assertEquals("not captured", why(host.bytes("/usr/bin/sudo", 0, 64)));
            assertEquals("not captured", why(host.bytes("/usr/bin/sudo", 1 << 20, 1)));
            assertEquals("not captured", why(host.read("/usr/bin/sudo")));
            assertEquals(-1, value(host.stat("/usr/bin/sudo")).size(), "unknown, not empty");
            assertEquals(Optional.empty(), value(host.elf("/usr/bin/sudo")).buildId());
        }

        @Test
        void areProgramsUnlessTheySayOtherwise() {
            assertTrue(value(files("/x: {elf: {machine: x86_64}}").stat("/x")).isExecutable());
            assertFalse(value(files("/x: {elf: {machine: x86_64}, mode: '0644'}").stat("/x")).isExecutable());
        }

        @Test
        void filesOfBytesHaveNoWords() {
            MachineFileHost host = captured("/x: text\n/d: {type: dir}\n/u: {unread: denied}\n");
            assertEquals("absent", why(host.elf("/x")));
            assertEquals("denied", why(host.elf("/u")));
            assertEquals("not captured", why(host.elf("/y")));
        }
    }

    @Nested
    class Later {
        @Test
        void isASecondReadingWhereThereIsOne() {
            MachineFileHost host = machine("files: {/proc/stat: a, /proc/vmstat: a, /l: {link: /proc}}\nlater: {/proc/stat: b}\n");
            assertEquals("a", value(host.read("/proc/stat")));
            assertEquals("b", value(host.readLater("/proc/stat")));
            assertEquals("b", value(host.readLater("/l/stat")));
            assertEquals("absent", why(host.readLater("/proc/vmstat")));
        }
    }

    @Nested
    class Commands {
        private static MachineFileHost commands(String files, String commands) {
            return machine("environment: {PATH: '/usr/local/bin:/usr/bin'}\nfiles:\n" + files.indent(2) + "commands:\n" + commands);
        }

        @Test
        void areFoundByArgvInAnyOrder() {
            MachineFileHost host = machine("""
                    commands:
                    - {run: sudo -n -l, exit: 1, err: "sudo: a password is required\\n"}
                    - {run: perf --version, out: "perf version 6.8\\n"}
                    - {run: [perf, report, --header-only, a file], out: x}
                    """);
            assertEquals(new Ran(0, "perf version 6.8\n", ""), value(host.run("perf", "--version")));
            assertEquals(new Ran(1, "", "sudo: a password is required\n"), value(host.run("sudo", "-n", "-l")));
            assertEquals("x", value(host.run("perf", "report", "--header-only", "a file")).out());
            assertEquals("absent", why(host.run("perf", "report", "--header-only", "a", "file")));
        }

        @Test
        void areFoundByEverySpellingOfTheProgram() {
            MachineFileHost host = commands(
                    "/usr/bin/perf: {link: ../lib/tools/perf}\n/usr/lib/tools/perf: {elf: {machine: x86_64}}\n/bin: {link: usr/bin}\n",
                    "- {run: perf --version, out: v}\n- {run: /usr/lib/tools/perf version, out: w}\n");
            for (String spelling : List.of("perf", "/usr/bin/perf", "/bin/perf", "/usr/lib/tools/perf")) {
                assertEquals("v", value(host.run(spelling, "--version")).out(), spelling);
                assertEquals("w", value(host.run(spelling, "version")).out(), spelling);
            }
        }

        @Test
        void ofTwoProgramsAreNotMixedUp() {
            MachineFileHost host = commands(
                    "/usr/local/bin/perf: {content: '#!', mode: '0755'}\n/usr/bin/perf: {elf: {machine: x86_64}}\n",
                    "- {run: perf --version, exit: 2}\n- {run: /usr/bin/perf --version, out: v}\n");
            assertEquals(2, value(host.run("perf", "--version")).exit());
            assertEquals(2, value(host.run("/usr/local/bin/perf", "--version")).exit());
            assertEquals(0, value(host.run("/usr/bin/perf", "--version")).exit());
        }

        @Test
        void failInTheWaysTheySay() {
            MachineFileHost host = machine("""
                    commands:
                    - {run: a, fails: timeout, out: half a line}
                    - {run: b, fails: not-found}
                    - {run: c, fails: denied}
                    - {run: d, fails: signal 11, err: oops}
                    - {run: e, fails: exec format error}
                    """);
            assertEquals("timeout", why(host.run("a")));
            assertEquals("half a line", value(host.printedBefore(List.of("a"))).out());
            assertEquals("absent", why(host.run("b")));
            assertEquals("denied", why(host.run("c")));
            assertEquals(new Ran(139, "", "oops"), value(host.run("d")));
            assertEquals("exec format error", why(host.run("e")));
            assertEquals("absent", why(host.printedBefore(List.of("d"))));
            assertEquals("absent", why(host.printedBefore(List.of("nobody"))));
        }

        @Test
        void ofAListedProgramAreNotCapturedWhereTheyAreNotListed() {
            MachineFileHost host = commands(
                    "/usr/bin/perf: {elf: {machine: x86_64}}\n/usr/bin/text: {content: x, mode: '0644'}\n/usr/bin/dir: {type: dir}\n",
                    "- {run: perf --version}\n");
            assertEquals("not captured", why(host.run("perf", "list")));
            assertEquals("not captured", why(host.run("/usr/bin/perf", "list")));
            assertEquals("absent", why(host.run("valgrind", "--version")));
            assertEquals("denied", why(host.run("text")));
            assertEquals("denied", why(host.run("dir")));
            assertEquals("absent", why(host.run("perfdoctor-probe")));
        }

        @Test
        void aSearchSkipsWhatCannotRunAndRemembersWhatMayNot() {
            MachineFileHost host = commands(
                    """
                    /usr/local/bin/perf: {link: gone}
                    /usr/bin/perf: {elf: {machine: x86_64}}
                    /usr/local/bin/x: {content: a, mode: '0600'}
                    /usr/bin/x: {content: a, mode: '0755'}
                    """,
                    "- {run: /usr/bin/perf --version, out: v}\n- {run: /usr/bin/x, out: w}\n");
            assertEquals("v", value(host.run("perf", "--version")).out());
            assertEquals("w", value(host.run("x")).out());
        }

        @Test
        void nothingIsFoundThroughRelativeEntriesOfThePath() {
            MachineFileHost host = machine("""
                    environment: {PATH: ':.:bin:/usr/bin'}
                    directory: /home/dev
                    files:
                      /home/dev/perf: {elf: {machine: x86_64}}
                      /home/dev/bin/perf: {elf: {machine: x86_64}}
                    """);
            assertEquals("absent", why(host.run("perf", "--version")));
            assertEquals("neither a name nor an absolute path", why(host.run("./perf", "--version")));
        }

        @Test
        void ofACaptureThatWereNotTakenAreNotCaptured() {
            MachineFileHost host = machine("otherwise: not-captured\ncommands:\n- {run: perf --version, fails: not-found}\n");
            assertEquals("absent", why(host.run("perf", "--version")));
            assertEquals("not captured", why(host.run("valgrind", "--version")));
            assertEquals("not captured", why(host.run("perfdoctor-probe")));
        }

        @Test
        void getcapPrintsTheCapabilitiesOfFiles() {
            MachineFileHost host = commands(
                    "/usr/bin/perf: {elf: {machine: x86_64}, caps: 'cap_perfmon=ep'}\n/usr/bin/sh: {elf: {machine: x86_64}}\n", "- {run: x}\n");
            assertEquals("/usr/bin/perf cap_perfmon=ep\n", value(host.run("getcap", "/usr/bin/perf")).out());
            assertEquals(new Ran(0, "", ""), value(host.run("getcap", "/usr/bin/sh")));
            assertEquals("absent", why(host.run("getcap", "/usr/bin/none")));
        }

        @Test
        void getcapAsRecordedOutranksTheFiles() {
            MachineFileHost host = commands(
                    "/usr/bin/perf: {elf: {machine: x86_64}}\n", "- {run: getcap /usr/bin/perf, out: \"/usr/bin/perf cap_perfmon=ep\\n\"}\n");
            assertEquals("/usr/bin/perf cap_perfmon=ep\n", value(host.run("getcap", "/usr/bin/perf")).out());
        }

        @Test
        void getcapIsUnknownWhereItIsListedWithoutAnOutcomeOrNothingWasCaptured() {
            MachineFileHost listed = commands(
                    "/usr/sbin/getcap: {elf: {machine: x86_64}}\n/usr/bin/perf: {elf: {machine: x86_64}}\n", "- {run: x}\n");
            assertEquals("not captured", why(listed.run("getcap", "/usr/bin/perf")), "found in /usr/sbin, which is not in PATH");
            assertEquals("not captured", why(captured("/usr/bin/perf: {elf: {machine: x86_64}}").run("getcap", "/usr/bin/perf")));
        }
    }

    /** PATH_MAX; what lies above a path of 200 KB would otherwise fill the memory. */
    @Test
    void nothingIsReachedByAPathThatIsLongerThanTheKernelTakes() {
        String tooLong = "/a".repeat(100_000);
        MachineFileHost host = MachineFileHost.of("machine.yaml", "perfdoctor-machine: 1\nfiles:\n  ? " + tooLong + "\n  : x\n");
        assertTrue(host.read(tooLong).isAbsent());
    }
}
