package dev.perfdoctor.cli;

import java.util.List;

/** Help texts, made from the same data as the parser. */
final class Help {
    private static final int INDENT = 22;
    private static final int WIDTH = 80;

    private Help() {}

    /** {@code perfdoctor --help}. */
    static String ofProgram(List<Command> commands) {
        StringBuilder text = new StringBuilder("""
                perfdoctor - the doctor you run before you profile

                Tells what can be measured on this Linux machine, what cannot and why, and the
                exact commands that mend it. It prints those commands and never runs them: it
                is read-only, asks for no password and uses no network.

                """);
        for (Command command : commands) {
            String usage = "perfdoctor " + command.name() + command.syntax().words().stream().map(w -> " " + w).reduce("", String::concat);
            entry(text, usage, command.summary(), 26);
        }
        text.append("\nperfdoctor alone means perfdoctor ").append(commands.getFirst().name()).append(".\n");
        text.append("perfdoctor COMMAND --help tells the options of a command.\n\n");
        return text.append(commands.getFirst().more()).toString();
    }

    /** {@code perfdoctor COMMAND --help}. */
    static String of(Command command) {
        StringBuilder text = new StringBuilder("perfdoctor " + command.name());
        text.append(command.syntax().options().size() > 1 ? " [OPTION]..." : "");
        command.syntax().words().forEach(w -> text.append(' ').append(w));
        text.append("\n\nTells ").append(command.summary()).append(".\n\n");
        for (Option option : command.syntax().options()) {
            String names = String.join(", ", option.names().reversed());
            entry(text, option.hasValue() ? names + " " + option.value() : names, option.help(), INDENT);
        }
        return command.more().isEmpty() ? text.toString() : text.append('\n').append(command.more()).toString();
    }

    private static void entry(StringBuilder text, String left, String right, int indent) {
        text.append("  ").append(left);
        int at = 2 + left.length();
        if (at + 2 > indent) {
            text.append('\n');
            at = 0;
        }
        text.append(" ".repeat(indent - at));
        at = indent;
        for (String word : right.split(" ", -1)) {
            if (at > indent && at + 1 + word.length() > WIDTH) {
                text.append('\n').append(" ".repeat(indent));
                at = indent;
            }
            if (at > indent) {
                text.append(' ');
                at++;
            }
            text.append(word);
            at += word.length();
        }
        text.append('\n');
    }
}
