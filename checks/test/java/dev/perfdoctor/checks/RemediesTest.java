package dev.perfdoctor.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What holds of every way to mend something that any machine is told: of the cases here, and of the acceptance cases and captured trees where they
 * lie beside the repository. One rule is one test, and a failing one lists all who break it.
 */
final class RemediesTest {
    /** Programs and their words that only root may run with success. */
    private static final Pattern FOR_ROOT = Pattern.compile(
            "^(sysctl -w|tee /etc|mount|umount|setcap|ldconfig|(apt|apt-get|dnf|yum|tdnf|zypper|urpmi|emerge|xbps-install|xbps-remove|urpme) |apk |pacman -[RS]"
                    + "|rpm-ostree|transactional-update|chown|visudo|rm /(etc|usr)|mv /(etc|usr)|ln -s \\S+ /usr)");
    private static final Pattern SYSCTL = Pattern.compile("sysctl -w ([a-z_.]+)=(-?\\d+)");
    private static final Pattern PREFIX = Pattern.compile("^(?:sudo|doas) (?!-)");
    private static final Pattern INSTALL = Pattern.compile(
            "(?:apt|apt-get|dnf|yum|tdnf|zypper|transactional-update pkg|rpm-ostree|apk|pacman|emerge|nix-shell|xbps-install|urpmi|debuginfo-install)"
                    + "(?: (?:install|reinstall|debuginfo-install|add|fix|-\\S+))* ((?!install|update|remove|-)\\S+(?: [^ -]\\S*)*)");

    /** Words that open more than any measurement needs, or take a protection from everybody. */
    private static final List<Pattern> TOO_BROAD = Stream.of(
                    "perf_event_paranoid ?= ?-1", "NOPASSWD: ?ALL", "NOPASSWD: ?\\S*[*?\\[]", "setenforce 0", "SELINUX=", "randomize_va_space", "mitigations=",
                    "chmod (-R )?0?777", "chmod \\S*o?\\+w", "chmod a\\+rw", "--privileged", "seccomp=unconfined", "cap_sys_admin", "CAP_SYS_ADMIN",
                    "SYS_ADMIN", "curl .*\\| ?(sudo )?(ba)?sh", "--force-yes", "--allow-unauthenticated", "kptr_restrict ?= ?-1", "chmod u\\+s", "chmod 4")
            .map(Pattern::compile)
            .toList();

    /**
     * Commands that leave nothing to take back: they build, install again, or repair; what they delete is a copy that perf makes again; what
     * they hand over had several owners; what broke perf is not brought back.
     */
    private static final Pattern NOTHING_TO_UNDO = Pattern.compile(
            "cargo build|cmake |ninja |reinstall|--fix-broken|--force|perf buildid-cache --update|rm -r -- \\S*/\\.debug/|find \\S* -xtype l -delete|hash -r"
                    + "|chown -R|install -y|apk fix|apk add --no-cache|--noconfirm|nix-shell|^echo |setcap -r");

    private static final Pattern PERF_DOES_NOT_START =
            Pattern.compile("perf-binary/(?:missing|broken|not-built-for-kernel|package-without-perf|no-package-for-kernel|not-on-path)");

    private static List<Remedy> all;

