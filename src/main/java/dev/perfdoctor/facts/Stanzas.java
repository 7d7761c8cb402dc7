package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import java.nio.charset.StandardCharsets;

/** A file of stanzas with blank lines between, read in pieces: such a database may be 100 MB, and one stanza of it is wanted. */
record Stanzas(Host host, String file, int limit) {
    private static final int PIECE = 1 << 18;
    /** A stanza longer than that is none. */
    private static final int LONGEST = 1 << 22;

    /** The stanza with this first line; absent where there is none. */
    Reading<String> stanza(String firstLine) {
        return find(firstLine, "\n\n");
    }

    /** The line itself, where some stanza has it. */
    Reading<String> line(String line) {
        return find(line, "\n");
    }

    private Reading<String> find(String firstLine, String end) {
        StringBuilder window = new StringBuilder("\n");
        for (long offset = 0; offset < limit && window.length() < LONGEST; offset += PIECE) {
            switch (host.bytes(file, offset, PIECE)) {
                case Absent<byte[]> a -> {
                    return new Absent<>(a.source());
                }
                case Unread<byte[]> u -> {
                    return u.cast();
                }
                case Present<byte[]> piece -> {
                    boolean last = piece.value().length < PIECE;
                    window.append(new String(piece.value(), StandardCharsets.ISO_8859_1)).append(last ? "\n\n" : "");
                    int start = window.indexOf("\n" + firstLine + "\n");
                    int stop = start < 0 ? -1 : window.indexOf(end, start + 1);
                    if (stop >= 0) {
                        return new Present<>(window.substring(start + 1, stop), new Evidence(file, firstLine));
                    }
                    if (last) {
                        return new Absent<>(file);
                    }
                    window.delete(0, start >= 0 ? start : Math.max(0, window.length() - firstLine.length() - 2));
                }
            }
        }
        return Reading.failed(file, "too large");
    }
}
