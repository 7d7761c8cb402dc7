package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Why;
import dev.perfdoctor.api.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolVersionTest {
    private static final String VALGRIND = "/usr/bin/valgrind: {elf: {machine: x86_64}}\n";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            valgrind-3.22.0                                                  | 3.22.0
            perf version 6.8.12                                              | 6.8.12
            perf version 7.1.5-76070105-generic                              | 7.1.5
            gcc (Ubuntu 13.3.0-6ubuntu2~24.04) 13.3.0                        | 13.3.0
            gcc (GCC) 14.2.1 20240912 (Red Hat 14.2.1-3)                     | 14.2.1
            Ubuntu clang version 14.0.0-1ubuntu1.1                           | 14.0.0
            go version go1.22.0 linux/amd64                                  | 1.22.0
            openjdk version "17.0.15" 2025-04-15                             | 17.0.15
            java version "1.8.0_392"                                         | 1.8.0
            v20.20.0                                                         | 20.20.0
            This is perl 5, version 36, subversion 0 (v5.36.0) built for x86 | 5.36.0
            GNU Make 4.3                                                     | 4.3
            less 590 (GNU regular expressions)                               | 590
            rustc 1.85.0 (4d91de4e4 2025-02-17)                              | 1.85.0
            version 2.                                                       | 2
            no number here                                                   | ''
            """)
    void theVersionIsTheFirstNumberWithADotElseTheFirstNumber(String printed, String version) {
        assertEquals(version, ToolVersion.version(printed));
    }

    private static Reading<ToolVersion> valgrind(String commands) {
        Facts facts = MachineFacts.facts(MachineFacts.machine(commands, VALGRIND), Request.usual());
        return ToolVersion.of(facts, "valgrind");
    }

    @Test
    void aToolIsPresentAbsentUnreadableOrDoesNotStart() {
        assertEquals("3.22.0", valgrind("commands: [{run: valgrind --version, out: valgrind-3.22.0}]\n")
                .map(ToolVersion::version).orElse(""));
        assertFalse(valgrind("commands: [{run: valgrind --version, exit: 127, err: cannot open shared object file}]\n")
                .map(ToolVersion::started).orElse(true));
        assertInstanceOf(Reading.Unread.class, valgrind("commands: [{run: valgrind --version, fails: timeout}]\n"));
        assertInstanceOf(Reading.Unread.class, valgrind(""), "listed and not recorded is not captured");
        Facts without = MachineFacts.of("");
        assertTrue(ToolVersion.of(without, "valgrind").isAbsent());
    }

    @Test
    void onALiveMachineAProjectsFileStartsNoProgramOfItsChoice() {
        Facts live = MachineFacts.facts(new ClaimedLive(MachineFacts.machine("commands: [{run: deploy --version, out: '1.0'}]\n", "")), Request.usual());
        Reading.Unread<?> refused = assertInstanceOf(Reading.Unread.class, ToolVersion.of(live, "deploy"));
        assertEquals(Why.FAILED, refused.why());
        assertTrue(refused.reason().startsWith("not run"), refused.reason());
    }

    @Test
    void aNumberedCompilerIsKnownAndRustupIsNotTempted() {
        Facts live = MachineFacts.facts(
                new ClaimedLive(MachineFacts.machine(
                        "commands: [{run: gcc-13 --version, out: gcc-13 (Ubuntu) 13.3.0}, {run: rustc --version, out: rustc 1.85.0}]\n",
                        "/home/dev/p/rust-toolchain.toml: ''\n")),
                Request.usual());
        assertEquals("13.3.0", ToolVersion.of(live, "gcc-13").map(ToolVersion::version).orElse(""));
        assertInstanceOf(Reading.Unread.class, ToolVersion.of(live, "rustc"));
    }
}
