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
        private final Thread owner;
        /** What the owner was computing when it came to need this one; null for nothing. */
        private final Cell within;
        private Object value;
        private RuntimeException failure;
        /** Written under the lock of all cells and of this one; who waits holds the latter alone. */
        private volatile boolean done;

        Cell(Key key, Thread owner, Cell within) {
            this.key = key;
            this.owner = owner;
            this.within = within;
        }
    }

    /** The run's time was up before a fact was there: nothing is wrong with who asked. */
    static final class TooLate extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        TooLate(String what) {
            super(what);
        }
    }

    private final Host host;
    private final Request request;
    private final long end;
    private final Map<Key, Cell> cells = new HashMap<>();
    private final Map<Thread, Cell> computing = new HashMap<>();
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
                Thread me = Thread.currentThread();
                cell = new Cell(key, me, computing.get(me));
                cells.put(key, cell);
                computing.put(me, cell);
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
            if (cell.within == null) {
                computing.remove(cell.owner);
            } else {
                computing.put(cell.owner, cell.within);
            }
            synchronized (cell) {
                cell.done = true;
                cell.notifyAll();
            }
        }
    }

    private Object await(Cell cell) {
        if (!cell.done) {
            awaitOthers(cell, Thread.currentThread());
        }
        if (cell.failure != null) {
            throw cell.failure;
        }
        return cell.value;
    }

    /** Whoever closes a circle of waiting is the last to come, and sees the others wait. */
    private void awaitOthers(Cell cell, Thread me) {
        synchronized (cells) {
            refuseCircle(cell, me);
            waiting.put(me, cell);
        }
        try {
            awaitDone(cell);
        } catch (InterruptedException stopped) {
            me.interrupt();
            throw new IllegalStateException("stopped while waiting for the fact " + cell.key, stopped);
        } finally {
            synchronized (cells) {
                waiting.remove(me);
            }
        }
    }

    /** Each fact wakes those who wait for it alone: woken for every fact, a dozen threads spent most of their time on that. */
    private void awaitDone(Cell cell) throws InterruptedException {
        synchronized (cell) {
            while (!cell.done) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (left <= 0) {
                    throw new TooLate("the fact " + cell.key + " is not there in time");
                }
                cell.wait(left);
            }
        }
    }

    private void refuseCircle(Cell wanted, Thread me) {
        List<String> names = new ArrayList<>();
        Cell at = wanted;
        while (at != null && !at.done) {
            names.addAll(needs(at));
            if (at.owner == me) {
                throw new IllegalStateException("facts need each other: " + String.join(" → ", names) + " → " + wanted.key);
            }
            at = waiting.get(at.owner);
        }
    }

    /** A fact, and what its owner computes for it, down to what it computes just now. */
    private List<String> needs(Cell cell) {
        List<String> names = new ArrayList<>();
        for (Cell at = computing.get(cell.owner); at != null && at != cell; at = at.within) {
            names.addFirst(at.key.toString());
        }
        names.addFirst(cell.key.toString());
        return names;
    }
}
