package dev.perfdoctor.host;

import dev.perfdoctor.hardware.Snapshot;
import dev.perfdoctor.host.Runner.Ending;
import dev.perfdoctor.host.Runner.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** {@code perfdoctor-hardware}: no program, but answered like one, with a deadline and what was told before it. */
final class HardwareCommand {
    static final String NAME = "perfdoctor-hardware";

    private HardwareCommand() {}

    static Pending start(Duration deadline) {
        return start(Snapshot::tell, deadline);
    }

    /** Reads on a thread of its own, which a sensor that never answers may keep: nobody waits for it. */
    static Pending start(Consumer<Consumer<String>> snapshot, Duration deadline) {
        Queue<String> told = new ConcurrentLinkedQueue<>();
        Pending outcome = new Pending();
        Thread reader = Thread.ofPlatform().daemon().name(NAME).start(() -> outcome.give(read(snapshot, told)));
        Thread.ofPlatform().daemon().start(() -> {
            joined(reader, deadline);
            outcome.give(ended(Ending.TIMEOUT, 0, told, ""));
        });
        return outcome;
    }

    private static void joined(Thread reader, Duration deadline) {
        try {
            reader.join(deadline);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Outcome read(Consumer<Consumer<String>> snapshot, Queue<String> told) {
        try {
            snapshot.accept(line -> told.add(line + "\n"));
            return ended(Ending.EXIT, 0, told, "");
        } catch (RuntimeException | Error bug) { // the JDK wraps even EMFILE in an Error where it reads its own files
            return ended(Ending.EXIT, 1, told, bug.toString());
        }
    }

    private static Outcome ended(Ending ending, int status, Queue<String> told, String errors) {
        return new Outcome(
                ending, status, String.join("", told).getBytes(StandardCharsets.UTF_8), errors.getBytes(StandardCharsets.UTF_8));
    }
}
