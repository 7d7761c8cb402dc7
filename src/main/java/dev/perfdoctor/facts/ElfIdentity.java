package dev.perfdoctor.facts;

import dev.perfdoctor.api.ElfWords;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import java.util.Optional;

/**
 * Which build an ELF file is and whether it is whole, from its first page alone: what a store of ten thousand files can be asked.
 *
 * @param buildId empty where it has none; of a file that a machine file describes, also where nothing is said
 * @param whole whether its section table lies within it
 * @param stated whether a build id would be there if the file had one
 */
record ElfIdentity(Optional<String> buildId, boolean whole, boolean stated) {
    /** Failed, with the reason, where the file is there and no ELF file: "empty", "not an ELF file". */
    static Reading<ElfIdentity> read(Host host, String path) {
        return switch (host.elf(path)) {
            case Present<ElfWords> words -> words.with(new ElfIdentity(
                    words.value().buildId(), words.value().truncatedAt().isEmpty(), words.value().buildId().isPresent()));
            case Unread<ElfWords> unread -> unread.cast();
            case Absent<ElfWords> _ -> switch (host.stat(path)) {
                case Absent<Stat> absent -> new Absent<>(absent.source());
                case Unread<Stat> unread -> unread.cast();
                case Present<Stat> stat when !stat.value().isRegular() -> Reading.failed(path, "not a regular file");
                case Present<Stat> stat when stat.value().size() < 0 -> new Unread<>(path, Reading.Why.NOT_CAPTURED, "");
                case Present<Stat> stat -> fromBytes(host, path, stat.value().size());
            };
        };
    }

    private static Reading<ElfIdentity> fromBytes(Host host, String path, long size) {
        try {
            ElfImage image = new ElfImage(new FileBytes(host, path, size));
            boolean whole = !image.isCut();
            Optional<String> id = BuildIdNote.of(image);
            String seen = (whole ? "" : "cut at " + size + " bytes, ") + id.map(i -> "build id " + i).orElse("no build id");
            return new Present<>(new ElfIdentity(id, whole, true), new Evidence(path, seen));
        } catch (FileBytes.Refused refused) {
            return refused.because().cast();
        }
    }
}
