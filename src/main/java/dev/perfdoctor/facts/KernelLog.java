package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Stat;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * When kernels and their tools came, by the last lines of the package managers' logs.
 *
 * @param arrivals in the order of the logs
 */
public record KernelLog(List<Arrival> arrivals) {
    /** The end of a log that is read, bytes: some hundred package operations. */
    private static final int TAIL = 128 << 10;

    private static final List<String> IMAGES = List.of("linux-image-unsigned-", "linux-image-", "kernel-core-", "kernel-default-", "kernel-");
    private static final List<String> TOOLS = List.of("linux-tools-common", "linux-tools-generic", "linux-image-generic", "linux-generic");

    /**
     * A kernel that came.
     *
     * @param release of the kernel, such as {@code 6.8.0-45-generic}; only its beginning where the log names a package of every kernel
     * @param before what it replaced; empty where the log does not say
     * @param day the day in the log
     * @param evidence the line
     */
    public record Arrival(String release, String before, Optional<LocalDate> day, Evidence evidence) {}

    /** Those of this machine. */
    public static KernelLog of(Facts facts) {
        return facts.once(KernelLog.class, KernelLog::read);
    }

    private static KernelLog read(Facts facts) {
        Host host = facts.host();
        List<Arrival> all = new ArrayList<>();
        all.addAll(dpkg(tail(host, "/var/log/dpkg.log"), "/var/log/dpkg.log"));
        all.addAll(apt(tail(host, "/var/log/apt/history.log"), "/var/log/apt/history.log"));
        for (String file : List.of("/var/log/dnf.rpm.log", "/var/log/dnf5.log")) {
            all.addAll(rpm(tail(host, file), file));
        }
        all.addAll(pacman(tail(host, "/var/log/pacman.log"), "/var/log/pacman.log"));
        return new KernelLog(List.copyOf(all));
    }

    /** The last lines; the first of them may be cut and is dropped then. */
    private static String tail(Host host, String file) {
        long size = host.stat(file) instanceof Present<Stat> s ? s.value().size() : 0;
        long from = Math.max(0, size - TAIL);
        Reading<byte[]> bytes = host.bytes(file, from, TAIL);
        String text = bytes.map(b -> new String(b, StandardCharsets.UTF_8)).orElse("");
        int firstEnd = text.indexOf('\n');
        return from > 0 && firstEnd >= 0 ? text.substring(firstEnd + 1) : text;
    }

    /**
     * dpkg.log.
     *
     * <pre>
     * 2026-09-12 08:14:02 install linux-image-7.1.5-76070105-generic:amd64 &lt;none&gt; 7.1.5-76070105.202609021435
     * 2026-09-12 08:14:44 upgrade linux-tools-common:all 7.1.4-76070104.202607301012 7.1.5-76070105.202609021435
     * </pre>
     */
    static List<Arrival> dpkg(String log, String file) {
        List<Arrival> found = new ArrayList<>();
        for (String line : Text.lines(log)) {
            if (!line.contains(" linux-") || !(line.contains(" install ") || line.contains(" upgrade "))) {
                continue;
            }
            List<String> words = Text.words(line);
            if (words.size() >= 6 && (words.get(2).equals("install") || words.get(2).equals("upgrade"))) {
                String name = Text.split(words.get(3), ':').getFirst();
                found.addAll(debian(name, words.get(4), words.get(5), day(words.getFirst()), new Evidence(file, line)));
            }
        }
        return found;
    }

    private static List<Arrival> debian(String name, String old, String now, Optional<LocalDate> day, Evidence evidence) {
        String release = releaseOf(name);
        if (!release.isEmpty()) {
            return List.of(new Arrival(release, "", day, evidence));
        }
        if (TOOLS.contains(name) && !old.startsWith("<")) {
            return List.of(new Arrival(abi(now), abi(old), day, evidence));
        }
        return List.of();
    }

    /**
     * apt's history.log, whose entries name the day first.
     *
     * <pre>
     * Start-Date: 2026-09-12  08:13:50
     * Install: linux-image-7.1.5-76070105-generic:amd64 (7.1.5-76070105.202609021435, automatic)
     * Upgrade: linux-tools-common:amd64 (6.8.0-45.45, 6.8.0-47.47), vim:amd64 (2:9.1, 2:9.2)
     * </pre>
     */
    static List<Arrival> apt(String log, String file) {
        List<Arrival> found = new ArrayList<>();
        Optional<LocalDate> day = Optional.empty();
        for (String line : Text.lines(log)) {
            if (line.startsWith("Start-Date: ")) {
                day = Text.words(line).size() > 1 ? day(Text.words(line).get(1)) : Optional.empty();
            } else if (line.startsWith("Install: ") || line.startsWith("Upgrade: ")) {
                for (String entry : entries(line.substring("Install: ".length()))) {
                    found.addAll(aptEntry(entry, day, file));
                }
            }
        }
        return found;
    }

    /** {@code a (1), b (1, 2)}: the blank after a comma within parentheses parts nothing. */
    private static List<String> entries(String list) {
        List<String> entries = new ArrayList<>();
        int from = 0;
        for (int at = list.indexOf("), "); at >= 0; at = list.indexOf("), ", from)) {
            entries.add(list.substring(from, at + 1));
            from = at + 3;
        }
        entries.add(list.substring(from));
        return entries;
    }

