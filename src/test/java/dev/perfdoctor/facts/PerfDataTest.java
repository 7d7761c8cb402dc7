package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.facts.PerfData.Build;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The header of a recording: a hand-made one, damaged ones, and one of this machine's perf. */
class PerfDataTest {
    private static final String ID = "8d91d7c662e62b772ff8483400d2a665eb0cab3c";
    private static final String APP = "/home/dev/app";

    @TempDir
    Path directory;

    /** A header, eight bytes of samples, and three features: build ids, host name, release. */
    private static byte[] recording(ByteOrder order, boolean sized) {
        ByteBuffer b = ByteBuffer.allocate(512).order(order);
        b.put((order == ByteOrder.LITTLE_ENDIAN ? "PERFILE2" : "2ELIFREP").getBytes(StandardCharsets.US_ASCII));
        b.putLong(104).putLong(144).putLong(104).putLong(0).putLong(104).putLong(8).putLong(0).putLong(0);
        b.putLong(1 << 2 | 1 << 3 | 1 << 4).putLong(0).putLong(0).putLong(0);
        b.position(112); // behind the samples: where each feature is
        b.putLong(200).putLong(56).putLong(256).putLong(20).putLong(276).putLong(20);
        b.position(200);
        byte[] name = Arrays.copyOf(APP.getBytes(StandardCharsets.UTF_8), 20);
        b.putInt(67).putShort((short) (sized ? 0x8002 : 2)).putShort((short) 56).putInt(-1);
        b.put(HexFormat.of().parseHex(ID)).put((byte) 20).put(new byte[3]).put(name);
        text(b, "builder");
        text(b, "6.1.0-31-amd64");
        return Arrays.copyOf(b.array(), 296);
    }

    private static void text(ByteBuffer b, String text) {
        b.putInt(16).put(Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), 16));
    }

    private static Reading<PerfData> read(byte[] content) {
        String base64 = content.length == 0 ? "content: ''" : "base64: " + Base64.getEncoder().encodeToString(content);
        return PerfData.of(Machines.facts("files:\n  /perf.data: {" + base64 + ", uid: 1000, mode: '0600'}\n"), "/perf.data");
    }

    private static PerfData data(byte[] content) {
        return assertInstanceOf(Present.class, read(content)).value() instanceof PerfData data ? data : null;
    }

    @Test
    void theHeaderTellsWhatWasRecordedAndWhere() {
        PerfData data = data(recording(ByteOrder.LITTLE_ENDIAN, true));
        assertEquals(List.of(new Build(ID, APP)), data.buildIds());
        assertEquals("builder", data.hostname());
        assertEquals("6.1.0-31-amd64", data.release());
        assertTrue(data.finished() && data.complete());
        assertEquals(List.of(), data.events());
    }

    @Test
    void recordingsOfTheOtherByteOrderAndOfOldPerfAreRead() {
        assertEquals(List.of(new Build(ID, APP)), data(recording(ByteOrder.BIG_ENDIAN, true)).buildIds());
        assertEquals(List.of(new Build(ID, APP)), data(recording(ByteOrder.LITTLE_ENDIAN, false)).buildIds());
    }

    @Test
    void aPerfThatWasKilledLeavesNoSize() {
        byte[] killed = recording(ByteOrder.LITTLE_ENDIAN, true);
        Arrays.fill(killed, 48, 56, (byte) 0);
        assertFalse(data(killed).finished());
        assertEquals(List.of(), data(killed).buildIds());
    }

    @Test
    void aRecordingThatWasCutIsNotComplete() {
        assertFalse(data(Arrays.copyOf(recording(ByteOrder.LITTLE_ENDIAN, true), 108)).complete());
    }

    @Test
    void aRecordingIntoAPipeIsFinishedAndSaysNothing() {
        byte[] piped = Arrays.copyOf(recording(ByteOrder.LITTLE_ENDIAN, true), 200);
        piped[8] = 16;
        assertTrue(data(piped).finished());
        assertEquals(List.of(), data(piped).buildIds());
    }

    @ParameterizedTest
    @CsvSource({"0, empty", "5, not a recording of perf", "8, cut in its header", "60, cut in its header"})
    void whatIsNoRecordingIsGarbledAndSaysWhy(int length, String why) {
        assertEquals(why, assertInstanceOf(Unread.class, read(Arrays.copyOf(recording(ByteOrder.LITTLE_ENDIAN, true), length))).reason());
    }

    @Test
    void absentAndDeniedAreTwoAnswers() {
        assertInstanceOf(Absent.class, PerfData.of(Machines.facts(""), "/perf.data"));
        Reading<PerfData> denied = PerfData.of(Machines.facts("files:\n  /perf.data: {unread: denied}\n"), "/perf.data");
        assertEquals("denied", assertInstanceOf(Unread.class, denied).reason());
    }

    @Test
    void perfReadsThatOfItsUserAndOfRootOnly() {
        PerfData data = data(recording(ByteOrder.LITTLE_ENDIAN, true));
        assertFalse(data.isStrangers(1000));
        assertTrue(data.isStrangers(0));
        assertTrue(data.isStrangers(1001));
    }

    @Test
    void anythingDamagedIsAnswered() {
        Random random = new Random(1);
        for (int i = 0; i < 2_000; i++) {
            byte[] damaged = recording(ByteOrder.LITTLE_ENDIAN, true);
            for (int flips = 0; flips < 1 + i % 20; flips++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            read(damaged);
        }
    }

    @Test
    void aRecordingOfThisMachinesPerfIsRead() throws IOException, InterruptedException {
        Path file = directory.resolve("perf.data");
        ProcessBuilder perf = new ProcessBuilder(
                "perf", "record", "-q", "-N", "-e", "task-clock:u", "-F", "997", "-o", file.toString(), "--", "sh", "-c", "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done");
        perf.environment().put("HOME", directory.toString());
        int exit;
        try {
            exit = perf.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
        } catch (IOException missing) {
            exit = -1;
        }
        assumeTrue(exit == 0, "perf does not record here");
        PerfData data = data(Files.readAllBytes(file));
        assertTrue(data.finished() && data.complete());
        assertEquals("record", data.command().get(1));
        assertEquals(List.of("task-clock:u"), data.events());
        assertFalse(data.release().isEmpty() || data.hostname().isEmpty() || data.version().isEmpty());
        assertTrue(data.buildIds().stream().anyMatch(b -> b.file().startsWith("/") && b.id().length() >= 32), data.buildIds().toString());
    }
}
