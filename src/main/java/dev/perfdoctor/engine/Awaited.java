package dev.perfdoctor.engine;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** A fact the report itself wants, on its own thread: one that hangs or fails costs its line of the report, not the report. */
final class Awaited<T> {
    /** What is nearly there when the time is up is still taken. */
    private static final long GRACE = TimeUnit.MILLISECONDS.toNanos(100);

    private final FutureTask<T> task;

    /** Starts to compute it. */
    Awaited(String name, Supplier<T> fact) {
        task = new FutureTask<>(fact::get);
        Thread thread = new Thread(task, name);
        thread.setDaemon(true); // one that never answers must not keep the program alive
        thread.start();
    }

    /** The fact, or {@code otherwise} when it fails or is not there at {@code end} ({@link System#nanoTime()}). */
    T until(long end, T otherwise) {
        try {
            return task.get(Math.max(GRACE, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException none) {
            return otherwise;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return otherwise;
        }
    }
}