    private static List<Arrival> aptEntry(String entry, Optional<LocalDate> day, String file) {
        int open = entry.indexOf('(');
        if (!entry.startsWith("linux-") || open < 0) {
            return List.of();
        }
        String name = Text.split(entry.substring(0, open).strip(), ':').getFirst();
        List<String> versions = Text.split(entry.substring(open + 1).replace(")", ""), ',');
        String old = versions.size() > 1 ? versions.getFirst().strip() : "<none>";
        String now = versions.getLast().strip();
        return debian(name, now.equals("automatic") ? "<none>" : old, now, day, new Evidence(file, entry));
    }

    /**
     * Logs of dnf; the name, epoch, version and architecture are one word.
     *
     * <pre>
     * 2025-11-18T09:12:33+0100 SUBDEBUG Installed: kernel-core-6.11.10-300.fc41.x86_64
     * </pre>
     */
    static List<Arrival> rpm(String log, String file) {
        List<Arrival> found = new ArrayList<>();
        for (String line : Text.lines(log)) {
            int at = line.indexOf("kernel-core-");
            if (at < 0 || !line.contains("nstall")) {
                continue;
            }
            String word = Text.words(line.substring(at)).getFirst().replace("\"", "").replace("'", "");
            String release = releaseOf(word.replace("-0:", "-"));
            if (!release.isEmpty()) {
                found.add(new Arrival(release, "", day(line), new Evidence(file, line)));
            }
        }
        return found;
    }

    /**
     * pacman.log.
     *
     * <pre>
     * [2025-11-18T09:12:33+0000] [ALPM] upgraded linux (6.12.1.arch1-1 -&gt; 6.12.2.arch1-1)
     * </pre>
     */
    static List<Arrival> pacman(String log, String file) {
        List<Arrival> found = new ArrayList<>();
        for (String line : Text.lines(log)) {
            List<String> words = Text.words(line);
            if (words.size() == 7 && words.get(2).equals("upgraded") && isArchKernel(words.get(3)) && line.startsWith("[")) {
                String flavour = words.get(3).substring("linux".length());
                String before = arch(words.get(4).substring(1), flavour);
                String now = arch(words.get(6).substring(0, words.get(6).length() - 1), flavour);
                found.add(new Arrival(now, before, day(line.substring(1)), new Evidence(file, line)));
            }
        }
        return found;
    }

    private static boolean isArchKernel(String name) {
        return name.equals("linux") || name.equals("linux-lts") || name.equals("linux-zen") || name.equals("linux-hardened");
    }

    /** {@code 6.12.2.arch1-1} runs as {@code 6.12.2-arch1-1}, linux-lts {@code 6.6.68-1} as {@code 6.6.68-1-lts}. */
    private static String arch(String version, String flavour) {
        String release = version.replace(".arch", "-arch").replace(".zen", "-zen").replace(".hardened", "-hardened");
        return release + flavour;
    }

    /** The kernel release that a package is named for, such as that of {@code linux-image-6.8.0-45-generic}; empty for other packages. */
    static String releaseOf(String packageName) {
        for (String start : IMAGES) {
            if (packageName.startsWith(start)) {
                String release = packageName.substring(start.length());
                return !release.isEmpty() && Character.isDigit(release.charAt(0)) ? release : "";
            }
        }
        return "";
    }

    /** {@code 7.1.4-76070104} of {@code 7.1.4-76070104.202607301012~24.04~abc}: what Ubuntu calls the ABI. */
    private static String abi(String version) {
        int dash = version.indexOf('-');
        int dot = version.indexOf('.', dash + 1);
        return dash < 0 || dot < 0 ? version : version.substring(0, dot);
    }

    /** Without a DateTimeFormatter, which takes some milliseconds to make. */
    private static Optional<LocalDate> day(String text) {
        try {
            return text.length() < 10 || text.charAt(4) != '-' || text.charAt(7) != '-'
                    ? Optional.empty()
                    : Optional.of(LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10)));
        } catch (DateTimeException | NumberFormatException none) {
            return Optional.empty();
        }
    }

    private static int number(String text, int from, int to) {
        return Integer.parseInt(text, from, to, 10);
    }

    /** When this kernel came: by the line of its own package, else by that of its tools; the last of several. */
    public Optional<Arrival> arrivalOf(KernelRelease release) {
        return arrivals.stream()
                .filter(a -> a.release().equals(release.text()))
                .reduce((_, last) -> last)
                .or(() -> arrivals.stream().filter(a -> names(a.release(), release)).reduce((_, last) -> last));
    }

    /** What this kernel replaced, where a log says so. */
    public Optional<Arrival> replacement(KernelRelease release) {
        return arrivals.stream().filter(a -> !a.before().isEmpty() && names(a.release(), release)).reduce((_, last) -> last);
    }

    private static boolean names(String logged, KernelRelease release) {
        return logged.equals(release.text()) || logged.equals(release.abi());
    }
}
