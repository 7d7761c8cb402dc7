package dev.perfdoctor.api;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What an ELF file says of itself, in the words of a machine file's {@code elf:} key. What was not stated is empty.
 *
 * @param machine as uname prints it, such as {@code x86_64}; empty when not stated
 * @param bits 32 or 64
 * @param type {@code static} or {@code dynamic}
 * @param sections names of those that hold bytes; where they are stated, one that is not there does not exist
 * @param symbols names, where they matter
 * @param dwarfVersion the highest among the first units
 * @param compressed {@code zlib}, {@code zstd} or {@code none}: debug sections
 * @param comment compilers and linkers as {@code .comment} names them, joined by {@code "; "}
 * @param debuglinkCrc the CRC that {@code .gnu_debuglink} wants of its file, eight hexadecimal digits
 * @param framePointers {@code present}, {@code absent} or {@code unknown}
 * @param unwindEntries functions that the table of {@code .eh_frame_hdr} covers
 * @param functions functions with code that {@code .symtab} names
 * @param producers compilers with their options, as the first units of the debug information name them
 * @param splitDwarf whether the debug information itself lies in {@code .dwo} files
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
        Optional<String> debuglinkCrc,
        Optional<Boolean> ehFrameHdr,
        Optional<String> framePointers,
        OptionalLong unwindEntries,
        OptionalLong functions,
        Optional<List<String>> producers,
        Optional<Boolean> splitDwarf,
        OptionalLong truncatedAt) {}
