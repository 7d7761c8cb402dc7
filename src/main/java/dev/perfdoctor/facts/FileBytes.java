package dev.perfdoctor.facts;

import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import java.util.HashMap;
import java.util.Map;

/**
 * Random access to a file of a host, with an end to how much is read: whatever a hostile header asks for, no more than {@link #MOST_BYTES}
 * and {@link #MOST_READS} are spent on one file. A place that cannot be read is refused with the obstacle.
 */
final class FileBytes {
    /** One page of small, scattered reads. */
    static final int PAGE = 1 << 12;
    static final long MOST_BYTES = 24L << 20;
    static final int MOST_READS = 800;

    private final Host host;
    private final String file;
    private final long size;
    private final Map<Long, byte[]> pages = new HashMap<>();
    private long bytesRead;
    private int reads;

    /** A file of {@code size} bytes. */
    FileBytes(Host host, String file, long size) {
        this.host = host;
        this.file = file;
        this.size = size;
    }

    /** An answer that a place in the file does not give. Carries no stack: it is an answer, not a fault of the program. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final transient Unread<?> because;

        Refused(Unread<?> because) {
            super(because.detail(), null, false, false);
            this.because = because;
        }

        Unread<?> because() {
            return because;
        }
    }

    /** Gives back what was kept for later reads; who asks for the next part reads again. */
    void forgetPages() {
        pages.clear();
    }

    String file() {
        return file;
    }

    long size() {
        return size;
    }

    /** Refuses with a reason that starts "garbled" readings: the file is there and makes no sense. */
    Refused garbled(String why) {
        return new Refused(Reading.failed(file, why));
    }

    /** Exactly these bytes. */
    byte[] read(long offset, long length) {
        checkPlace(offset, length);
        if (length > PAGE / 4) {
            return straight(offset, (int) length);
        }
        try {
            return paged(offset, (int) length);
        } catch (Refused refused) {
            if (refused.because().why() == Reading.Why.NOT_CAPTURED) {
                return straight(offset, (int) length); // a capture may hold these bytes and not the rest of their page
            }
            throw refused;
        }
    }

    private void checkPlace(long offset, long length) {
        if (offset < 0 || length < 0 || length > MOST_BYTES || offset > size - length) {
            throw garbled("points outside the file");
        }
    }

    private byte[] paged(long offset, int length) {
        byte[] result = new byte[length];
        int done = 0;
        while (done < length) {
            long at = offset + done;
            byte[] page = page(at / PAGE);
            int from = (int) (at % PAGE);
            int count = Math.min(length - done, page.length - from);
            if (count <= 0) {
                throw garbled("ends before its size");
            }
            System.arraycopy(page, from, result, done, count);
            done += count;
        }
        return result;
    }

    private byte[] page(long number) {
        byte[] known = pages.get(number);
        if (known == null) {
            known = ask(number * PAGE, (int) Math.min(PAGE, size - number * PAGE));
            pages.put(number, known);
        }
        return known;
    }

    private byte[] straight(long offset, int length) {
        byte[] all = ask(offset, length);
        if (all.length < length) {
            throw garbled("ends before its size");
        }
        return all;
    }

    private byte[] ask(long offset, int length) {
        reads++;
        bytesRead += length;
        if (reads > MOST_READS || bytesRead > MOST_BYTES) {
            throw garbled("needs too many reads");
        }
        return switch (host.bytes(file, offset, length)) {
            case Present<byte[]> present -> present.value();
            case Reading.Absent<byte[]> _ -> throw garbled("went away");
            case Unread<byte[]> unread -> throw new Refused(unread);
        };
    }
}
