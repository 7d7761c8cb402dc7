package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.facts.PerfAccess.Answer;
import dev.perfdoctor.facts.PerfAccess.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Level, capabilities, the kernel's maker and the probe, weighed. The probe's outputs are recorded ones. */
class PerfAccessTest {
    private static final String DEBIAN = "uname: {release: 6.1.0-25-amd64, version: '#1 SMP Debian 6.1.106-1 (2024-08-26)', machine: x86_64}";
    private static final String FEDORA = "uname: {release: 6.11.4-301.fc41.x86_64, version: '#1 SMP Sun Oct 20 15:02:33 UTC 2024', machine: x86_64}";
    private static final String OWN_BUILD = "uname: {release: 6.9.1-mine, version: '#3 SMP Sat May 25 10:00:00 UTC 2024', machine: x86_64}";
    private static final String ORDINARY = "CapEff: 0000000000000000\\nSeccomp: 0\\n";

    private static PerfAccess access(String uname, String level, String status, String probe) {
        return PerfAccess.of(Machines.facts("""
                otherwise: absent
                %s
                files:
                  /proc/sys/kernel/perf_event_paranoid: %s
                  /sys/bus/event_source/devices/software/type: "1\\n"
                  /proc/self/ns/user: {link: 'user:[4026531837]'}
                  /proc/self/status: "Name: x\\nUid: 1000 1000 1000 1000\\n%s"
                %s""".formatted(uname, level, status, probe)));
    }

    private static PerfAccess inferred(String uname, String level) {
        return access(uname, "\"" + level + "\\n\"", ORDINARY, "");
    }

    private static String recorded(String name) throws IOException {
        String rows = Files.readString(Path.of("test/resources/probe", name + ".txt"));
        return "commands:\n- run: perfdoctor-probe\n  out: |\n" + rows.indent(4);
    }

    @ParameterizedTest
    @CsvSource({
        "-1, Everything, YES, YES, YES",
        "0, NoRawTracepoints, YES, YES, NO",
        "1, OwnProcesses, YES, NO, NO",
        "2, OwnUserCode, LIMITED, NO, NO",
        "3, Nothing, NO, NO, NO",
        "4, Nothing, NO, NO, NO"
    })
    void eachLevelOfDebianHasItsState(String level, String state, Answer own, Answer systemWide, Answer tracepoints) {
        PerfAccess access = inferred(DEBIAN, level);
        assertEquals(state, access.state().getClass().getSimpleName());
        assertEquals(own, access.allows(Activity.RECORD));
        assertEquals(systemWide, access.allows(Activity.SYSTEM_WIDE));
        assertEquals(tracepoints, access.allows(Activity.TRACEPOINTS));
        assertEquals(Answer.YES, access.allows(Activity.VALGRIND));
        assertFalse(access.probeSpoke());
    }

    @Test
    void level3Of4IsLevel2Elsewhere() {
        assertInstanceOf(State.OwnUserCode.class, inferred(FEDORA, "3").state());
        assertInstanceOf(State.OwnUserCode.class, inferred(FEDORA, "4").state());
    }

    @Test
    void anUnknownMakersLevel3LeavesOneQuestionOpen() {
        PerfAccess access = inferred(OWN_BUILD, "3");
        assertInstanceOf(State.OwnUserCode.class, access.state());
        assertEquals(EnumSet.of(Activity.STAT, Activity.RECORD, Activity.CALL_GRAPH), access.unsettled());
    }

    @ParameterizedTest
    @CsvSource({"{unread: denied}, denied", "'\"\"', empty", "'\"two\\n\"', not a number: 'two'", "{unread: not-captured}, not captured"})
    void aLevelThatCannotBeReadIsNotALevel(String level, String reason) {
        PerfAccess access = access(FEDORA, level, ORDINARY, "");
        assertEquals(reason, assertInstanceOf(State.Unclear.class, access.state()).because().reason());
        assertEquals(Activity.PERF, Set.copyOf(access.unsettled()));
    }

    @Test
    void theProbeAnswersWhereTheLevelCannotBeRead() throws IOException {
        PerfAccess access = access(FEDORA, "{unread: denied}", ORDINARY, recorded("debian-6.1-no-pmu-paranoid-1-tracefs-readable-user"));
        assertInstanceOf(State.OwnProcesses.class, access.state());
        assertTrue(access.probeSpoke());
    }

    @ParameterizedTest
    @CsvSource({
        "debian-6.1-no-pmu-paranoid-minus-1-user, -1, Everything",
        "debian-6.1-no-pmu-paranoid-1-tracefs-readable-user, 1, OwnProcesses",
        "debian-6.1-no-pmu-paranoid-2-user, 2, OwnUserCode",
        "debian-6.1-no-pmu-paranoid-3-user, 3, Nothing",
        "arm64-pmu-paranoid-2-user, 2, OwnUserCode",
        "user-namespace-root, 2, OwnUserCode",
        "docker-unconfined-root, 2, OwnUserCode"
    })
    void recordedProbesAgreeWithTheirLevel(String recording, String level, String state) throws IOException {
        assertEquals(state, access(DEBIAN, "\"" + level + "\\n\"", ORDINARY, recorded(recording)).state().getClass().getSimpleName());
    }

    @Test
    void theProbeOutranksTheLevel() throws IOException {
        PerfAccess access = access(DEBIAN, "\"4\\n\"", ORDINARY, recorded("debian-6.1-no-pmu-paranoid-2-user"));
        assertInstanceOf(State.OwnUserCode.class, access.state());
    }

