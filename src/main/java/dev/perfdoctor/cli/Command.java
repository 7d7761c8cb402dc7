package dev.perfdoctor.cli;

/** Something the program does: one class each, listed in {@link Commands}. */
interface Command {
    /** The word on the command line. */
    String name();

    /** What it does, for the help: one line, no full stop. */
    String summary();

    /** What may follow its name. */
    Syntax syntax();

    /** What its help says after the options: examples, statuses. Whole lines. */
    default String more() {
        return "";
    }

    /**
     * Does it; answers the exit status.
     *
     * @throws dev.perfdoctor.input.WrongInput for wrong use
     */
    int run(Arguments arguments, Surroundings around);
}
