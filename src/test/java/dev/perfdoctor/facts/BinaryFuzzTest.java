package dev.perfdoctor.facts;

import static dev.perfdoctor.Outside.holds;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.perfdoctor.Outside;
import dev.perfdoctor.Seeds;
import dev.perfdoctor.api.ForwardingHost;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Request;
import dev.perfdoctor.engine.FactStore;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever bytes a program file, a recording or a store holds, they are answered within bounded reads. */
class BinaryFuzzTest {
    private static final Host EMPTY = MachineFacts.machine("", "/home/dev/.debug/.build-id: {type: dir, uid: 1000, gid: 1000}\n");

    static Stream<byte[]> programs() {
        return Seeds.real("elf", name -> !name.endsWith(".tsv"));
    }

    @MethodSource("programs")
    @FuzzTest
    void aProgramFileIsAnsweredWithinBoundedReads(byte[] data) {
        OneFile file = new OneFile(data);
        Reading<Elf> answer = Elf.read(file, OneFile.PATH);
        if (answer instanceof Present<Elf> present) {
            Elf elf = present.value();
            elf.toWords();
            elf.instruments();
            elf.runtime();
            elf.unwindTable();
            elf.compilers();
            elf.truncatedAt().ifPresent(end -> holds(end == data.length, "it is cut where it ends"));
        }
        isBounded(file);
    }

    static Stream<byte[]> recordings() {
        return Stream.of(recording(ByteOrder.LITTLE_ENDIAN), recording(ByteOrder.BIG_ENDIAN));
    }

    /** A header, one byte of samples, and the features from the build ids to the events. */
    private static byte[] recording(ByteOrder order) {
        ByteBuffer file = ByteBuffer.allocate(600).order(order);
        file.putLong(0, 0x32454c4946524550L).putLong(8, 104).putLong(40, 104).putLong(48, 8).putLong(72, 1 << 2 | 1 << 3 | 1 << 4 | 1 << 11 | 1 << 12);
        int at = 112 + 5 * 16;
        for (int i = 0; i < 5; i++) {
            file.putLong(112 + 16 * i, at).putLong(120 + 16 * i, 64);
            at += 64;
        }
        int builds = 112 + 5 * 16;
        file.putChar(builds + 6, (char) 64);
        file.put(builds + 36, "/p/app".getBytes(StandardCharsets.US_ASCII));
        for (int i = 1; i < 3; i++) {
            file.putInt(builds + 64 * i, 8).put(builds + 64 * i + 4, "host\0\0\0\0".getBytes(StandardCharsets.US_ASCII));
        }
        file.putInt(builds + 64 * 3, 1).putInt(builds + 64 * 3 + 4, 8).put(builds + 64 * 3 + 8, "record\0\0".getBytes(StandardCharsets.US_ASCII));
        file.putInt(builds + 64 * 4, 1).putInt(builds + 64 * 4 + 4, 8).putInt(builds + 64 * 4 + 20, 8).put(builds + 64 * 4 + 24, "cycles\0\0".getBytes(StandardCharsets.US_ASCII));
        return file.array();
    }

    @MethodSource("recordings")
    @FuzzTest
    void aRecordingIsAnsweredWithinBoundedReads(byte[] data) {
        OneFile file = new OneFile(data);
        Reading<PerfData> answer = PerfData.of(new FactStore(file, Request.usual(), Duration.ofSeconds(20)), OneFile.PATH);
        if (answer instanceof Present<PerfData> present) {
            PerfData recording = present.value();
            holds(recording.finished() || recording.buildIds().isEmpty(), "a recording without an end has no facts");
            for (PerfData.Build build : recording.buildIds()) {
                holds(build.id().length() <= 40 && build.id().chars().allMatch(c -> Character.digit(c, 16) >= 0), "an id is hexadecimal: " + build);
            }
        }
        isBounded(file);
    }

    private static void isBounded(OneFile file) {
        holds(file.reads() <= FileBytes.MOST_READS, file.reads() + " reads");
        holds(file.bytesRead() <= FileBytes.MOST_BYTES, file.bytesRead() + " bytes");
    }

    static Stream<byte[]> stores() {
        return Seeds.of("17\0" + "673b5b0000\0../../home/dev/app/17673b5b0000", "ab\0" + "cdef0123456789012345678901234567890123\0../../[kernel.kallsyms]/abcdef");
    }

    /** A store whose directories list these names and whose links say this. */
    private static final class Store extends ForwardingHost {
        private final String[] parts;

        Store(String[] parts) {
            super(EMPTY);
            this.parts = parts;
        }

        @Override
        public Reading<List<String>> list(String directory) {
            return switch (directory.substring(directory.lastIndexOf('/') + 1)) {
                case ".build-id" -> super.list(directory).map(_ -> Text.lines(parts[0]));
                default -> super.list("/home/dev/.debug/.build-id").map(_ -> Text.lines(parts[1]));
            };
        }

        @Override
        public Reading<List<String>> listKnown(String directory) {
            return list(directory);
        }

        @Override
        public Reading<String> readLink(String file) {
            return super.list("/home/dev/.debug/.build-id").map(_ -> parts[2]);
        }
    }

    @MethodSource("stores")
    @FuzzTest
    void theNamesInAStoreAreBuildIdsOrPassedOver(byte[] data) {
        BuildIdStore store = BuildIdStore.of(new FactStore(new Store(Outside.parts(data, 3)), Request.usual(), Duration.ofSeconds(20)));
        Set<String> ids = new HashSet<>();
        for (StoreEntry entry : store.entries()) {
            holds(entry.id().chars().allMatch(c -> Character.digit(c, 16) >= 0), "an id is hexadecimal: " + entry.id());
            ids.add(entry.id());
        }
        holds(store.total() >= ids.size() && store.isWhole() == (store.gap().isEmpty() && store.entries().size() == store.total()), "entries are counted");
        store.reach();
        store.unknown();
    }
}
