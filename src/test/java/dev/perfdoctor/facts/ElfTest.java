package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import dev.perfdoctor.facts.Elf.Answer;
import dev.perfdoctor.facts.Elf.Instrument;
import dev.perfdoctor.facts.Elf.Kind;
import dev.perfdoctor.facts.Elf.ManagedRuntime;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an ELF file is, as a machine file's words and bytes say it. */
class ElfTest {
    private static Reading<Elf> read(String file) {
        return Elf.of(Machines.facts("files:\n  /app: " + file + "\n"), "/app");
    }

    private static Elf elf(String words) {
        return assertInstanceOf(Present.class, read("{elf: {" + words + "}}")).value() instanceof Elf elf ? elf : null;
    }

    private static String reason(Reading<Elf> reading) {
        return reading instanceof Unread<Elf> unread ? unread.reason() : reading.toString();
    }

    @Test
    void thereAndNotThereAndDeniedAndNotCapturedAreFourAnswers() {
        Facts facts = Machines.facts("""
                otherwise: not-captured
                files:
                  /app: {elf: {machine: x86_64}}
                  /closed: {unread: denied}
                  /gone: {type: absent}
                """);
        assertTrue(Elf.of(facts, "/app").isPresent());
        assertInstanceOf(Absent.class, Elf.of(facts, "/gone"));
        assertEquals("denied", reason(Elf.of(facts, "/closed")));
        assertEquals("not captured", reason(Elf.of(facts, "/elsewhere")));
    }

    @ParameterizedTest
    @CsvSource({
        "'{content: \"\"}', empty",
        "'{content: \"#!/bin/sh\"}', not an ELF file",
        "'{base64: f0VMRgIBAQ==}', an ELF file cut in its header",
        "'{type: dir}', not a regular file",
        "'{type: fifo}', not a regular file",
    })
    void whatIsNoElfFileIsGarbledAndSaysWhy(String file, String why) {
        Reading<Elf> answer = read(file);
        assertEquals(why, reason(answer));
        assertEquals(Why.FAILED, assertInstanceOf(Unread.class, answer).why());
    }

    @Test
    void bytesThatACaptureDoesNotHoldAreNotCaptured() {
        String header = Base64.getEncoder().encodeToString("\u007fELF\2\1\1".getBytes(StandardCharsets.ISO_8859_1));
        assertEquals("not captured", reason(read("{base64: " + header + ", size: 100000}")));
    }

    @Test
    void whatIsNotStatedIsUnknown() {
        Elf elf = elf("machine: x86_64");
        assertEquals(Optional.empty(), elf.hasSymbols());
        assertEquals(Optional.empty(), elf.hasDebugInfo());
        assertEquals(Optional.empty(), elf.isStatic());
        assertEquals(Answer.UNKNOWN, elf.framePointers());
        assertEquals(Answer.UNKNOWN, elf.unwindTable());
    }

    @Test
    void aStatedListOfSectionsIsWhole() {
        Elf elf = elf("sections: [.text, .eh_frame]");
        assertEquals(Optional.of(false), elf.hasSymbols());
        assertEquals(Optional.of(false), elf.hasDebugInfo());
        assertEquals(Answer.ABSENT, elf.unwindTable());
    }

    @Test
    void oldCompressedSectionsAreDebugInformationToo() {
        assertEquals(Optional.of(true), elf("sections: [.zdebug_info]").hasDebugInfo());
    }

    @Test
    void aTableOfThreeStartFilesIsNoUnwindTable() {
        assertEquals(Answer.ABSENT, elf("eh-frame-hdr: true, unwind-entries: 3, functions: 240").unwindTable());
        assertEquals(Answer.PRESENT, elf("eh-frame-hdr: true, unwind-entries: 236, functions: 240").unwindTable());
    }

    @ParameterizedTest
    @CsvSource({
        "'needed: [libasan.so.8, libc.so.6]', SANITIZER",
        "'symbols: [__asan_init]', SANITIZER",
        "'symbols: [__ubsan_handle_add_overflow]', SANITIZER",
        "'symbols: [__gcov_init]', COVERAGE",
        "'sections: [.text, __llvm_prf_cnts]', COVERAGE",
        "'symbols: [_mcount]', CALL_COUNTING",
        "'symbols: [__fentry__]', CALL_COUNTING",
        "'symbols: [_ZN4dhat5Alloc17h0123456789abcdefE]', ALLOCATION_COUNTING",
    })
    void whatWasBuiltInShows(String words, Kind kind) {
        assertEquals(List.of(kind), elf(words).instruments().stream().map(Instrument::kind).distinct().toList());
    }

    @Test
    void aPlainProgramHasNothingBuiltIn() {
        assertEquals(List.of(), elf("needed: [libc.so.6, libasan_tools.so], symbols: [main], sections: [.text, .symtab]").instruments());
    }

    @ParameterizedTest
    @CsvSource({
        "'symbols: [JNI_CreateJavaVM]', JVM", "'needed: [libjli.so, libc.so.6]', JVM",
        "'symbols: [napi_create_function]', NODE", "'symbols: [Py_BytesMain]', PYTHON",
    })
    void aVirtualMachineShows(String words, ManagedRuntime runtime) {
        assertEquals(Optional.of(runtime), elf(words).runtime());
    }

    @ParameterizedTest
    @CsvSource({
        "x86_64, x86_64, true", "i686, x86_64, true", "aarch64, x86_64, false", "armv7l, aarch64, true", "ppc64le, x86_64, false",
    })
    void aKernelRunsTheProgramsOfItsFamily(String program, String kernel, boolean runs) {
        assertEquals(Optional.of(runs), elf("machine: " + program).runsOn(kernel));
    }

    @Test
    void compilersAreToldApart() {
        assertEquals(List.of("GCC: (GNU) 13.3.0", "rustc version 1.85.0 (4d91de4e4 2025-02-17)"),
                elf("comment: 'GCC: (GNU) 13.3.0; rustc version 1.85.0 (4d91de4e4 2025-02-17)'").compilers());
    }
}
