package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.facts.PerfBuild.Option;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PerfBuildTest {
    private static final String WORKING = """
            uname: {release: 7.3.4, machine: x86_64}
            environment: {PATH: /usr/bin}
            files:
              /usr/bin/perf: {elf: {machine: x86_64}, mode: "0755"}
            commands:
            - {run: perf --version, out: "perf version 7.3.4\\n"}
            """;

    @Test
    void readsTheTableOfPerf7() {
        Map<String, Boolean> lines = PerfBuild.parse("""
                perf version 7.3.4
                                   aio: [ on  ]  # HAVE_AIO_SUPPORT
                                libbfd: [ OFF ]  # HAVE_LIBBFD_SUPPORT ( tip: Deprecated, license incompatibility, use BUILD_NONDISTRO=1 and install binutils-dev[el] )
                babeltrace2-ctf-writer: [ OFF ]  # HAVE_BABELTRACE2_CTF_WRITER_SUPPORT
                         libtraceevent: [ on  ]  # HAVE_LIBTRACEEVENT
                """);
        assertEquals(Map.of("aio", true, "libbfd", false, "babeltrace2-ctf-writer", false, "libtraceevent", true), lines);
    }

    @Test
    void anAbsentLineIsUnknownAndNotOff() {
        Reading<dev.perfdoctor.api.Ran> none = new Absent<>("");
        PerfBuild old = new PerfBuild(PerfBuild.parse("perf version 6.1.187\n                 dwarf: [ on  ]  # HAVE_DWARF_SUPPORT\n"), none);
        assertEquals(Option.UNKNOWN, old.option("libtraceevent"));
        assertFalse(old.lacks("libtraceevent"));
        assertTrue(old.evidence("libtraceevent").isEmpty());
        assertTrue(old.has("dwarf"));
    }

    @Test
    void wrongUsageGarbageAndColoursSayNothing() {
        assertEquals(Map.of(), PerfBuild.parse("  Error: unknown option `build-options'\n\n usage: perf version [<options>]\n"));
        assertEquals(Map.of(), PerfBuild.parse("\u0000: [ maybe ]\n: [\nx: [ on"));
    }

    @Test
    void isAskedOfTheOneThatStarts() {
        PerfBuild build = PerfBuild.of(Machines.facts(
                WORKING + "- {run: perf version --build-options, out: \"   libelf: [ OFF ]  # HAVE_LIBELF_SUPPORT\\n\"}\n"));
        assertTrue(build.lacks("libelf"));
        assertEquals("libelf: [ OFF ]", build.evidence("libelf").orElseThrow().observed());
    }

    @Test
    void isUnknownWhereNobodyAskedAndAbsentWherePerfDoesNotStart() {
        PerfBuild notCaptured = PerfBuild.of(Machines.facts(WORKING));
        assertEquals(Option.UNKNOWN, notCaptured.option("libelf"));
        assertTrue(notCaptured.reading() instanceof Unread<?>);
        assertTrue(PerfBuild.of(Machines.facts("environment: {PATH: /usr/bin}\n")).reading().isAbsent());
    }
}
