package dev.perfdoctor.facts;

import dev.perfdoctor.api.ElfWords;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Identity;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Stat;
import java.util.List;

/** A written-down machine that says it is the live one. */
record ClaimedLive(Host host) implements Host {
    @Override
    public Source source() {
        return Source.LIVE;
    }

    @Override
    public Reading<String> read(String file, int limit) {
        return host.read(file, limit);
    }

    @Override
    public Reading<byte[]> bytes(String file, long offset, int length) {
        return host.bytes(file, offset, length);
    }

    @Override
    public Reading<ElfWords> elf(String file) {
        return host.elf(file);
    }

    @Override
    public Reading<String> readLater(String file) {
        return host.readLater(file);
    }

    @Override
    public Reading<List<String>> list(String directory) {
        return host.list(directory);
    }

    @Override
    public Reading<Stat> stat(String file) {
        return host.stat(file);
    }

    @Override
    public Reading<Stat> lstat(String file) {
        return host.lstat(file);
    }

    @Override
    public Reading<String> readLink(String file) {
        return host.readLink(file);
    }

    @Override
    public Reading<String> realPath(String file) {
        return host.realPath(file);
    }

    @Override
    public Reading<Ran> run(List<String> command) {
        return host.run(command);
    }

    @Override
    public Identity identity() {
        return host.identity();
    }
}
