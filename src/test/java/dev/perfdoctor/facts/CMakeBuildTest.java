package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.facts.CMakeBuild.Optimised;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CMakeBuildTest {
    private static final String PROGRAM = "/home/dev/p/build/src/app";

    private static Facts project(String cache, String files) {
        return MachineFacts.of("/home/dev/p/build/CMakeCache.txt: |\n" + cache.replace("\\n", "\n").indent(2) + files);
    }

    private static CMakeBuild build(Facts facts) {
        return CMakeBuild.of(facts, PROGRAM).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            CMAKE_BUILD_TYPE:STRING=Debug                                                  | NO
            CMAKE_BUILD_TYPE:STRING=                                                       | NO
            CMAKE_HOME_DIRECTORY:INTERNAL=/home/dev/p                                      | NO
            CMAKE_BUILD_TYPE:STRING=Release                                                | YES
            CMAKE_BUILD_TYPE:STRING=RelWithDebInfo                                         | YES
            CMAKE_BUILD_TYPE:STRING=release                                                | YES
            CMAKE_BUILD_TYPE:STRING=\\nCMAKE_CXX_FLAGS:STRING=-O2 -g                       | YES
            CMAKE_BUILD_TYPE:STRING=Debug\\nCMAKE_CXX_FLAGS_DEBUG:STRING=-g -O1            | YES
            CMAKE_BUILD_TYPE:STRING=Release\\nCMAKE_CXX_FLAGS_RELEASE:STRING=-O3 -O0       | NO
            CMAKE_BUILD_TYPE:STRING=Profile                                                | UNKNOWN
            CMAKE_BUILD_TYPE:STRING=Profile\\nCMAKE_CXX_FLAGS_PROFILE:STRING=-pg           | NO
            """)
    void theCacheTellsWhetherItIsOptimised(String cache, Optimised optimised) {
        Facts facts = project(cache, "");
        assertEquals(optimised, build(facts).optimised(facts, PROGRAM));
    }

    @Test
    void whatWasWrittenForTheCompilerCountsBeforeTheCache() {
        Facts make = project("CMAKE_BUILD_TYPE:STRING=", """
                /home/dev/p/build/src/CMakeFiles/app.dir/flags.make: "CXX_FLAGS = -O3 -DNDEBUG\\n"
                """);
        assertEquals(Optimised.YES, build(make).optimised(make, PROGRAM));
        Facts ninja = project("CMAKE_BUILD_TYPE:STRING=", """
                /home/dev/p/build/build.ninja: |
                  build src/CMakeFiles/other.dir/a.cpp.o: CXX_COMPILER__other ../a.cpp
                    FLAGS = -O0
                  build src/CMakeFiles/app.dir/main.cpp.o: CXX_COMPILER__app ../main.cpp
                    FLAGS = -O2 -g
                """);
        assertEquals(Optimised.YES, build(ninja).optimised(ninja, PROGRAM));
    }

    @Test
    void ofSeveralConfigurationsTheDirectoryTellsWhich() {
        Facts facts = project("CMAKE_CONFIGURATION_TYPES:STRING=Debug;Release", "");
        assertEquals("Debug", CMakeBuild.of(facts, "/home/dev/p/build/Debug/app").orElseThrow().type("/home/dev/p/build/Debug/app"));
        assertEquals("", build(facts).type(PROGRAM));
    }

    @Test
    void theCompilerIsTheOneThatWasConfigured() {
        Facts facts = project("A:B=C", """
                /home/dev/p/build/CMakeFiles/3.28.3/CMakeCXXCompiler.cmake: |
                  set(CMAKE_CXX_COMPILER "/usr/bin/c++")
                  set(CMAKE_CXX_COMPILER_ID "GNU")
                  set(CMAKE_CXX_COMPILER_VERSION "13.3.0")
                  set(CMAKE_CXX_COMPILER_VERSION_INTERNAL "")
                """);
        assertEquals("GNU 13.3.0", build(facts).compiler(facts, "CXX").orElseThrow().value());
        assertEquals(Optional.empty(), build(facts).compiler(facts, "C"));
    }

    @Test
    void aFileThatIsNoCacheMakesNoBuildDirectory() {
        assertEquals(Optional.empty(), CMakeBuild.of(project("nothing like it", ""), PROGRAM));
        assertThrows(IllegalArgumentException.class, () -> CMakeBuild.parse(""));
        assertEquals(Optional.empty(), CMakeBuild.of(MachineFacts.of(""), PROGRAM));
    }

    @ParameterizedTest
    @CsvSource({"-O2 -O0,0", "-O0 -O,1", "-Ofast,fast", "-g,0", "-Os,s"})
    void theLastLevelCounts(String flags, String level) {
        assertEquals(level, CMakeBuild.level(List.of(flags.split(" "))));
    }
}
