package dev.perfdoctor;

import dev.perfdoctor.cli.Main;
import dev.perfdoctor.cli.Surroundings;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the class archive of the image is made from: many runs in one process, so that the classes of many machines' reports are in it. The
 * build starts it; nothing else does.
 */
public final class Training {
    private static final String NEXT = ";";

    private Training() {}

    /** Runs each group of words, ended by {@code ;}, without a word, and the last group as the program does. */
    public static void main(String[] words) {
        List<String> run = new ArrayList<>();
        for (String word : words) {
            if (word.equals(NEXT)) {
                silently(run.toArray(String[]::new));
                run.clear();
            } else {
                run.add(word);
            }
        }
        Doctor.main(run.toArray(String[]::new));
    }

    private static void silently(String[] arguments) {
        OutputStream nowhere = OutputStream.nullOutputStream();
        Main.run(arguments, Surroundings.plain(nowhere, nowhere, Map.of("LANG", "C.UTF-8"), Doctor::engine));
    }
}
