package dev.perfdoctor.cli;

import dev.perfdoctor.cli.StandardOutput.Failed;
import dev.perfdoctor.engine.Engine;
import dev.perfdoctor.host.UserEnvironment;
import dev.perfdoctor.report.Escape;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What a run of the program stands in, so that a test can stand in for it.
 *
 * @param environment of the user's session
 * @param terminal whether standard output is one
 * @param charset of the user's locale
 * @param engine made only when checks are needed
 */
public record Surroundings(
        OutputStream out,
        OutputStream err,
        Map<String, String> environment,
        boolean terminal,
        Charset charset,
        Supplier<Engine> engine,
        Begin begin) {
    /**
     * When the run began, in {@link System#nanoTime()}.
     *
     * @param launched when the launcher did; {@code entered} where it did not say
     * @param entered when the program itself did
     */
    record Begin(long launched, long entered) {
        static Begin now() {
            long now = System.nanoTime();
            return new Begin(now, now);
        }

        /** The launcher hands on what it read of CLOCK_MONOTONIC (clock_gettime(2)). */
        Begin launched(String property) {
            return new Begin(Long.getLong(property, entered), entered);
        }
    }

    /** Begun just now. */
    Surroundings(
            OutputStream out, OutputStream err, Map<String, String> environment, boolean terminal, Charset charset, Supplier<Engine> engine) {
        this(out, err, environment, terminal, charset, engine, Begin.now());
    }

    /** Standard output did not take what was printed. */
    static final class OutputLost extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OutputLost(String why) {
            super(why, null, false, false);
        }
    }

    /** No terminal, this environment, the locale it states, the checks on the class path. */
    public static Surroundings plain(OutputStream out, OutputStream err, Map<String, String> environment) {
        return plain(out, err, environment, Engine::withInstalledChecks);
    }

    /** The same with these checks. */
    public static Surroundings plain(OutputStream out, OutputStream err, Map<String, String> environment, Supplier<Engine> engine) {
        return new Surroundings(out, err, Map.copyOf(environment), false, charset(environment), engine);
    }

    /** Those of this process. */
    static Surroundings ofThisProcess(Supplier<Engine> engine) {
        Begin begin = Begin.now().launched("perfdoctor.launched");
        Map<String, String> environment = UserEnvironment.ofThisProcess();
        return new Surroundings(
                StandardOutput.streamOfThisProcess(),
                System.err,
                environment,
                Boolean.getBoolean("perfdoctor.terminal"),
                charset(environment),
                engine,
                begin);
    }

    /** UTF-8 where the locale says so, as setlocale(3) decides: LC_ALL, LC_CTYPE, LANG, the first that is not empty; else ASCII. */
    static Charset charset(Map<String, String> environment) {
        for (String name : new String[] {"LC_ALL", "LC_CTYPE", "LANG"}) {
            String locale = environment.getOrDefault(name, "");
            if (!locale.isEmpty()) {
                String plain = locale.toUpperCase(java.util.Locale.ROOT).replace("-", "");
                return plain.contains("UTF8") ? StandardCharsets.UTF_8 : StandardCharsets.US_ASCII;
            }
        }
        return StandardCharsets.US_ASCII;
    }

    /** Whether documents may hold more than ASCII. */
    boolean unicode() {
        return charset.equals(StandardCharsets.UTF_8);
    }

    /** An environment variable that is set and not empty. */
    boolean isSet(String variable) {
        return !environment.getOrDefault(variable, "").isEmpty();
    }

    /** Prints a document. A reader that left early is no failure; anything else is {@link OutputLost}. */
    void print(String document) {
        if (new StandardOutput(out, charset).print(document) instanceof Failed(String why)) {
            throw new OutputLost(why);
        }
    }

    /** Says in one line, escaped, what is the matter. */
    void complain(String what) {
        String line = "perfdoctor: " + Escape.ofCiLog(Escape.line(what)) + "\n";
        try {
            err.write((unicode() ? line : Escape.ascii(line)).getBytes(charset));
            err.flush();
        } catch (IOException nobodyListens) {
            // the exit status says it too
        }
    }
}
