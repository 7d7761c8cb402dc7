package dev.perfdoctor.facts;

import dev.perfdoctor.facts.ElfImage.Section;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The contents of a section of debug information at random, inflated where it is compressed; of a compressed one only the beginning. What is
 * compressed otherwise than by zlib cannot be read here.
 */
final class SectionData {
    private static final int MOST_INFLATED = 1 << 18;
    private static final int MOST_DEFLATED = 1 << 18;
    private static final int MOST_READS = 50_000;
    private static final int ZLIB = 1;

    private final ElfImage image;
    private final long offset;
    private final long size;
    private final Optional<byte[]> inflated;
    private int reads;

    private SectionData(ElfImage image, long offset, long size, Optional<byte[]> inflated) {
        this.image = image;
        this.offset = offset;
        this.size = size;
        this.inflated = inflated;
    }

    /** The first of these sections that is there; empty where none is, or it cannot be read. */
    static Optional<SectionData> of(ElfImage image, String... names) {
        try {
            for (String name : names) {
                Optional<Section> plain = image.section(name);
                if (plain.isPresent()) {
                    return of(image, plain.get());
                }
                Optional<Section> old = image.section(".z" + name.substring(1));
                if (old.isPresent()) {
                    return Optional.of(inflated(image, old.get(), 12)); // "ZLIB" and the size in eight bytes
                }
            }
            return Optional.empty();
        } catch (FileBytes.Refused _) {
            return Optional.empty();
        }
    }

    private static Optional<SectionData> of(ElfImage image, Section section) {
        if (!section.isCompressed()) {
            return Optional.of(new SectionData(image, section.offset(), section.size(), Optional.empty()));
        }
        int kind = compression(image, section);
        return kind == ZLIB ? Optional.of(inflated(image, section, image.isWide() ? 24 : 12)) : Optional.empty();
    }

    /** How a compressed section says it is compressed: 1 for zlib, 2 for zstd. */
    static int compression(ElfImage image, Section section) {
        return image.view(section, 4).getInt(0);
    }

    private static SectionData inflated(ElfImage image, Section section, int header) {
        byte[] deflated = image.bytes(section, MOST_DEFLATED);
        byte[] bytes = new byte[MOST_INFLATED];
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(deflated, Math.min(header, deflated.length), Math.max(0, deflated.length - header));
            int count = inflater.inflate(bytes);
            return new SectionData(image, 0, count, Optional.of(Arrays.copyOf(bytes, count)));
        } catch (DataFormatException _) {
            throw image.file().garbled("a section that cannot be inflated");
        } finally {
            inflater.end();
        }
    }

    /** Bytes that can be read. */
    long size() {
        return size;
    }

    /** Exactly these bytes, in the file's byte order. */
    ByteBuffer read(long at, int length) {
        if (at < 0 || at > size - length) {
            throw image.file().garbled("points outside its section");
        }
        if (++reads > MOST_READS) {
            throw image.file().garbled("debug information that never ends");
        }
        return inflated.map(bytes -> ByteBuffer.wrap(bytes, (int) at, length).slice().order(image.order()))
                .orElseGet(() -> image.view(offset + at, length));
    }

    /** The text that ends before the next 0, at most {@code longest} bytes of it. */
    String text(long at, int longest) {
        int length = (int) Math.min(longest, size - at);
        byte[] bytes = new byte[Math.max(0, length)];
        read(at, bytes.length).get(bytes);
        return ElfImage.text(bytes, 0);
    }

    /** A place in a section that moves as it is read. */
    static final class Cursor {
        private final SectionData data;
        private long at;

        Cursor(SectionData data, long at) {
            this.data = data;
            this.at = at;
        }

        long at() {
            return at;
        }

        void skip(long count) {
            if (count < 0 || count > data.size() - at) {
                throw data.image.file().garbled("skips beyond its section");
            }
            at += count;
        }

        int u8() {
            return next(1).get(0) & 0xff;
        }

        int u16() {
            return next(2).getChar(0);
        }

        long u32() {
            return Integer.toUnsignedLong(next(4).getInt(0));
        }

        long u64() {
            return next(8).getLong(0);
        }

        /** An offset, of eight bytes in the wide format. */
        long offset(boolean wide) {
            return wide ? u64() : u32();
        }

        /** A number of any length, unsigned LEB128. */
        long uleb() {
            long value = 0;
            for (int shift = 0; shift < 63; shift += 7) {
                int piece = u8();
                value |= (long) (piece & 0x7f) << shift;
                if ((piece & 0x80) == 0) {
                    return value;
                }
            }
            throw data.image.file().garbled("a number without an end");
        }

        /** Text up to its 0. */
        String text(int longest) {
            String text = data.text(at, longest);
            skip(Math.min(data.size() - at, text.getBytes(StandardCharsets.UTF_8).length + 1L));
            return text;
        }

        private ByteBuffer next(int length) {
            ByteBuffer bytes = data.read(at, length);
            at += length;
            return bytes;
        }
    }
}
