package dev.perfdoctor.capture;

import dev.perfdoctor.api.ElfWords;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Identity;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Stat;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** A host that remembers what it was asked, so that exactly that can be written down. */
public final class Recorder implements Host {
    private final Host host;
    private final Set<String> paths = ConcurrentHashMap.newKeySet();
    private final Set<String> listings = ConcurrentHashMap.newKeySet();
    private final Map<String, Long> reach = new ConcurrentHashMap<>();
    private final Map<String, Reading<String>> later = new ConcurrentHashMap<>();
    private final Map<List<String>, Reading<Ran>> commands = new LinkedHashMap<>();

    /** Remembers what is asked of this one. */
    public Recorder(Host host) {
        this.host = host;
    }

    Host host() {
        return host;
    }

    /** Every path that was asked about, whatever was asked. */
    Set<String> paths() {
        return new TreeSet<>(paths);
    }

    /** Directories whose names were asked for. */
    Set<String> listings() {
        return Set.copyOf(listings);
    }

    /** How far into each file somebody read: bytes. */
    Map<String, Long> reach() {
        return new HashMap<>(reach);
    }

    Map<String, Reading<String>> later() {
        return new TreeMap<>(later);
    }

    Map<List<String>, Reading<Ran>> commands() {
        synchronized (commands) {
            return new LinkedHashMap<>(commands);
        }
    }

    private void reached(String file, long end) {
        paths.add(file);
        reach.merge(file, end, Math::max);
    }

    @Override
    public Source source() {
        return host.source();
    }

    @Override
    public Reading<String> read(String file, int limit) {
        reached(file, limit);
        return host.read(file, limit);
    }

    @Override
    public Reading<byte[]> bytes(String file, long offset, int length) {
        reached(file, offset + length);
        return host.bytes(file, offset, length);
    }

    @Override
    public Reading<ElfWords> elf(String file) {
        paths.add(file);
        return host.elf(file);
    }

    @Override
    public Reading<String> readLater(String file) {
        paths.add(file);
        Reading<String> second = host.readLater(file);
        later.put(file, second);
        return second;
    }

    @Override
    public Reading<List<String>> list(String directory) {
        paths.add(directory);
        listings.add(directory);
        return host.list(directory);
    }

    @Override
    public Reading<List<String>> listKnown(String directory) {
        paths.add(directory);
        listings.add(directory);
        return host.listKnown(directory);
    }

    @Override
    public Reading<Stat> stat(String file) {
        paths.add(file);
        return host.stat(file);
    }

    @Override
    public Reading<Stat> lstat(String file) {
        paths.add(file);
        return host.lstat(file);
    }

    @Override
    public Reading<String> readLink(String file) {
        paths.add(file);
        return host.readLink(file);
    }

    @Override
    public Reading<String> realPath(String file) {
        paths.add(file);
        return host.realPath(file);
    }

    @Override
    public Reading<Ran> run(List<String> command) {
        Reading<Ran> outcome = host.run(command);
        synchronized (commands) {
            commands.put(List.copyOf(command), outcome);
        }
        return outcome;
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
