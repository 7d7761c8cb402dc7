package dev.perfdoctor.cli;

import dev.perfdoctor.input.WrongInput;
import java.util.List;
import java.util.Optional;

/** The commands there are: a new one is one class and one line here. The first is meant when none is named. */
final class Commands {
    private static final List<Command> ALL = List.of(new CheckCommand(), new ListCommand(), new ExplainCommand(), new CaptureCommand());

    private Commands() {}

    static List<Command> all() {
        return ALL;
    }

    private static Optional<Command> named(String word) {
        return ALL.stream().filter(c -> c.name().equals(word)).findFirst();
    }

    /** Runs the command that these words name, with the words after it. */
    static int run(List<String> words, Surroundings around) {
        if (words.isEmpty() || words.getFirst().startsWith("-")) {
            return withoutName(words, around);
        }
        Command command = named(words.getFirst()).orElseThrow(() -> noSuch(words.getFirst()));
        return run(command, words.subList(1, words.size()), around);
    }

    private static int withoutName(List<String> words, Surroundings around) {
        if (words.equals(List.of("--help")) || words.equals(List.of("-h"))) {
            around.print(Help.ofProgram(ALL));
            return 0;
        }
        return run(ALL.getFirst(), words, around);
    }

    private static int run(Command command, List<String> words, Surroundings around) {
        Syntax syntax = command.syntax();
        boolean bare = words.isEmpty() && syntax.words().isEmpty(); // the usual call does not load the parser
        Arguments arguments = bare ? Arguments.none() : new ArgumentParser(command.name(), syntax).parse(words);
        if (arguments.has(Syntax.HELP.name())) {
            around.print(Help.of(command));
            return 0;
        }
        return command.run(arguments, around);
    }

    private static WrongInput noSuch(String word) {
        return Arguments.unknown("command line", word, "is not a command", ALL.stream().map(Command::name).toList());
    }
}
