package dev.perfdoctor.api;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What an ELF file says of itself, in the words of a machine file's {@code elf:} key. What was not stated is empty.
 *
 * @param machine as uname prints it, such as {@code x86_64}
 * @param bits 32 or 64
 * @param type {@code static} or {@code dynamic}
 * @param symbols names, where they matter
 * @param compressed {@code zlib}, {@code zstd} or {@code none}: debug sections
 * @param framePointers {@code present}, {@code absent} or {@code unknown}
 * @param truncatedAt bytes that are there, when fewer than the headers promise
 */
public record ElfWords(
        String machine,
        OptionalInt bits,
        Optional<String> type,
        Optional<String> buildId,
        Optional<String> interpreter,
        Optional<List<String>> needed,
        Optional<List<String>> sections,
        Optional<List<String>> symbols,
        OptionalInt dwarfVersion,
        Optional<String> compressed,
        Optional<String> comment,
        Optional<String> debuglink,
        Optional<Boolean> ehFrameHdr,
        Optional<String> framePointers,
        OptionalLong truncatedAt) {}
