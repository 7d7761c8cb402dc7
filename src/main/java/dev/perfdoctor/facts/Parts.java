package dev.perfdoctor.facts;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A stretch of a table that is too long to read.
 *
 * @param first the number of its first entry
 */
record Parts(long first, int count) {
    private static final int PARTS = 16;

    /** The whole of a table of {@code count} entries, or evenly spaced parts that hold about {@code most} of them. */
    static List<Parts> of(long count, int most) {
        if (count <= most) {
            return count <= 0 ? List.of() : List.of(new Parts(0, (int) count));
        }
        int each = most / PARTS;
        return IntStream.range(0, PARTS).mapToObj(i -> new Parts((count - each) / (PARTS - 1) * i, each)).toList();
    }
}
