package dev.perfdoctor.facts;

import dev.perfdoctor.api.ElfWords;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Identity;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Stat;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A machine that has one file, {@code /file}, and counts how often and how much of it is read. */
final class OneFile implements Host {
    static final String PATH = "/file";

    private final byte[] content;
    private int reads;
    private long bytesRead;

    OneFile(byte[] content) {
        this.content = content;
    }

    /** The ELF fact of a file with this content. */
    static Reading<Elf> elf(byte[] content) {
        return Elf.read(new OneFile(content), PATH);
    }

    int reads() {
        return reads;
    }

    long bytesRead() {
        return bytesRead;
    }

    @Override
    public Source source() {
        return Source.TREE;
    }

    @Override
    public Reading<byte[]> bytes(String file, long offset, int length) {
        reads++;
        bytesRead += length;
        int from = (int) Math.min(offset, content.length);
        byte[] there = Arrays.copyOfRange(content, from, (int) Math.min((long) from + length, content.length));
        return new Present<>(there, new Evidence(file, there.length + " bytes"));
    }

    @Override
    public Reading<Stat> stat(String file) {
        Stat stat = new Stat(Stat.Type.REGULAR, 0755, 0, 0, content.length, Optional.empty(), Optional.empty(), OptionalLong.empty(),
                OptionalLong.empty(), OptionalLong.empty());
        return new Present<>(stat, new Evidence(file, "there"));
    }

    @Override
    public Reading<ElfWords> elf(String file) {
        return new Absent<>(file);
    }

    @Override
    public Reading<String> read(String file, int limit) {
        return new Absent<>(file);
    }

    @Override
    public Reading<String> readLater(String file) {
        return new Absent<>(file);
    }

    @Override
    public Reading<List<String>> list(String directory) {
        return new Absent<>(directory);
    }

    @Override
    public Reading<Stat> lstat(String file) {
        return stat(file);
    }

    @Override
    public Reading<String> readLink(String file) {
        return new Absent<>(file);
    }

    @Override
    public Reading<String> realPath(String file) {
        return new Present<>(file, new Evidence(file, file));
    }

    @Override
    public Reading<Ran> run(List<String> command) {
        return new Absent<>(command.getFirst());
    }

    @Override
    public Identity identity() {
        return new Identity("Linux", "", "", "", "", Optional.empty(), Map.of(), "", Instant.EPOCH);
    }
}
