package dev.perfdoctor;

import dev.perfdoctor.cli.Main;
import dev.perfdoctor.cli.Surroundings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the class archive of the image is made from: many runs in one process, so that the classes of many machines' reports are in it. The
 * build starts it; nothing else does.
 */
public final class Training {
    private static final String CLASSES = "--classes";
    private static final String NEXT = ";";

    private Training() {}

    /**
     * Runs each group of words, ended by {@code ;}, without a word, and the last group as the program does. Before that, {@code --classes FILE}
     * loads the classes whose names are in the file.
     */
    public static void main(String[] words) throws IOException, ClassNotFoundException {
        List<String> given = List.of(words);
        if (given.getFirst().equals(CLASSES)) {
            for (String name : Files.readAllLines(Path.of(given.get(1)))) {
                Class.forName(name, false, Training.class.getClassLoader());
            }
            given = given.subList(2, given.size());
        }
        List<String> run = new ArrayList<>();
        for (String word : given) {
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
