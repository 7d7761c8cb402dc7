package dev.perfdoctor.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Request;
import dev.perfdoctor.host.MachineFileHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class FactStoreTest {
    private record Kernel(String release) {
        static Kernel of(Facts facts) {
            return facts.once(Kernel.class, f -> new Kernel("6.1"));
        }
    }

    private record Egg(Hen hen) {
        static Egg of(Facts facts) {
            return facts.once(Egg.class, f -> new Egg(Hen.of(f)));
        }
    }

    private record Hen(Egg egg) {
        static Hen of(Facts facts) {
            return facts.once(Hen.class, f -> new Hen(Egg.of(f)));
        }
    }

    private record FileFact(String path) {}

    @Test
    void aFactIsComputedOnceAndShared() {
        Facts facts = patient(Duration.ofSeconds(5));
        assertSame(Kernel.of(facts), Kernel.of(facts));
    }

    @Test
    void eachSubjectHasAFactOfItsOwn() {
        Facts facts = patient(Duration.ofSeconds(5));
        FileFact one = facts.once(FileFact.class, "/a", f -> new FileFact("/a"));
        FileFact other = facts.once(FileFact.class, "/b", f -> new FileFact("/b"));
        assertEquals("/a", one.path());
        assertEquals("/b", other.path());
    }

    @Test
    void manyThreadsThatAskAtOnceGetTheSameOne() throws Exception {
        Facts facts = patient(Duration.ofSeconds(20));
        AtomicInteger computed = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
            List<Future<FileFact>> asked = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                asked.add(threads.submit(() -> {
                    go.await();
                    return facts.once(FileFact.class, f -> new FileFact("/" + computed.incrementAndGet()));
                }));
            }
            go.countDown();
            for (Future<FileFact> one : asked) {
                assertEquals("/1", one.get().path());
            }
        }
        assertEquals(1, computed.get());
    }

    @Test
    void aFactThatNeedsItselfSaysSoInsteadOfWaitingForever() {
        Facts facts = patient(Duration.ofMinutes(1));
        String message = assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThrows(IllegalStateException.class, () -> Hen.of(facts)).getMessage());
        assertEquals("facts need each other: Hen → Egg → Hen", message);
    }

    @Test
    void aCircleOverTwoThreadsIsNamedToo() throws Exception {
        Facts facts = patient(Duration.ofMinutes(1));
        CountDownLatch both = new CountDownLatch(2);
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<String> hen = threads.submit(() -> failure(() -> facts.once(Hen.class, f -> {
                meet(both);
                return new Hen(Egg.of(f));
            })));
            Future<String> egg = threads.submit(() -> failure(() -> facts.once(Egg.class, f -> {
                meet(both);
                return new Egg(Hen.of(f));
            })));
            String all = hen.get() + "\n" + egg.get();
            assertTrue(all.contains("Hen → Egg") || all.contains("Egg → Hen"), all);
        }
    }

    @Test
    void nobodyWaitsLongerThanTheRunMayTake() throws Exception {
        Facts facts = patient(Duration.ofMillis(200));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Thread slow = Thread.ofPlatform().daemon().start(() -> facts.once(FileFact.class, f -> {
            begun.countDown();
            await(never);
            return new FileFact("late");
        }));
        begun.await();
        String message = assertTimeoutPreemptively(
                Duration.ofSeconds(20), () -> failure(() -> facts.once(FileFact.class, f -> new FileFact("other"))));
        assertEquals("the fact FileFact is not there in time", message);
        never.countDown();
        slow.join();
    }

    @Test
    void aFactThatFailsFailsForEverybodyAndIsNotTriedAgain() {
        Facts facts = patient(Duration.ofSeconds(5));
        AtomicInteger tried = new AtomicInteger();
        for (int i = 0; i < 2; i++) {
            assertEquals("garbled", failure(() -> facts.once(FileFact.class, f -> {
                tried.incrementAndGet();
                throw new IllegalArgumentException("garbled");
            })));
        }
        assertEquals(1, tried.get());
    }

    @Test
    void aFactIsNeverNull() {
        Facts facts = patient(Duration.ofSeconds(5));
        assertEquals("the fact FileFact is null", failure(() -> facts.once(FileFact.class, f -> null)));
    }

    private static String failure(Runnable asking) {
        return assertThrows(RuntimeException.class, asking::run).getMessage();
    }

    private static void meet(CountDownLatch latch) {
        latch.countDown();
        await(latch);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Facts patient(Duration patience) {
        return new FactStore(MachineFileHost.of("test.yaml", "perfdoctor-machine: 1\n"), Request.usual(), patience);
    }
}
