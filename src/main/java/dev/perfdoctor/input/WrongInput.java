package dev.perfdoctor.input;

/**
 * An input file or an argument that cannot be used as it is: exit 2. The message says where, what was read and what is allowed; it quotes
 * the file and is escaped where it is printed.
 */
public final class WrongInput extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final int line;
    private final String key;
    private final String problem;

    /**
     * @param file as the user named it
     * @param line counted from 1; 0 when no line is to blame
     * @param key the way to the value, such as {@code files./etc/passwd.mode}; empty for the file as a whole
     * @param problem what was read and what is allowed, without a full stop
     */
    public WrongInput(String file, int line, String key, String problem) {
        super(place(file, line) + (key.isEmpty() ? "" : key + ": ") + problem, null, false, false);
        this.file = file;
        this.line = line;
        this.key = key;
        this.problem = problem;
    }

    /** A complaint about the file as a whole. */
    public WrongInput(String file, String problem) {
        this(file, 0, "", problem);
    }

    private static String place(String file, int line) {
        return line > 0 ? file + ":" + line + ": " : file + ": ";
    }

    /** The file as the user named it. */
    public String file() {
        return file;
    }

    /** Counted from 1; 0 when no line is to blame. */
    public int line() {
        return line;
    }

    /** The way to the value, or empty. */
    public String key() {
        return key;
    }

    /** What was read and what is allowed. */
    public String problem() {
        return problem;
    }
}
