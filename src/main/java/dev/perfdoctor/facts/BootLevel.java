package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Remediation.Where;
import java.util.OptionalInt;

/** Whether the next boot allows less than the sysctls that decide about perf do now. */
public sealed interface BootLevel {
    /**
     * It does.
     *
     * @param key the sysctl
     * @param now what it is
     * @param then what it will be
     * @param because where that is set
     */
    record Less(String key, Present<Integer> now, int then, Evidence because) implements BootLevel {}

    /** It does not. */
    record Same(Evidence because) implements BootLevel {}

    /** It is none of this system's business, or nothing says. */
    record Elsewhere(String why) implements BootLevel {}

    /** A file that may set it could not be read. */
    record Unknown(Unread<?> because) implements BootLevel {}

    /** That of this machine. */
    static BootLevel of(Facts facts) {
        return facts.once(BootLevel.class, BootLevel::find);
    }

    private static BootLevel find(Facts facts) {
        if (Remedies.kernelSide(facts) == Where.HOST) {
            return new Elsewhere("the level is set where the kernel boots, not in here");
        }
        if (PerfAccess.of(facts).state() instanceof PerfAccess.State.Everything && !byLevel(facts)) {
            return new Elsewhere("what you may do does not hang on the level");
        }
        BootLevel paranoid = compare(facts, PerfAccess.KEY, PerfAccess.of(facts).level(), KernelFlavour.of(facts).startingLevel());
        return paranoid instanceof Less || !kernelSideAllowed(facts) ? paranoid : kptr(facts, paranoid);
    }

    private static boolean byLevel(Facts facts) {
        return PerfAccess.of(facts).level() instanceof Present<Integer> p && p.value() < 0;
    }

    private static boolean kernelSideAllowed(Facts facts) {
        return PerfAccess.of(facts).answers().get(PerfAccess.Step.OWN_KERNEL_SIDE) == KernelFlavour.Known.YES;
    }

    /** Kernel addresses hang on this key besides (kernel/kallsyms.c), where the kernel side may be sampled at all. */
    private static BootLevel kptr(Facts facts, BootLevel paranoid) {
        Reading<Integer> now = Sysctl.number(facts, "kernel.kptr_restrict");
        BootLevel kptr = compare(facts, "kernel.kptr_restrict", now, OptionalInt.of(0));
        return kptr instanceof Less ? kptr : paranoid;
    }

    private static BootLevel compare(Facts facts, String key, Reading<Integer> seen, OptionalInt byKernel) {
        if (!(seen instanceof Present<Integer> now)) {
            return new Elsewhere("%s is not known now".formatted(key));
        }
        return switch (SysctlConfig.of(facts).atBoot(key).map(Sysctl::parse)) {
            case Present<Integer> then -> judged(facts, key, now, then.value(), then.evidence());
            case Absent<Integer> _ when byKernel.isPresent() ->
                judged(facts, key, now, byKernel.getAsInt(), new Evidence("sysctl.d", "nothing sets it, the kernel starts with " + byKernel.getAsInt()));
            case Absent<Integer> _ -> new Elsewhere("no file sets %s, and what this kernel starts with is not known".formatted(key));
            case Unread<Integer> unread -> new Unknown(unread);
        };
    }

    private static BootLevel judged(Facts facts, String key, Present<Integer> now, int then, Evidence because) {
        boolean less = key.equals(PerfAccess.KEY) ? strictness(facts, then) > strictness(facts, now.value()) : then > now.value();
        return less ? new Less(key, now, then, because) : new Same(because);
    }

    /** Levels above 2 that act as 2 are 2; where that is not known, they are taken for it. */
    private static int strictness(Facts facts, int level) {
        return level > 2 && KernelFlavour.of(facts).refusesAll(level) != KernelFlavour.Known.YES ? 2 : Math.max(level, -1);
    }
}
