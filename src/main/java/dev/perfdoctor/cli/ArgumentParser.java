package dev.perfdoctor.cli;

import dev.perfdoctor.input.WrongInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Sorts words into {@link Arguments}. The only class that knows the parsing library; the library sees text alone, and what a value means is
 * decided by the commands. Built by calls, because annotations cost half of a start.
 */
final class ArgumentParser {
    static {
        // Values stay text, so nothing of these is used, and to look for their classes opens every jar (15 ms).
        System.setProperty("picocli.disable.closures", "true");
        System.setProperty("picocli.converters.excludes", "java.*");
    }

    private final String command;
    private final Syntax syntax;

    ArgumentParser(String command, Syntax syntax) {
        this.command = command;
        this.syntax = syntax;
    }

    /**
     * The words sorted.
     *
     * @throws WrongInput when they do not fit the syntax
     */
    Arguments parse(List<String> words) {
        try {
            return checked(sorted(parser().parseArgs(words.toArray(String[]::new))));
        } catch (UnmatchedArgumentException unmatched) {
            throw stray(unmatched.getUnmatched().getFirst());
        } catch (MissingParameterException missing) {
            throw wantsValue(missing);
        } catch (ParameterException wrong) {
            throw new WrongInput(command, String.valueOf(wrong.getMessage()));
        }
    }

    private CommandLine parser() {
        CommandSpec spec = CommandSpec.create().name(command);
        for (Option option : syntax.options()) {
            spec.addOption(OptionSpec.builder(option.names().toArray(String[]::new))
                    .arity(option.hasValue() ? "1" : "0")
                    .type(option.hasValue() ? List.class : boolean[].class)
                    .auxiliaryTypes(option.hasValue() ? String.class : boolean.class)
                    .build());
        }
        if (!syntax.words().isEmpty()) {
            spec.addPositional(PositionalParamSpec.builder()
                    .arity("0..*")
                    .type(List.class)
                    .auxiliaryTypes(String.class)
                    .build());
        }
        return new CommandLine(spec)
                .setExpandAtFiles(false) // @file would read a file nobody named as one
                .setInterpolateVariables(false)
                .setTrimQuotes(false);
    }

    private Arguments sorted(ParseResult result) {
        Map<String, List<String>> options = new LinkedHashMap<>();
        for (OptionSpec matched : result.matchedOptionsSet()) {
            Option option = known(matched.names()[0]);
            List<String> values = option.hasValue() ? matched.originalStringValues() : List.of("");
            options.put(option.name(), List.copyOf(values));
        }
        List<String> words = new ArrayList<>();
        result.matchedPositionals().forEach(p -> words.addAll(p.originalStringValues()));
        return new Arguments(options, List.copyOf(words));
    }

    private Option known(String name) {
        return syntax.options().stream().filter(o -> o.names().contains(name)).findFirst().orElseThrow();
    }

    private Arguments checked(Arguments arguments) {
        for (Option option : syntax.options()) {
            List<String> values = arguments.values(option.name());
            if (!option.repeated() && values.size() > 1) {
                throw new WrongInput(option.name(), "is given " + values.size() + " times; one " + option.value() + " is wanted");
            }
            if (option.hasValue() && values.contains("")) {
                throw new WrongInput(option.name(), "is given without a value; a " + option.value() + " is wanted");
            }
        }
        if (!arguments.has(Syntax.HELP.name()) && arguments.words().size() != syntax.words().size()) {
            throw wrongNumber(arguments.words());
        }
        return arguments;
    }

    private WrongInput wrongNumber(List<String> words) {
        String wanted = syntax.words().isEmpty() ? "no word" : String.join(" ", syntax.words());
        String read = words.isEmpty() ? "nothing" : "'" + String.join(" ", words) + "'";
        return new WrongInput(command, "wants " + wanted + " and was given " + read);
    }

    private WrongInput wantsValue(MissingParameterException missing) {
        String name = missing.getMissing().isEmpty() || !missing.getMissing().getFirst().isOption()
                ? command
                : ((OptionSpec) missing.getMissing().getFirst()).names()[0];
        String value = syntax.options().stream().filter(o -> o.name().equals(name)).map(Option::value).findFirst().orElse("value");
        return new WrongInput(name, "is given without a value; a " + value + " is wanted");
    }

    private WrongInput stray(String word) {
        List<String> known = syntax.options().stream().flatMap(o -> o.names().stream()).toList();
        String name = word.indexOf('=') > 0 ? word.substring(0, word.indexOf('=')) : word;
        return word.startsWith("-")
                ? Arguments.unknown(command, name, "is not an option", known)
                : new WrongInput(command, "'" + word + "' is one word too many");
    }
}
