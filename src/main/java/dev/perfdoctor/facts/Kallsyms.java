package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Whether this user's perf sees the addresses of the kernel's symbols. The file is read rather than the settings: kptr_restrict, paranoid and
 * CAP_SYSLOG decide together, and kernels differ (kernel/kallsyms.c, {@code kallsyms_show_value}).
 */
public final class Kallsyms {
    /** The first page is enough: the very first symbols of x86 are per-CPU offsets near zero, so more than one line is looked at. */
    private static final int ENOUGH = 16 << 10;

    private static final String FILE = "/proc/kallsyms";

    private Kallsyms() {}

    /** True when this user's perf sees some symbol's address, false when all are zero to it. */
    public static Reading<Boolean> shown(Facts facts) {
        return facts.once(Shown.class, Kallsyms::look).reading();
    }

    /** What CAP_SYSLOG in perf's own file opens to it: the addresses, unless kptr_restrict hides them from everybody. */
    private static Optional<Evidence> opened(Facts facts) {
        boolean toSome = Sysctl.number(facts, "kernel.kptr_restrict").map(level -> level < 2).orElse(false);
        return toSome && PerfInUse.of(facts) instanceof PerfInUse.Working perf
                ? Optional.of(FileCapabilities.of(facts, perf.program()))
                        .filter(file -> file.gives(Credentials.Capability.SYSLOG))
                        .map(FileCapabilities::evidence)
                : Optional.empty();
    }

    private record Shown(Reading<Boolean> reading) {}

    private static Shown look(Facts facts) {
        Reading<Boolean> any = facts.host().bytes(FILE, 0, ENOUGH).map(Kallsyms::text).map(Kallsyms::anyAddress);
        if (!(any instanceof Present<Boolean> seen)) {
            return new Shown(any);
        }
        Optional<Evidence> opened = seen.value() ? Optional.empty() : opened(facts);
        return new Shown(opened.isPresent()
                ? new Present<>(true, opened.get())
                : new Present<>(seen.value(), new Evidence(FILE, seen.value() ? "addresses are shown" : "all addresses are zero")));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    static Boolean anyAddress(String text) {
        boolean understood = false;
        for (String line : Text.lines(text)) {
            int blank = line.indexOf(' ');
            String address = blank > 0 ? line.substring(0, blank) : "";
            if (address.length() >= 8 && address.chars().allMatch(c -> Character.digit(c, 16) >= 0)) {
                understood = true;
                if (address.chars().anyMatch(c -> c != '0')) {
                    return true;
                }
            }
        }
        if (!understood) {
            throw new IllegalArgumentException(text.isBlank() ? "the file is empty" : "no list of symbols");
        }
        return false;
    }
}
