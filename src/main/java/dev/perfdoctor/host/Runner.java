package dev.perfdoctor.host;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Runs programs: no terminal, no standard input, a deadline, capped output, no shell, and nothing left behind. */
interface Runner extends AutoCloseable {
    /** How a program's run ended. */
    enum Ending {
        EXIT,
        SIGNAL,
        TIMEOUT,
        /** It did not start. */
        ERRNO,
        /** Whoever was to run it is gone. */
        LOST
    }

    /**
     * What came of a run.
     *
     * @param number the exit status, the signal or the errno
     * @param output standard output up to the limit, also where it timed out
     * @param errors standard error up to the limit
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Outcome(Ending ending, int number, byte[] output, byte[] errors) {
        static Outcome without(Ending ending, int number) {
            return new Outcome(ending, number, new byte[0], new byte[0]);
        }
    }

    /**
     * Starts a program.
     *
     * @param command an absolute path and its arguments
     * @param limit bytes kept of each output
     */
    Pending start(List<String> command, Duration deadline, int limit);

    /**
     * Starts a read of a file in a process that can be left behind when it hangs, as {@code native/run/read.h} describes; empty where this
     * runner cannot do that.
     */
    default Optional<Pending> read(List<String> request, Duration deadline, int limit) {
        return Optional.empty();
    }

    /** Ends everything that still runs. */
    @Override
    void close();
}
