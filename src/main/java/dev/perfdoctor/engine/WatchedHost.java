package dev.perfdoctor.engine;

import dev.perfdoctor.api.ElfWords;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Identity;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Stat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A host that remembers which commands it was asked to run, so that a report can say what the doctor did. */
final class WatchedHost implements Host {
    private final Host host;
    private final Set<List<String>> asked = new LinkedHashSet<>();
    private final Set<List<String>> anticipated = new LinkedHashSet<>();

    WatchedHost(Host host) {
        this.host = host;
    }

    /**
     * Command lines run on the live machine; those of programs that do not exist there are left out. What was anticipated and then not asked
     * for was run all the same, if its program is there.
     */
    List<String> commands() {
        synchronized (asked) {
            Set<List<String>> all = new LinkedHashSet<>(asked);
            anticipated.stream().filter(a -> asked.stream().anyMatch(c -> c.getFirst().equals(a.getFirst()))).forEach(all::add);
            return all.stream().map(c -> String.join(" ", c)).toList();
        }
    }

    @Override
    public Source source() {
        return host.source();
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
        Reading<Ran> outcome = host.run(command);
        if (host.source() == Source.LIVE && !outcome.isAbsent()) {
            synchronized (asked) {
                asked.add(List.copyOf(command));
            }
        }
        return outcome;
    }

    @Override
    public Reading<Ran> printedBefore(List<String> command) {
        return host.printedBefore(command);
    }

    @Override
    public void anticipate(List<List<String>> wanted) {
        synchronized (asked) {
            anticipated.addAll(wanted);
        }
        host.anticipate(wanted);
    }

    @Override
    public Identity identity() {
        return host.identity();
    }
}
