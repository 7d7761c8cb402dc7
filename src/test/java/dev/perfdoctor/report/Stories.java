package dev.perfdoctor.report;

import static dev.perfdoctor.api.Activity.CALL_GRAPH;
import static dev.perfdoctor.api.Activity.RECORD;
import static dev.perfdoctor.api.Activity.STAT;
import static dev.perfdoctor.api.Activity.SYSTEM_WIDE;
import static dev.perfdoctor.api.Activity.TRACEPOINTS;
import static dev.perfdoctor.engine.FakeCheck.cannotTell;
import static dev.perfdoctor.engine.FakeCheck.finding;
import static dev.perfdoctor.engine.FakeCheck.healthy;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.api.Remediation.Kind;
import dev.perfdoctor.api.Remediation.Where;
import dev.perfdoctor.api.Request;
import dev.perfdoctor.engine.Engine;
import dev.perfdoctor.engine.Engine.Options;
import dev.perfdoctor.engine.FakeCheck;
import dev.perfdoctor.engine.Judgement.FailOn;
import dev.perfdoctor.engine.LiveLookingHost;
import dev.perfdoctor.engine.Report;
import dev.perfdoctor.engine.Timings;
import dev.perfdoctor.engine.Report.ActivityReport;
import dev.perfdoctor.engine.Report.CheckReport;
import dev.perfdoctor.engine.Waiver;
import dev.perfdoctor.host.MachineFileHost;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Reports whose machines, checks and times are made up, so that every format can be shown to tell them the same way each time. */
final class Stories {
    private static final String LAPTOP = """
            perfdoctor-machine: 1
            taken: 2026-09-12T10:00:00Z
            uname: {release: 7.1.5-76070105-generic, machine: x86_64}
            files:
              /etc/os-release: |
                ID=pop
                VERSION_ID="24.04"
                PRETTY_NAME="Pop!_OS 24.04 LTS"
              /proc/cpuinfo: |
                processor : 0
                model name : 13th Gen Intel(R) Core(TM) i7-13700H
              /sys/bus/event_source/devices/cpu_core/cpus: 0-11
              /sys/bus/event_source/devices/cpu_atom/cpus: 12-19
              /sys/devices/system/cpu/online: 0-19
            """ + threads(0, 12, 2) + threads(12, 20, 1);

    private static final String WORKSTATION = """
            perfdoctor-machine: 1
            uname: {release: 7.1.3-200.fc44.x86_64, machine: x86_64}
            files:
              /etc/os-release: |
                ID=fedora
                VERSION_ID=44
                PRETTY_NAME="Fedora Linux 44 (Workstation Edition)"
              /proc/cpuinfo: |
                processor : 0
                model name : AMD Ryzen 9 9950X 16-Core Processor
              /sys/bus/event_source/devices/cpu/type: "4"
              /sys/devices/system/cpu/online: 0-31
            """ + threads(0, 32, 2);

    private static final String CONTAINER = """
            perfdoctor-machine: 1
            taken: 2027-03-01T10:00:00Z
            uname: {release: 6.8.0-1021-aws, machine: x86_64}
            files:
              /.dockerenv: ""
              /etc/os-release: |
                ID=debian
                VERSION_ID="12"
                PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"
              /proc/cpuinfo: |
                processor : 0
                model name : Intel(R) Xeon(R) Platinum 8488C
                flags : fpu hypervisor
            """;

    private Stories() {}

    /** Files that list the threads of the cores that these CPUs make. */
    private static String threads(int from, int to, int each) {
        StringBuilder files = new StringBuilder();
        for (int cpu = from; cpu < to; cpu++) {
            int first = cpu - (cpu - from) % each;
            String core = each == 1 ? "" + first : first + "-" + (first + each - 1);
            files.append("  /sys/devices/system/cpu/cpu%d/topology/thread_siblings_list: \"%s\"\n".formatted(cpu, core));
        }
        return files.toString();
    }

