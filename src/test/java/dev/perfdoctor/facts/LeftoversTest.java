package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Configuration;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.facts.Leftovers.Kind;
import dev.perfdoctor.facts.Recording.Fault;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of earlier builds and runs, whole, garbled and denied. */
class LeftoversTest {
    private static String bytes(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static List<Leftovers.Mismatch> around(String files) {
        Facts facts = MachineFacts.of("/home/dev/p/app: {elf: {machine: x86_64}}\n" + files, "app");
        return Leftovers.around(facts, Targets.of(facts).all().getFirst()).mismatched();
    }

    private static String counters(String data, String notes) {
        return "/home/dev/p/o/main.gcda: {base64: " + bytes(data) + "}\n/home/dev/p/o/main.gcno: {base64: " + bytes(notes) + "}\n";
    }

    @Test
    void countersAreOfTheNotesWithTheSameStamp() {
        assertEquals(List.of(), around(counters("adcg*22Babcd", "oncg*22Babcd")));
        assertEquals(Kind.COUNTERS, around(counters("adcg*22Babcd", "oncg*22Babcx")).getFirst().kind());
        assertEquals("stamp 64636261", around(counters("adcg*22Babcd", "oncg*22Babcx")).getFirst().evidence().getFirst().observed());
        assertEquals(List.of(), around(counters("gcdaB22*dcba", "oncg*22Babcd")), "both byte orders name one stamp");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "adcg", "adcg*22Bab", "XXXX*22Babcd"})
    void countersThatAreCutOrNoneAreNotJudged(String data) {
        assertEquals(List.of(), around(counters(data, "oncg*22Babcd")));
    }

    @Test
    void aProfileOlderThanASourceIsAnothers() {
        String cache = "/home/dev/p/CMakeCache.txt: \"CMAKE_BUILD_TYPE:STRING=Release\\nCMAKE_CXX_FLAGS:STRING=-O2 -fprofile-use=app.profdata\\n\"\n";
        Configuration.Target target = new Configuration.Target("/home/dev/p/app", List.of("/home/dev/p/a.cpp"), List.of());
        String program = "/home/dev/p/app: {elf: {machine: x86_64}}\n/home/dev/p/a.cpp: {content: x, mtime: 2026-09-12T10:00:00Z}\n";
        for (String time : List.of("09", "11")) {
            String profile = "/home/dev/p/app.profdata: {content: x, mtime: 2026-09-12T" + time + ":00:00Z}\n";
            Facts facts = MachineFacts.facts(MachineFacts.machine("", program + cache + profile), MachineFacts.configured(target));
            assertEquals(time.equals("09") ? 1 : 0, Leftovers.around(facts, Targets.of(facts).all().getFirst()).mismatched().size());
        }
    }

    @Test
    void cmakesCacheIsAnothersWhereItsDirectoryOrItsSourcesAre() {
        assertEquals(Kind.BUILD_DIRECTORY, around("/home/dev/p/CMakeCache.txt: \"CMAKE_CACHEFILE_DIR:INTERNAL=/elsewhere\\n\"\n").getFirst().kind());
        assertEquals(Kind.BUILD_DIRECTORY, around("/home/dev/p/CMakeCache.txt: \"CMAKE_HOME_DIRECTORY:INTERNAL=/gone\\n\"\n").getFirst().kind());
        assertEquals(List.of(), around("/home/dev/p/CMakeCache.txt: \"CMAKE_CACHEFILE_DIR:INTERNAL=/home/dev/p\\nCMAKE_HOME_DIRECTORY:INTERNAL=/home/dev/p\\n\"\n"));
    }

    @Nested
    class Python {
        private static String compiled(int flags, long time, int size) {
            ByteBuffer header = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
            header.putInt(0x0a0d0dcb).putInt(flags).putInt((int) time).putInt(size);
            return Base64.getEncoder().encodeToString(header.array());
        }

        private static PythonCode of(String pyc) {
            return PythonCode.of(MachineFacts.of("""
                    /home/dev/p/a.py: {content: "1234", mtime: 2026-09-12T10:00:00Z}
                    /home/dev/p/__pycache__/a.cpython-312.pyc: {base64: %s, mtime: 2026-09-12T09:00:00Z}
                    """.formatted(pyc)));
        }

        private static final long TEN = 1_789_207_200L;

        @Test
        void aModuleFitsByTimeAndSizeOrByHash() {
            assertEquals(List.of(), of(compiled(0, TEN, 4)).stale());
            assertEquals(1, of(compiled(0, TEN - 1, 4)).stale().size());
            assertEquals(1, of(compiled(0, TEN, 5)).stale().size());
            assertEquals(List.of(), of(compiled(3, 7, 7)).stale(), "a checked hash is Python's to compare");
            assertEquals(List.of(), of(compiled(3, 7, 7)).unchecked());
            assertEquals(1, of(compiled(1, 7, 7)).unchecked().size());
        }

        @ParameterizedTest
        @ValueSource(strings = {"''", "AAAA", "AAAAAAAAAAAAAAAAAAAAAAAA"})
        void whatIsNoCompiledModuleIsNotJudged(String pyc) {
            PythonCode code = of(pyc);
            assertTrue(code.stale().isEmpty() && code.unchecked().isEmpty());
        }
    }

    @Nested
    class Archives {
        private static ClassArchives of(String archive) {
            return ClassArchives.of(MachineFacts.of("""
                    /home/dev/p/app.jsa: {base64: %s}
                    /usr/bin/java: {link: /jvm/bin/java}
                    /jvm/bin/java: {elf: {machine: x86_64}}
                    /jvm/release: 'JAVA_RUNTIME_VERSION="17.0.15+6-Debian-1deb12u1"'
                    """.formatted(archive.isEmpty() ? "''" : bytes(archive))));
        }

        private static final String VM = "\u00a2\u00ab\u000b\u00f0\0\0OpenJDK 64-Bit Server VM (%s) for linux-amd64 JRE";

        @Test
        void anArchiveIsOfTheJvmThatItNames() {
            assertEquals(List.of(), of(VM.formatted("17.0.15+6-Debian-1deb12u1")).mismatched());
            assertEquals("it is of another JVM", of(VM.formatted("17.0.14+7-Debian-1deb12u1")).mismatched().getFirst().why());
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "x", "OpenJDK 64-Bit Server VM (1) without the magic number"})
        void whatIsNoArchiveIsNotJudged(String archive) {
            assertEquals(List.of(), of(archive).mismatched());
        }
    }

    @Nested
    class Recordings {
        private static Recording of(String entry) {
            return Recording.here(MachineFacts.of(entry.isEmpty() ? "" : "/home/dev/p/perf.data: " + entry + "\n"));
        }

        private static Fault fault(String entry) {
            return assertInstanceOf(Recording.Unusable.class, of(entry)).fault();
        }

        @Test
        void thereIsNoneOrItIsDeniedEmptyOrSomethingElse() {
            assertInstanceOf(Recording.None.class, of(""));
            assertInstanceOf(Recording.None.class, of("{type: dir}"));
            assertEquals(Fault.DENIED, fault("{size: 10, mode: '0600', unread: denied}"));
            assertEquals(Fault.EMPTY, fault("{content: ''}"));
            assertEquals(Fault.NO_RECORDING, fault("{content: 'some text that is longer than a header of perf'}"));
            assertEquals(Fault.CUT, fault("{content: PERFILE2}"));
            assertInstanceOf(Recording.Unclear.class, of("{size: 200, unread: not-captured}"));
            assertInstanceOf(Recording.Unclear.class, of("{size: 200, unread: {failed: Input/output error}}"));
        }
    }
}
