package dev.perfdoctor.facts;

import static dev.perfdoctor.Outside.holds;
import static dev.perfdoctor.Outside.understood;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.perfdoctor.Outside;
import dev.perfdoctor.Seeds;
import dev.perfdoctor.api.Ran;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever sudo and doas print, and whatever stands in their files, is understood or called garbled. */
class SudoFuzzTest {
    private static final List<String> AS_THEMSELVES = List.of("/usr/bin/perf", "perf stat -- true", "a", "");

    static Stream<byte[]> lists() {
        return Stream.of(Seeds.answers("sudo -n -l"), Seeds.outputs("sudo-"), Seeds.real("sudo", n -> n.contains("list"))).flatMap(s -> s);
    }

    /** Only who listed something has rules, and only an exit 0 lists. */
    @MethodSource("lists")
    @FuzzTest
    void whatSudoPrintsHasOneOfItsAnswers(byte[] data) {
        String[] said = Outside.parts(data, 2);
        for (int exit = 0; exit < 2; exit++) {
            SudoAnswer answer = SudoAnswer.of(new Ran(exit, said[0], said[1]));
            holds(!(answer instanceof SudoAnswer.Listed) || exit == 0, "a failed command lists nothing");
            if (answer instanceof SudoAnswer.Listed listed) {
                for (SudoRule rule : listed.listing().rules()) {
                    holds(!rule.command().isEmpty() && !rule.runAs().isEmpty(), "a rule has a command and a user: " + rule);
                }
            }
        }
        understood(said[0], SudoVersion::parse).ifPresent(version -> holds(!version.text().isBlank(), "a version says something"));
    }

    static Stream<byte[]> policies() {
        return Stream.of(Seeds.answers("sudoers"), Seeds.real("sudo", n -> n.contains("sudoers-in"))).flatMap(s -> s);
    }

    /** Lines are counted from 1 and only forward; each is a line of the grammar or broken, and says so in one way. */
    @MethodSource("policies")
    @FuzzTest
    void eachLineOfAPolicyIsUnderstoodOrBroken(byte[] data) {
        String text = Outside.text(data);
        int before = 0;
        for (SudoersFiles.Numbered line : SudoersFiles.logicalLines(text)) {
            holds(line.number() > before, "line " + line.number() + " comes behind line " + before);
            before = line.number();
            Sudoers.mentionsPerf(line.text());
            try {
                SudoersFiles.parsed(line.text());
            } catch (SudoersScanner.Broken broken) {
                holds(broken.getMessage() != null, "a broken line says why");
            }
        }
        holds(before <= text.chars().filter(c -> c == '\n').count() + 1, "no line is behind the last");
    }

    static Stream<byte[]> patterns() {
        return Seeds.of("^/usr/bin/perf [a-z]+$\0/usr/bin/perf stat", "/usr/bin/perf*\0/usr/bin/perf6", "[!a-z]?\\*\0A1*", "^(a|b)*[[:alpha:]]{1,3}$\0ab", "/usr/*/[[:digit:]]x\0/usr/bin/1x");
    }

    @MethodSource("patterns")
    @FuzzTest
    void aPatternMatchesOrNotAndAWordWithoutSignsMatchesItselfAlone(byte[] data) {
        String[] parts = Outside.parts(data, 2);
        PosixRegex.matches(parts[0], parts[1]);
        boolean path = Glob.matchesPath(parts[0], parts[1]);
        holds(!path || Glob.matches(parts[0], parts[1]), "what matches as a path matches as a text");
        for (String text : AS_THEMSELVES) { // a pattern that is longer than any path matches nothing
            if (parts[0].length() <= 4096 && !Glob.isPattern(parts[0]) && parts[0].indexOf('\\') < 0) {
                holds(Glob.matches(parts[0], text) == parts[0].equals(text), parts[0] + " is no pattern");
            }
        }
        holds(Glob.matches("*", parts[1]), "a star matches everything");
    }

    static Stream<byte[]> doas() {
        return Seeds.answers("doas");
    }

    @MethodSource("doas")
    @FuzzTest
    void whatStandsInDoasFilesIsARuleOrNone(byte[] data) {
        String text = Outside.text(data);
        for (DoasRule rule : Doas.parse("/etc/doas.conf", text)) {
            holds(!rule.toString().isEmpty(), "a rule can be shown");
        }
        Doas.words(text);
    }
}
