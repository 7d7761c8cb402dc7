package dev.perfdoctor.cli;

import dev.perfdoctor.api.Check;
import dev.perfdoctor.input.Nearest;
import dev.perfdoctor.input.WrongInput;
import dev.perfdoctor.report.Markdown;
import dev.perfdoctor.report.Style;
import dev.perfdoctor.report.Style.Detail;
import java.util.ArrayList;
import java.util.List;

/** {@code perfdoctor explain}: the page of a check, or its section about one diagnosis. */
final class ExplainCommand implements Command {
    @Override
    public String name() {
        return "explain";
    }

    @Override
    public String summary() {
        return "the page of a check, or what it says of one diagnosis";
    }

    @Override
    public Syntax syntax() {
        return Syntax.of(List.of(Option.one("--color", "WHEN", "auto (usual), always or never")), "CODE|CHECK");
    }

    @Override
    public String more() {
        return """
                Examples:
                  perfdoctor explain paranoid
                  perfdoctor explain paranoid/kernel-blocked
                """;
    }

    @Override
    public int run(Arguments arguments, Surroundings around) {
        String word = arguments.words().getFirst();
        Pages pages = new Pages(around.engine().get().checks());
        String page = word.contains("/") ? section(word, pages) : page(word, pages);
        Style style = new Style(around.unicode(), Colours.of(arguments).wanted(around), Detail.USUAL);
        around.print(Markdown.shown(page, style));
        return 0;
    }

    private static String page(String id, Pages pages) {
        List<String> known = ids(pages);
        if (!known.contains(id)) {
            List<String> all = new ArrayList<>(known);
            all.addAll(pages.codes());
            String near = Nearest.to(id, all).map(n -> " (did you mean " + n + "?)").orElse("");
            throw new WrongInput("explain", "'" + Nearest.shortened(id) + "' is not a check" + near + "; known: " + String.join(", ", known));
        }
        return pages.page(id).orElseThrow(() -> new WrongInput("explain", "the check " + id + " brings no page"));
    }

    private static String section(String code, Pages pages) {
        String check = code.substring(0, code.indexOf('/'));
        return pages.section(code).orElseThrow(() -> {
            List<String> codes = pages.codes(check);
            if (!codes.isEmpty()) {
                return Arguments.unknown("explain", code, "is not a code", codes);
            }
            String near = Nearest.to(code, pages.codes()).map(n -> " (did you mean " + n + "?)").orElse("");
            return new WrongInput(
                    "explain",
                    "'" + Nearest.shortened(code) + "' is not a code of a known check" + near + "; checks: "
                            + String.join(", ", ids(pages)));
        });
    }

    private static List<String> ids(Pages pages) {
        return pages.checks().stream().map(Check::id).toList();
    }
}
