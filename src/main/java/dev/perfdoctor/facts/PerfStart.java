package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import java.util.Locale;
import java.util.Optional;

/** How a perf program answers {@code --version}: the cheapest question that goes through wrappers, loader and libraries alike. */
public sealed interface PerfStart {
    /**
     * It starts.
     *
     * @param version such as {@code 6.8.12}; may be empty, for some builds say nothing after "perf version"
     */
    record Starts(String version, Evidence evidence) implements PerfStart {}

    /**
     * A wrapper script found no perf for the running kernel.
     *
     * @param wanted what it looked for: {@code 6.14.0-36} (Ubuntu) or {@code 6.1} (Debian)
     */
    record NoneForKernel(String wanted, Evidence evidence) implements PerfStart {}

    /** The loader refuses: a shared library is missing or of another version, {@code libopencsd_c_api.so.1}. */
    record LibraryMissing(String library, Evidence evidence) implements PerfStart {}

    /** It is a program for another machine; {@code machine} as uname prints it. */
    record WrongArchitecture(String machine, Evidence evidence) implements PerfStart {}

    /** The file is there and what should run it is not: the loader an ELF file names, the shell of a script. */
    record InterpreterMissing(String interpreter, Evidence evidence) implements PerfStart {}

    /**
     * The calling user may not execute it.
     *
     * @param detail the point of the mount that is noexec; or the group, not root's, that may execute it; empty where there is neither
     */
    record NotExecutable(Refusal why, String detail, Evidence evidence) implements PerfStart {}

    /** A signal ended it. */
    record Killed(int signal, Evidence evidence) implements PerfStart {}

    /** It did not come back in time. */
    record Hangs(Evidence evidence) implements PerfStart {}

    /** It ended without saying "perf version". */
    record Nonsense(int exit, String said, Evidence evidence) implements PerfStart {}

    /** Nobody tried, or trying failed for a reason that is not perf's. */
    record Untried(Unread<?> because) implements PerfStart {}

    /** What keeps a user from executing a file. */
    enum Refusal {
        /** No execute bit for this user. */
        MODE,
        /** The file system is mounted noexec. */
        NOEXEC,
        /** The kernel refused, and neither mode nor mount tell why. */
        UNKNOWN
    }

    /** Whether it starts. */
    default boolean ok() {
        return this instanceof Starts;
    }

    /** What was seen; empty where nobody tried. */
    default Optional<Evidence> seen() {
        return switch (this) {
            case Starts s -> Optional.of(s.evidence());
            case NoneForKernel n -> Optional.of(n.evidence());
            case LibraryMissing l -> Optional.of(l.evidence());
            case WrongArchitecture w -> Optional.of(w.evidence());
            case InterpreterMissing i -> Optional.of(i.evidence());
            case NotExecutable n -> Optional.of(n.evidence());
            case Killed k -> Optional.of(k.evidence());
            case Hangs h -> Optional.of(h.evidence());
            case Nonsense n -> Optional.of(n.evidence());
            case Untried _ -> Optional.empty();
        };
    }

    /** Understands an outcome of {@code --version}. */
    static PerfStart of(Reading<Ran> outcome) {
        return switch (outcome) {
            case Present<Ran> ran -> ended(ran);
            case Absent<Ran> a -> new InterpreterMissing("", new Evidence(a.source(), "No such file or directory, though the file is there"));
            case Unread<Ran> u when u.why() == Why.DENIED -> new NotExecutable(Refusal.UNKNOWN, "", new Evidence(u.source(), "Permission denied"));
            case Unread<Ran> u when u.why() == Why.NOT_CAPTURED -> new Untried(u);
            case Unread<Ran> u -> failed(u);
        };
    }

    private static PerfStart failed(Unread<Ran> unread) {
        String reason = unread.detail().toLowerCase(Locale.ROOT);
        Evidence evidence = new Evidence(unread.source(), unread.detail());
        if (reason.contains("timeout") || reason.contains("timed out")) {
            return new Hangs(new Evidence(unread.source(), "no answer in time"));
        }
        if (reason.contains("exec format")) {
            return new Nonsense(126, "Exec format error", evidence);
        }
        if (reason.contains("interpreter")) {
            return new InterpreterMissing("", evidence);
        }
        return new Untried(unread);
    }

