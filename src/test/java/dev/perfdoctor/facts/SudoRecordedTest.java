package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.Shared;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.facts.SudoRules.Decision;
import dev.perfdoctor.host.MachineFileHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What four sudos really did with {@code sudo -n /usr/bin/perf --version} in 28 situations, and what we make of their {@code sudo -n -l}. */
class SudoRecordedTest {
    private static final String CONTENT = "a stand-in for perf";

    /** sudo-rs 0.2.5 lists the rule {@code perf ""}, which allows no arguments, as {@code perf}, which allows any. */
    private static final String CANNOT_BE_TOLD = "sudo-rs-trixie.txt: no-arguments";

    private record Situation(String file, String version, String name, List<String> rules, Map<String, Ran> commands) {
        Ran of(String ending) {
            return commands.entrySet().stream()
                    .filter(e -> e.getKey().endsWith(ending))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElseThrow();
        }
    }

    @TestFactory
    Stream<DynamicTest> ourDecisionIsWhatSudoDid() {
        List<Situation> all = Stream.of("sudo-bullseye.txt", "sudo-bookworm.txt", "sudo-trixie.txt", "sudo-rs-trixie.txt")
                .flatMap(file -> situations(file).stream())
                .toList();
        assertEquals(4 * 28, all.size());
        return all.stream()
                .map(s -> DynamicTest.dynamicTest(s.file() + ": " + s.name(), () -> compare(s)));
    }

    private static void compare(Situation situation) {
        boolean wrong = CANNOT_BE_TOLD.equals(situation.file() + ": " + situation.name());
        assertEquals(ran(situation) || wrong, allowed(situation), situation.rules() + "\n" + situation.of(" -n -l"));
    }

    /** Debian 11's perf is a script that finds nothing for this kernel: it ran all the same. */
    private static boolean ran(Situation situation) {
        String said = situation.of("/usr/bin/perf --version").all();
        return said.contains("perf version") || said.contains("exec: perf_");
    }

    private static boolean allowed(Situation situation) {
        SudoDialect dialect = SudoVersion.parse(situation.version()).dialect();
        Host host = MachineFileHost.of("lab", """
                perfdoctor-machine: 1
                files:
                  /usr/bin/perf: {content: "%s", mode: "0755"}
                  /usr/bin/valgrind: {content: x, mode: "0755"}
                  /usr/local/bin/perf-wrap: {content: x, mode: "0755"}
                """.formatted(CONTENT));
        return SudoAnswer.of(withOurDigest(situation)) instanceof SudoAnswer.Listed(var listing, var _, var _)
                && new SudoRules(host, listing.defaults(), listing.rules(), false)
                                .decide("/usr/bin/perf", List.of("--version"), dialect)
                        instanceof Decision.Runs;
    }

    /** The recorded digest is of the recorded perf. */
    private static Ran withOurDigest(Situation situation) {
        Ran ran = situation.of(" -n -l");
        if (!situation.name().equals("digest-right")) {
            return ran;
        }
        String rule = situation.rules().getFirst();
        String theirs = rule.substring(rule.indexOf("sha256:") + 7, rule.indexOf(" /usr/bin/perf"));
        try {
            byte[] ours = MessageDigest.getInstance("SHA-256").digest(CONTENT.getBytes(StandardCharsets.UTF_8));
            return new Ran(ran.exit(), ran.out().replace(theirs, HexFormat.of().formatHex(ours)), ran.err());
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @TestFactory
    Stream<DynamicTest> everyAnswerIsUnderstood() {
        return Stream.of("sudo-bullseye.txt", "sudo-bookworm.txt", "sudo-trixie.txt", "sudo-rs-trixie.txt")
                .flatMap(file -> situations(file).stream())
                .map(s -> DynamicTest.dynamicTest(s.file() + ": " + s.name(), () -> {
                    SudoAnswer answer = SudoAnswer.of(s.of(" -n -l"));
                    assertEquals(expected(s), answer.getClass().getSimpleName(), () -> s.of(" -n -l").toString());
                }));
    }

    private static String expected(Situation situation) {
        boolean rs = situation.version().startsWith("sudo-rs");
        String all = situation.of(" -n -l").all();
        return switch (situation.name()) {
            case "no-new-privs", "unknown-uid", "not-setuid" -> "Blocked";
            case "requiretty" -> rs ? "Listed" : "Blocked";
            case "sudoers-writable" -> "Refuses";
            case "other-host", "no-rule", "syntax-error" -> rs ? "NoRule" : "WantsPassword";
            case "password-rule" -> "WantsPassword";
            default -> all.contains("password is required") || all.contains("authentication is required")
                    ? "WantsPassword"
                    : all.contains("may not run sudo") ? "NoRule" : "Listed";
        };
    }

    private static List<Situation> situations(String file) {
        List<Situation> all = new ArrayList<>();
        try {
            List<String> lines = Files.readAllLines(Shared.path("lab/outputs/" + file));
            String version = lines.getFirst().substring("##### ".length());
            List<String> part = new ArrayList<>();
            for (String line : lines.subList(1, lines.size())) {
                if (line.startsWith("### ") && !part.isEmpty()) {
                    all.add(situation(file, version, part));
                    part.clear();
                }
                part.add(line);
            }
            all.add(situation(file, version, part));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return all;
    }

    private static Situation situation(String file, String version, List<String> lines) {
        List<String> rules = lines.stream().filter(l -> l.startsWith("# ")).map(l -> l.substring(2)).toList();
        Map<String, Ran> commands = new LinkedHashMap<>();
        StringBuilder out = new StringBuilder();
        StringBuilder err = new StringBuilder();
        String command = "";
        for (String line : lines) {
            if (line.startsWith("$ ")) {
                command = line.substring(2);
                out.setLength(0);
                err.setLength(0);
            } else if (line.startsWith("[exit ")) {
                int exit = Integer.parseInt(line.substring(6, line.length() - 1));
                commands.put(command, new Ran(exit, out.toString(), err.toString()));
            } else if (line.startsWith("stderr| ")) {
                err.append(line.substring(8)).append('\n');
            } else {
                out.append(line).append('\n');
            }
        }
        assertTrue(commands.size() >= 6, lines.getFirst());
        return new Situation(file, version, lines.getFirst().substring(4), rules, commands);
    }
}
