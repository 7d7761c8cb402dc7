package dev.perfdoctor.host;

import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;

/** Sleeping processes that a test can tell from all others, those of the same test elsewhere on this machine too. */
final class Naps {
    private Naps() {}

    /** How many seconds to sleep: a number nobody else has. */
    static String unique() {
        return Integer.toString(ThreadLocalRandom.current().nextInt(100_000_000, 1_000_000_000));
    }

    /** Whether a process with this word in its command line is alive. */
    static boolean isAlive(String word) {
        return ProcessHandle.allProcesses().anyMatch(process -> process.info().commandLine().orElse("").contains(word));
    }

    /** Whether none is left soon. */
    static boolean endsSoon(String word) throws InterruptedException {
        Instant end = Instant.now().plusSeconds(5);
        while (isAlive(word) && Instant.now().isBefore(end)) {
            Thread.sleep(20);
        }
        return !isAlive(word);
    }
}
