package dev.perfdoctor.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.host.Runner.Ending;
import dev.perfdoctor.host.Runner.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class HardwareCommandTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private static Outcome outcome(Consumer<Consumer<String>> snapshot, Duration deadline) {
        return HardwareCommand.start(snapshot, deadline).await(LONG);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void tellsWhatIsReadALineEach() {
        Outcome outcome = outcome(lines -> {
            lines.accept("{\"hardware\":\"fan\",\"rpm\":2100}");
            lines.accept("{\"hardware\":\"end\"}");
        }, LONG);
        assertEquals(Ending.EXIT, outcome.ending());
        assertEquals(0, outcome.number());
        assertEquals("{\"hardware\":\"fan\",\"rpm\":2100}\n{\"hardware\":\"end\"}\n", text(outcome.output()));
    }

    @Test
    void aSensorThatNeverAnswersCostsWhatComesAfterItAlone() {
        CountDownLatch never = new CountDownLatch(1);
        Outcome outcome = outcome(lines -> {
            lines.accept("before");
            try {
                never.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }, Duration.ofMillis(20));
        never.countDown();
        assertEquals(Ending.TIMEOUT, outcome.ending());
        assertEquals("before\n", text(outcome.output()));
    }

    @Test
    void aCrashOrAMissingLibraryIsAnExitStatus() {
        Outcome crash = outcome(_ -> {
            throw new IllegalStateException("no topology");
        }, LONG);
        assertEquals(1, crash.number());
        assertTrue(text(crash.errors()).contains("no topology"));
        Outcome missing = outcome(_ -> {
            throw new NoClassDefFoundError("oshi/util/FileUtil");
        }, LONG);
        assertEquals(1, missing.number());
    }

    @Test
    void aCapturedMachineNeverAnswersForThisOne() {
        assertTrue(MachineFileHost.of("m.yaml", "perfdoctor-machine: 1\n").run(HardwareCommand.NAME).isAbsent());
        String capture = "perfdoctor-machine: 1\notherwise: not-captured\n";
        assertEquals("not captured", Answers.why(MachineFileHost.of("m.yaml", capture).run(HardwareCommand.NAME)));
    }
}
