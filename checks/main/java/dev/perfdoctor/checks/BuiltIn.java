package dev.perfdoctor.checks;

import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Checks;
import java.util.ArrayList;
import java.util.List;

/** The built-in checks in the order of the report: each one line, below the question it answers. */
public final class BuiltIn implements Checks {
    @Override
    public List<Check> all() {
        List<Check> all = new ArrayList<>();
        // kernel: which kernel runs, and did it just change
        all.add(new Kernel());

        // perf-binary: where perf lives, and whether it starts
        all.add(new PerfBinary());

        // sudo: whether the NOPASSWD rule still names the perf that is used
        all.add(new Sudo());

        // paranoid: what the kernel lets this user do
        all.add(new Paranoid());

        // pmu: what the hardware counts
        all.add(new Pmu());

        // hybrid: whether cores differ, and where to pin
        all.add(new Hybrid());

        // call-graph: whether stacks will be whole and frames named
        all.add(new CallGraph());

        // perf-config: whether perf reads its files as they were meant
        all.add(new PerfConfigCheck());

        // valgrind: whether it and its tools run, and can read the targets
        all.add(new Valgrind());

        // build-id-store: where symbols of recorded programs come from, and some perf's unwinding
        all.add(new BuildIdStoreCheck());

        // sandbox: what refuses above the kernel's own rules
        all.add(new Sandbox());

        // kernel-symbols: whether samples in the kernel get names
        all.add(new KernelSymbols());

        // limits: locked memory, sample rate, open files
        all.add(new Limits());

        // process: whether the process of --pid may be observed
        all.add(new ProcessCheck());

        // tracefs: whether tracepoints can be looked up
        all.add(new Tracefs());

        // target: whether the program is there, and is what should be measured
        all.add(new TargetCheck());

        // build-cache: whether the next run is cold, and the program of the sources
        all.add(new BuildCache());

        // expectation: what the configuration file asks of the machine
        all.add(new ExpectationCheck());

        return List.copyOf(all);
    }
}
