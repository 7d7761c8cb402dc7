package dev.perfdoctor.facts;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;

/** The note by which a linker names a build (ld(1), --build-id): the same bytes in the program, its debug file and a recording of it. */
final class BuildIdNote {
    private static final int MOST_BYTES = 1 << 16;
    private static final int MOST_SECTIONS = 300;
    private static final int LONGEST = 64;
    private static final int GNU_BUILD_ID = 3;

    private BuildIdNote() {}

    /** By the segments, which a stripped section table leaves, then by the sections, which a relocatable file has alone. */
    static Optional<String> of(ElfImage image) {
        Optional<String> bySegment = image.segments().stream()
                .filter(s -> s.type() == ElfImage.NOTE_SEGMENT && s.size() > 0)
                .flatMap(s -> at(image, s.offset(), s.size()).stream())
                .findFirst();
        return bySegment.or(() -> image.sections().stream()
                .flatMap(all -> all.stream().filter(s -> s.type() == ElfImage.NOTE).limit(MOST_SECTIONS))
                .flatMap(s -> at(image, s.offset(), s.size()).stream())
                .findFirst());
    }

    private static Optional<String> at(ElfImage image, long offset, long size) {
        try {
            return in(image.bytes(offset, Math.min(size, MOST_BYTES)), image);
        } catch (FileBytes.Refused _) {
            return Optional.empty();
        }
    }

    /** Notes are a name and a description, each padded to four bytes (elf(5), Nhdr). */
    private static Optional<String> in(byte[] bytes, ElfImage image) {
        ByteBuffer notes = ByteBuffer.wrap(bytes).order(image.order());
        int at = 0;
        while (at + 12 <= bytes.length) {
            long nameSize = Integer.toUnsignedLong(notes.getInt(at));
            long size = Integer.toUnsignedLong(notes.getInt(at + 4));
            long name = at + 12L;
            long description = name + (nameSize + 3 & ~3L);
            if (description + size > bytes.length) {
                return Optional.empty();
            }
            boolean gnu = nameSize == 4 && ElfImage.text(bytes, (int) name).equals("GNU");
            if (gnu && notes.getInt(at + 8) == GNU_BUILD_ID && size > 0 && size <= LONGEST) {
                return Optional.of(HexFormat.of().formatHex(bytes, (int) description, (int) (description + size)));
            }
            at = (int) Math.min(description + (size + 3 & ~3L), bytes.length);
        }
        return Optional.empty();
    }
}