    /** Every story by its name. */
    static Map<String, Report> all() {
        Map<String, Report> all = new LinkedHashMap<>();
        all.put("kernel-bump", kernelBump());
        all.put("healthy", healthyMachine());
        all.put("container", container());
        all.put("misleading", misleading());
        all.put("limited", limited());
        all.put("could-not-tell", couldNotTell());
        all.put("waived", waived());
        all.put("hostile", hostile());
        all.put("timed", timed());
        all.put("hardware", hardware());
        return all;
    }

    static Report kernelBump() {
        Diagnosis gone = Diagnosis.of("perf-binary/package-without-perf", "The tools package of this kernel holds no perf")
                .blocks(STAT, RECORD, CALL_GRAPH, SYSTEM_WIDE, TRACEPOINTS)
                .explained("""
                        linux-tools-7.1.5-76070105-generic is installed, but perf has moved to the package linux-perf, so no perf is on
                        PATH. The perf of kernel 7.1.4 is still on disk and measures this kernel just as well.
                        """)
                .seen("/var/lib/dpkg/info/linux-tools-7.1.5-76070105-generic.list", "no perf")
                .seen("apt-cache policy linux-perf", "7.1.5-76070105")
                .mendedBy(Remediation.perRun(
                        "With the perf of the last kernel", "/usr/lib/linux-tools/7.1.4-76070104-generic/perf stat -- CMD"))
                .mendedBy(new Remediation(
                        "For good",
                        Kind.PERSISTENT,
                        Where.HERE,
                        true,
                        List.of("sudo apt install linux-perf"),
                        List.of(),
                        List.of("sudo apt remove linux-perf"),
                        ""));
        Diagnosis story = Diagnosis.of("kernel/changed", "perf is gone since the kernel changed on 12 Sep (7.1.4 → 7.1.5)")
                .notes(STAT, RECORD, CALL_GRAPH)
                .explaining("perf-binary/package-without-perf", "sudo/path-mismatch")
                .onlyToExplain(true)
                .seen("/usr/lib/linux-tools", "7.1.4-76070104-generic, 7.1.5-76070105-generic");
        Diagnosis rule = Diagnosis.of("sudo/path-mismatch", "The NOPASSWD rule names the perf of kernel 7.1.4")
                .notes(STAT)
                .blocks(SYSTEM_WIDE)
                .explained("sudo perf asks for a password. Nothing you asked for needs sudo.")
                .seen("sudo -n -l", "(root) NOPASSWD: /usr/lib/linux-tools/7.1.4-76070104-generic/perf")
                .mendedBy(Remediation.manual(
                        "Name the stable path", true, "sudo visudo -f /etc/sudoers.d/perf", "replace the path by /usr/bin/perf"));
        return told(
                LAPTOP,
                Options.usual(),
                finding("kernel", story),
                finding("perf-binary", gone),
                finding("sudo", rule),
                finding("paranoid", healthy("perf events are open to you"), cannotTell("whether raw tracepoints work")),
                finding("hybrid", splitCounters()));
    }

    private static Diagnosis splitCounters() {
        return Diagnosis.of("hybrid/split-counters", "'cycles' is counted on two kinds of cores, one counter for each")
                .misleads(STAT)
                .limits(RECORD, CALL_GRAPH)
                .explained("""
                        A program that moves between P and E cores is counted in two halves, and a side it never ran on says
                        <not counted>. Pin the run, name the counter.
                        """)
                .seen("/sys/devices/cpu_core/cpus", "0-11")
                .seen("/sys/devices/cpu_atom/cpus", "12-19")
                .mendedBy(Remediation.perRun("Pinned", "taskset -c 2 perf stat -e cpu_core/cycles/ -- CMD"));
    }

