package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;

/** Whether the hard-lockup detector holds a counter of each CPU for itself (Documentation/admin-guide/sysctl/kernel.rst, nmi_watchdog). */
public sealed interface Watchdog {
    /** The sysctl's key. */
    String KEY = "kernel.nmi_watchdog";

    /** It does. */
    record HoldsCounter(Present<Integer> switchedOn, Evidence detector) implements Watchdog {}

    /** It does not: it is off, or watches without a counter. */
    record Costless(Evidence because) implements Watchdog {}

    /** It is on, and how it watches does not show. */
    record Unclear(Unread<?> because) implements Watchdog {}

    /** That of this machine. */
    static Watchdog of(Facts facts) {
        return facts.once(Watchdog.class, Watchdog::find);
    }

    private static Watchdog find(Facts facts) {
        return switch (facts.host().read("/proc/sys/kernel/nmi_watchdog").map(Watchdog::number)) {
            case Absent<Integer> absent -> new Costless(new Evidence(absent.source(), "absent"));
            case Unread<Integer> unread -> new Unclear(unread);
            case Present<Integer> off when off.value() == 0 -> new Costless(off.evidence());
            case Present<Integer> on -> detector(facts, on);
        };
    }

    private static Integer number(String text) {
        return Integer.valueOf(text.strip());
    }

    private static Watchdog detector(Facts facts, Present<Integer> on) {
        Reading<Boolean> buddy = KernelConfig.of(facts).buddyDetector(KernelRelease.of(facts));
        return switch (buddy) {
            case Present<Boolean> p when p.value() -> new Costless(p.evidence());
            case Present<Boolean> p -> new HoldsCounter(on, p.evidence());
            case Absent<Boolean> a -> new Unclear(Reading.failed(a.source(), "absent"));
            case Unread<Boolean> u -> new Unclear(u);
        };
    }
}
