package dev.perfdoctor.engine;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** {@link Facts} for many threads: the first to ask computes, the others wait, a circle of waiting is named instead of hanging. */
public final class FactStore implements Facts {
    private record Key(Class<?> fact, Object subject) {
        @Override
        public String toString() {
            String name = fact.getSimpleName();
            return subject.equals("") ? name : name + "(" + subject + ")";
        }
    }

    private static final class Cell {
        private final Key key;
        private Thread owner;
        private Object value;
        private RuntimeException failure;
        private boolean done;

        Cell(Key key, Thread owner) {
            this.key = key;
            this.owner = owner;
        }
    }

    private final Host host;
    private final Request request;
    private final long end;
    private final Map<Key, Cell> cells = new HashMap<>();
    private final Map<Thread, Cell> waiting = new HashMap<>();

    /**
     * Facts over this host for this request.
     *
     * @param patience how long, from now, anybody waits for a fact that somebody else computes
     */
    public FactStore(Host host, Request request, Duration patience) {
        this.host = host;
        this.request = request;
        this.end = System.nanoTime() + patience.toNanos();
    }

    @Override
    public Host host() {
        return host;
    }

    @Override
    public Request request() {
        return request;
    }

    @Override
    public <T> T once(Class<T> fact, Object subject, Function<? super Facts, ? extends T> how) {
        Key key = new Key(fact, subject);
        Cell cell;
        boolean mine = false;
        synchronized (cells) {
            cell = cells.get(key);
            if (cell == null) {
                cell = new Cell(key, Thread.currentThread());
                cells.put(key, cell);
                mine = true;
            }
        }
        if (mine) {
            compute(cell, how);
        }
        return fact.cast(await(cell));
    }

    private void compute(Cell cell, Function<? super Facts, ?> how) {
        Object value = null;
        RuntimeException failure = null;
        try {
            value = how.apply(this);
            if (value == null) {
                failure = new IllegalStateException("the fact " + cell.key + " is null");
            }
        } catch (RuntimeException thrown) {
            failure = thrown;
        } catch (Error thrown) {
            failure = new IllegalStateException(thrown.toString(), thrown);
        }
        synchronized (cells) {
            cell.value = value;
            cell.failure = failure;
            cell.done = true;
            cells.notifyAll();
        }
    }

    private Object await(Cell cell) {
        synchronized (cells) {
            Thread me = Thread.currentThread();
            while (!cell.done) {
                refuseCircle(cell, me);
                waiting.put(me, cell);
                try {
                    long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                    if (left <= 0) {
                        throw new IllegalStateException("the fact " + cell.key + " is not there in time");
                    }
                    cells.wait(left);
                } catch (InterruptedException stopped) {
                    me.interrupt();
                    throw new IllegalStateException("stopped while waiting for the fact " + cell.key, stopped);
                } finally {
                    waiting.remove(me);
                }
            }
            if (cell.failure != null) {
                throw cell.failure;
            }
            return cell.value;
        }
    }

    private void refuseCircle(Cell wanted, Thread me) {
        List<String> names = new ArrayList<>();
        Cell at = wanted;
        while (at != null && !at.done) {
            names.add(at.key.toString());
            if (at.owner == me) {
                throw new IllegalStateException("facts need each other: " + String.join(" → ", names));
            }
            at = waiting.get(at.owner);
        }
    }
}
