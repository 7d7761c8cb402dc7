package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Request;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetFileTest {
    private static TargetFile of(String entry) {
        Facts facts = MachineFacts.of("/home/dev/p/app: " + entry + "\n", "app");
        return TargetFile.of(facts, Targets.of(facts).all().getFirst());
    }

    @Test
    void aProgramIsOneByItsWordsOrItsBytes() {
        assertInstanceOf(TargetFile.Program.class, of("{elf: {machine: x86_64}}"));
        assertInstanceOf(TargetFile.Other.class, of("{content: ELF in name only}"));
    }

    @Test
    void whatIsNotThereIsEmptyOrADirectoryIsNothing() {
        Facts none = MachineFacts.of("", "app");
        assertInstanceOf(TargetFile.Nothing.class, TargetFile.of(none, Targets.of(none).all().getFirst()));
        assertInstanceOf(TargetFile.Nothing.class, of("{content: ''}"));
        assertInstanceOf(TargetFile.Nothing.class, of("{type: dir}"));
        assertInstanceOf(TargetFile.Nothing.class, of("{type: fifo}"));
        assertEquals("a link that leads nowhere", assertInstanceOf(TargetFile.Nothing.class, of("{link: gone}")).evidence().observed());
    }

    @Test
    void deniedAndNotCapturedAreUnclear() {
        assertInstanceOf(TargetFile.Unclear.class, of("{unread: denied}"));
        assertInstanceOf(TargetFile.Unclear.class, of("{size: 100, unread: denied}"));
        Facts facts = MachineFacts.facts(MachineFacts.machine("otherwise: not-captured\n", ""), Request.usual(), "app");
        assertInstanceOf(TargetFile.Unclear.class, TargetFile.of(facts, Targets.of(facts).all().getFirst()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            !/bin/sh                      | sh
            !/usr/bin/env python3         | python3
            !/usr/bin/env -S python3 -u   | python3
            ! /usr/bin/perl -w            | perl
            """)
    void aScriptNamesItsInterpreter(String line, String interpreter) {
        assertEquals(interpreter, assertInstanceOf(TargetFile.Script.class, of("{content: \"#" + line + "\\n\"}")).interpreter());
    }

    @Test
    void programsOfOtherSystemsAreToldByTheirMagicNumbers() {
        assertEquals("a Windows program", assertInstanceOf(TargetFile.OtherSystem.class, of("{base64: TVqQAAMAAAAEAAAA}")).format());
        assertEquals("a macOS program", assertInstanceOf(TargetFile.OtherSystem.class, of("{base64: z/rt/gcAAAEDAAAA}")).format());
        assertEquals("an archive", assertInstanceOf(TargetFile.Other.class, of("{base64: UEsDBBQAAAAIAAAA}")).what());
    }

    @Test
    void anEmulatorCountsWhereItIsRegisteredAndEnabled() {
        String folder = "/proc/sys/fs/binfmt_misc/";
        assertTrue(TargetFile.emulator(MachineFacts.of(folder + "qemu-aarch64: \"enabled\\ninterpreter /q\\n\"\n"), "aarch64").isPresent());
        assertTrue(TargetFile.emulator(MachineFacts.of(folder + "rosetta: \"enabled\\n\"\n"), "x86_64").isPresent());
        assertEquals(Optional.empty(), TargetFile.emulator(MachineFacts.of(folder + "qemu-aarch64: \"disabled\\n\"\n"), "aarch64"));
        assertEquals(Optional.empty(), TargetFile.emulator(MachineFacts.of(folder + "qemu-arm: \"enabled\\n\"\n"), "aarch64"));
        assertEquals(Optional.empty(), TargetFile.emulator(MachineFacts.of(""), "aarch64"));
    }
}