    static Report healthyMachine() {
        return told(
                WORKSTATION,
                Options.usual(),
                Map.of(STAT, "perf 7.1.3", CALL_GRAPH, "--call-graph fp", Activity.VALGRIND, "valgrind 3.27.0"),
                finding("kernel", healthy("nothing was set up for another kernel")),
                finding("perf-binary", healthy("perf 7.1.3 starts")),
                finding("sudo", new Finding.NotApplicable("perf needs no sudo here")),
                finding("paranoid", healthy("perf events are open to you (level -1)")));
    }

    static Report container() {
        String risk = "Every user of the host can then sample the kernel while their programs run.";
        Diagnosis seccomp = Diagnosis.of("sandbox/seccomp", "The container's seccomp profile refuses perf_event_open")
                .blocks(STAT, RECORD, CALL_GRAPH)
                .explained("perf says \"Operation not permitted\" whatever perf_event_paranoid is. The profile belongs to the container,"
                        + " so it is changed where the container is started.")
                .seen("perfdoctor-probe", "{\"probe\":\"open\",\"event\":\"task-clock\",\"errno\":\"EPERM\"}")
                .seen("/proc/self/status", "Seccomp: 2")
                .mendedBy(new Remediation(
                        "Start the container with one more capability",
                        Kind.PERSISTENT,
                        Where.HOST,
                        false,
                        List.of("docker run --cap-add PERFMON IMAGE"),
                        List.of(),
                        List.of(),
                        "The container can then observe the kernel."))
                .mendedBy(new Remediation(
                        "Start the container with a profile that allows perf_event_open",
                        Kind.PERSISTENT,
                        Where.HOST,
                        false,
                        List.of("docker run --security-opt seccomp=profile.json IMAGE"),
                        List.of("add perf_event_open to the names of the profile's first rule"),
                        List.of(),
                        ""));
        Diagnosis level = Diagnosis.of("paranoid/kernel-blocked", "You can measure your own code, not the kernel's (kernel.perf_event_paranoid is 2)")
                .limits(STAT, RECORD, CALL_GRAPH)
                .blocks(SYSTEM_WIDE, TRACEPOINTS)
                .explained("perf turns every event into its user-only form by itself (cycles becomes cycles:u). Time spent in system calls,"
                        + " page faults and interrupts is missing from profiles, and -a is refused.")
                .seen("/proc/sys/kernel/perf_event_paranoid", "2")
                .mendedBy(new Remediation(
                        "Until the next boot",
                        Kind.TEMPORARY,
                        Where.HOST,
                        true,
                        List.of("sudo sysctl -w kernel.perf_event_paranoid=1"),
                        List.of(),
                        List.of("sudo sysctl -w kernel.perf_event_paranoid=2"),
                        risk))
                .mendedBy(new Remediation(
                        "For good",
                        Kind.PERSISTENT,
                        Where.HOST,
                        true,
                        List.of("echo 'kernel.perf_event_paranoid = 1' | sudo tee /etc/sysctl.d/99-perf-event-paranoid.conf"),
                        List.of(),
                        List.of("sudo rm /etc/sysctl.d/99-perf-event-paranoid.conf"),
                        risk));
        return told(
                CONTAINER,
                asked(Set.of(Activity.values())),
                Options.usual(),
                Map.of(Activity.VALGRIND, "valgrind 3.19.0"),
                finding("sandbox", seccomp),
                finding("paranoid", level));
    }

    static Report misleading() {
        return told(LAPTOP, Options.usual(), finding("hybrid", splitCounters()));
    }

    static Report limited() {
        Diagnosis shallow = Diagnosis.of("call-graph/max-stack", "Stacks are cut at 127 frames (perf_event_max_stack)")
                .limits(CALL_GRAPH)
                .seen("/proc/sys/kernel/perf_event_max_stack", "127");
        Diagnosis old = Diagnosis.of("perf-binary/version-skew", "perf 6.8 measures kernel 7.1; the two need not be the same")
                .notes(STAT)
                .seen("perf --version", "perf version 6.8.12");
        return told(WORKSTATION, Options.usual(), finding("perf-binary", old), finding("call-graph", shallow));
    }

