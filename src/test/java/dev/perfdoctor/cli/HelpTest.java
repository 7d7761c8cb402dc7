package dev.perfdoctor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HelpTest {
    @Test
    void theProgramTellsWhatItIsWhatItCanAndHowItEnds() {
        String help = Told.by(List.of(), "--help").out();
        assertEquals(help, Told.by(List.of(), "-h").out());
        for (String part : List.of("read-only", "perfdoctor check", "perfdoctor list", "perfdoctor explain", "Examples", "Exit status")) {
            assertTrue(help.contains(part), () -> part + " is missing:\n" + help);
        }
    }

    @Test
    void everyCommandTellsEveryOptionOfIts() {
        for (Command command : Commands.all()) {
            Told told = Told.by(List.of(), command.name(), "--help");
            assertEquals(0, told.exit());
            command.syntax().options().forEach(option -> option.names().forEach(name -> assertTrue(told.out().contains(name), name)));
        }
    }

    @Test
    void helpIsGivenBeforeWordsAreCounted() {
        assertEquals(0, Told.by(List.of(), "explain", "--help").exit());
        assertEquals(0, Told.by(List.of(), "check", "--from", "x", "-h").exit());
    }

    @Test
    void noLineIsWiderThan80ColumnsOrEndsInBlanks() {
        for (Command command : Commands.all()) {
            lines(Told.by(List.of(), command.name(), "--help").out());
        }
        lines(Told.by(List.of(), "--help").out());
    }

    @Test
    void helpIsAsciiForEveryLocale() {
        for (Command command : Commands.all()) {
            assertTrue(StandardCharsets.US_ASCII.newEncoder().canEncode(Help.of(command)), command.name());
        }
        assertTrue(StandardCharsets.US_ASCII.newEncoder().canEncode(Help.ofProgram(Commands.all())));
    }

    private static void lines(String help) {
        help.lines().forEach(line -> {
            assertTrue(line.length() <= 80, line);
            assertEquals(line.stripTrailing(), line);
        });
    }
}
