package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import dev.perfdoctor.facts.SudoersGrammar.Line;
import dev.perfdoctor.facts.SudoersScanner.Broken;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The lines of the sudoers files in the order in which sudo reads them, and those on perf that it passes over
 * (plugins/sudoers/toke.l, read_dir_files; lib/util/secure_path.c).
 *
 * @param gaps what could not be read
 */
record SudoersFiles(List<Placed> lines, List<Skipped> skipped, List<Unread<?>> gaps) {
    private static final String MAIN = "/etc/sudoers";
    private static final String USUAL_DIRECTORY = "/etc/sudoers.d";
    /** sudo's own limit on includes within includes (MAX_SUDOERS_DEPTH). */
    private static final int DEEPEST = 128;

    private static final int MOST_FILES = 2000;

    SudoersFiles {
        lines = List.copyOf(lines);
        skipped = List.copyOf(skipped);
        gaps = List.copyOf(gaps);
    }

    /**
     * A line and where it stands.
     *
     * @param source such as {@code /etc/sudoers.d/perf:3}
     */
    record Placed(String source, String text, Line line) {
        Evidence evidence() {
            String shown = text.strip();
            return new Evidence(source, shown.length() > 200 ? shown.substring(0, 200) + "…" : shown);
        }
    }

    /**
     * What sudo does not read: a file, or a line of one.
     *
     * @param why as a clause: "its name has a dot"
     * @param lines those of the file; for a line that cannot be understood that one, as an empty line
     */
    record Skipped(String file, SudoPolicy.Reason reason, String why, List<Placed> lines) {
        Skipped {
            lines = List.copyOf(lines);
        }
    }

    /** Those of a machine. */
    static SudoersFiles read(Host host) {
        Reader reader = new Reader(host);
        switch (host.read(MAIN)) {
            case Present<String> text -> reader.file(MAIN, text.value(), 0);
            case Absent<String> _ -> {}
            case Unread<String> unread -> {
                reader.gaps.add(unread);
                reader.directory(USUAL_DIRECTORY, 0); // every distribution's /etc/sudoers includes it
            }
        }
        return new SudoersFiles(reader.lines, reader.skipped, reader.gaps);
    }

    /**
     * The logical lines of a text with the number each starts at, empty ones left out: a backslash at the end of a line that is no comment
     * joins the next. Where there is no next, the backslash stays.
     */
    static List<Numbered> logicalLines(String text) {
        List<Numbered> all = new ArrayList<>();
        StringBuilder joined = new StringBuilder();
        int number = 0;
        int start = 1;
        for (String raw : Text.split(text.endsWith("\n") ? text.substring(0, text.length() - 1) : text, '\n')) {
            number++;
            start = joined.isEmpty() ? number : start;
            String line = continues(raw) ? raw.stripTrailing() : raw;
            if (continues(raw)) {
                joined.append(line, 0, line.length() - 1).append(' ');
            } else if (!joined.isEmpty() || !raw.isBlank()) {
                all.add(new Numbered(start, joined + raw));
                joined.setLength(0);
            }
        }
        if (!joined.isEmpty()) {
            all.add(new Numbered(start, joined + "\\"));
        }
        return all;
    }

    /** A logical line and where it starts. */
    record Numbered(int number, String text) {}

    /** As sudo understands it: a carriage return after a command is no end of line (tried on 1.9.5 to 1.9.16), nor is a backslash. */
    static Line parsed(String text) {
        Line line = SudoersGrammar.line(text);
        if (line instanceof Line.Rule && text.endsWith("\r")) {
            throw new Broken("a carriage return, as Windows ends lines,");
        }
        if (line instanceof Line.Rule && text.endsWith("\\")) {
            throw new Broken("a backslash at its end and no line after it");
        }
        return line;
    }

    private static boolean continues(String line) {
        return line.stripTrailing().endsWith("\\") && !line.strip().startsWith("#");
    }

    /** Goes through the files. */
    private static final class Reader {
        final List<Placed> lines = new ArrayList<>();
        final List<Skipped> skipped = new ArrayList<>();
        final List<Unread<?>> gaps = new ArrayList<>();
        private final Set<String> seen = new HashSet<>();
        private final Host host;
        private final boolean ownersKnown;

        Reader(Host host) {
            this.host = host;
            // a tree that was unpacked by an ordinary user belongs to that user
            this.ownersKnown = host.source() != Host.Source.TREE || host.stat("/etc") instanceof Present<Stat> s && s.value().uid() == 0;
        }

