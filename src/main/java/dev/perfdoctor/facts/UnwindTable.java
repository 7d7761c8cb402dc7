package dev.perfdoctor.facts;

import dev.perfdoctor.facts.ElfImage.Segment;
import dev.perfdoctor.facts.ElfSymbols.Function;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The table of {@code .eh_frame_hdr}, by which an unwinder finds a function (LSB 5.0, Exception Frames): a file that has {@code .eh_frame}
 * and not this, as static programs do by default, cannot be unwound.
 *
 * @param entries functions it covers
 * @param address where it lies in the running program; the starts are relative to it
 */
record UnwindTable(long entries, long address, long offset) {
    private static final int MOST_READ = 4_096;
    private static final int HEADER = 12;
    private static final int ENTRY = 8;
    private static final long LONGEST_FUNCTION = 1 << 16;
    /** Version 1, the frame's place relative and signed in four bytes, the count in four, the starts relative to the table. */
    private static final int USUAL = 0x011b033b;

    /** Empty where there is no such table, or one of another encoding than all linkers write. */
    static Optional<UnwindTable> of(ElfImage image) {
        Optional<Segment> segment = image.segment(ElfImage.EH_FRAME_SEGMENT);
        if (segment.isEmpty() || segment.get().size() < HEADER) {
            return Optional.empty();
        }
        try {
            ByteBuffer header = image.view(segment.get().offset(), HEADER);
            int encoding = (header.get(0) & 0xff) << 24 | (header.get(1) & 0xff) << 16 | (header.get(2) & 0xff) << 8 | header.get(3) & 0xff;
            long entries = Integer.toUnsignedLong(header.getInt(8));
            boolean fits = encoding == USUAL && entries * ENTRY <= segment.get().size() - HEADER;
            return fits ? Optional.of(new UnwindTable(entries, segment.get().address(), segment.get().offset())) : Optional.empty();
        } catch (FileBytes.Refused _) {
            return Optional.empty();
        }
    }

    /** Functions that it covers; of a large table, evenly spaced ones. */
    List<Function> functions(ElfImage image) {
        List<Function> all = new ArrayList<>();
        for (Parts part : Parts.of(entries, MOST_READ)) {
            ByteBuffer block = image.view(offset + HEADER + part.first() * ENTRY, (long) part.count() * ENTRY);
            for (int at = 0; at + ENTRY < block.limit(); at += ENTRY) {
                long start = address + block.getInt(at);
                long next = address + block.getInt(at + ENTRY);
                if (next > start) {
                    all.add(new Function(0, start, Math.min(next - start, LONGEST_FUNCTION)));
                }
            }
        }
        return all;
    }
}
