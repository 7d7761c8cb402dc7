package dev.perfdoctor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ArgumentParserTest {
    private static final Syntax SYNTAX = Syntax.of(List.of(
            Option.many("--for", "LIST", ""),
            Option.one("--from", "FILE", ""),
            Option.flag("", "--verbose", "-v"),
            Option.flag("", "--quiet", "-q")));

    @Test
    void aValueFollowsItsOptionOrAnEqualsSign() {
        assertEquals(Optional.of("m.yaml"), parse("--from", "m.yaml").value("--from"));
        assertEquals(Optional.of("m.yaml"), parse("--from=m.yaml").value("--from"));
        assertEquals(Optional.of("a=b"), parse("--from=a=b").value("--from"));
    }

    @Test
    void listsMayBeWrittenInOneOrGivenAgain() {
        assertEquals(List.of("stat", "record", "valgrind"), parse("--for", "stat, record", "--for=valgrind").items("--for"));
    }

    @Test
    void aFlagGoesByItsFirstNameHoweverItWasGiven() {
        assertTrue(parse("-v").has("--verbose"));
        assertTrue(parse("-v", "--verbose", "-v").has("--verbose"));
        assertTrue(parse("-vq").has("--quiet"));
        assertFalse(parse("-v").has("--quiet"));
    }

    @Test
    void valuesAreTakenAsTheyAre(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("arguments"), "--from other.yaml\n");
        assertEquals(Optional.of("@" + file), parse("--from", "@" + file).value("--from"), "a file nobody named as one is not read");
        assertEquals(Optional.of("${sys:user.home}"), parse("--from", "${sys:user.home}").value("--from"));
        assertEquals(Optional.of("\"quoted\""), parse("--from", "\"quoted\"").value("--from"));
        assertEquals(Optional.of("-x"), parse("--from=-x").value("--from"));
    }

    @Test
    void wordsAreKeptInOrder() {
        Arguments arguments = new ArgumentParser("explain", Syntax.of(List.of(), "CODE")).parse(List.of("--", "--help"));
        assertEquals(List.of("--help"), arguments.words());
    }

    private static Arguments parse(String... words) {
        return new ArgumentParser("check", SYNTAX).parse(List.of(words));
    }
}
