package dev.perfdoctor.engine;

import static dev.perfdoctor.api.Activity.RECORD;
import static dev.perfdoctor.api.Activity.STAT;
import static dev.perfdoctor.api.Activity.TIMING;
import static dev.perfdoctor.engine.FakeCheck.cannotTell;
import static dev.perfdoctor.engine.FakeCheck.diagnosis;
import static dev.perfdoctor.engine.FakeCheck.doing;
import static dev.perfdoctor.engine.FakeCheck.finding;
import static dev.perfdoctor.engine.FakeCheck.healthy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.api.Request;
import dev.perfdoctor.engine.Engine.Options;
import dev.perfdoctor.engine.Judgement.FailOn;
import dev.perfdoctor.engine.Report.CheckReport;
import dev.perfdoctor.engine.Report.Judged;
import dev.perfdoctor.engine.Report.Status;
import dev.perfdoctor.host.MachineFileHost;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

final class EngineTest {
    private static final Host MACHINE = MachineFileHost.of("test.yaml", "perfdoctor-machine: 1\ntaken: 2027-01-31T23:00:00Z\n");

    @Test
    void aCheckThatCrashesIsReportedAndTheOthersGoOn() {
        Report report = run(
                doing("broken", f -> {
                    throw new IllegalArgumentException("no such bit");
                }),
                finding("sound", healthy("all is well")));
        assertEquals(Status.CRASHED, check("broken", report).status());
        assertTrue(check("broken", report).reason().contains("no such bit"), check("broken", report).reason());
        assertEquals(List.of("all is well"), check("sound", report).healthy());
        assertEquals(List.of("broken"), report.unknowns().stream().map(Report.Unknown::check).toList());
        assertEquals(Verdict.INCONCLUSIVE, report.verdict());
        assertEquals(3, report.exit());
    }

    @Test
    void aWaySaysWhatOfThisReportMustBeMendedBeforeIt() {
        Remediation way = Remediation.perRun("By DWARF", "perf record --call-graph dwarf -- CMD").onlyAfter(List.of("store/damaged", "store/gone", "tools"));
        Diagnosis mended = diagnosis("stacks/cut").misleads(RECORD).mendedBy(way);
        Report report = run(
                finding("stacks", mended),
                finding("store", diagnosis("store/damaged").limits(RECORD)),
                finding("tools", diagnosis("tools/none").blocks(RECORD)),
                finding("tools", diagnosis("tools/old").notes(RECORD)));
        Remediation told = judged("stacks/cut", report).diagnosis().remediations().getFirst();
        assertEquals(List.of("store/damaged", "tools/none"), told.after().stream().sorted().toList());
    }

    @Test
    void evenAnErrorOfTheVirtualMachineIsThatCheckAlone() {
        Report report = run(doing("deep", f -> deeper(0)), finding("sound", healthy("all is well")));
        assertEquals(Status.CRASHED, check("deep", report).status());
        assertEquals(Status.OK, check("sound", report).status());
    }

    @SuppressWarnings("InfiniteRecursion")
    private static List<Finding> deeper(int level) {
        return deeper(level + 1);
    }

    @Test
    void aCheckThatNeverAnswersIsTimedOutAndLeavesItsActivitiesOpen() {
        CountDownLatch never = new CountDownLatch(1);
        Check hanging = doing("hanging", f -> {
                    while (never.getCount() > 0) { // deaf to interrupts, like a read from a dead file system
                        LockSupport.parkNanos(1_000_000);
                    }
                    return List.of();
                })
                .concerning(RECORD);
        Report report = assertTimeoutPreemptively(
                Duration.ofSeconds(20), () -> run(usual(Duration.ofMillis(300)), hanging, finding("sound", healthy("all is well"))));
        never.countDown();
        assertEquals(Status.TIMED_OUT, check("hanging", report).status());
        assertEquals(Status.OK, check("sound", report).status());
        assertEquals(State.UNKNOWN, state(RECORD, report));
        assertEquals(State.READY, state(STAT, report));
        assertEquals("timeout", report.unknowns().getFirst().why());
    }

