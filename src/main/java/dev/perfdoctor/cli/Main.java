package dev.perfdoctor.cli;

import dev.perfdoctor.cli.StandardOutput.Failed;

/** Where the program starts. */
public final class Main {
    /** The same in the POM; a test of the image compares. */
    private static final String VERSION = "1.0.0";

    private static final int WRONG_USE = 2;

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(run(StandardOutput.ofThisProcess()));
    }

    private static int run(StandardOutput output) {
        if (output.print("perfdoctor " + VERSION + "\n") instanceof Failed(String why)) {
            System.err.println("perfdoctor: standard output cannot be written: " + why);
            return WRONG_USE;
        }
        return 0;
    }
}
