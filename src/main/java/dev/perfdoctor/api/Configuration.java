package dev.perfdoctor.api;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What configuration files say of what will be measured and of what the machine has to offer. It describes, and nothing in it is code. All
 * paths are absolute and of the examined machine.
 *
 * @param targets the programs that will be measured, the nearest file's first
 * @param commands the command lines that will be run, the nearest file's first
 * @param expectations what the machine must offer
 */
public record Configuration(List<Target> targets, List<Command> commands, List<Expectation> expectations) {
    public Configuration {
        targets = List.copyOf(targets);
        commands = List.copyOf(commands);
        expectations = List.copyOf(expectations);
    }

    /** Nothing is configured. */
    public static Configuration none() {
        return new Configuration(List.of(), List.of(), List.of());
    }

    /**
     * A program that will be measured.
     *
     * @param binary its file
     * @param sources files, directories and patterns ({@code *}, {@code **}, {@code ?}) of what it is built from
     * @param caches what it keeps between runs
     */
    public record Target(String binary, List<String> sources, List<Cache> caches) {
        public Target {
            sources = List.copyOf(sources);
            caches = List.copyOf(caches);
        }
    }

    /** A directory or file that a program fills on its first run and reads on later ones. */
    public record Cache(String path, KeyedOn keyedOn) {}

    /** What of the program's file makes a cache entry another one's. */
    public enum KeyedOn {
        MTIME,
        CTIME,
        BUILD_ID,
        SHA256,
        PATH;

        /** The name in files, such as {@code build-id}. */
        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** The one of this name, or empty. */
        public static Optional<KeyedOn> named(String id) {
            return Arrays.stream(values()).filter(k -> k.id().equals(id)).findFirst();
        }
    }

    /**
     * A command line that will be run.
     *
     * @param line as it was written
     * @param words as a shell would cut it
     * @param directory where it will be run
     */
    public record Command(String line, List<String> words, String directory) {
        public Command {
            words = List.copyOf(words);
        }
    }

    /**
     * Something the machine must offer.
     *
     * @param name the sysctl's key, the tool's name, the file's path; {@code kernel} for the kernel
     * @param wanted comparisons such as {@code >=6.1}; empty where being there is enough
     * @param stated where that stands, {@code file:line}
     */
    public record Expectation(Kind kind, String name, String wanted, String stated) {}

    /** What an expectation is about. */
    public enum Kind {
        KERNEL,
        SYSCTL,
        TOOL,
        FILE
    }
}
