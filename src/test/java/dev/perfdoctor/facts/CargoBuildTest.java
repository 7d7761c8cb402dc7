package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading.Unread;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CargoBuildTest {
    private static final String RELEASE = "/home/dev/p/target/release/app";

    private static CargoBuild build(Facts facts, String file) {
        return CargoBuild.of(facts, file).orElseThrow();
    }

    private static Facts project(String manifest, String files) {
        return MachineFacts.of("/home/dev/p/Cargo.toml: |\n" + manifest.indent(2) + files);
    }

    @Test
    void aProgramThatIsNotBuiltYetIsToldByItsPlace() {
        Facts facts = project("[package]\nname = 'app'\n", "");
        CargoBuild build = build(facts, RELEASE);
        assertEquals("release", build.profile());
        assertEquals("cargo build --release --bin app --manifest-path /home/dev/p/Cargo.toml", build.command());
        assertEquals(Optional.empty(), CargoBuild.of(facts, "/home/dev/p/build/app"));
        assertEquals(Optional.empty(), CargoBuild.of(facts, "/app"));
        assertEquals(Optional.empty(), CargoBuild.of(MachineFacts.of(""), RELEASE));
    }

    @Test
    void targetTriplesExamplesAndOwnProfilesAreUnderstood() {
        Facts facts = project("[package]\nname = 'app'\n[profile.fast]\ninherits = 'release'\n", "/home/dev/p/target/.rustc_info.json: '{}'\n");
        CargoBuild cross = build(facts, "/home/dev/p/target/x86_64-unknown-linux-musl/fast/examples/demo");
        assertEquals("/home/dev/p/target", cross.targetDirectory());
        assertEquals("fast", cross.profile());
        assertEquals("cargo build --profile fast --example demo --manifest-path /home/dev/p/Cargo.toml", cross.command());
        assertTrue(cross.isOptimised());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [profile.release]                                     | release   | true
            [profile.dev]                                         | debug     | false
            [profile.dev]\\nopt-level = 2                         | debug     | true
            [profile]\\ndev = { opt-level = 1 }                   | debug     | true
            [profile.release]\\nopt-level = 0                     | release   | false
            [profile.release]\\nopt-level = "z"                   | release   | true
            [profile.check]\\ninherits = "dev"                    | check     | false
            [profile.check]\\ninherits = "prof"\\n[profile.prof]\\ninherits = "release" | check | true
            [profile.a]\\ninherits = "b"\\n[profile.b]\\ninherits = "a" | a     | true
            [profile.dev.package."*"]\\nopt-level = 3             | debug     | false
            """)
    void optimisationIsWhatTheProfileSaysOrInherits(String manifest, String directory, boolean optimised) {
        Facts facts = project(manifest.replace("\\n", "\n"), "");
        assertEquals(optimised, build(facts, "/home/dev/p/target/" + directory + "/app").isOptimised());
    }

    @Test
    void cargosConfigurationCountsBeforeTheManifest() {
        Facts facts = project("[profile.dev]\nopt-level = 0\n", "/home/dev/.cargo/config.toml: \"profile.dev.opt-level = 3\\n\"\n");
        assertTrue(build(facts, "/home/dev/p/target/debug/app").isOptimised());
    }

    @Test
    void theListOfSourcesIsAMakeRule() {
        assertEquals(
                List.of("/p/src/lib.rs", "/p/src/my file.rs", "/base/rel.rs"),
                CargoBuild.parse("/p/target/release/app: /p/src/lib.rs /p/src/my\\ file.rs rel.rs\n", "/base"));
        assertEquals(List.of(), CargoBuild.parse("/p/target/release/app: \n", "/base"));
        assertThrows(IllegalArgumentException.class, () -> CargoBuild.parse("\u0000garbage", "/base"));
    }

    @Test
    void theBuildBeganWhenTheNewestDepInfoOfThisProgramSays() {
        Facts facts = project("[package]\nname = 'my-package'\n", """
                /home/dev/p/target/release/.fingerprint/my-package-1111111111111111/dep-bin-app: {content: x, mtime: 2026-09-12T09:00:00Z}
                /home/dev/p/target/release/.fingerprint/my-package-2222222222222222/dep-bin-app: {content: x, mtime: 2026-09-12T10:00:00Z}
                /home/dev/p/target/release/.fingerprint/my-package-3333333333333333/dep-bin-other: {content: x, mtime: 2026-09-12T11:00:00Z}
                /home/dev/p/target/release/.fingerprint/serde-4444444444444444/invoked.timestamp: {content: x, mtime: 2026-09-12T11:00:00Z}
                """);
        assertEquals(Instant.parse("2026-09-12T10:00:00Z"), build(facts, RELEASE).begun(facts).orElse(Instant.EPOCH));
    }

    @Test
    void withoutDepInfoTheMomentOfTheCallCounts() {
        Facts facts = project("[package]\nname = 'app'\n", """
                /home/dev/p/target/release/.fingerprint/app-1111111111111111/invoked.timestamp: {content: x, mtime: 2026-09-12T09:00:00Z}
                /home/dev/p/target/release/.fingerprint/app-macro-2222222222222222/invoked.timestamp: {content: x, mtime: 2026-09-12T11:00:00Z}
                """);
        assertEquals(Instant.parse("2026-09-12T09:00:00Z"), build(facts, RELEASE).begun(facts).orElse(Instant.EPOCH));
    }

    @Test
    void aBuildOfUnknownTimeHasNone() {
        Facts facts = project("[package]\nname = 'app'\n", "/home/dev/p/target/release/.fingerprint/app-1/invoked.timestamp: \"\"\n");
        assertTrue(build(facts, RELEASE).begun(facts).isAbsent());
        Facts denied = project("[package]\nname = 'app'\n", "/home/dev/p/target/release/.fingerprint: {type: dir, mode: '0700', unread: denied}\n");
        assertInstanceOf(Unread.class, build(denied, RELEASE).begun(denied));
    }

    @Test
    void theCompilerLastUsedStandsInTheTargetDirectory() {
        String info = "'{\"rustc_fingerprint\":1,\"outputs\":{\"2\":{\"success\":true,\"stdout\":"
                + "\"rustc 1.89.0 (29483883e 2025-08-04)\\nbinary: rustc\\n\"}}}'";
        Facts facts = project("[package]\n", "/home/dev/p/target/.rustc_info.json: " + info + "\n");
        assertEquals("rustc 1.89.0 (29483883e 2025-08-04)", build(facts, RELEASE).compiler(facts).orElse(""));
        Facts garbled = project("[package]\n", "/home/dev/p/target/.rustc_info.json: 'rubbish'\n");
        assertInstanceOf(Unread.class, build(garbled, RELEASE).compiler(garbled));
        Facts none = project("[package]\n", "");
        assertTrue(build(none, RELEASE).compiler(none).isAbsent());
    }

    @Test
    void aPinnedToolchainIsANumberOrNothing() {
        Facts pinned = project("[package]\n", "/home/dev/p/rust-toolchain.toml: \"[toolchain]\\nchannel = '1.85.0'\\n\"\n");
        assertEquals(Optional.of("1.85.0"), build(pinned, RELEASE).pinned(pinned));
        Facts old = project("[package]\n", "/home/dev/p/rust-toolchain: \"1.82.0\\n\"\n");
        assertEquals(Optional.of("1.82.0"), build(old, RELEASE).pinned(old));
        Facts stable = project("[package]\n", "/home/dev/p/rust-toolchain: \"stable\\n\"\n");
        assertEquals(Optional.empty(), build(stable, RELEASE).pinned(stable));
        assertFalse(build(stable, "/home/dev/p/target/debug/app").isOptimised());
    }
}
