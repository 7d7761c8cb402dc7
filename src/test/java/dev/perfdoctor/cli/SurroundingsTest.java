package dev.perfdoctor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SurroundingsTest {
    @ParameterizedTest
    @CsvSource({
        "C.UTF-8, '',          '',          UTF-8",
        "'',      '',          en_US.utf8,  UTF-8",
        "'',      de_DE.UTF-8, C,           UTF-8",
        "C,       de_DE.UTF-8, de_DE.UTF-8, US-ASCII",
        "POSIX,   '',          en_US.UTF-8, US-ASCII",
        "'',      C,           en_US.UTF-8, US-ASCII",
        "'',      '',          de_DE@euro,  US-ASCII",
        "'',      '',          '',          US-ASCII",
    })
    void theFirstVariableThatIsNotEmptyNamesTheLocale(String all, String type, String lang, String charset) {
        assertEquals(charset, Surroundings.charset(Map.of("LC_ALL", all, "LC_CTYPE", type, "LANG", lang)).name());
    }

    @ParameterizedTest
    @CsvSource({
        // option, NO_COLOR, CLICOLOR_FORCE, TERM, terminal, coloured
        "auto,   '', '', xterm, true,  true",
        "auto,   '', '', xterm, false, false",
        "auto,   '', '', dumb,  true,  false",
        "auto,   1,  '', xterm, true,  false",
        "auto,   0,  '', xterm, true,  false",
        "auto,   '', 1,  xterm, false, true",
        "auto,   '', 0,  xterm, true,  true",
        "auto,   '', 0,  xterm, false, false",
        "auto,   1,  1,  xterm, true,  false",
        "always, 1,  '', dumb,  false, true",
        "never,  '', 1,  xterm, true,  false",
    })
    void theOptionBeatsNoColorBeatsForceBeatsTheTerminal(
            String option, String no, String force, String term, boolean terminal, boolean coloured) {
        Map<String, String> environment = new HashMap<>(Map.of("NO_COLOR", no, "CLICOLOR_FORCE", force, "TERM", term));
        Surroundings around = new Surroundings(
                OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), environment, terminal, StandardCharsets.UTF_8, () -> null);
        Colours colours = Colours.of(new Arguments(Map.of("--color", List.of(option)), List.of()));
        assertEquals(coloured, colours.wanted(around));
    }
}