    @BeforeAll
    static void readEveryReport(@TempDir Path scratch) {
        all = new ArrayList<>(Remedy.ofCases(Path.of("cases")));
        shared().ifPresent(shared -> {
            all.addAll(Remedy.ofCases(shared.resolve("cases")));
            all.addAll(Remedy.ofTrees(shared.resolve("machines/roots.tar.gz"), scratch));
        });
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(f -> f.toString().endsWith(".yaml") && Files.isRegularFile(f)).sorted().toList();
        }
    }

    /** The acceptance material, where the property or a folder beside a parent of the working directory has it. */
    private static Optional<Path> shared() {
        Path named = Path.of(System.getProperty("perfdoctor.shared", "").strip());
        Stream<Path> above = Stream.iterate(Path.of("").toAbsolutePath(), p -> p != null, Path::getParent).map(p -> p.resolveSibling("shared"));
        return Stream.concat(Stream.of(named).filter(p -> !p.toString().isEmpty()), above).filter(p -> Files.isDirectory(p.resolve("cases"))).findFirst();
    }

    @Test
    void thereAreHundredsOfThemOfEveryKind() {
        assertTrue(all.size() > 800, "only " + all.size() + " ways to mend something were read");
        assertTrue(all.stream().map(Remedy::code).distinct().count() > 60, "of too few codes");
        assertEquals(
                new TreeSet<>(List.of("external", "per-run", "persistent", "temporary")), all.stream().map(Remedy::kind).collect(Collectors.toCollection(TreeSet::new)));
        assertTrue(all.stream().filter(Remedy::hasCommands).count() > 500);
        assertTrue(all.stream().filter(r -> r.machine().isRoot()).count() > 30);
        assertTrue(all.stream().filter(r -> r.machine().isContainer()).count() > 30);
    }

    @Test
    void everyLineParsesAsPosixShell(@TempDir Path scratch) throws IOException, InterruptedException {
        Map<String, Remedy> lines = new LinkedHashMap<>();
        all.forEach(r -> r.lines().forEach(line -> lines.putIfAbsent(line, r)));
        noneBreaks("does not parse in sh", unparsable(lines, scratch));
    }

    /** One shell that asks another to parse each line, and none to run it. */
    private static List<String> unparsable(Map<String, Remedy> lines, Path scratch) throws IOException, InterruptedException {
        List<String> texts = List.copyOf(lines.keySet());
        for (int i = 0; i < texts.size(); i++) {
            Files.writeString(scratch.resolve("line" + i), texts.get(i) + "\n");
        }
        Process shell = new ProcessBuilder("sh", "-c", "for f in line*; do sh -n \"$f\" 2>/dev/null || echo \"$f\"; done; echo all")
                .directory(scratch.toFile())
                .start();
        List<String> answers;
        try (InputStream out = shell.getInputStream()) {
            answers = new String(out.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
        assertEquals(0, shell.waitFor());
        assertEquals("all", answers.getLast());
        return answers.subList(0, answers.size() - 1).stream()
                .map(f -> texts.get(Integer.parseInt(f.substring("line".length()))))
                .map(line -> line + "   of " + lines.get(line))
                .toList();
    }

    @Test
    void whatAMachineCallsItsFilesIsQuoted(@TempDir Path scratch) throws IOException {
        List<Remedy> hostile = new ArrayList<>();
        for (Path file : files(Path.of("cases"))) {
            Path renamed = scratch.resolve("machine" + hostile.size() + ".yaml");
            Files.writeString(renamed, HostileNames.in(Files.readString(file)));
            hostile.addAll(Remedy.ofMachineFile(renamed));
        }
        List<String> lines = hostile.stream().flatMap(r -> r.lines().stream()).filter(HostileNames::appearIn).distinct().toList();
        assertTrue(lines.size() > 20, "hostile names came to only " + lines.size() + " commands");
        assertEquals(List.of(), lines.stream().filter(line -> !HostileNames.areQuotedIn(line)).toList());
    }

    @Test
    void whatNeedsRootSaysSo() {
        noneBreaks("has a command for root and root: false", r -> !r.root() && commandsOfRoot(r).findAny().isPresent());
    }

    @Test
    void rootIsAskedForOnlyWhereItIsNeeded() {
        noneBreaks("is for root, and no command needs it", r -> r.root() && r.hasCommands() && commandsOfRoot(r).findAny().isEmpty());
    }

    /** Commands that somebody runs as root, with or without a word before them. */
    private static Stream<String> commandsOfRoot(Remedy remedy) {
        return remedy.lines().stream().flatMap(RemediesTest::simple).filter(c -> c.startsWith("sudo ") || c.startsWith("doas ") || FOR_ROOT.matcher(c).find()
                || c.startsWith("echo '") && c.contains(" > /etc/"));
    }

    /** The simple commands of a line. */
    private static Stream<String> simple(String line) {
        return Stream.of(line.split(" (?:\\||&&) ")).map(String::strip);
    }

    @Test
    void rootNeedsNoSudoHere() {
        noneBreaks("says sudo to root", r -> r.machine().isRoot() && r.isHere() && saysRootTool(r, "sudo|doas"));
    }

    @Test
    void anImageIsBuiltByRoot() {
        noneBreaks("says sudo in an image", r -> r.where().equals("image") && saysRootTool(r, "sudo|doas"));
    }

    @Test
    void whoIsNotRootBecomesItWithAToolOfTheMachine() {
        noneBreaks("says sudo where only doas is", r -> r.isHere() && r.machine().rootTools().equals(List.of("doas")) && saysRootTool(r, "sudo"));
        noneBreaks("says doas where only sudo is", r -> r.isHere() && r.machine().rootTools().equals(List.of("sudo")) && saysRootTool(r, "doas"));
        noneBreaks(
                "leaves out how to become root",
                r -> !r.machine().isRoot() && !r.where().equals("image") && r.root() && r.lines().stream()
                        .flatMap(RemediesTest::simple)
                        .anyMatch(c -> FOR_ROOT.matcher(c).find()));
    }

    private static boolean saysRootTool(Remedy remedy, String tool) {
        Pattern said = Pattern.compile("(^|[ ('])(" + tool + ") (?!rule|that|reads|command)[a-z/-]");
        return remedy.lines().stream().anyMatch(line -> said.matcher(line).find());
    }

    @Test
    void nothingIsBroaderThanAMeasurementNeeds() {
        for (Pattern pattern : TOO_BROAD) {
            noneBreaks("advises /" + pattern + "/", r -> Stream.concat(r.commands().stream(), r.manual().stream()).anyMatch(w -> pattern.matcher(w).find()));
        }
    }

    @Test
    void theUndoOfASysctlIsTheValueThatWasSeen() {
        noneBreaks("does not restore the sysctl that was seen", r -> !sysctls(r.commands()).entrySet().stream()
                .allMatch(set -> sysctls(r.undo()).containsKey(set.getKey())
                        && seen(r, set.getKey()).equals(Optional.of(sysctls(r.undo()).get(set.getKey())))));
    }

    @Test
    void aSysctlIsNotSetToWhatItIs() {
        noneBreaks("sets what is set already", r -> sysctls(r.commands()).entrySet().stream()
                .anyMatch(set -> seen(r, set.getKey()).equals(Optional.of(set.getValue()))));
    }

    private static Map<String, String> sysctls(List<String> lines) {
        Map<String, String> set = new HashMap<>();
        for (String line : lines) {
            Matcher matcher = SYSCTL.matcher(line);
            while (matcher.find()) {
                set.put(matcher.group(1), matcher.group(2));
            }
        }
        return set;
    }

    /** What the evidence of the diagnosis shows of a key. */
    private static Optional<String> seen(Remedy remedy, String key) {
        Matcher matcher = Pattern.compile("/proc/sys/" + key.replace('.', '/') + " (-?\\d+)").matcher(remedy.evidence());
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    @Test
    void whatChangesSomethingHasAWayBack() {
        noneBreaks("has no undo", r -> r.hasCommands() && !r.where().equals("image") && List.of("persistent", "temporary").contains(r.kind())
                && r.undo().isEmpty() && r.commands().stream().anyMatch(c -> !NOTHING_TO_UNDO.matcher(c).find()));
    }

    /** What the configuration expects is the user's own number. */
    @Test
    void aReportWritesOneValueIntoOneFile() {
        Pattern write = Pattern.compile("echo '([^']*)' (?:>|\\| (?:sudo |doas )?tee) (\\S+)");
        Map<String, Map<String, List<Remedy>>> written = new HashMap<>();
        all.stream().filter(r -> !r.code().startsWith("expectation/")).forEach(r -> r.commands().forEach(command -> {
            Matcher matcher = write.matcher(command);
            if (matcher.find()) {
                written.computeIfAbsent(r.machine().name() + " " + matcher.group(2), _ -> new HashMap<>())
                        .computeIfAbsent(matcher.group(1), _ -> new ArrayList<>())
                        .add(r);
            }
        }));
        assertTrue(written.size() > 100, "only " + written.size() + " files are written");
        noneBreaks("writes what another writes otherwise", written.values().stream()
                .filter(values -> values.size() > 1)
                .flatMap(values -> values.values().stream().map(List::getFirst))
                .map(Remedy::toString)
                .toList());
    }

    @Test
    void noLineCallsAPerfThatDoesNotStart() {
        Set<String> without = all.stream().filter(r -> PERF_DOES_NOT_START.matcher(r.code()).matches()).map(r -> r.machine().name()).collect(Collectors.toSet());
        Pattern plain = Pattern.compile("^(?:(?:sudo|taskset -c \\S+|[A-Z_]+=\\S*) )*perf ");
        noneBreaks("calls perf, which does not start", r -> without.contains(r.machine().name()) && r.isHere() && !r.code().startsWith("perf-binary/")
                && r.commands().stream().anyMatch(c -> plain.matcher(c).find()) && !r.title().contains(", after perf-binary/"));
        noneBreaks("waits for a perf that is there", r -> !without.contains(r.machine().name()) && r.title().contains(", after perf-binary/"));
    }

    @Test
    void aLineForSudoWaitsWhereSudoRefusesEverything() {
        Set<String> refusing = all.stream().filter(r -> r.code().equals("sudo/blocked-here")).map(r -> r.machine().name()).collect(Collectors.toSet());
        assertTrue(refusing.size() > 3, "too few machines: " + refusing);
        noneBreaks("calls sudo, which refuses", r -> refusing.contains(r.machine().name()) && r.isHere() && !r.code().equals("sudo/blocked-here")
                && r.commands().stream().anyMatch(c -> c.startsWith("sudo ") || c.contains("| sudo ")) && !r.title().contains(", after sudo/blocked-here"));
    }

    @Test
    void capabilitiesThatAreTakenAwayAreNamed() {
        noneBreaks("takes capabilities and does not say which", r -> r.commands().stream().anyMatch(c -> c.contains("setcap -r"))
                && !r.risk().contains("it had cap_") && r.undo().isEmpty());
    }

    @Test
    void modesOwnersAndCapabilitiesComeBackAsTheyWere() {
        noneBreaks("has an undo of another kind", r -> r.commands().stream().anyMatch(c -> !r.undo().isEmpty() && Stream.of("chmod", "setcap", "chown", "mount -o", "mv")
                .anyMatch(word -> plain(c).startsWith(word) && r.undo().stream().noneMatch(u -> plain(u).startsWith(word)))));
    }

    private static String plain(String command) {
        return PREFIX.matcher(command).replaceFirst("");
    }

    @Test
    void whatIsInstalledIsRemovedByTheUndo() {
        noneBreaks("installs and removes different packages", r -> !r.undo().isEmpty() && r.commands().stream()
                .flatMap(c -> packages(c).stream())
                .anyMatch(p -> r.undo().stream().noneMatch(u -> u.endsWith(" " + p) || u.contains(" " + p + " "))));
    }

    private static List<String> packages(String command) {
        return simple(command).map(RemediesTest::plain).flatMap(c -> {
            Matcher matcher = INSTALL.matcher(c);
            return matcher.matches() ? Stream.of(matcher.group(1).split(" ")) : Stream.empty();
        }).toList();
    }

    @Test
    void everyPackageIsOneOfItsDistribution() {
        noneBreaks("names a package that its distribution does not have", r -> r.commands().stream()
                .flatMap(c -> packages(c).stream())
                .anyMatch(p -> !KnownPackages.has(r.machine().distribution(), p)));
        assertTrue(all.stream().flatMap(r -> r.commands().stream()).mapToLong(c -> packages(c).size()).sum() > 100, "packages were not recognised");
        noneBreaks("installs something the test does not understand", r -> r.commands().stream()
                .anyMatch(c -> Pattern.compile("\\b(install|apk add|pacman -S|emerge|nix-shell)\\b").matcher(c).find() && packages(c).isEmpty()
                        && !c.contains("--fix-broken")));
    }

    @Test
    void onCoresThatDifferEachLineOfPerfNamesItsPmu() {
        Map<String, Set<String>> codes = codesOfMachines();
        noneBreaks("samples on whatever core comes", r -> codes.get(r.machine().name()).contains("hybrid/split-counters")
                && r.lines().stream().anyMatch(l -> l.contains("perf record -e cycles ")));
    }

    private static Map<String, Set<String>> codesOfMachines() {
        return all.stream().collect(Collectors.groupingBy(r -> r.machine().name(), Collectors.mapping(Remedy::code, Collectors.toSet())));
    }

    @Test
    void theKernelIsNotChangedFromWithinAContainer() {
        noneBreaks("changes the kernel in a container", r -> r.machine().isContainer() && r.isHere()
                && r.lines().stream().anyMatch(l -> Pattern.compile("sysctl|mount |/etc/sysctl").matcher(l).find()));
        noneBreaks("gives a capability from within a container", r -> r.machine().isContainer() && r.isHere()
                && r.lines().stream().anyMatch(l -> l.contains("CAP_")));
        noneBreaks("installs in a container what is gone with it", r -> r.machine().isContainer() && r.isHere() && r.kind().equals("persistent")
                && r.commands().stream().anyMatch(c -> !packages(c).isEmpty()));
    }

    @Test
    void whatLastsTillTheNextBootIsThereForGoodToo() {
        Map<String, List<Remedy>> stories = all.stream().collect(Collectors.groupingBy(r -> r.machine().name() + " " + r.code()));
        noneBreaks("lasts only until the next boot", stories.values().stream()
                .flatMap(ways -> ways.stream()
                        .filter(w -> w.kind().equals("temporary") && w.hasCommands())
                        .filter(w -> ways.stream().noneMatch(o -> o.kind().equals("persistent"))))
                .map(Remedy::toString)
                .toList());
    }

    @Test
    void whatCostsSecuritySaysSo() {
        Pattern opens = Pattern.compile("perf_event_paranoid|kptr_restrict|nmi_watchdog|mlock_kb|cap_perfmon|mode=750|lockdown=|NOPASSWD|no-new-privileges|allowPrivilege"
                + "|--cap-add|seccomp=|PERFMON|ld\\.so\\.conf|requiretty");
        noneBreaks("has no risk", r -> r.risk().isEmpty() && Stream.concat(r.commands().stream(), r.manual().stream())
                .anyMatch(w -> opens.matcher(w).find() && !w.startsWith("record once")));
    }

    @Test
    void aRiskIsASentence() {
        noneBreaks("has a risk that is no sentence", r -> !r.risk().isEmpty() && !r.risk().matches("(?s)[A-Z'p].*\\."));
    }

    @Test
    void everyWayHasSomethingToDo() {
        noneBreaks("has neither commands nor steps", r -> r.commands().isEmpty() && r.manual().isEmpty());
        noneBreaks("has no title, or one with a full stop", r -> r.title().isBlank() || r.title().endsWith("."));
        noneBreaks("is broken into lines", r -> r.words().stream().anyMatch(w -> w.contains("\n")));
    }

    @Test
    void noStepIsAPlea() {
        noneBreaks("pleads or blames", r -> r.words().stream().anyMatch(w -> Pattern.compile("(?i)\\b(please|simply|just|wrongly|you forgot|illegal)\\b|!$").matcher(w).find()));
    }

    private static void noneBreaks(String rule, Predicate<Remedy> breaks) {
        noneBreaks(rule, all.stream().filter(breaks).map(Remedy::toString).toList());
    }

    private static void noneBreaks(String rule, List<String> offenders) {
        assertTrue(offenders.isEmpty(), () -> offenders.size() + " of " + all.size() + ": " + rule + "\n  " + String.join("\n  ", offenders));
    }
}