        void file(String path, String text, int depth) {
            if (depth > DEEPEST || seen.size() > MOST_FILES || !seen.add(path)) {
                return;
            }
            Optional<String> insecure = host.stat(path) instanceof Present<Stat> s ? insecure(s.value(), false) : Optional.empty();
            if (insecure.isPresent()) {
                passOver(path, text, SudoPolicy.Reason.INSECURE, "it " + insecure.get());
                return;
            }
            for (Numbered line : logicalLines(text)) {
                String source = path + ":" + line.number();
                try {
                    take(path, new Placed(source, line.text(), parsed(line.text())), depth);
                } catch (Broken broken) {
                    Placed unread = new Placed(source, line.text(), new Line.Empty());
                    String why = broken.getMessage() + " in line " + line.number();
                    skipped.add(new Skipped(path, SudoPolicy.Reason.LINE, why, List.of(unread)));
                }
            }
        }

        private void take(String path, Placed placed, int depth) {
            switch (placed.line()) {
                case Line.Include include when include.directory() -> directory(absolute(path, include.path()), depth + 1);
                case Line.Include include -> included(absolute(path, include.path()), depth + 1);
                case Line.Rule _, Line.Names _, Line.Commands _, Line.Several _, Line.Defaults _ -> lines.add(placed);
                case Line.Empty _ -> {}
            }
        }

        private String absolute(String from, String path) {
            String shortHost = Text.split(host.identity().nodename(), '.').getFirst();
            String named = path.replace("%h", shortHost);
            return named.startsWith("/") ? named : from.substring(0, from.lastIndexOf('/') + 1) + named;
        }

        private void included(String path, int depth) {
            switch (host.read(path)) {
                case Present<String> text -> file(path, text.value(), depth);
                case Absent<String> _ -> {}
                case Unread<String> unread -> gaps.add(unread);
            }
        }

        void directory(String path, int depth) {
            Optional<String> insecure = host.stat(path) instanceof Present<Stat> s ? insecure(s.value(), true) : Optional.empty();
            Optional<String> why = insecure.map(w -> "its directory " + path + " " + w);
            switch (host.list(path)) {
                case Present<List<String>> names -> names.value().forEach(name -> entry(path + "/" + name, name, why, depth));
                case Absent<List<String>> _ -> {}
                case Unread<List<String>> unread -> gaps.add(unread);
            }
        }

        private void entry(String path, String name, Optional<String> directory, int depth) {
            if (!(host.stat(path) instanceof Present<Stat> stat) || !stat.value().isRegular()) {
                return;
            }
            Optional<String> named = name.endsWith("~")
                    ? Optional.of("its name ends in ~")
                    : name.indexOf('.') >= 0 ? Optional.of("its name has a dot") : Optional.empty();
            Optional<String> why = named.or(() -> directory);
            SudoPolicy.Reason reason = named.isPresent() ? SudoPolicy.Reason.NAME : SudoPolicy.Reason.INSECURE;
            switch (host.read(path)) {
                case Present<String> text when why.isPresent() -> passOver(path, text.value(), reason, why.get());
                case Present<String> text -> file(path, text.value(), depth);
                case Absent<String> _ -> {}
                case Unread<String> unread when why.isEmpty() -> gaps.add(unread);
                case Unread<String> _ -> {}
            }
        }

        /** As sudo_check_secure() decides, in its order. */
        private Optional<String> insecure(Stat stat, boolean directory) {
            if (directory ? !stat.isDirectory() : !stat.isRegular()) {
                return Optional.of(directory ? "is no directory" : "is no regular file");
            }
            if (!ownersKnown) {
                return Optional.empty();
            }
            if (stat.uid() != 0) {
                return Optional.of("is owned by uid " + stat.uid() + ", should be 0");
            }
            if (stat.isWorldWritable()) {
                return Optional.of("is world writable");
            }
            boolean byOthers = (stat.mode() & 020) != 0 && stat.gid() != 0;
            return byOthers ? Optional.of("is group writable and of gid " + stat.gid() + ", should be 0") : Optional.empty();
        }

        private void passOver(String path, String text, SudoPolicy.Reason reason, String why) {
            List<Placed> all = new ArrayList<>();
            for (Numbered line : logicalLines(text)) {
                try {
                    all.add(new Placed(path + ":" + line.number(), line.text(), parsed(line.text())));
                } catch (Broken broken) {
                    all.add(new Placed(path + ":" + line.number(), line.text(), new Line.Empty()));
                }
            }
            skipped.add(new Skipped(path, reason, why, all));
        }
    }
}
