package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import org.junit.jupiter.api.Test;

class KernelToolsTest {
    private static KernelTools of(String files) {
        return KernelTools.of(Machines.facts("uname: {release: 6.14.0-36-generic}\nfiles:\n" + files.indent(2)));
    }

    @Test
    void theListOfThePackageTellsThatItHoldsNone() {
        KernelTools tools = of("/var/lib/dpkg/info/linux-tools-6.14.0-36-generic.list: \"/.\\n/usr/lib/linux-tools/6.14.0-36-generic/turbostat\\n\"");
        assertEquals("linux-tools-6.14.0-36-generic", assertInstanceOf(KernelTools.WithoutPerf.class, tools).packageName());
    }

    @Test
    void soDoesItsDirectory() {
        assertInstanceOf(KernelTools.WithoutPerf.class, of("/usr/lib/linux-tools/6.14.0-36-generic/turbostat: {elf: {}}"));
    }

    @Test
    void aPerfThatIsListedAndGoneIsNoPackageWithoutOne() {
        assertInstanceOf(KernelTools.PerfGone.class,
                of("/var/lib/dpkg/info/linux-tools-6.14.0-36-generic.list: \"/.\\n/usr/lib/linux-tools/6.14.0-36-generic/perf\\n\""));
        assertInstanceOf(KernelTools.PerfGone.class, of("/usr/lib/linux-tools/6.14.0-36-generic/perf: {link: ../../linux-tools-6.14.0-36/perf}"));
    }

    @Test
    void theToolsOfAnotherKernelDoNotCount() {
        assertInstanceOf(KernelTools.NotInstalled.class, of("/usr/lib/linux-tools/6.8.0-45-generic/turbostat: {elf: {}}"));
        assertInstanceOf(KernelTools.NotInstalled.class, of("/usr/lib/linux-tools/6.14.0-36-generic: {type: dir}"));
        assertInstanceOf(KernelTools.NotInstalled.class, of("/usr/lib/linux-tools: {unread: denied}"));
    }

    @Test
    void aPerfThatIsThereIsThere() {
        assertInstanceOf(KernelTools.WithPerf.class, of("/usr/lib/linux-tools/6.14.0-36-generic/perf: {elf: {}}"));
    }
}
