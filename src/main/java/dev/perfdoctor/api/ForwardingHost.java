package dev.perfdoctor.api;

import java.util.List;

/** A host that answers as another one does; a subclass says where it does more or otherwise. */
public abstract class ForwardingHost implements Host {
    private final Host host;

    /** Answers as {@code host}. */
    protected ForwardingHost(Host host) {
        this.host = host;
    }

    /** The one that answers. */
    protected final Host host() {
        return host;
    }

    @Override
    public Source source() {
        return host.source();
    }

    @Override
    public boolean absenceWasSeen() {
        return host.absenceWasSeen();
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
    public Reading<List<String>> listKnown(String directory) {
        return host.listKnown(directory);
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
    public Reading<Ran> printedBefore(List<String> command) {
        return host.printedBefore(command);
    }

    @Override
    public void anticipate(List<List<String>> wanted) {
        host.anticipate(wanted);
    }

    @Override
    public Identity identity() {
        return host.identity();
    }
}
