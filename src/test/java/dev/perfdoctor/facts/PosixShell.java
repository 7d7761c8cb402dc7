package dev.perfdoctor.facts;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What sh(1) makes of a line of words in quotes, as far as {@link Shell} writes them: quotes, backslashes and {@code $(printf '…')} within
 * double quotes. What a shell would expand, split or obey otherwise is refused. Written from POSIX.1-2024, XCU 2.2 and 2.6.3.
 */
final class PosixShell {
    private static final String OBEYED = "|&;<>()$`*?[]{}!#~\n";
    private static final String PRINTF = "$(printf '";

    private final String line;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean within;
    private int at;

    private PosixShell(String line) {
        this.line = line;
    }

    static List<String> words(String line) {
        PosixShell shell = new PosixShell(line);
        while (shell.at < line.length()) {
            shell.next();
        }
        shell.end();
        return shell.words;
    }

    private void next() {
        char c = line.charAt(at++);
        if (c == ' ' || c == '\t') {
            end();
            return;
        }
        within = true;
        switch (c) {
            case '\'' -> word.append(until('\''));
            case '"' -> doubled();
            case '\\' -> word.append(line.charAt(at++));
            default -> {
                if (OBEYED.indexOf(c) >= 0) {
                    throw new IllegalStateException("a shell obeys " + c + " in " + line);
                }
                word.append(c);
            }
        }
    }

    private String until(char quote) {
        int end = line.indexOf(quote, at);
        String text = line.substring(at, end);
        at = end + 1;
        return text;
    }

    private void doubled() {
        while (line.charAt(at) != '"') {
            if (line.startsWith(PRINTF, at)) {
                at += PRINTF.length();
                word.append(printed(until('\'')));
                if (line.charAt(at++) != ')') {
                    throw new IllegalStateException("no end of the substitution in " + line);
                }
            } else if ("$`\\".indexOf(line.charAt(at)) >= 0) {
                throw new IllegalStateException("a shell expands " + line);
            } else {
                word.append(line.charAt(at++));
            }
        }
        at++;
    }

    /** Octal numbers are bytes, and a substitution loses the line feeds at its end. */
    private static String printed(String format) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < format.length(); i += Character.charCount(format.codePointAt(i))) {
            int c = format.codePointAt(i);
            if (c == '%') {
                throw new IllegalStateException("printf converts " + format);
            }
            if (c == '\\') {
                bytes.write(Integer.parseInt(format.substring(i + 1, i + 4), 8));
                i += 3;
            } else {
                bytes.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
            }
        }
        String text = bytes.toString(StandardCharsets.UTF_8);
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == '\n') {
            end--;
        }
        return text.substring(0, end);
    }

    private void end() {
        if (within) {
            words.add(word.toString());
        }
        word.setLength(0);
        within = false;
    }
}
