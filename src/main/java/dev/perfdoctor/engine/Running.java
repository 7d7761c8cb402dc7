package dev.perfdoctor.engine;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Finding;
import dev.perfdoctor.engine.Report.CheckReport;
import dev.perfdoctor.engine.Report.Status;
import dev.perfdoctor.engine.Report.Unknown;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** One check on its own thread; a crash or a timeout becomes its status and the others go on. */
final class Running {
    private record Outcome(Status status, String reason, List<Finding> findings, double millis) {}

    private final Check check;
    private final AtomicReference<Outcome> outcome = new AtomicReference<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread;

    /** A check that is not run. */
    Running(Check check, CheckReport idle) {
        this.check = check;
        this.outcome.set(new Outcome(idle.status(), idle.reason(), List.of(), 0));
        this.ended.countDown();
        this.thread = Thread.currentThread();
    }

    /** Starts the check. */
    Running(Check check, Facts facts) {
        this.check = check;
        this.thread = new Thread(() -> examine(facts), "check " + check.id());
        thread.setDaemon(true); // one that never answers must not keep the program alive
        thread.start();
    }

    private void examine(Facts facts) {
        long start = System.nanoTime();
        Outcome result;
        try {
            List<Finding> findings = List.copyOf(check.examine(facts));
            findings.forEach(f -> refuseUnfinished(check, f));
            result = new Outcome(status(findings), reason(findings), findings, millis(start));
        } catch (FactStore.TooLate late) {
            result = new Outcome(Status.TIMED_OUT, late.getMessage(), List.of(), millis(start));
        } catch (Throwable crash) { // an Error in a plug-in is no reason to lose the report
            result = new Outcome(Status.CRASHED, told(crash), List.of(), millis(start));
        }
        outcome.compareAndSet(null, result);
        ended.countDown();
    }

    /** Nothing at compile time makes a check state effects and evidence; this does. */
    private static void refuseUnfinished(Check check, Finding finding) {
        if (finding instanceof Diagnosis d) {
            if (!d.check().equals(check.id())) {
                throw new IllegalStateException("the code " + d.code() + " is not of the check " + check.id());
            }
            if (d.effects().isEmpty() || d.evidence().isEmpty()) {
                throw new IllegalStateException("the diagnosis " + d.code() + " has no effects or no evidence");
            }
        }
    }

    private static String told(Throwable crash) {
        StackTraceElement[] trace = crash.getStackTrace();
        return crash + (trace.length == 0 ? "" : " at " + trace[0]);
    }

    private static Status status(List<Finding> findings) {
        return has(findings, Diagnosis.class)
                ? Status.DIAGNOSED
                : has(findings, Finding.CannotTell.class)
                        ? Status.UNKNOWN
                        : has(findings, Finding.Healthy.class) || findings.isEmpty()
                                ? Status.OK
                                : has(findings, Finding.NotApplicable.class)
                                        ? Status.NOT_APPLICABLE
                                        : Status.NOT_EXAMINED;
    }

    private static boolean has(List<Finding> findings, Class<? extends Finding> kind) {
        return findings.stream().anyMatch(kind::isInstance);
    }

    private static String reason(List<Finding> findings) {
        return findings.stream()
                .flatMap(f -> switch (f) {
                    case Finding.NotApplicable n -> Stream.of(n.reason());
                    case Finding.NotExamined n -> Stream.of(n.reason());
                    case Finding.CannotTell c -> Stream.of(c.what() + ": " + c.because().reason());
                    case Diagnosis d -> Stream.<String>empty();
                    case Finding.Healthy h -> Stream.<String>empty();
                })
                .findFirst()
                .orElse("");
    }

    private static double millis(long start) {
        return (System.nanoTime() - start) / 1e6;
    }

    /** Waits until the check has ended or {@code end} ({@link System#nanoTime()}) has come; late is timed out. */
    void awaitUntil(long end) {
        boolean inTime = false;
        try {
            inTime = ended.await(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        if (!inTime) {
            outcome.compareAndSet(null, new Outcome(Status.TIMED_OUT, "no answer in time", List.of(), 0));
            thread.interrupt();
        }
    }

    /** The findings of one kind. */
    <T extends Finding> Stream<T> of(Class<T> kind) {
        return outcome.get().findings().stream().filter(kind::isInstance).map(kind::cast);
    }

    /** What this check leaves open; a crash or a timeout leaves open all it concerns. */
    List<Unknown> unknowns() {
        Outcome known = outcome.get();
        List<Unknown> open = new ArrayList<>();
        of(Finding.CannotTell.class)
                .forEach(c -> open.add(new Unknown(
                        check.id(), c.what(), c.because().reason(), c.because().source(), c.about())));
        if (known.status() == Status.CRASHED) {
            open.add(new Unknown(check.id(), lost(), "crashed", "", concerned()));
        } else if (known.status() == Status.TIMED_OUT) {
            open.add(new Unknown(check.id(), lost(), "timeout", "", concerned()));
        }
        return open;
    }

    private String lost() {
        return "what " + check.id() + " would have found";
    }

    private Set<Activity> concerned() {
        return Set.copyOf(check.concerns());
    }

    /** How the check went. */
    CheckReport report() {
        Outcome known = outcome.get();
        List<String> healthy = of(Finding.Healthy.class).map(Finding.Healthy::summary).toList();
        return new CheckReport(check.id(), known.status(), known.reason(), healthy, known.millis());
    }
}
