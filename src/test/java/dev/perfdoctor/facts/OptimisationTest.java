package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.perfdoctor.api.Facts;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a program was built: what it says itself, before what its build was asked for. */
class OptimisationTest {
    private static final String CMAKE_DEBUG = "/home/dev/p/b/CMakeCache.txt: \"CMAKE_BUILD_TYPE:STRING=Debug\\n\"\n";

    private record Built(Facts facts, Targets.Target target, Elf elf) {
        static Built of(String words, String files) {
            Facts facts = MachineFacts.of("/home/dev/p/b/app: {elf: {machine: x86_64" + words + "}}\n" + files, "b/app");
            Targets.Target target = Targets.of(facts).all().getFirst();
            TargetFile.Program program = assertInstanceOf(TargetFile.Program.class, TargetFile.of(facts, target));
            return new Built(facts, target, program.elf());
        }

        Optimisation optimisation() {
            return Optimisation.of(facts, target, elf);
        }

        Optional<Instrumentation> instrumentation() {
            return Instrumentation.of(facts, target, elf);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ['GNU C17 12.2.0 -mtune=generic -march=x86-64 -g -O2 -fasynchronous-unwind-tables']  | true
            ['GNU C++17 13.3.0 -g -O0', 'GNU C17 13.3.0 -g -Os']                                 | true
            ['GNU C17 12.2.0 -mtune=generic -march=x86-64 -g -fasynchronous-unwind-tables']      | false
            ['GNU AS 2.40', 'GNU C++17 13.3.0 -g -O2 -O0']                                       | false
            """)
    void whatGccWroteIntoTheProgramCountsBeforeTheCache(String producers, boolean optimised) {
        Optimisation found = Built.of(", producers: " + producers, CMAKE_DEBUG).optimisation();
        assertEquals(optimised, found instanceof Optimisation.Optimised);
        assertEquals(!optimised, found instanceof Optimisation.Unoptimised);
    }

    @Test
    void otherCompilersDoNotSaySoTheCacheCounts() {
        String clang = ", producers: ['clang version 14.0.6', 'GNU AS 2.40']";
        assertInstanceOf(Optimisation.Unoptimised.class, Built.of(clang, CMAKE_DEBUG).optimisation());
        assertInstanceOf(Optimisation.Unknown.class, Built.of(clang, "").optimisation());
    }

    @Test
    void mesonsDefaultDoesNotOptimise() {
        String options = "/home/dev/p/b/meson-info/intro-buildoptions.json: '[{\"name\": \"buildtype\", \"value\": \"%s\", \"section\": \"core\"},"
                + " {\"name\": \"optimization\", \"value\": \"%s\", \"section\": \"core\"}]'\n";
        assertInstanceOf(Optimisation.Unoptimised.class, Built.of("", options.formatted("debug", "0")).optimisation());
        assertInstanceOf(Optimisation.Optimised.class, Built.of("", options.formatted("debugoptimized", "2")).optimisation());
        assertThrows(IllegalArgumentException.class, () -> MesonBuild.parse("/b", "[]"));
    }

    @Test
    void aProgramWhoseSymbolsAreSeenIsBelievedBeforeItsFlags() {
        String flags = "/home/dev/p/b/CMakeCache.txt: \"CMAKE_BUILD_TYPE:STRING=Release\\nCMAKE_CXX_FLAGS:STRING=-fsanitize=address\\n\"\n";
        assertEquals(Optional.empty(), Built.of(", symbols: [main], sections: [.symtab, .text]", flags).instrumentation());
        assertEquals("a sanitizer", Built.of(", sections: [.text]", flags).instrumentation().orElseThrow().what());
        assertEquals("a sanitizer", Built.of(", symbols: [__asan_init], sections: [.symtab]", "").instrumentation().orElseThrow().what());
        assertEquals(Optional.empty(), Built.of("", "").instrumentation());
    }

    @Test
    void debugInformationIsInTheProgramBesideItNowhereOrUnknown() {
        Built there = Built.of(", sections: [.debug_info]", "");
        assertInstanceOf(DebugInfo.There.class, DebugInfo.of(there.facts(), there.elf()));
        Built none = Built.of(", sections: [.text]", "");
        assertEquals(true, assertInstanceOf(DebugInfo.None.class, DebugInfo.of(none.facts(), none.elf())).stripped());
        Built symbols = Built.of(", sections: [.text, .symtab]", "");
        assertEquals(false, assertInstanceOf(DebugInfo.None.class, DebugInfo.of(symbols.facts(), symbols.elf())).stripped());
        Built unknown = Built.of("", "");
        assertInstanceOf(DebugInfo.Unknown.class, DebugInfo.of(unknown.facts(), unknown.elf()));
        Built denied = Built.of(", sections: [.text], build-id: abcdef", "/usr/lib/debug: {type: dir, mode: '0700', unread: denied}\n");
        assertInstanceOf(DebugInfo.Unclear.class, DebugInfo.of(denied.facts(), denied.elf()));
    }

    @Test
    void linesOfAnotherDebugFileOnlyHelpWhereItHasThem() {
        Built only = Built.of(", sections: [.text], build-id: abcdef",
                "/usr/lib/debug/.build-id/ab/cdef.debug: {elf: {machine: x86_64, build-id: abcdef, sections: [.symtab]}}\n");
        assertInstanceOf(DebugInfo.None.class, DebugInfo.of(only.facts(), only.elf()));
    }
}
