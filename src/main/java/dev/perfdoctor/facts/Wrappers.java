package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Stat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The scripts called perf that start the perf of the running kernel, followed as they would go. */
final class Wrappers {
    private Wrappers() {}

    /**
     * Where a wrapper looks, in its order. Ubuntu: linux, debian/tools/generic, which tests with {@code -f} and so follows links. Debian:
     * linux-base 4.6, bin/perf, which lets exec search PATH for {@code perf_X.Y}.
     */
    private static List<String> places(Facts facts, PerfProgram wrapper) {
        KernelRelease kernel = KernelRelease.of(facts);
        if (!kernel.isKnown()) {
            return List.of();
        }
        return switch (wrapper.kind()) {
            case UBUNTU_WRAPPER -> List.of("/usr/lib/linux-tools/" + kernel.text() + "/perf", wrapper.path() + "_" + kernel.abi());
            case DEBIAN_WRAPPER -> {
                List<String> places = new ArrayList<>();
                SearchPath.of(facts).directories().forEach(d -> places.add(d + "/perf_" + kernel.majorMinor()));
                yield places;
            }
            case ELF, SCRIPT, OTHER, UNREAD, DIRECTORY, DANGLING -> List.of();
        };
    }

    /** The program a wrapper would start; empty for what is no wrapper, or when it finds none. */
    static Optional<String> target(Facts facts, PerfProgram wrapper) {
        return places(facts, wrapper).stream().filter(p -> facts.host().stat(p) instanceof Present<Stat> s && s.value().isRegular()).findFirst();
    }

    /** That a wrapper finds nothing, where all the places it would look at are known to be empty. */
    static Optional<PerfStart> miss(Facts facts, PerfProgram wrapper) {
        List<String> places = places(facts, wrapper);
        List<Reading<Stat>> looked = places.stream().<Reading<Stat>>map(p -> facts.host().stat(p)).toList();
        if (places.isEmpty() || !looked.stream().allMatch(r -> r instanceof Absent<Stat>)) {
            return Optional.empty();
        }
        KernelRelease kernel = KernelRelease.of(facts);
        String wanted = wrapper.kind() == PerfProgram.Kind.UBUNTU_WRAPPER ? kernel.abi() : kernel.majorMinor();
        return Optional.of(new PerfStart.NoneForKernel(wanted, new Evidence(places.getFirst(), "absent")));
    }
}
