package dev.perfdoctor.engine;

import dev.perfdoctor.api.ForwardingHost;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A host that remembers which commands it was asked to run, so that a report can say what the doctor did. */
final class WatchedHost extends ForwardingHost {
    private final Set<List<String>> asked = new LinkedHashSet<>();
    private final Set<List<String>> anticipated = new LinkedHashSet<>();

    WatchedHost(Host host) {
        super(host);
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
    public Reading<Ran> run(List<String> command) {
        Reading<Ran> outcome = super.run(command);
        if (source() == Source.LIVE && !outcome.isAbsent()) {
            synchronized (asked) {
                asked.add(List.copyOf(command));
            }
        }
        return outcome;
    }

    @Override
    public void anticipate(List<List<String>> wanted) {
        synchronized (asked) {
            anticipated.addAll(wanted);
        }
        super.anticipate(wanted);
    }
}
