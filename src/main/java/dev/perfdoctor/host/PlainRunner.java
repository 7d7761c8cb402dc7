package dev.perfdoctor.host;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Programs run by the JVM itself, where {@code perfdoctor-run} was not built. As good as that gets: {@code setsid} gives each its own session
 * where it is installed, what is no program is refused before the JVM would hand it to a shell, and a timeout ends the processes that can
 * still be found.
 */
final class PlainRunner implements Runner {
    private static final String SETSID = "/usr/bin/setsid";
    /** For what is still in a pipe when the main process has gone: reader threads wait for a CPU when the machine is busy. */
    private static final long GRACE_MILLIS = 400;

    private static final int STAT_LIMIT = 4096;

    private static final int ENOEXEC = 8;
    private static final int EACCES = 13;
    private static final int EMFILE = 24;
    /** {@code error=2, No such file or directory}; from JDK 22 on {@code Exec failed, error: 2 (No such file or directory)}. */
    private static final Pattern NUMBER = Pattern.compile("\\berror[=:] ?(\\d{1,4})\\b");

    private final Map<String, String> environment;
    private final Set<Process> running = ConcurrentHashMap.newKeySet();
    private final boolean sessions = Files.isExecutable(Path.of(SETSID));
    private final Thread atExit = new Thread(this::endAll);

    /**
     * @param environment of every program
     */
    PlainRunner(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    @Override
    public Pending start(List<String> command, Duration deadline, int limit) {
        Pending outcome = new Pending();
        Thread.ofPlatform().daemon().name(command.getFirst()).start(() -> outcome.give(run(command, deadline, limit)));
        return outcome;
    }

    private Outcome run(List<String> command, Duration deadline, int limit) {
        if (ProgramFormat.isNoProgram(Path.of(command.getFirst()))) {
            return Outcome.without(Ending.ERRNO, ENOEXEC);
        }
        try {
            Process process = builder(command).start();
            running.add(process);
            try {
                return outcome(process, deadline, limit);
            } finally {
                running.remove(process);
            }
        } catch (IOException e) {
            return Outcome.without(Ending.ERRNO, errno(String.valueOf(e.getMessage())));
        } catch (InterruptedException e) {
            return Outcome.without(Ending.LOST, 0);
        }
    }

    /** The errno in the JDK's words; those of a redirection that could not be opened hold none. */
    static int errno(String message) {
        Matcher number = NUMBER.matcher(message);
        if (number.find()) {
            return Integer.parseInt(number.group(1));
        }
        return message.contains("Too many open files") ? EMFILE : EACCES;
    }

    private ProcessBuilder builder(List<String> command) {
        List<String> words = new ArrayList<>(command);
        if (sessions) {
            words.addFirst(SETSID);
        }
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(new File("/"))
                .redirectInput(new File("/dev/null"));
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder;
    }

    private Outcome outcome(Process process, Duration deadline, int limit) throws InterruptedException {
        Capped output = Capped.of(process.getInputStream(), limit);
        Capped errors = Capped.of(process.getErrorStream(), limit);
        boolean ended = process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS);
        if (ended) {
            output.await();
            errors.await();
        }
        end(process);
        int exit = ended ? process.exitValue() : 0;
        // The JVM adds 128 to a signal, as shells do; a program that exits with more than 128 itself looks the same, and means the same.
        return new Outcome(ended ? Ending.EXIT : Ending.TIMEOUT, exit, output.bytes(), errors.bytes());
    }

    /** Also one that has ended: its children may go on, and the JDK closes their pipe without waiting for them. */
    private void end(Process process) {
        List<ProcessHandle> tree;
        try (Stream<ProcessHandle> below = process.descendants()) {
            tree = below.toList();
        }
        process.destroyForcibly();
        tree.forEach(ProcessHandle::destroyForcibly);
        if (sessions) {
            ofSession(process.pid()).forEach(ProcessHandle::destroyForcibly);
        }
    }

    /** A grandchild whose parent has ended is no descendant any more, but still of the session. */
    private static List<ProcessHandle> ofSession(long session) {
        String[] names = new File("/proc").list();
        return Stream.of(names == null ? new String[0] : names)
                .filter(name -> name.matches("[0-9]+") && sessionOf(name) == session)
                .flatMap(name -> ProcessHandle.of(Long.parseLong(name)).stream())
                .toList();
    }

    /** The fourth field behind the name in {@code /proc/PID/stat}; the name may hold blanks and brackets. */
    private static long sessionOf(String pid) {
        String file = "/proc/" + pid + "/stat";
        String stat = DiskFile.textThroughLinks(file, Path.of(file), STAT_LIMIT).orElse("");
        List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", 5));
        return fields.size() == 5 ? Long.parseLong(fields.get(3)) : -1;
    }

    private void endAll() {
        running.forEach(this::end);
    }

    @Override
    public void close() {
        endAll();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // the JVM is going down already, and the hook does the same
        }
    }

    /** Reads a stream to its end and keeps the beginning. */
    private static final class Capped {
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private final Thread thread;

        private Capped(InputStream in, int limit) {
            this.thread = Thread.ofPlatform().daemon().unstarted(() -> read(in, limit));
        }

        static Capped of(InputStream in, int limit) {
            Capped capped = new Capped(in, limit);
            capped.thread.start();
            return capped;
        }

        private void read(InputStream in, int limit) {
            byte[] buffer = new byte[8192];
            try (in) {
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    keep(buffer, Math.min(n, limit - kept.size()));
                }
            } catch (IOException e) {
                // the process was ended: what was read is kept
            }
        }

        private synchronized void keep(byte[] buffer, int n) {
            kept.write(buffer, 0, n);
        }

        synchronized byte[] bytes() {
            return kept.toByteArray();
        }

        void await() throws InterruptedException {
            thread.join(Duration.ofMillis(GRACE_MILLIS));
        }
    }
}
