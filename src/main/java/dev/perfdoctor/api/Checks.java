package dev.perfdoctor.api;

import java.util.List;

/** The one service a jar of checks provides ({@link java.util.ServiceLoader}). */
public interface Checks {
    /** All of them, in the order of the report. */
    List<Check> all();
}
