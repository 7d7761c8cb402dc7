package dev.perfdoctor.report;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.api.Remediation.Where;
import java.util.List;
import java.util.Locale;

/** Labelled lines below a diagnosis: what was seen, and each way to mend it with its undo and its risk directly after. */
final class RemedyLines {
    private static final int COLUMN = 14;
    private static final int MOST_LINES = 6;

    /** What titles say of how long a way lasts, and labels too. */
    private static final List<String> LASTING = List.of("For one run", "Until the next boot", "For good");

    private final Lines lines;
    private final Numbered numbered;

    RemedyLines(Lines lines, Numbered numbered) {
        this.lines = lines;
        this.numbered = numbered;
    }

    /** A source and what stood there, on one line where they fit. */
    static void evidence(String label, Evidence piece, Lines lines) {
        List<String> observed = piece.observed()
                .lines()
                .map(String::strip)
                .filter(l -> !l.isEmpty())
                .map(RemedyLines::breakable)
                .toList();
        String first = observed.isEmpty() ? "" : observed.getFirst();
        String together = first.isEmpty() ? piece.source() : piece.source() + "  " + first;
        boolean fits = observed.size() <= 1 && Columns.of(lines.safe(together)) <= Lines.WIDTH - COLUMN;
        lines.whole(labelled(label), Paint.FAINT, COLUMN, fits ? together : piece.source());
        if (!fits) {
            observed.stream().limit(MOST_LINES).forEach(l -> lines.flowing(" ".repeat(COLUMN + 2), l));
            if (observed.size() > MOST_LINES) {
                lines.flowing(" ".repeat(COLUMN + 2), "… and " + Sentences.count(observed.size() - MOST_LINES, "more line"));
            }
        }
    }

    /** JSON may be broken at its commas. */
    private static String breakable(String line) {
        return line.startsWith("{") ? line.replace(",\"", ", \"") : line;
    }

    void write(List<Remediation> ways) {
        Where place = Where.HERE;
        String risk = "";
        for (Remediation way : ways) {
            if (way.where() != place) {
                lines.whole(labelled(place(way.where())), Paint.FAINT, COLUMN, "");
                place = way.where();
            }
            steps(way, ways);
            all("undo", way.undo());
            if (!way.risk().isEmpty() && !way.risk().equals(risk)) {
                lines.flowing(labelled("risk"), Paint.FAINT, COLUMN, way.risk());
                risk = way.risk();
            }
        }
    }

    private void steps(Remediation way, List<Remediation> ways) {
        String label = label(way);
        if (isWorthItsTitle(way, ways)) {
            lines.flowing(labelled(label), Paint.FAINT, COLUMN, Sentences.title(title(way), numbered.names(way.after())));
            label = "";
        }
        all(label, way.commands());
        if (!way.manual().isEmpty()) {
            String by = way.commands().isEmpty() ? label : "by hand";
            for (String step : way.manual()) {
                step(by, step);
                by = "";
            }
        }
    }

    /** A step by hand. Where it is too long for one line, what stands after its colon gets a line of its own: a command there can be copied. */
    private void step(String label, String step) {
        int colon = step.indexOf(": ");
        String rest = colon < 0 ? step : step.substring(colon + 2);
        if (fits(step, COLUMN) || colon < 0 && isCommand(step)) {
            lines.whole(labelled(label), Paint.FAINT, COLUMN, step);
        } else if (colon > 0 && (fits(rest, COLUMN + 2) || isCommand(rest))) {
            lines.flowing(labelled(label), Paint.FAINT, COLUMN, step.substring(0, colon + 1));
            lines.whole(" ".repeat(COLUMN + 2), rest);
        } else {
            lines.flowing(labelled(label), Paint.FAINT, COLUMN, step);
        }
    }

    private boolean fits(String text, int column) {
        return Columns.of(lines.safe(text)) <= Lines.WIDTH - column;
    }

    /** Whether text is a line for a shell: a path, a program with an option, or two programs one after the other. */
    private static boolean isCommand(String text) {
        int blank = text.indexOf(' ');
        return text.startsWith("/") || text.contains(" && ") || blank > 0 && text.startsWith(" -", blank);
    }

    /** The title, less what the label says already: {@code For one run: sample with the clock}. */
    private static String title(Remediation way) {
        for (String start : LASTING) {
            if (!way.commands().isEmpty() && way.title().startsWith(start + ": ")) {
                String rest = way.title().substring(start.length() + 2);
                return rest.isEmpty() ? way.title() : rest.substring(0, 1).toUpperCase(Locale.ROOT) + rest.substring(1);
            }
        }
        return way.title();
    }

    /** A title tells ways of one kind apart, and steps by hand what they are for; one that only says how long it lasts repeats the label. */
    private static boolean isWorthItsTitle(Remediation way, List<Remediation> ways) {
        boolean alone = ways.stream().filter(w -> label(w).equals(label(way))).count() == 1;
        boolean saysTheSame = LASTING.contains(way.title());
        return !way.title().isEmpty() && (!way.after().isEmpty() || way.commands().isEmpty() || !alone && !saysTheSame);
    }

    private void all(String label, List<String> commands) {
        String once = label;
        for (String command : commands) {
            lines.whole(labelled(once), Paint.FAINT, COLUMN, command);
            once = "";
        }
    }

    private static String labelled(String label) {
        return "   " + label;
    }

    private static String label(Remediation way) {
        if (way.commands().isEmpty()) {
            return "by hand";
        }
        return switch (way.kind()) {
            case PER_RUN -> "per run";
            case TEMPORARY -> "till boot";
            case PERSISTENT -> "for good";
            case EXTERNAL -> "by hand";
        };
    }

    private static String place(Where where) {
        return switch (where) {
            case HERE -> "here";
            case HOST -> "on the host";
            case HYPERVISOR -> "in the hypervisor";
            case IMAGE -> "in the image";
        };
    }
}
