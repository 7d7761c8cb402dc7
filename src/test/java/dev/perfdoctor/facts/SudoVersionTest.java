package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SudoVersionTest {
    @ParameterizedTest
    @CsvSource({
        "Sudo version 1.8.21p2, NO_REGEX",
        "Sudo version 1.9.5p2, NO_REGEX",
        "Sudo version 1.9.10, INODE",
        "Sudo version 1.9.13p3, INODE",
        "Sudo version 1.9.14, DIRECTORY",
        "Sudo version 1.9.17p2, DIRECTORY",
        "Sudo version 1.10.0, DIRECTORY",
        "sudo-rs 0.2.5, EARLY_RS",
        "sudo-rs 0.2.8-1ubuntu5, EARLY_RS",
        "sudo-rs 0.2.13-0ubuntu1, RS",
    })
    void saysHowPathsAreCompared(String text, SudoDialect expected) {
        assertEquals(expected, SudoVersion.parse(text + "\nSudoers policy plugin version 9.9.9\n").dialect());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "Sudo version", "usage: sudo -h", "\u001b[0m"})
    void whatNamesNoVersionIsGarbled(String text) {
        assertThrows(IllegalArgumentException.class, () -> SudoVersion.parse(text));
    }

    @Test
    void absentAndNotCapturedAreTwoAnswers() {
        assertEquals(true, SudoVersion.of(Machines.facts("files: {/etc/hosts: x}\n")).isAbsent());
        String withoutAnswer = "environment: {PATH: /usr/bin}\nfiles: {/usr/bin/sudo: {elf: {machine: x86_64}, mode: \"4755\"}}\n";
        Unread<?> unread = (Unread<?>) SudoVersion.of(Machines.facts(withoutAnswer));
        assertEquals(Why.NOT_CAPTURED, unread.why());
    }
}
