package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TomlKeysTest {
    @Test
    void readsWhatManifestsAreMadeOf() {
        TomlKeys keys = TomlKeys.parse("""
                # a manifest
                top = 1
                [package]
                name = "app" # with a comment
                [profile . "release"]
                debug = 'line-tables-only'
                profile.x.y = true
                [profile]
                dev = { opt-level = 2, debug = "full" }
                [build]
                rustflags = ["-C", # why
                  "target-cpu=native",
                ]
                [[bin]]
                name = "a"
                [[bin]]
                name = "b#not a comment"
                """);
        assertEquals(Optional.of("1"), keys.value("top"));
        assertEquals(Optional.of("app"), keys.value("package.name"));
        assertEquals(Optional.of("line-tables-only"), keys.value("profile.release.debug"));
        assertEquals(Optional.of("2"), keys.value("profile.dev.opt-level"));
        assertEquals(Optional.of("full"), keys.value("profile.dev.debug"));
        assertEquals(Optional.of("[\"-C\", \"target-cpu=native\", ]"), keys.value("build.rustflags"));
        assertEquals(Optional.of("a"), keys.value("bin[0].name"));
        assertEquals(Optional.of("b#not a comment"), keys.value("bin[1].name"));
    }

    @Test
    void anEmptyTableIsThere() {
        assertTrue(TomlKeys.parse("[workspace]\n").hasTable("workspace"));
        assertTrue(TomlKeys.parse("[workspace.package]\nversion = '1'\n").hasTable("workspace"));
        assertFalse(TomlKeys.parse("[workspaces]\n").hasTable("workspace"));
    }

    @Test
    void whatItDoesNotUnderstandIsPassedOver() {
        assertEquals(Map.of("a", "1"), TomlKeys.parse("}{\n= 3\na = 1\n[[[\n[").values().entrySet().stream()
                .filter(e -> e.getKey().equals("a"))
                .collect(java.util.stream.Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
        assertTrue(TomlKeys.parse("").values().isEmpty());
        assertEquals(Optional.empty(), TomlKeys.parse("a = [1,\n2,\n").value("a"));
    }
}
