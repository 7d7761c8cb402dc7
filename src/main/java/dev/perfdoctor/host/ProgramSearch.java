package dev.perfdoctor.host;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Which file a command's first word runs, as execvp(3) searches, except that only absolute entries of PATH count: nothing is ever taken from
 * the working directory.
 */
final class ProgramSearch {
    /** What execvp uses when PATH is not set (confstr _CS_PATH). */
    private static final String USUAL_PATH = "/bin:/usr/bin";

    /** Administrators' tools that are asked about files, and whose directory ordinary users seldom have in PATH. */
    private static final Set<String> ALSO_IN_SBIN = Set.of("getcap");

    private final String path;
    private final Function<String, Reading<Boolean>> executable;

    /**
     * @param path the variable PATH; empty when it is not set
     * @param executable whether a file (links followed) is a program that may be run; absent when there is no such file
     */
    ProgramSearch(String path, Function<String, Reading<Boolean>> executable) {
        this.path = path;
        this.executable = executable;
    }

    /** The absolute path that would be run; denied when only files that may not be executed were found. */
    Reading<String> find(String word) {
        if (word.startsWith("/")) {
            return at(word);
        }
        if (word.isEmpty() || word.indexOf('/') >= 0) {
            return Reading.failed(word, "neither a name nor an absolute path");
        }
        Reading<String> obstacle = new Absent<>(word);
        for (String directory : directories(word)) {
            switch (at(directory + "/" + word)) {
                case Present<String> found -> {
                    return found;
                }
                case Unread<String> unread -> obstacle = worse(obstacle, unread);
                case Absent<String> _ -> {}
            }
        }
        return obstacle;
    }

    private Reading<String> at(String file) {
        return switch (executable.apply(file)) {
            case Present<Boolean> found when found.value() -> new Present<>(file, new Evidence(file, "found"));
            case Present<Boolean> _ -> new Unread<>(file, Why.DENIED, "");
            case Absent<Boolean> _ -> new Absent<>(file);
            case Unread<Boolean> unread -> unread.cast();
        };
    }

    private List<String> directories(String word) {
        List<String> directories = new ArrayList<>();
        String all = (path.isEmpty() ? USUAL_PATH : path) + (ALSO_IN_SBIN.contains(word) ? ":/usr/sbin:/sbin" : "");
        for (String directory : all.split(":", -1)) {
            if (directory.startsWith("/")) {
                directories.add(directory);
            }
        }
        return directories;
    }

    /** EACCES is remembered over ENOENT (execvp), and what nobody looked at over both. */
    private static Reading<String> worse(Reading<String> one, Unread<String> other) {
        return one instanceof Unread<String> unread && unread.why() != Why.DENIED ? one : other;
    }
}