    @Test
    void aCheckThatWaitedInVainForAFactIsLateAndNotBroken() {
        record Slow() {}
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Check first = doing("first", f -> {
            f.once(Slow.class, s -> {
                begun.countDown();
                return await(never, new Slow());
            });
            return List.of();
        });
        Check second = doing("second", f -> {
            await(begun, List.of());
            f.once(Slow.class, s -> new Slow());
            return List.of();
        });
        Report report = run(usual(Duration.ofMillis(300)), first, second);
        never.countDown();
        assertEquals(Status.TIMED_OUT, check("first", report).status());
        assertEquals(Status.TIMED_OUT, check("second", report).status());
    }

    private static <T> T await(CountDownLatch latch, T then) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return then;
    }

    @Test
    void anUnfinishedDiagnosisIsACrashOfItsCheck() {
        assertCrash("no effects", diagnosis("check/code"));
        assertCrash("no evidence", Diagnosis.of("check/code", "bare").blocks(STAT));
        assertCrash("not of the check", diagnosis("other/code").blocks(STAT));
    }

    private static void assertCrash(String why, Diagnosis unfinished) {
        CheckReport check = check("check", run(finding("check", unfinished)));
        assertEquals(Status.CRASHED, check.status());
        assertTrue(check.reason().replace("no effects or no evidence", "no effects, no evidence").contains(why), check.reason());
    }

    @Test
    void aCheckThatConcernsNothingAskedIsNotRun() {
        Report report = run(finding("clock", healthy("tsc")).concerning(TIMING));
        assertEquals(Status.NOT_EXAMINED, check("clock", report).status());
        assertEquals(State.NOT_EXAMINED, state(TIMING, report));
    }

    @Test
    void someChecksRunWhateverIsAsked() {
        Report report = run(finding("kernel", healthy("7.1")).concerning(TIMING).whateverIsAsked());
        assertEquals(Status.OK, check("kernel", report).status());
    }

    @Test
    void whatTheUserSkippedMakesNothingUnknownButIsNamed() {
        FakeCheck open = finding("pmu", cannotTell("whether", STAT));
        Options skipping = new Options(Set.of(), Set.of("pmu"), "--skip", Duration.ofSeconds(10), FailOn.ERROR, List.of());
        Report report = run(skipping, open);
        assertEquals(Status.SKIPPED, check("pmu", report).status());
        assertEquals("--skip", check("pmu", report).reason());
        assertEquals(Verdict.READY, report.verdict());

        Options only = new Options(Set.of("sudo"), Set.of(), "--skip", Duration.ofSeconds(10), FailOn.ERROR, List.of());
        assertEquals("--only", check("pmu", run(only, open)).reason());
    }

    @Test
    void allSevenActivitiesAreListed() {
        assertEquals(
                List.of(Activity.values()),
                run().activities().stream().map(Report.ActivityReport::activity).toList());
    }

    @Test
    void theWorstComesFirstAndEqualsKeepTheOrderOfTheChecks() {
        Report report = run(
                finding("a", diagnosis("a/note").notes(STAT), diagnosis("a/error").blocks(STAT)),
                finding("b", diagnosis("b/warning").misleads(STAT), diagnosis("b/error").blocks(RECORD)));
        assertEquals(List.of("a/error", "b/error", "b/warning", "a/note"), codes(report));
    }

    @Test
    void onlyWhatThisRunReportsIsExplained() {
        Report report = run(
                finding("kernel", diagnosis("kernel/changed").notes(STAT).explaining("sudo/path-mismatch", "perf-binary/missing")),
                finding("sudo", diagnosis("sudo/path-mismatch").notes(STAT)));
        assertEquals(List.of("sudo/path-mismatch"), judged("kernel/changed", report).explains());
    }

    @Test
    void whatOnlyExplainsIsSilentWhereThereIsNothingToExplain() {
        FakeCheck kernel =
                finding("kernel", diagnosis("kernel/changed").notes(STAT).explaining("sudo/path-mismatch").onlyToExplain(true));
        assertEquals(List.of(), codes(run(kernel)));
        FakeCheck sudo = finding("sudo", diagnosis("sudo/path-mismatch").limits(STAT));
        assertEquals(List.of("kernel/changed", "sudo/path-mismatch"), codes(run(kernel, sudo)));
    }

    @Test
    void aWaivedDiagnosisKeepsItsEffectAndFailsNothing() {
        Report report = run(waiving(Optional.empty()), finding("pmu", diagnosis("pmu/counter-taken").blocks(STAT)));
        assertEquals(Severity.NOTE, judged("pmu/counter-taken", report).severity());
        assertEquals(State.BLOCKED, state(STAT, report));
        assertEquals(Verdict.NOT_READY, report.verdict());
        assertEquals(0, report.exit());
    }

    @Test
    void anExpiredWaiverDoesNotApplyAndIsTold() {
        FakeCheck pmu = finding("pmu", diagnosis("pmu/counter-taken").blocks(STAT));
        Report lastDay = run(waiving(Optional.of(LocalDate.of(2027, 1, 31))), pmu);
        assertEquals(0, lastDay.exit(), "the machine's now decides, in UTC");
        Report dayAfter = run(waiving(Optional.of(LocalDate.of(2027, 1, 30))), pmu);
        Judged judged = judged("pmu/counter-taken", dayAfter);
        assertEquals(Severity.ERROR, judged.severity());
        assertTrue(judged.waived().orElseThrow().expired());
        assertEquals(1, dayAfter.exit());
    }

    @Test
    void aMachineThatCannotBeReadHasAReportAllTheSame() {
        Host hanging = new HangingHost(MACHINE);
        Report report = assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> new Engine(List.of(finding("sound", healthy("all is well")))).run(hanging, Request.usual(), usual(Duration.ofMillis(200))));
        assertEquals("unknown", report.host().source());
        assertEquals(Status.OK, check("sound", report).status());
    }

    @Test
    void commandsAreThoseOfTheLiveMachineThatExist() {
        Check asking = doing("sudo", f -> {
            f.host().run("sudo", "-n", "-l");
            f.host().run("no-such-program");
            return List.of();
        });
        Engine engine = new Engine(List.of(asking));
        assertEquals(List.of("sudo -n -l"), engine.run(new LiveLookingHost(MACHINE), Request.usual(), Options.usual()).commands());
        assertEquals(List.of(), engine.run(MACHINE, Request.usual(), Options.usual()).commands());
    }

    @Test
    void whatWasAnticipatedIsToldWhereItsProgramIs() {
        Check asking = doing("perf-binary", f -> {
            f.host().run("sudo", "-n", "-l");
            f.host().anticipate(List.of(List.of("sudo", "--version"), List.of("perf", "--version")));
            return List.of();
        });
        Report report = new Engine(List.of(asking)).run(new LiveLookingHost(MACHINE), Request.usual(), Options.usual());
        assertEquals(List.of("sudo -n -l", "sudo --version"), report.commands());
    }

    private static Options usual(Duration timeout) {
        return new Options(Set.of(), Set.of(), "--skip", timeout, FailOn.ERROR, List.of());
    }

    private static Options waiving(Optional<LocalDate> until) {
        Waiver waiver = new Waiver("pmu/counter-taken", "the watchdog is wanted", until);
        return new Options(Set.of(), Set.of(), "--skip", Duration.ofSeconds(10), FailOn.ERROR, List.of(waiver));
    }

    private static Report run(Check... checks) {
        return run(Options.usual(), checks);
    }

    private static Report run(Options options, Check... checks) {
        return new Engine(List.of(checks)).run(MACHINE, Request.usual(), options);
    }

    private static CheckReport check(String id, Report report) {
        return report.checks().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
    }

    private static State state(Activity activity, Report report) {
        return report.activities().stream()
                .filter(a -> a.activity() == activity)
                .findFirst()
                .orElseThrow()
                .state();
    }

    private static Judged judged(String code, Report report) {
        return report.diagnoses().stream().filter(d -> d.diagnosis().code().equals(code)).findFirst().orElseThrow();
    }

    private static List<String> codes(Report report) {
        return new ArrayList<>(report.diagnoses().stream().map(d -> d.diagnosis().code()).toList());
    }
}
