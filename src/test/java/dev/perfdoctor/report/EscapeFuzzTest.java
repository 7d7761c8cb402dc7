package dev.perfdoctor.report;

import static dev.perfdoctor.Outside.holds;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.perfdoctor.Outside;
import dev.perfdoctor.Seeds;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a machine says is shown, and nothing of it is obeyed by a terminal or a CI log. */
class EscapeFuzzTest {
    static Stream<byte[]> texts() {
        return Seeds.of("a", "\u001b[2J", "\r::error::x", " \t::add-mask::x", "##[error]x ##vso[task]", "\u202eevil\u2066", "\ufeff\u200b\u00ad", "é→✓", "🙂", "\u009b31m");
    }

    @MethodSource("texts")
    @FuzzTest
    void aShownLineHoldsNothingThatATerminalOrACiLogObeys(byte[] data) {
        String text = Outside.text(data);
        String line = Escape.line(text);
        holds(line.codePoints().allMatch(Escape::isHarmless), "a terminal would obey " + line);
        holds(Escape.line(line).equals(line), "what is shown is safe to show again: " + line);
        holds(text.codePoints().anyMatch(c -> !Escape.isHarmless(c)) || line.equals(text), "what is harmless stays as it is");
        String ascii = Escape.ascii(line);
        holds(ascii.chars().allMatch(c -> c >= 0x20 && c < 0x7f), "not ASCII: " + ascii);
        for (String shown : new String[] {line, ascii, text}) {
            String logged = Escape.ofCiLog(shown);
            holds(!logged.stripLeading().startsWith("::") && !logged.contains("##[") && !logged.contains("##vso["), "a CI log would obey " + logged);
        }
        holds(Columns.of(line) >= 0, "a line has a width");
    }

    static Stream<byte[]> pages() {
        return Seeds.files("../checks/docs");
    }

    @MethodSource("pages")
    @FuzzTest
    void anyPageIsShown(byte[] data) {
        String page = Outside.text(data);
        String shown = Markdown.shown(page, new Style(true, false, Style.Detail.ALL));
        holds(shown.codePoints().allMatch(c -> c == '\n' || Escape.isHarmless(c)), "a terminal would obey " + shown);
        MachineLine.processor(page);
    }
}