    private static PerfStart ended(Present<Ran> present) {
        Ran ran = present.value();
        Optional<String> version = ran.ok() ? version(ran.all()) : Optional.empty();
        if (version.isPresent()) {
            return new Starts(version.get(), evidence(present, "perf version " + version.get()));
        }
        return Words.wrapperMiss(ran.all())
                .<PerfStart>map(found -> new NoneForKernel(found.what(), evidence(present, found.line())))
                .or(() -> Words.library(ran.all()).map(found -> new LibraryMissing(found.what(), evidence(present, found.line()))))
                .or(() -> Words.refused(ran.all()).map(line -> new NotExecutable(Refusal.UNKNOWN, "", evidence(present, line))))
                .or(() -> signal(ran).map(signal -> new Killed(signal, evidence(present, "ended by signal " + signal))))
                .orElseGet(() -> new Nonsense(ran.exit(), firstLine(ran), evidence(present, said(ran))));
    }

    private static Evidence evidence(Present<Ran> present, String observed) {
        return new Evidence(present.evidence().source(), observed.strip());
    }

    /** A shell counts 128 + N; 129 is perf's own exit for wrong usage and would be a hang-up, which nobody sends here. */
    private static Optional<Integer> signal(Ran ran) {
        int signal = ran.exit() - 128;
        return signal > 1 && signal <= 64 ? Optional.of(signal) : Optional.empty();
    }

    /** What stands after "perf version", on any line; Ubuntu's 5.19.0-35 says nothing there (janestreet/magic-trace#273). */
    static Optional<String> version(String out) {
        return Text.lines(out).stream()
                .filter(line -> line.equals("perf version") || line.startsWith("perf version "))
                .map(line -> line.substring("perf version".length()).strip())
                .findFirst();
    }

    private static String firstLine(Ran ran) {
        return Text.lines(ran.all()).stream().map(String::strip).filter(line -> !line.isEmpty()).findFirst().orElse("");
    }

    private static String said(Ran ran) {
        String line = firstLine(ran);
        return "exit " + ran.exit() + (line.isEmpty() ? ", nothing printed" : ": " + line);
    }

    /** What wrappers, loaders and shells say, and where it stood. */
    final class Words {
        record Found(String what, String line) {}

        private Words() {}

        /**
         * The wrapper scripts of Ubuntu (now and before 2013) and of Debian up to 11.
         *
         * <pre>
         * WARNING: perf not found for kernel 6.14.0-1018
         * perf_3.2.0-23 not found
         * /usr/bin/perf: line 13: exec: perf_6.1: not found
         * E: linux-perf-4.19 is not installed.
         * </pre>
         */
        static Optional<Found> wrapperMiss(String said) {
            for (String line : Text.lines(said)) {
                Optional<String> kernel = after(line, " not found for kernel ")
                        .or(() -> between(line, "exec: perf_", ": not found"))
                        .or(() -> between(line, "E: linux-perf-", " is not installed"))
                        .or(() -> between(line, "E: linux-tools-", " is not installed"))
                        .or(() -> line.startsWith("perf_") ? between(line, "perf_", " not found") : Optional.empty());
                if (kernel.isPresent()) {
                    return Optional.of(new Found(kernel.get().strip(), line));
                }
            }
            return Optional.empty();
        }

        /**
         * The dynamic loaders of glibc and musl.
         *
         * <pre>
         * perf: error while loading shared libraries: libtraceevent.so.1: cannot open shared object file: No such file or directory
         * Error loading shared library libtraceevent.so.1: No such file or directory (needed by /usr/bin/perf)
         * perf: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.38' not found (required by perf)
         * perf: symbol lookup error: perf: undefined symbol: tep_load_plugins
         * </pre>
         */
        static Optional<Found> library(String said) {
            for (String line : Text.lines(said)) {
                Optional<String> name = between(line, "error while loading shared libraries: ", ":")
                        .or(() -> between(line, "Error loading shared library ", ":"))
                        .or(() -> between(line, "version `", "' not found"))
                        .or(() -> after(line, "undefined symbol: "))
                        .or(() -> after(line, "symbol not found: "));
                if (name.isPresent()) {
                    return Optional.of(new Found(name.get().strip(), line));
                }
            }
            return Optional.empty();
        }

        /** A script that may not execute what it should: {@code exec: /opt/perf/perf: Permission denied}. */
        static Optional<String> refused(String said) {
            return Text.lines(said).stream().filter(line -> line.endsWith(": Permission denied")).findFirst();
        }

        private static Optional<String> after(String line, String mark) {
            int at = line.indexOf(mark);
            return at < 0 ? Optional.empty() : Optional.of(line.substring(at + mark.length()));
        }

        private static Optional<String> between(String line, String mark, String end) {
            return after(line, mark).filter(rest -> rest.contains(end)).map(rest -> rest.substring(0, rest.indexOf(end)));
        }
    }
}
