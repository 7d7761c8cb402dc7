package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Facts;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PerfBinariesTest {
    private static final String UBUNTU = """
            content: "#!/bin/bash\\nfull_version=`uname -r`\\nthis=\\"/usr/lib/linux-tools/$full_version/`basename $0`\\"\\n", mode: "0755\"""";
    private static final String DEBIAN = """
            content: "#!/bin/bash\\nshopt -s execfail\\nexec \\"perf_$version\\" \\"$@\\"\\n", mode: "0755\"""";
    private static final String ELF = "elf: {machine: x86_64}, mode: \"0755\"";

    private static Facts machine(String files, String commands) {
        return machine("otherwise: absent", "/usr/local/bin:/usr/bin:/bin", files, commands);
    }

    private static Facts machine(String otherwise, String path, String files, String commands) {
        return Machines.facts("""
                %s
                uname: {release: 6.8.0-45-generic, machine: x86_64}
                user: {name: dev, uid: 1000, gid: 1000, groups: [dev, perf_users]}
                environment: {PATH: "%s", HOME: /home/dev}
                files:
                  /etc/group: "root:x:0:\\nperf_users:x:998:dev\\n"
                %scommands:
                %s""".formatted(otherwise, path, files.indent(2), commands.isEmpty() ? "  []\n" : commands));
    }

    private static PerfInUse inUse(String files, String commands) {
        return PerfBinaries.of(machine(files, commands)).inUse();
    }

    private static PerfStart broken(String files, String commands) {
        return assertInstanceOf(PerfInUse.Broken.class, inUse(files, commands)).how();
    }

    @Nested
    class ThePerfInUse {
        @Test
        void isTheFirstOnPathWithItsVersion() {
            PerfInUse.Working working = assertInstanceOf(PerfInUse.Working.class,
                    inUse("/usr/bin/perf: {" + ELF + "}", "- {run: perf --version, out: \"perf version 6.8.12\\n\"}"));
            assertEquals("/usr/bin/perf", working.path());
            assertEquals("/usr/bin/perf", working.program());
            assertEquals("6.8.12", working.version());
            assertTrue(working.release().atLeast(6, 8));
        }

        @Test
        void behindAWrapperRunsTheFileOfThisKernel() {
            PerfInUse.Working working = assertInstanceOf(PerfInUse.Working.class, inUse("""
                    /usr/bin/perf: {%s}
                    /usr/lib/linux-tools-6.8.0-45/perf: {%s}
                    /usr/lib/linux-tools/6.8.0-45-generic/perf: {link: ../../linux-tools-6.8.0-45/perf}
                    """.formatted(UBUNTU, ELF), "- {run: perf --version, out: \"perf version 6.8.12\\n\"}"));
            assertEquals("/usr/bin/perf", working.path());
            assertEquals("/usr/lib/linux-tools-6.8.0-45/perf", working.program());
        }

        @Test
        void isNoneWherePathHasNone() {
            PerfInUse none = inUse("", "");
            assertInstanceOf(PerfInUse.None.class, none);
            assertTrue(none.doesNotStart());
        }

        @Test
        void isNotADirectoryOrALinkWithoutAnEndThoughBothAreRemembered() {
            PerfBinaries binaries = PerfBinaries.of(machine("/usr/local/bin/perf: {type: dir}\n/usr/bin/perf: {link: /gone}", ""));
            assertInstanceOf(PerfInUse.None.class, binaries.inUse());
            assertEquals(List.of("/usr/bin/perf"), binaries.dangling().stream().map(PerfProgram::path).toList());
        }

        @Test
        void passesOverWhatThisUserMayNotExecute() {
            PerfInUse.Working working = assertInstanceOf(PerfInUse.Working.class, inUse(
                    "/usr/local/bin/perf: {elf: {machine: x86_64}, mode: \"0700\"}\n/usr/bin/perf: {" + ELF + "}",
                    "- {run: /usr/bin/perf --version, out: \"perf version 6.8.12\\n\"}\n- {run: perf --version, out: \"perf version 6.8.12\\n\"}"));
            assertEquals("/usr/bin/perf", working.path());
        }

        @Test
        void isUnknownWhereTheDirectoriesWereNotCaptured() {
            PerfInUse unknown = PerfBinaries.of(machine("otherwise: not-captured", "/usr/bin", "", "")).inUse();
            assertInstanceOf(PerfInUse.Unknown.class, unknown);
            assertFalse(unknown.doesNotStart());
        }

        @Test
        void isUnknownWhereItIsThereAndNobodyTriedIt() {
            assertInstanceOf(PerfInUse.Unknown.class, inUse("/usr/bin/perf: {" + ELF + "}", ""));
        }

        @Test
        void worksWhereOnlyItsAnswerWasCaptured() {
            Facts facts = machine("otherwise: not-captured", "/usr/bin", "", "- {run: perf --version, out: \"perf version 6.8.12\\n\"}");
            assertTrue(PerfBinaries.of(facts).inUse().works());
        }

        @Test
        void relativeAndEmptyEntriesOfPathAreNeverSearched() {
            Facts facts = machine("otherwise: absent", "::.:bin", "/home/dev/bin/perf: {" + ELF + "}", "");
            assertEquals(List.of(), PerfBinaries.of(facts).onPath());
        }

        @Test
        void aDirectoryThatPathNamesTwiceIsOne() {
            Facts facts = machine("otherwise: absent", "/usr/bin:/bin/:/usr/bin/", "/bin: {link: usr/bin}\n/usr/bin/perf: {" + ELF + "}", "");
            assertEquals(1, PerfBinaries.of(facts).onPath().size());
        }
    }

    @Nested
    class ABrokenOne {
        @Test
        void mayBeForAnotherMachine() {
            String arm = "/usr/bin/perf: {elf: {machine: aarch64}, mode: \"0755\"}";
            assertEquals("aarch64", assertInstanceOf(PerfStart.WrongArchitecture.class, broken(arm, "- {run: perf --version, fails: exec format error}")).machine());
            assertInstanceOf(PerfStart.WrongArchitecture.class, broken(arm, "- {run: perf --version, exit: 2, err: \"sh: 1: Syntax error\\n\"}"));
            assertInstanceOf(PerfStart.WrongArchitecture.class, broken(arm, ""));
        }

        @Test
        void forAnotherMachineThatStartsAllTheSameIsEmulatedAndWorks() {
            assertTrue(inUse("/usr/bin/perf: {elf: {machine: aarch64}, mode: \"0755\"}", "- {run: perf --version, out: \"perf version 6.1\\n\"}").works());
        }

        @Test
        void mayLieOnAMountWithoutExecution() {
            PerfStart start = broken("""
                    /usr/local/bin/perf: {elf: {machine: x86_64}, mode: "0755"}
                    /proc/self/mountinfo: "28 1 8:2 / / rw - ext4 /dev/sda2 rw\\n41 28 8:3 / /usr/local rw,noexec - ext4 /dev/sda3 rw\\n"
                    """, "- {run: perf --version, fails: denied}");
            PerfStart.NotExecutable refused = assertInstanceOf(PerfStart.NotExecutable.class, start);
            assertEquals(PerfStart.Refusal.NOEXEC, refused.why());
            assertEquals("/usr/local", refused.detail());
        }

        @Test
        void mayHaveNoExecuteBitForThisUser() {
            PerfStart start = broken("/usr/bin/perf: {elf: {machine: x86_64}, mode: \"0750\", gid: 27}", "");
            assertEquals(PerfStart.Refusal.MODE, assertInstanceOf(PerfStart.NotExecutable.class, start).why());
        }

        @Test
        void isForAGroupThatIsNamedUnlessItIsRoots() {
            String mode = "/usr/bin/perf: {elf: {machine: x86_64}, mode: \"0750\", gid: %d}\n/etc/group: \"root:x:0:\\nops:x:27:op\\n\"";
            Facts ops = Machines.facts("user: {name: dev, uid: 1000, gid: 1000, groups: [dev]}\nenvironment: {PATH: /usr/bin}\nfiles:\n"
                    + mode.formatted(27).indent(2));
            Facts roots = Machines.facts("user: {name: dev, uid: 1000, gid: 1000, groups: [dev]}\nenvironment: {PATH: /usr/bin}\nfiles:\n"
                    + mode.formatted(0).indent(2));
            assertEquals("ops", ((PerfStart.NotExecutable) ((PerfInUse.Broken) PerfInUse.of(ops)).how()).detail());
            assertEquals("", ((PerfStart.NotExecutable) ((PerfInUse.Broken) PerfInUse.of(roots)).how()).detail());
        }

        @Test
        void isNotOneThatTheUsersGroupMayExecute() {
            assertTrue(inUse("/usr/bin/perf: {elf: {machine: x86_64}, mode: \"0750\", gid: 998}", "- {run: perf --version, out: \"perf version 6.8\\n\"}").works());
        }

        @Test
        void mayWantAShellThatIsNotThere() {
            PerfStart start = broken("/usr/bin/perf: {" + UBUNTU + "}", "- {run: perf --version, fails: not-found}");
            assertEquals("/bin/bash", assertInstanceOf(PerfStart.InterpreterMissing.class, start).interpreter());
        }

        @Test
        void wantsItsShellToo_whereAChildTellsByItsExitStatus() {
            String words = "setsid: failed to execute /usr/bin/perf: No such file or directory\\n";
            PerfStart start = broken("/usr/bin/perf: {" + UBUNTU + "}", "- {run: perf --version, exit: 127, err: \"" + words + "\"}");
            assertEquals("/bin/bash", assertInstanceOf(PerfStart.InterpreterMissing.class, start).interpreter());
            PerfStart script = broken("/bin/bash: {elf: {}}\n/usr/bin/perf: {" + UBUNTU + "}", "- {run: perf --version, exit: 127, err: \"" + words + "\"}");
            assertInstanceOf(PerfStart.Nonsense.class, script);
        }

        @Test
        void isAWrapperWhosePlacesAreAllEmptyEvenIfNobodyRanIt() {
            assertEquals("6.8.0-45", assertInstanceOf(PerfStart.NoneForKernel.class, broken("/usr/bin/perf: {" + UBUNTU + "}", "")).wanted());
            assertEquals("6.8", assertInstanceOf(PerfStart.NoneForKernel.class, broken("/usr/bin/perf: {" + DEBIAN + "}", "")).wanted());
        }

        @Test
        void isNotAWrapperWhosePlaceIsFilled() {
            assertInstanceOf(PerfInUse.Unknown.class, inUse("/usr/bin/perf: {" + DEBIAN + "}\n/usr/bin/perf_6.8: {" + ELF + "}", ""));
        }
    }

    @Nested
    class TheOthers {
        private static final String MISS = "- {run: perf --version, exit: 2, err: \"WARNING: perf not found for kernel 6.8.0-45\\n\"}\n";

        private static List<String> paths(Facts facts) {
            return PerfOthers.of(facts).all().stream().map(o -> o.program().path()).toList();
        }

        @Test
        void comeNearestKernelFirstThenNewest() {
            Facts facts = machine("""
                    /usr/bin/perf: {%1$s}
                    /usr/lib/linux-tools-6.8.0-40/perf: {%2$s}
                    /usr/lib/linux-tools/6.8.0-40-generic/perf: {link: ../../linux-tools-6.8.0-40/perf}
                    /usr/lib/linux-tools/6.8.0-9-generic/perf: {%2$s}
                    /usr/lib/linux-hwe-6.17-tools-6.17.0-22/perf: {%2$s}
                    /usr/lib/linux-tools/5.15.0-60-generic/perf: {%2$s}
                    """.formatted(UBUNTU, ELF), MISS);
            assertEquals(List.of("/usr/lib/linux-tools/6.8.0-40-generic/perf", "/usr/lib/linux-tools/6.8.0-9-generic/perf",
                    "/usr/lib/linux-hwe-6.17-tools-6.17.0-22/perf", "/usr/lib/linux-tools/5.15.0-60-generic/perf"), paths(facts));
        }

        @Test
        void neverCountWrappersDirectoriesAndOtherMachines() {
            Facts facts = machine("""
                    /usr/bin/perf: {%1$s}
                    /usr/local/sbin/perf: {%1$s}
                    /opt/perf: {type: dir}
                    /opt/perf/perf: {elf: {machine: aarch64}, mode: "0755"}
                    /usr/bin/perf_event_tool: {%2$s}
                    """.formatted(UBUNTU, ELF), MISS);
            assertEquals(List.of(), paths(facts));
        }

        @Test
        void startAtMostTwo() {
            Facts facts = machine("""
                    /usr/bin/perf: {%1$s}
                    /usr/bin/perf_6.8: {%2$s}
                    /usr/bin/perf_6.7: {%2$s}
                    /usr/bin/perf_6.6: {%2$s}
                    """.formatted(UBUNTU, ELF), MISS + """
                    - {run: /usr/bin/perf_6.8 --version, exit: 139}
                    - {run: /usr/bin/perf_6.7 --version, out: "perf version 6.7\\n"}
                    - {run: /usr/bin/perf_6.6 --version, out: "perf version 6.6\\n"}
                    """);
            assertEquals("/usr/bin/perf_6.7", PerfOthers.of(facts).working().orElseThrow().program().path());
            assertInstanceOf(PerfStart.Untried.class, PerfOthers.of(facts).all().get(2).start());
        }

        @Test
        void laterOnPathComeFirstAndAreMarked() {
            Facts facts = machine("""
                    /usr/local/bin/perf: {%1$s}
                    /usr/bin/perf: {%1$s}
                    /usr/lib/linux-tools/6.8.0-45-generic/perf: {%1$s}
                    """.formatted(ELF), "- {run: perf --version, exit: 139}\n- {run: /usr/bin/perf --version, out: \"perf version 6.8.12\\n\"}\n");
            PerfOthers.Other other = PerfOthers.of(facts).workingOnPath().orElseThrow();
            assertEquals("/usr/bin/perf", other.program().path());
        }

        @Test
        void thatBelongToSomebodyElseAreNotStartedByRoot() {
            Facts facts = Machines.facts("""
                    uname: {release: 6.8.0-45-generic, machine: x86_64}
                    user: {name: root, uid: 0, gid: 0, groups: [root]}
                    environment: {PATH: /usr/bin, HOME: /home/dev}
                    files:
                      /home/dev/bin/perf: {elf: {machine: x86_64}, mode: "0755", uid: 1000}
                    commands:
                    - {run: /home/dev/bin/perf --version, out: "perf version 6.8.12\\n"}
                    """);
            assertTrue(PerfOthers.of(facts).working().isEmpty());
        }
    }
}
