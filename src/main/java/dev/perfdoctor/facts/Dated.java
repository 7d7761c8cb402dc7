package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import java.time.Instant;

/** A file and when it was last changed. */
public record Dated(String file, Instant time) {
    /** Both, as evidence. */
    public Evidence evidence() {
        return new Evidence(file, "last changed " + Times.shown(time));
    }
}