    static Report couldNotTell() {
        Options skipping = new Options(Set.of(), Set.of("thermal"), "--skip", Duration.ofSeconds(10), FailOn.ERROR, List.of());
        Check asking = FakeCheck.doing("sudo", facts -> {
            facts.host().run("sudo", "-n", "-l");
            return List.of(cannotTell("whether the NOPASSWD rule still names the perf that is used", STAT, RECORD));
        });
        return told(
                LAPTOP,
                skipping,
                asking,
                FakeCheck.doing("pmu", facts -> {
                    throw new IllegalStateException("no bit 65");
                }),
                finding("limits", cannotTell("how many files perf may open")),
                finding("thermal", healthy("cool")));
    }

    static Report waived() {
        Diagnosis taken = Diagnosis.of("pmu/counter-taken", "The NMI watchdog holds one counter of every core")
                .limits(STAT)
                .seen("/proc/sys/kernel/nmi_watchdog", "1");
        Diagnosis swap = Diagnosis.of("memory/swapping", "The machine swapped 1.2 GiB in the last minute")
                .misleads(STAT, RECORD)
                .seen("/proc/vmstat", "pswpin 312044");
        Options waiving = new Options(
                Set.of(),
                Set.of(),
                "--skip",
                Duration.ofSeconds(10),
                FailOn.WARNING,
                List.of(
                        new Waiver("pmu/counter-taken", "the watchdog is wanted here", Optional.of(LocalDate.of(2027, 12, 31))),
                        new Waiver("memory/swapping", "until the new memory is in", Optional.of(LocalDate.of(2027, 1, 31)))));
        return told(CONTAINER, waiving, finding("pmu", taken), finding("memory", swap));
    }

    static Report hostile() {
        String escape = "\u001b]0;owned\u0007\u001b[2J";
        Diagnosis path = Diagnosis.of("perf-binary/broken", "The first perf on PATH does not start: /opt/" + escape + "/perf")
                .blocks(STAT)
                .explained("It was \u202egnp.exe\u202c and said:\n::error::nothing\n##[add-mask]x and ##vso[task.complete]")
                .seen("/opt/" + escape + "/perf", "line one\n::set-output name=x::y\r\nline\tthree\u009b31m")
                .mendedBy(Remediation.perRun("::stop-commands::x", "'/opt/\u2066bin/perf' stat -- CMD"));
        String file = LAPTOP.replace("Pop!_OS 24.04 LTS", "Pop\u202e\u200b Ünï 名前");
        return told(file, Options.usual(), finding("perf-binary", path));
    }

    /** A hybrid laptop whose last sensor did not answer, and whose battery has a name of its own. */
    static Report hardware() {
        String told = """
                commands:
                  - run: perfdoctor-hardware
                    fails: timeout
                    out: |
                      {"hardware":"machine","vendor":"LENOVO","model":"21HM (version: ThinkPad X1 Carbon Gen 11)"}
                      {"hardware":"firmware","vendor":"LENOVO","version":"N3XET59W (1.34 )","date":"11/08/2024"}
                      {"hardware":"processor","name":"13th Gen Intel(R) Core(TM) i7-13700H","vendor":"GenuineIntel","family":"6","model":"186","stepping":"2","microcode":"0x4121"}
                      {"hardware":"topology","packages":1,"cores":14,"threads":20}
                      {"hardware":"cache","level":3,"type":"unified","bytes":25165824,"line":64,"ways":12}
                      {"hardware":"cache","level":2,"type":"unified","bytes":2097152,"line":64,"ways":16}
                      {"hardware":"cache","level":2,"type":"unified","bytes":1310720,"line":64,"ways":10}
                      {"hardware":"cache","level":1,"type":"data","bytes":49152,"line":64,"ways":12}
                      {"hardware":"cache","level":1,"type":"data","bytes":32768,"line":64,"ways":8}
                      {"hardware":"cache","level":1,"type":"instruction","bytes":32768,"line":64,"ways":8}
                      {"hardware":"cache","level":1,"type":"instruction","bytes":65536,"line":64,"ways":8}
                      {"hardware":"memory","total":33389056000,"available":26430410752,"swap":8589930496,"swap-used":314572800}
                      {"hardware":"load","one":0.52,"five":0.41,"fifteen":0.33}
                      {"hardware":"power","name":"BAT\\u001b[2J\\n::error::0","charge":97,"state":"discharging"}
                      {"hardware":"temperature","celsius":54.00}
                      {"hardware":"fan","rpm":2100}
                      {"hardware":"fan","rpm":2242}
                """;
        return told(
                LAPTOP + told,
                Options.usual().withHardware(),
                finding("kernel", healthy("nothing was set up for another kernel")));
    }

