package dev.perfdoctor.engine;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A fact the report itself wants, on its own thread: one that hangs or fails costs its line of the report, not the report. */
final class Awaited<T> {
    /** What is nearly there when the time is up is still taken. */
    private static final long GRACE = TimeUnit.MILLISECONDS.toNanos(100);

    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile T value;

    /** Starts to compute it. */
    Awaited(String name, Supplier<T> fact) {
        Thread thread = new Thread(() -> compute(fact), name);
        thread.setDaemon(true); // one that never answers must not keep the program alive
        thread.start();
    }

    private void compute(Supplier<T> fact) {
        try {
            value = fact.get();
        } catch (RuntimeException | Error failed) {
            value = null;
        }
        ended.countDown();
    }

    /** The fact, or {@code otherwise} when it fails or is not there at {@code end} ({@link System#nanoTime()}). */
    T until(long end, T otherwise) {
        try {
            boolean inTime = ended.await(Math.max(GRACE, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            T known = value;
            return inTime && known != null ? known : otherwise;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return otherwise;
        }
    }
}
