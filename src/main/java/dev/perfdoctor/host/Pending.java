package dev.perfdoctor.host;

import dev.perfdoctor.host.Runner.Ending;
import dev.perfdoctor.host.Runner.Outcome;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** An outcome to come. The first use of the JDK's {@code CompletableFuture} prepares a pool of threads that nobody needs here (1 ms). */
final class Pending {
    private final CountDownLatch given = new CountDownLatch(1);
    private Outcome outcome;

    /** One that is there already. */
    static Pending of(Outcome outcome) {
        Pending pending = new Pending();
        pending.give(outcome);
        return pending;
    }

    /** The first that is given counts. */
    synchronized void give(Outcome value) {
        if (outcome == null) {
            outcome = value;
            given.countDown();
        }
    }

    /** The outcome; a timeout where none is given in time. */
    Outcome await(Duration patience) {
        try {
            if (!given.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                return Outcome.without(Ending.TIMEOUT, 0);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Outcome.without(Ending.LOST, 0);
        }
        synchronized (this) {
            return outcome;
        }
    }
}
