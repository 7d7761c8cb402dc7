package dev.perfdoctor.api;

/**
 * How a command ended that did start.
 *
 * @param exit its exit status; 128 + N when signal N ended it, as a shell counts
 * @param out its standard output, capped
 * @param err its standard error, capped
 */
public record Ran(int exit, String out, String err) {
    /** Whether it exited 0. */
    public boolean ok() {
        return exit == 0;
    }

    /** Output and errors together, for texts that moved between the two over versions. */
    public String all() {
        return err.isEmpty() ? out : out.isEmpty() ? err : out + "\n" + err;
    }
}
