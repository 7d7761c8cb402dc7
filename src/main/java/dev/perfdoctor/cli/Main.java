package dev.perfdoctor.cli;

import dev.perfdoctor.cli.Surroundings.OutputLost;
import dev.perfdoctor.engine.Engine;
import dev.perfdoctor.input.WrongInput;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/** Where the program starts. */
public final class Main {
    private static final int WRONG_USE = 2;

    private Main() {}

    /** The program with these checks. Halts rather than exits: a thread that hangs in a dead file system must not keep the program alive. */
    public static void main(String[] arguments, Supplier<Engine> engine) {
        Surroundings around = Surroundings.ofThisProcess(engine);
        int status = run(arguments, around);
        System.err.flush();
        Runtime.getRuntime().halt(status);
    }

    /** A whole run within these surroundings; answers the exit status and never throws. */
    public static int run(String[] arguments, Surroundings around) {
        try {
            return Commands.run(List.of(arguments), around);
        } catch (WrongInput wrong) {
            around.complain(wrong.getMessage());
        } catch (OutputLost lost) {
            around.complain("standard output cannot be written: " + lost.getMessage());
        } catch (OutOfMemoryError limit) { // a thread that may not be started is one too
            around.complain("too little memory, or no more threads are allowed to this user (ulimit -u, ulimit -v, the cgroup's limits)");
        } catch (Throwable bug) { // whatever it is, a user gets a line and the status of "no answer", not a trace
            around.complain(told(bug, around.isSet("PERFDOCTOR_DEBUG")));
            trace(bug, around);
        }
        return WRONG_USE;
    }

    private static String told(Throwable bug, boolean traced) {
        StackTraceElement[] trace = bug.getStackTrace();
        String where = trace.length == 0 ? "" : " at " + trace[0];
        return "internal error: " + bug + where + (traced ? "" : "; PERFDOCTOR_DEBUG=1 shows how it came to it");
    }

    private static void trace(Throwable bug, Surroundings around) {
        if (around.isSet("PERFDOCTOR_DEBUG")) {
            StringWriter trace = new StringWriter();
            bug.printStackTrace(new PrintWriter(trace));
            try {
                around.err().write(trace.toString().getBytes(StandardCharsets.UTF_8));
                around.err().flush();
            } catch (java.io.IOException nobodyListens) {
                // the exit status says it too
            }
        }
    }
}
