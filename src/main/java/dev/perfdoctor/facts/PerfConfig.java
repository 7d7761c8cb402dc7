package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Identity;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * perf's own configuration: {@code /etc/perfconfig}, then {@code ~/.perfconfig}, whose values win (tools/perf/util/config.c, 6.12;
 * perf-config(1)).
 *
 * @param files those that are there, in the order perf reads them
 * @param unread those that could not be read
 */
public record PerfConfig(List<File> files, List<Unread<?>> unread) {
    private static final String SYSTEM = "/etc/perfconfig";

    public PerfConfig {
        files = List.copyOf(files);
        unread = List.copyOf(unread);
    }

    /**
     * One file.
     *
     * @param stranger the owner, where perf passes over the file because it belongs to neither the user nor root
     * @param settings up to the first line that perf does not understand; it goes no further
     * @param badLine the number of that line and its text
     */
    public record File(String path, Optional<Stat> stranger, List<Setting> settings, Optional<Line> badLine) {}

    /** A line by its number, from 1. */
    public record Line(int number, String text) {}

    /**
     * One setting.
     *
     * @param key such as {@code buildid.dir}
     */
    public record Setting(String file, String key, String value) {
        /** The value up to its first comma: {@code dwarf} of {@code dwarf,16384}. */
        public String word() {
            return Text.split(value, ',').getFirst().strip();
        }

        /** Where it stands, and what. */
        public Evidence evidence() {
            return new Evidence(file, key + " = " + value);
        }
    }

    /** This user's. */
    public static PerfConfig of(Facts facts) {
        return facts.once(PerfConfig.class, PerfConfig::read);
    }

    /** The value that counts. */
    public Optional<Setting> setting(String key) {
        return files.stream()
                .filter(f -> f.stranger().isEmpty())
                .flatMap(f -> f.settings().stream())
                .filter(s -> s.key().equals(key))
                .reduce((_, later) -> later);
    }

    /** perf honours PERF_CONFIG_NOSYSTEM, PERF_CONFIG_NOGLOBAL, and PERF_CONFIG as the one file to read. */
    private static PerfConfig read(Facts facts) {
        Host host = facts.host();
        Identity identity = host.identity();
        List<File> files = new ArrayList<>();
        List<Unread<?>> unread = new ArrayList<>();
        List<String> paths = new ArrayList<>();
        Optional<String> only = identity.variable("PERF_CONFIG");
        if (only.isPresent()) {
            paths.add(HostPath.resolve(identity.directory(), only.get()));
        } else {
            if (!isOn(identity, "PERF_CONFIG_NOSYSTEM")) {
                paths.add(SYSTEM);
            }
            if (!isOn(identity, "PERF_CONFIG_NOGLOBAL")) {
                identity.variable("HOME").map(home -> HostPath.resolve(home, ".perfconfig")).ifPresent(paths::add);
            }
        }
        for (String path : paths) {
            switch (host.read(path)) {
                case Present<String> text -> files.add(parse(path, text.value(), stranger(host, path)));
                case Reading.Absent<String> _ -> { }
                case Unread<String> problem -> unread.add(problem);
            }
        }
        return new PerfConfig(files, unread);
    }

    private static boolean isOn(Identity identity, String variable) {
        return identity.variable(variable).filter(v -> !v.equals("0") && !v.equals("false")).isPresent();
    }

    /** Only the user's file is looked at so; the system's belongs to whom it may. */
    private static Optional<Stat> stranger(Host host, String path) {
        if (path.equals(SYSTEM) || !(host.stat(path) instanceof Present<Stat> stat)) {
            return Optional.empty();
        }
        long owner = stat.value().uid();
        boolean own = owner == 0 || host.identity().user().map(u -> u.uid() == owner).orElse(true);
        return own ? Optional.empty() : Optional.of(stat.value());
    }

    /**
     * Understands a file as perf does.
     *
     * <pre>
     * [buildid]
     * 	dir = ~/.debug
     * [call-graph]
     * 	record-mode = "dwarf,16384"   # comment
     * </pre>
     */
    static File parse(String path, String text, Optional<Stat> stranger) {
        List<Setting> settings = new ArrayList<>();
        String section = "";
        List<String> lines = Text.split(text.replace("\r\n", "\n"), '\n'); // a lone carriage return ends no line
        for (int i = 0; i < lines.size(); i++) {
            int number = i + 1;
            String line = lines.get(i).strip();
            while (line.endsWith("\\") && i + 1 < lines.size()) {
                line = line.substring(0, line.length() - 1) + lines.get(++i).strip();
            }
            if (line.startsWith("[")) {
                int end = line.indexOf(']');
                String name = end < 0 ? "" : section(line.substring(1, end));
                if (name.isEmpty()) {
                    return new File(path, stranger, settings, Optional.of(new Line(number, line)));
                }
                section = name;
                line = line.substring(end + 1).strip(); // a setting may stand behind the bracket
            }
            if (!line.isEmpty() && line.charAt(0) != '#' && line.charAt(0) != ';') {
                Optional<Setting> setting = setting(path, section, line);
                if (setting.isEmpty()) {
                    return new File(path, stranger, settings, Optional.of(new Line(number, line)));
                }
                settings.add(setting.get());
            }
        }
        return new File(path, stranger, settings, Optional.empty());
    }

    /** {@code buildid}, or {@code colors "sub"}; empty where it is none. */
    private static String section(String name) {
        int blank = name.indexOf(' ');
        String base = blank < 0 ? name : name.substring(0, blank);
        String sub = blank < 0 ? "" : name.substring(blank).strip();
        boolean quoted = sub.isEmpty() || sub.length() >= 2 && sub.startsWith("\"") && sub.endsWith("\"");
        boolean plain = !base.isEmpty() && base.chars().allMatch(c -> isKeyLetter(c) || c == '.');
        String all = base.toLowerCase(Locale.ROOT) + (sub.isEmpty() ? "" : "." + sub.substring(1, Math.max(1, sub.length() - 1)));
        return plain && quoted ? all : "";
    }

    private static boolean isKeyLetter(int c) {
        return c < 128 && (Character.isLetterOrDigit(c) || c == '-' || c == '_');
    }

    /** {@code key = value}, or a key alone; a key begins with a letter. */
    private static Optional<Setting> setting(String path, String section, String line) {
        int end = 0;
        while (end < line.length() && isKeyLetter(line.charAt(end))) {
            end++;
        }
        String rest = line.substring(end).strip();
        if (end == 0 || !Character.isLetter(line.charAt(0)) || !rest.isEmpty() && !rest.startsWith("=")) {
            return Optional.empty();
        }
        String key = section + "." + line.substring(0, end).toLowerCase(Locale.ROOT);
        Optional<String> value = rest.isEmpty() ? Optional.of("true") : value(rest.substring(1).strip());
        return value.map(v -> new Setting(path, key, v));
    }

    /** Quotes hold blanks and comment signs; empty for a quote without its end, or a backslash before nothing known. */
    private static Optional<String> value(String text) {
        StringBuilder value = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == '\\') {
                int known = i + 1 < text.length() ? "tbn\\\"".indexOf(text.charAt(++i)) : -1;
                if (known < 0) {
                    return Optional.empty();
                }
                value.append("\t\b\n\\\"".charAt(known));
            } else if (!quoted && (c == '#' || c == ';')) {
                break;
            } else {
                value.append(c);
            }
        }
        return quoted ? Optional.empty() : Optional.of(value.toString().strip());
    }
}
