package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Unread;
import java.util.ArrayList;
import java.util.List;

/**
 * What sudo said to {@code sudo -n -l}, by the texts of sudo 1.9.5 to 1.9.17 and sudo-rs 0.2.5 to 0.2.15 in the C locale.
 * {@code unable to resolve host} is noise.
 */
sealed interface SudoAnswer {
    /** It listed the user's rules. */
    record Listed(SudoListing listing, List<Complaint> complaints, Evidence evidence) implements SudoAnswer {}

    /** It lists nothing without a password: no rule waives it, or {@code listpw} wants one. sudo.ws says so too where there is no rule. */
    record WantsPassword(List<Complaint> complaints, Evidence evidence) implements SudoAnswer {}

    /** No rule at all for this user. */
    record NoRule(List<Complaint> complaints, Evidence evidence) implements SudoAnswer {}

    /** It cannot become root here. */
    record Blocked(SudoPolicy.Obstacle obstacle, String why, Evidence evidence) implements SudoAnswer {}

    /** Its own configuration is not usable. */
    record Refuses(String file, String why, Evidence evidence) implements SudoAnswer {}

    /** It said something else. */
    record Other(Evidence evidence) implements SudoAnswer {}

    /** It said nothing that could be read. */
    record Silent(Unread<?> because) implements SudoAnswer {}

    /**
     * A file that sudo did not read, or a line of one.
     *
     * @param file empty where sudo does not name it: 1.9.16 says {@code sudo:  is world writable}
     * @param line what stands there; empty where sudo does not show it
     */
    record Complaint(String file, String source, String message, String line) {
        Evidence evidence() {
            return new Evidence(source.isEmpty() ? SOURCE : source, line.isEmpty() ? message : line);
        }
    }

    String SOURCE = "sudo -n -l";

    /** A piece of what sudo says when it cannot become root, and what that means. */
    record Sign(String text, SudoPolicy.Obstacle obstacle, String why) {}

    List<Sign> SIGNS = List.of(
            new Sign("no new privileges", SudoPolicy.Obstacle.NO_NEW_PRIVILEGES, "this process may gain no privileges (NoNewPrivs)"),
            new Sign("must have a tty", SudoPolicy.Obstacle.NO_TERMINAL, "its Defaults ask for a terminal (requiretty), and there is none"),
            new Sign("setuid bit set", SudoPolicy.Obstacle.UNCLEAR, "it is not setuid root, or this process may gain no privileges"),
            new Sign("effective uid is not 0", SudoPolicy.Obstacle.UNCLEAR, "it does not become root: nosuid, or NoNewPrivs"),
            new Sign("do not exist in the passwd", SudoPolicy.Obstacle.NO_SUCH_USER, "it knows no user of this uid"),
            new Sign("'current user' not found", SudoPolicy.Obstacle.NO_SUCH_USER, "it knows no user of this uid"));

    /** Understands what was printed. */
    static SudoAnswer of(Ran ran) {
        List<Complaint> complaints = new ArrayList<>();
        List<String> rest = sorted(ran.err(), complaints);
        if (ran.ok()) {
            try {
                SudoListing listing = SudoListing.parse(ran.out());
                return new Listed(listing, complaints, new Evidence(SOURCE, listing.rules().size() + " commands listed"));
            } catch (IllegalArgumentException nothingListed) {
                rest.addAll(Text.lines(ran.out()));
            }
        }
        String said = rest.stream().filter(line -> !line.isBlank()).findFirst().orElse("").strip();
        Evidence evidence = new Evidence(SOURCE, said);
        for (String line : rest) {
            if (line.contains("a password is required") || line.contains("authentication is required") || line.contains("a terminal is required")) {
                return new WantsPassword(complaints, new Evidence(SOURCE, line.strip()));
            }
            if (line.contains("may not run sudo") || line.contains("not allowed to run sudo") || line.contains("not in the sudoers file")) {
                return new NoRule(complaints, new Evidence(SOURCE, line.strip()));
            }
        }
        for (Sign sign : SIGNS) {
            if (said.contains(sign.text())) {
                return new Blocked(sign.obstacle(), sign.why(), evidence);
            }
        }
        if (!complaints.isEmpty() || said.contains("sudoers")) {
            return refuses(complaints, evidence);
        }
        return said.isEmpty() ? new Silent(Reading.failed(SOURCE, "exit " + ran.exit() + " without a word")) : new Other(evidence);
    }

    private static SudoAnswer refuses(List<Complaint> complaints, Evidence said) {
        if (complaints.isEmpty()) {
            return new Refuses("/etc/sudoers", said.observed(), said);
        }
        Complaint first = complaints.getFirst();
        return new Refuses(first.file().isEmpty() ? "/etc/sudoers" : first.file(), first.message(), new Evidence(SOURCE, first.message()));
    }

    /** Takes the complaints out of what stands on standard error; what is left is sudo's answer. */
    private static List<String> sorted(String err, List<Complaint> complaints) {
        List<String> rest = new ArrayList<>();
        List<String> lines = Text.lines(err);
        int at = 0;
        while (at < lines.size()) {
            String line = lines.get(at++);
            if (line.contains("unable to resolve host")) {
                continue;
            }
            int placeEnd = placeEnd(line);
            if (placeEnd > 0) {
                boolean shown = at + 1 < lines.size() && lines.get(at + 1).strip().startsWith("^");
                complaints.add(complaint(line, placeEnd, shown ? lines.get(at) : ""));
                at += shown ? 2 : 0;
            } else if (isAboutAFile(line)) {
                complaints.add(insecure(line));
            } else {
                rest.add(line);
            }
        }
        return rest;
    }

    /** Where {@code /etc/sudoers.d/perf:1:14:} ends; 0 when the line does not start so. */
    private static int placeEnd(String line) {
        if (!line.startsWith("/")) {
            return 0;
        }
        for (int colon = line.indexOf(": "); colon > 0; colon = line.indexOf(": ", colon + 1)) {
            int column = line.lastIndexOf(':', colon - 1);
            int row = column > 0 ? line.lastIndexOf(':', column - 1) : -1;
            if (row > 0 && isNumber(line.substring(row + 1, column)) && isNumber(line.substring(column + 1, colon))) {
                return colon;
            }
        }
        return 0;
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static Complaint complaint(String line, int placeEnd, String shown) {
        String place = line.substring(0, placeEnd);
        String message = line.substring(placeEnd + 2).strip();
        String withRow = place.substring(0, place.lastIndexOf(':'));
        String file = withRow.substring(0, withRow.lastIndexOf(':'));
        if (message.startsWith("/")) { // sudo-rs names the file that is wrong in the message about the line that includes it
            String wrong = Text.words(message).getFirst();
            return new Complaint(wrong, wrong, message.substring(wrong.length()).strip(), "");
        }
        return new Complaint(file, withRow, message, shown.strip());
    }

    private static boolean isAboutAFile(String line) {
        return line.contains("is world writable")
                || line.contains("is owned by ")
                || line.contains("cannot be world-writable")
                || line.contains("cannot be group-writable")
                || line.contains("must be owned by root")
                || line.contains("unable to open /") && line.contains("sudoers")
                || line.contains("bad permissions, should be");
    }

    private static Complaint insecure(String line) {
        int colon = line.indexOf(": ");
        String text = (colon > 0 && !line.startsWith("/") ? line.substring(colon + 2) : line).strip();
        String path = Text.words(text).stream().filter(w -> w.startsWith("/")).findFirst().orElse("");
        return new Complaint(path, path, text, "");
    }
}
