package dev.perfdoctor.image;

import static dev.perfdoctor.image.Confinement.bubblewrap;
import static dev.perfdoctor.image.Confinement.bubblewrapNobody;
import static dev.perfdoctor.image.Confinement.container;
import static dev.perfdoctor.image.Confinement.fileCapabilities;
import static dev.perfdoctor.image.Confinement.nobody;
import static dev.perfdoctor.image.Confinement.plain;
import static dev.perfdoctor.image.Confinement.seccomp;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real confinements of this machine: what the doctor says is what perf then does, and a capture is diagnosed as the place it was taken in.
 * Counters are left aside, for a virtual machine may have none: what {@code pmu} says blocks nothing here.
 */
final class ConfinementIT {
    private static final Path IMAGE = Path.of("target", "perfdoctor").toAbsolutePath();
    private static final Pattern ANSWER = Pattern.compile("(?ms)^##### (\\S+)\\n(.*?)^##exit (\\d+)$");
    private static final String ALL = "cap_perfmon,cap_syslog,cap_sys_ptrace=ep";

    @TempDir
    private static Path directory;

    private record Answer(String out, int exit) {
        Diagnosed diagnosed() {
            return Diagnosed.of(out);
        }

        boolean works() {
            return exit == 0 && !out.contains("<not supported>"); // what perf stat says where the kernel answers ENOSYS
        }
    }

    @BeforeAll
    static void onlyAsRootWithTheTools() throws Exception {
        for (String tool : Confinement.needed()) {
            assumeTrue(Shell.run(directory, Map.of(), "command -v " + tool).exit() == 0, "no " + tool + " here");
        }
        assumeTrue(Shell.run(directory, Map.of(), "test $(id -u) = 0 && unshare -m true").exit() == 0, "not root here, or no namespaces");
    }

    @TestFactory
    Stream<DynamicTest> whatTheDoctorSaysIsWhatPerfDoes() throws IOException {
        Map<Confinement, List<String>> told = new LinkedHashMap<>();
        told.put(plain("root on the machine itself", "", ""), List.of());
        told.put(nobody("an ordinary user", "", ""), List.of());
        told.put(bubblewrap("root in bubblewrap", "", ""), List.of());
        told.put(bubblewrapNobody("an ordinary user in bubblewrap", ""), List.of());
        told.put(seccomp("seccomp answers EPERM", 1, directory), List.of("sandbox/seccomp"));
        told.put(seccomp("seccomp answers ENOSYS", 38, directory), List.of("sandbox/seccomp"));
        told.put(seccomp("seccomp answers EACCES", 13, directory), List.of("sandbox/seccomp"));
        told.put(bubblewrap("root of a user namespace in bubblewrap", "--unshare-user --uid 0 --gid 0", ""), List.of("sandbox/user-namespace"));
        told.put(bubblewrap("root without capabilities", "--cap-drop ALL", ""), List.of());
        told.put(bubblewrap("no /sys", "--tmpfs /sys", ""), List.of("tracefs/not-mounted"));
        told.put(plain("root of a user namespace", "", "unshare -Ur"), List.of("sandbox/user-namespace"));
        told.put(plain("root with no_new_privs", "", "setpriv --no-new-privs"), List.of());
        told.put(plain("root without the capabilities that count", "", "setpriv --bounding-set=-sys_admin,-perfmon --inh-caps=-all"), List.of());
        told.put(plain("an ambient CAP_PERFMON", "",
                "setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=+perfmon --ambient-caps=+perfmon"), List.of());
        told.put(fileCapabilities("capabilities in perf's file", ALL, "", ""), List.of());
        told.put(fileCapabilities("CAP_PERFMON alone in perf's file", "cap_perfmon=ep", "", ""), List.of());
        told.put(fileCapabilities("capabilities without the effective flag", "cap_perfmon,cap_syslog=p", "", ""), List.of("paranoid/file-capability-void"));
        told.put(fileCapabilities("capabilities in a file under no_new_privs", ALL, "", "setpriv --no-new-privs"), List.of("paranoid/file-capability-void"));
        told.put(fileCapabilities("capabilities in a file mounted nosuid", ALL, "mount -o remount,nosuid /mnt;", ""), List.of("paranoid/file-capability-void"));
        told.put(fileCapabilities("capabilities that the bounding set lacks", "cap_perfmon=ep", "", "setpriv --bounding-set=-perfmon"), List.of());
        told.put(fileCapabilities("capabilities in a file, in a user namespace", "cap_perfmon,cap_syslog=ep", "", "unshare -U"), List.of("paranoid/file-capability-void"));
        told.put(nobody("no locked memory", "", "prlimit --memlock=0"), List.of());
        told.put(plain("few open files", "", "prlimit --nofile=24:24"), List.of());
        if (Shell.succeeds("command -v crun")) {
            told.put(container("a container", directory, true, 0), List.of("sandbox/seccomp"));
            told.put(container("a container with CAP_PERFMON", directory, true, 0, "CAP_PERFMON"), List.of("sandbox/seccomp"));
            told.put(container("a container without seccomp", directory, false, 0), List.of());
            told.put(container("a container without seccomp, with CAP_PERFMON", directory, false, 0, "CAP_PERFMON"), List.of());
            told.put(container("a container without seccomp, with CAP_SYS_ADMIN", directory, false, 0, "CAP_SYS_ADMIN"), List.of());
            told.put(container("an ordinary user in a container without seccomp", directory, false, 1000), List.of());
        }
        return told.entrySet().stream().map(e -> DynamicTest.dynamicTest(e.getKey().name(), () -> examine(e.getKey(), e.getValue())));
    }

    private static void examine(Confinement place, List<String> codes) throws Exception {
        Path script = Path.of(ConfinementIT.class.getResource("/confined.sh").toURI());
        Shell run = place.run(IMAGE, script, directory);
        assumeTrue(run.exit() != 77, "the file system here keeps no capabilities");
        Map<String, Answer> answers = new LinkedHashMap<>();
        Matcher answer = ANSWER.matcher(run.out());
        while (answer.find()) {
            answers.put(answer.group(1), new Answer(answer.group(2), Integer.parseInt(answer.group(3))));
        }
        assertTrue(answers.containsKey("tracepoints"), run::toString);
        Diagnosed live = answers.get("live").diagnosed();
        assertAll(
                () -> assertTrue(live.codes().containsAll(codes), () -> codes + " in " + live.codes()),
                () -> assertEquals(live.told(), answers.get("plain").diagnosed().told(), "the capture"),
                () -> assertEquals(live.codes(), answers.get("redacted").diagnosed().codes(), "the redacted capture"),
                () -> assertEquals(worksByPerf(answers), live.works(), () -> live.codes() + " " + run.out()));
    }

    private static Map<String, Boolean> worksByPerf(Map<String, Answer> answers) {
        Map<String, Boolean> works = new TreeMap<>();
        List.of("stat", "record", "call-graph", "system-wide", "tracepoints").forEach(a -> works.put(a, answers.get(a).works()));
        return works;
    }
}