    private static Request asked(Set<Activity> activities) {
        return new Request(activities, List.of(), OptionalInt.empty(), true);
    }

    /** {@code --timings}: a dear command, places with long and hostile names, rows that cost nothing. */
    static Report timed() {
        return healthyMachine().with(List.of(
                new Timings.Row(Timings.Kind.PHASE, "examination", 1, 41.2, 0.61),
                new Timings.Row(Timings.Kind.CHECK, "perf-binary", 1, 30.04, 0.445),
                new Timings.Row(Timings.Kind.PHASE, "start of Java", 1, 26.3, 0.39),
                new Timings.Row(Timings.Kind.COMMAND, "getcap /usr/lib/linux-tools/7.1.3-200.fc44.x86_64/perf", 1, 9.5, 0.14),
                new Timings.Row(Timings.Kind.FILES, "/sys/devices", 412, 8.1, 0.12),
                new Timings.Row(Timings.Kind.FILES, "/home/\u001b[2J", 2, 0.41, 0.006),
                new Timings.Row(Timings.Kind.FILES, "/boot", 1, 0.1, 0.001),
                new Timings.Row(Timings.Kind.TOTAL, "", 1, 67.5, 1)));
    }

    private static Report told(String machine, Options options, Check... checks) {
        return told(machine, options, Map.of(), checks);
    }

    private static Report told(String machine, Options options, Map<Activity, String> details, Check... checks) {
        return told(machine, Request.usual(), options, details, checks);
    }

    /** With times, recipes and details that are the same each time. */
    private static Report told(String machine, Request request, Options options, Map<Activity, String> details, Check... checks) {
        Report report = new Engine(List.of(checks)).run(new LiveLookingHost(MachineFileHost.of("test.yaml", machine)), request, options);
        Map<Activity, String> all = new EnumMap<>(Activity.class);
        all.putAll(details);
        List<ActivityReport> activities = report.activities().stream()
                .map(a -> new ActivityReport(
                        a.activity(), a.state(), a.because(), recipe(a), all.getOrDefault(a.activity(), "")))
                .toList();
        List<CheckReport> ran = report.checks().stream()
                .map(c -> new CheckReport(c.id(), c.status(), upToLine(c.reason()), c.healthy(), 0.8))
                .toList();
        return new Report(
                report.host(),
                report.askedFor(),
                report.verdict(),
                activities,
                report.diagnoses(),
                ran,
                report.unknowns(),
                71.2,
                report.exit(),
                new ArrayList<>(report.commands()),
                report.hardware(),
                List.of());
    }

    private static List<String> recipe(ActivityReport activity) {
        return switch (activity.state()) {
            case MISLEADING -> List.of("taskset -c 2 perf " + activity.activity().id() + " -e cpu_core/cycles/ -- CMD");
            case READY, LIMITED, UNKNOWN -> List.of("perf " + activity.activity().id() + " -- CMD");
            case BLOCKED, NOT_EXAMINED -> List.of();
        };
    }

    /** A crash names the line of the code it came from. */
    private static String upToLine(String reason) {
        int at = reason.indexOf(" at ");
        return at < 0 ? reason : reason.substring(0, at) + " at Pmu.java";
    }
}
