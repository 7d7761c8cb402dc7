package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Configuration;
import dev.perfdoctor.api.Configuration.Cache;
import dev.perfdoctor.api.Configuration.Command;
import dev.perfdoctor.api.Configuration.KeyedOn;
import dev.perfdoctor.api.Configuration.Target;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Request;
import dev.perfdoctor.facts.Targets.Origin;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TargetsTest {
    private static List<String> paths(Facts facts) {
        return Targets.of(facts).all().stream().map(t -> t.origin() + " " + t.name()).toList();
    }

    private static Request commands(String... lines) {
        List<Command> commands = java.util.stream.Stream.of(lines).map(l -> new Command(l, Shell.words(l), "/home/dev/p")).toList();
        return Request.usual().with(new Configuration(List.of(), commands, List.of()));
    }

    @Test
    void whatAPersonNamesIsListedOnceAndTheSearchIsLeft() {
        Target described = new Target("/home/dev/p/target/release/app", List.of("/home/dev/p/src"),
                List.of(new Cache("/home/dev/p/.cache", KeyedOn.MTIME)));
        Facts facts = MachineFacts.facts(
                MachineFacts.machine("", "/home/dev/p/Makefile: \"\"\n/home/dev/p/other: {elf: {machine: x86_64}}\n"),
                Request.usual().with(new Configuration(List.of(described), List.of(), List.of())),
                "target/release/app", "/opt/x/y", "./target/../target/release/app");
        assertEquals(List.of("OPTION target/release/app", "OPTION /opt/x/y"), paths(facts));
        assertEquals(described.sources(), Targets.of(facts).all().getFirst().sources());
        assertEquals(described.caches(), Targets.of(facts).all().getFirst().caches());
    }

    @Test
    void theProgramOfACommandIsATargetWhereItIsOnesOwn() {
        String files = """
                /home/dev/bin/mine: {elf: {machine: x86_64}}
                /home/dev/.cargo/bin/cargo: {elf: {machine: x86_64}}
                /usr/bin/sleep: {elf: {machine: x86_64}}
                """;
        Facts facts = MachineFacts.facts(
                MachineFacts.machine("environment: {HOME: /home/dev, PATH: '/home/dev/.cargo/bin:/home/dev/bin:/usr/bin'}\n", files),
                commands("perf record -b -- ./app 1", "perf stat -a sleep 3", "perf stat cargo bench", "perf record mine", "perf record nothere"));
        assertEquals(List.of("COMMAND app", "COMMAND /home/dev/bin/mine"), paths(facts));
        assertEquals(2, Targets.of(facts).named().size());
    }

    @Nested
    class Search {
        @Test
        void anEmptyDirectoryHasNone() {
            assertEquals(List.of(), paths(MachineFacts.of("")));
        }

        @Test
        void ofACargoProjectsBuildsTheNewestThatIsNoDebugBuild() {
            assertEquals(List.of("DISCOVERED target/profiling/app"), paths(MachineFacts.of("""
                    /home/dev/p/Cargo.toml: "[package]\\nname = 'app'\\n"
                    /home/dev/p/target/CACHEDIR.TAG: ""
                    /home/dev/p/target/debug/app: {elf: {machine: x86_64}, mtime: 2026-09-12T11:00:00Z}
                    /home/dev/p/target/debug/app.d: ""
                    /home/dev/p/target/release/app: {elf: {machine: x86_64}, mtime: 2026-09-12T09:00:00Z}
                    /home/dev/p/target/release/app.d: ""
                    /home/dev/p/target/release/libapp.d: ""
                    /home/dev/p/target/release/libapp.rlib: ""
                    /home/dev/p/target/profiling/app: {elf: {machine: x86_64}, mtime: 2026-09-12T10:00:00Z}
                    /home/dev/p/target/profiling/app.d: ""
                    """)));
        }

        @Test
        void aDebugBuildIsTakenWhereThereIsNoOther() {
            assertEquals(List.of("DISCOVERED target/debug/app"), paths(MachineFacts.of("""
                    /home/dev/p/Cargo.toml: "[package]\\nname = 'app'\\n"
                    /home/dev/p/target/debug/app: {elf: {machine: x86_64}}
                    /home/dev/p/target/debug/app.d: ""
                    """)));
        }

        @Test
        void aMemberOfAWorkspaceBuildsIntoTheWorkspace() {
            Facts facts = MachineFacts.of("""
                    /home/dev/Cargo.toml: "[workspace]\\nmembers = ['p']\\n"
                    /home/dev/p/Cargo.toml: "[package]\\nname = 'app'\\n"
                    /home/dev/target/release/app: {elf: {machine: x86_64}}
                    /home/dev/target/release/app.d: ""
                    """);
            assertEquals(List.of("DISCOVERED /home/dev/target/release/app"), paths(facts));
        }

        @Test
        void cargosTargetDirectoryMayBeElsewhere() {
            String files = """
                    /home/dev/p/Cargo.toml: "[package]\\nname = 'app'\\n"
                    /home/dev/p/.cargo/config.toml: "[build]\\ntarget-dir = '../out'\\n"
                    /home/dev/out/release/app: {elf: {machine: x86_64}}
                    /home/dev/out/release/app.d: ""
                    """;
            assertEquals(List.of("DISCOVERED /home/dev/out/release/app"), paths(MachineFacts.of(files)));
        }

        @Test
        void cmakeMakeAndGoLeaveTheirProgramsInWellKnownPlaces() {
            assertEquals(List.of("DISCOVERED build/app", "DISCOVERED build/bin/tool"), paths(MachineFacts.of("""
                    /home/dev/p/CMakeLists.txt: ""
                    /home/dev/p/build/CMakeCache.txt: "CMAKE_BUILD_TYPE:STRING=Release\\n"
                    /home/dev/p/build/app: {elf: {machine: x86_64}}
                    /home/dev/p/build/lib.so: {elf: {machine: x86_64}}
                    /home/dev/p/build/script: {content: "#!/bin/sh\\n", mode: "0755"}
                    /home/dev/p/build/bin/tool: {elf: {machine: x86_64}}
                    """)));
            assertEquals(List.of("DISCOVERED prog"), paths(MachineFacts.of("""
                    /home/dev/p/Makefile: "all:\\n"
                    /home/dev/p/prog: {elf: {machine: x86_64}}
                    /home/dev/p/prog.o: {elf: {machine: x86_64}}
                    """)));
            assertEquals(List.of("DISCOVERED server"), paths(MachineFacts.of("""
                    /home/dev/p/go.mod: "module example.org/server\\n"
                    /home/dev/p/server: {elf: {machine: x86_64}}
                    """)));
        }

        @Test
        void aDirectoryWithoutAProjectIsNotSearched() {
            assertEquals(List.of(), paths(MachineFacts.of("/home/dev/p/prog: {elf: {machine: x86_64}}\n")));
        }

        @Test
        void nothingIsClaimedOfWhatWasNotCaptured() {
            assertTrue(paths(MachineFacts.facts(MachineFacts.machine("otherwise: not-captured\n", ""), Request.usual())).isEmpty());
        }
    }
}
