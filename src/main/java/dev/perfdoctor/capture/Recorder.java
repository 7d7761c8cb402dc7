package dev.perfdoctor.capture;

import dev.perfdoctor.api.ElfWords;
import dev.perfdoctor.api.ForwardingHost;
import dev.perfdoctor.api.Host;
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
public final class Recorder extends ForwardingHost {
    private final Set<String> paths = ConcurrentHashMap.newKeySet();
    private final Set<String> listings = ConcurrentHashMap.newKeySet();
    private final Map<String, Long> reach = new ConcurrentHashMap<>();
    private final Map<String, Reading<String>> later = new ConcurrentHashMap<>();
    private final Map<List<String>, Reading<Ran>> commands = new LinkedHashMap<>();

    /** Remembers what is asked of this one. */
    public Recorder(Host host) {
        super(host);
    }

    /** The machine itself: what is asked of it here is not remembered. */
    Host machine() {
        return host();
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
    public Reading<String> read(String file, int limit) {
        reached(file, limit);
        return super.read(file, limit);
    }

    @Override
    public Reading<byte[]> bytes(String file, long offset, int length) {
        reached(file, offset + length);
        return super.bytes(file, offset, length);
    }

    @Override
    public Reading<ElfWords> elf(String file) {
        paths.add(file);
        return super.elf(file);
    }

    @Override
    public Reading<String> readLater(String file) {
        paths.add(file);
        Reading<String> second = super.readLater(file);
        later.put(file, second);
        return second;
    }

    @Override
    public Reading<List<String>> list(String directory) {
        paths.add(directory);
        listings.add(directory);
        return super.list(directory);
    }

    @Override
    public Reading<List<String>> listKnown(String directory) {
        paths.add(directory);
        listings.add(directory);
        return super.listKnown(directory);
    }

    @Override
    public Reading<Stat> stat(String file) {
        paths.add(file);
        return super.stat(file);
    }

    @Override
    public Reading<Stat> lstat(String file) {
        paths.add(file);
        return super.lstat(file);
    }

    @Override
    public Reading<String> readLink(String file) {
        paths.add(file);
        return super.readLink(file);
    }

    @Override
    public Reading<String> realPath(String file) {
        paths.add(file);
        return super.realPath(file);
    }

    @Override
    public Reading<Ran> run(List<String> command) {
        Reading<Ran> outcome = super.run(command);
        synchronized (commands) {
            commands.put(List.copyOf(command), outcome);
        }
        return outcome;
    }
}
