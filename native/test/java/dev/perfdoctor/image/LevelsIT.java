package dev.perfdoctor.image;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real kernels of Debian at each perf_event_paranoid, with each kptr_restrict, and locked down: what the doctor says of an ordinary user is what
 * that user's perf did in the guest. The doctor reads what the guest answered from a machine file. With {@code -Pvm} and the lab's kernels.
 */
final class LevelsIT {
    private static final Path IMAGE = Path.of("target", "perfdoctor").toAbsolutePath();
    private static final Pattern PART = Pattern.compile("(?ms)^@@(?:at (\\S+) (\\S+)|(file|run) ([^\\n]+)|(probe|kallsyms|perf))\\n(.*?)(?=^@@(?!end)|\\z)");

    @TempDir
    private static Path directory;

    /** One setting: what the probe said there (of the first kptr_restrict), the symbols, and which activities perf did. */
    private record Setting(String level, String hidden, String probe, String symbols, Map<String, Boolean> perf) {}

    @TestFactory
    Stream<DynamicTest> theDoctorSaysWhatPerfDidAtEachLevel() throws Exception {
        assumeTrue(Boolean.getBoolean("perfdoctor.vm"), "boots guests: only with -Pvm");
        List<DynamicTest> tests = new ArrayList<>();
        for (String kernel : List.of("5.10", "6.1", "6.12", "7.3")) {
            tests.addAll(tests(kernel, "", "3 2 1 0 -1"));
        }
        tests.addAll(tests("6.12", "lockdown=confidentiality", "2 -1"));
        return tests.stream();
    }

    private static List<DynamicTest> tests(String kernel, String boot, String levels) throws IOException, InterruptedException {
        Path lab = Lab.script().orElse(null);
        assumeTrue(lab != null, "no lab here");
        Path job = Files.writeString(directory.resolve("job.sh"), "LEVELS='" + levels + "' sh /run/guest-levels.sh\n");
        Shell run = Shell.run(
                directory,
                Map.of("LAB_TIMEOUT", "300"),
                "\"$1\" vm $2 --append \"$3\" --with \"$4\" --with \"$5\" -- \"$6\"",
                lab,
                kernel,
                boot,
                Path.of("test", "resources", "guest-levels.sh").toAbsolutePath(),
                IMAGE.resolve("libexec").resolve("perfdoctor-probe"),
                job);
        assumeTrue(run.exit() != 77, () -> "no guest here: " + run.err());
        Map<String, String> common = new LinkedHashMap<>();
        List<DynamicTest> tests = new ArrayList<>();
        for (Setting setting : settings(run.out(), common)) {
            String name = "Linux " + kernel + " " + boot + " perf_event_paranoid " + setting.level() + " kptr_restrict " + setting.hidden();
            tests.add(DynamicTest.dynamicTest(name, () -> examine(setting, common)));
        }
        assertEquals(levels.split(" ", -1).length * 3, tests.size(), run::toString);
        return tests;
    }

    private static List<Setting> settings(String out, Map<String, String> common) {
        List<Setting> settings = new ArrayList<>();
        Setting at = new Setting("", "", "", "", Map.of());
        Matcher part = PART.matcher(out);
        while (part.find()) {
            String text = part.group(6).replaceFirst("(?s)@@end.*", "");
            if (part.group(1) != null) {
                Setting before = at;
                boolean same = before.level().equals(part.group(1));
                at = new Setting(part.group(1), part.group(2), same ? before.probe() : "", "", same ? before.perf() : Map.of());
            } else if (part.group(4) != null) {
                common.put(part.group(4), text);
            } else {
                at = switch (part.group(5)) {
                    case "kallsyms" -> new Setting(at.level(), at.hidden(), at.probe(), text.substring(0, text.lastIndexOf('\n', text.length() - 2) + 1), at.perf());
                    case "probe" -> new Setting(at.level(), at.hidden(), text, at.symbols(), at.perf());
                    default -> new Setting(at.level(), at.hidden(), at.probe(), at.symbols(), done(text));
                };
            }
            if (!at.perf().isEmpty() && !at.symbols().isEmpty() && (settings.isEmpty() || !settings.getLast().equals(at))) {
                settings.add(at);
            }
        }
        return settings;
    }

    private static Map<String, Boolean> done(String lines) {
        Map<String, Boolean> done = new TreeMap<>();
        lines.lines().map(l -> l.split(" ", -1)).filter(w -> w.length == 2).forEach(w -> done.put(w[0], w[1].equals("0")));
        return done;
    }

    private static void examine(Setting setting, Map<String, String> common) throws Exception {
        Path machine = Files.writeString(directory.resolve("machine.yaml"), machine(setting, common));
        Shell run = Shell.run(IMAGE, Map.of(), "bin/perfdoctor --for all --format json --from \"$1\"", machine);
        Diagnosed diagnosed = Diagnosed.of(run.out());
        boolean zero = setting.symbols().lines().allMatch(l -> l.startsWith("0000000000000000"));
        boolean kernelSide = !diagnosed.codes().contains("paranoid/user-blocked") && !diagnosed.codes().contains("paranoid/kernel-blocked");
        assertAll(
                () -> assertEquals(setting.perf(), diagnosed.works(), () -> diagnosed.codes() + "\n" + setting.probe()),
                () -> assertEquals(zero && kernelSide, diagnosed.codes().contains("kernel-symbols/hidden"), () -> diagnosed.codes() + "\n" + setting.symbols()));
    }

    private static String machine(Setting setting, Map<String, String> common) {
        String version = common.get("/proc/version");
        String release = version.split(" ", -1)[2];
        StringBuilder yaml = new StringBuilder("""
                perfdoctor-machine: 1
                otherwise: absent
                uname: {sysname: Linux, machine: x86_64, release: %s, version: "%s"}
                user: {name: u, uid: 1000, gid: 1000, groups: [u]}
                environment: {PATH: /usr/bin, HOME: /home/u}
                files:
                  /usr/bin/perf: {elf: {machine: x86_64}, mode: "0755"}
                  /proc/self/ns/user: {link: 'user:[4026531837]'}
                  /sys/bus/event_source/devices/software/type: "1\\n"
                  /proc/sys/kernel/perf_event_paranoid: "%s\\n"
                  /proc/sys/kernel/kptr_restrict: "%s\\n"
                """.formatted(release, version.replaceFirst(".*(#1 .*)", "$1").strip(), setting.level(), setting.hidden()));
        common.forEach((file, text) -> {
            if (file.startsWith("/")) {
                yaml.append("  ").append(file).append(text.isBlank() ? ": {unread: denied}\n" : ": |\n" + text.indent(4));
            }
        });
        yaml.append("  /proc/kallsyms: |\n").append(setting.symbols().indent(4));
        yaml.append("commands:\n- run: perf --version\n  out: |\n").append(common.get("perf --version").indent(4));
        yaml.append("- run: perfdoctor-probe\n  out: |\n").append(setting.probe().indent(4));
        return yaml.toString();
    }
}
