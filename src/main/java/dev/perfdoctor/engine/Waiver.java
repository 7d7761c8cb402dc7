package dev.perfdoctor.engine;

import java.time.LocalDate;
import java.util.Optional;

/**
 * A diagnosis that somebody accepts. Its effect on the states stays; its severity becomes a note, until the day after {@code until}.
 *
 * @param code the diagnosis
 * @param reason why it is accepted; empty for one given on the command line
 * @param until the last day it holds; empty for this run only
 */
public record Waiver(String code, String reason, Optional<LocalDate> until) {
    /** Whether it no longer holds on {@code today}. */
    public boolean expiredOn(LocalDate today) {
        return until.isPresent() && today.isAfter(until.get());
    }
}
