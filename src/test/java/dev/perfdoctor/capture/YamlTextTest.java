package dev.perfdoctor.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class YamlTextTest {
    @ParameterizedTest
    @ValueSource(strings = {
        "", "plain", "/usr/bin/perf", "true", "no", "1", "0755", "~", "- x", "a: b", "#c", " lead", "trail ", "two\nlines\n", "no end\nhere",
        "ends twice\n\n", "\n", "\nfirst empty\n", "tab\tin\nlines\tand tabs\n", "\ttab first\nx\n", "blank line with spaces\n  \nx\n", "\u001b[31m\n",
        "\u0000", "\u202ebidi\nx\n", "ü€\nzwei\n", "😀\nx\n", "quote\"back\\slash\n", "CR\r\nLF\n", "\u0085next line\n", "\u2028sep", "{flow}", "%x", "@y", "`z"
    })
    void aReaderGetsTheVeryTextBack(String text) {
        Load load = new Load(LoadSettings.builder().build());
        assertEquals(Map.of("k", Map.of("v", text)), load.loadFromString("k:\n  v:" + YamlText.value(text, 2) + "\n"));
        assertEquals(Map.of("k", text), load.loadFromString("{k: " + YamlText.scalar(text) + "}"));
    }
}