    @Test
    void aCutProbeIsCompletedByTheLevel() throws IOException {
        PerfAccess access = access(FEDORA, "\"0\\n\"", ORDINARY, recorded("cut-by-its-time-limit-root"));
        assertInstanceOf(State.NoRawTracepoints.class, access.state());
    }

    @Test
    void aProbeWithoutFileDescriptorsHasRefusedNothing() throws IOException {
        PerfAccess access = access(FEDORA, "\"1\\n\"", ORDINARY, recorded("no-file-descriptors-root"));
        assertInstanceOf(State.OwnProcesses.class, access.state());
    }

    @Test
    void seccompRefusesAndTheLevelStandsBehindIt() throws IOException {
        PerfAccess access = access(FEDORA, "\"2\\n\"", "CapEff: 0000000000000000\\nSeccomp: 2\\n", recorded("docker-default-root"));
        State.Sandboxed sandboxed = assertInstanceOf(State.Sandboxed.class, access.state());
        assertEquals("EPERM", sandboxed.errno());
        assertInstanceOf(State.OwnUserCode.class, sandboxed.behind());
        assertEquals(Answer.NO, access.allows(Activity.STAT));
        assertFalse(access.leavesNothingRefused());
    }

    @Test
    void enosysWithTheSysctlThereIsASandboxs() throws IOException {
        PerfAccess access = access(FEDORA, "\"2\\n\"", ORDINARY, recorded("seccomp-enosys-root"));
        assertEquals("ENOSYS", assertInstanceOf(State.Sandboxed.class, access.state()).errno());
    }

    @Test
    void enosysWithoutSysctlAndBusIsTheKernels() throws IOException {
        PerfAccess access = PerfAccess.of(Machines.facts("otherwise: absent\n" + FEDORA + "\nfiles: {/etc/hostname: host}\n" + recorded("seccomp-enosys-root")));
        assertInstanceOf(State.NoPerfEvents.class, access.state());
        assertEquals(Answer.NO, access.allows(Activity.TRACEPOINTS));
        assertEquals(Answer.YES, access.allows(Activity.VALGRIND));
    }

    @Test
    void withoutAProbeAMissingSysctlAndBusSayTheSame() {
        String files = "\nfiles: {/proc/sys/kernel/kptr_restrict: '0', /sys/class/net/lo/mtu: '65536'}\n";
        assertInstanceOf(State.NoPerfEvents.class, PerfAccess.of(Machines.facts("otherwise: absent\n" + FEDORA + files)).state());
    }

    @Test
    void aTreeWithoutProcSaysNothingOfItsKernel() {
        assertInstanceOf(State.Unclear.class,
                PerfAccess.of(Machines.facts("otherwise: absent\n" + FEDORA + "\nfiles: {/etc/hostname: host}\n")).state());
    }

    @Test
    void inACaptureWithoutThemNothingIsSaidOfTheKernel() {
        assertInstanceOf(State.Unclear.class,
                PerfAccess.of(Machines.facts("otherwise: not-captured\n" + FEDORA + "\nfiles: {/etc/hostname: host}\n")).state());
    }

    @Test
    void anEnforcingSelinuxRefusesWhatTheLevelAllows() throws IOException {
        String probe = recorded("debian-6.1-no-pmu-paranoid-3-user");
        String enforcing = "  /sys/fs/selinux/enforce: '1'\n";
        assertInstanceOf(State.Sandboxed.class, access(FEDORA, "\"1\\n\"", ORDINARY, enforcing + probe).state());
        assertInstanceOf(State.Nothing.class, access(DEBIAN, "\"3\\n\"", ORDINARY, enforcing + probe).state());
    }

    @Test
    void refusedByNobodyElseIsRefusedByTheKernel() throws IOException {
        assertInstanceOf(State.Nothing.class, access(FEDORA, "\"3\\n\"", ORDINARY, recorded("debian-6.1-no-pmu-paranoid-3-user")).state());
    }

    @Test
    void sysAdminOpensEverythingInTheInitialNamespaceOnly() {
        String admin = "CapEff: 000001ffffffffff\\nSeccomp: 0\\n";
        assertTrue(access(DEBIAN, "\"4\\n\"", admin, "").leavesNothingRefused());
        PerfAccess inside = PerfAccess.of(Machines.facts("""
                otherwise: absent
                %s
                files:
                  /proc/sys/kernel/perf_event_paranoid: "2\\n"
                  /sys/bus/event_source/devices/software/type: "1\\n"
                  /proc/self/ns/user: {link: 'user:[4026533000]'}
                  /proc/self/status: "Name: x\\n%s"
                """.formatted(FEDORA, admin)));
        assertInstanceOf(State.OwnUserCode.class, inside.state());
    }

    @Test
    void perfmonCountsWhereTheLevelIsNotPatched() {
        String perfmon = "CapEff: 0000004000000000\\nSeccomp: 0\\n";
        assertTrue(access(FEDORA, "\"4\\n\"", perfmon, "").leavesNothingRefused());
        assertTrue(access(DEBIAN, "\"2\\n\"", perfmon, "").leavesNothingRefused());
        assertInstanceOf(State.Nothing.class, access(DEBIAN, "\"3\\n\"", perfmon, "").state());
    }

    @Test
    void uidZeroProvesNothing() {
        assertInstanceOf(State.OwnUserCode.class,
                access(FEDORA + "\nuser: {name: root, uid: 0, gid: 0, groups: []}", "\"2\\n\"", ORDINARY, "").state());
    }
}
