package dev.perfdoctor.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The runner of this run, made when it is first needed. */
final class Runners implements Supplier<Runner>, AutoCloseable {
    /**
     * What would make a command answer in another language, page, prompt, run more than it is, or use the network; the list is the one of
     * {@code native/run/early.c}.
     */
    private static final List<String> DROPPED = List.of(
            "LANGUAGE", "BASH_ENV", "ENV", "PAGER", "PERF_PAGER", "MANPAGER", "GIT_PAGER", "SUDO_ASKPASS", "SSH_ASKPASS", "DEBUGINFOD_URLS",
            "DEBUGINFOD_PROGRESS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH");

    private final Map<String, String> environment;
    private final String home;
    private final boolean served;
    private Runner runner;
    private boolean closed;

    /**
     * @param environment the user's
     * @param home where the doctor is installed; empty when unknown
     * @param served whether a {@code perfdoctor-run} is there already, at the other end of standard input
     */
    Runners(Map<String, String> environment, String home, boolean served) {
        this.environment = plain(environment);
        this.home = home;
        this.served = served;
    }

    static Map<String, String> plain(Map<String, String> environment) {
        Map<String, String> plain = new HashMap<>(environment);
        DROPPED.forEach(plain::remove);
        plain.put("LC_ALL", "C");
        return plain;
    }

    @Override
    public synchronized Runner get() {
        if (closed) {
            return new Closed();
        }
        if (runner == null) {
            runner = byPerfdoctorRun().orElseGet(() -> new PlainRunner(environment));
        }
        return runner;
    }

    private Optional<Runner> byPerfdoctorRun() {
        if (served) {
            return Optional.of(ServedRunner.atStandardInput());
        }
        Path program = Path.of(home, "libexec", "perfdoctor-run");
        return !home.isEmpty() && Files.isExecutable(program) ? ServedRunner.of(program, environment) : Optional.empty();
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (runner == null && served) {
            runner = ServedRunner.atStandardInput(); // what the launcher had started is ended too
        }
        if (runner != null) {
            runner.close();
        }
    }

    /** Runs nothing any more: a check that is late finds its commands lost. */
    private record Closed() implements Runner {
        @Override
        public Pending start(List<String> command, Duration deadline, int limit) {
            return Pending.of(Outcome.without(Ending.LOST, 0));
        }

        @Override
        public void close() {}
    }
}
