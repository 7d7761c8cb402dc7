package dev.perfdoctor.facts;

import static dev.perfdoctor.Outside.holds;
import static dev.perfdoctor.Outside.understood;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.perfdoctor.Outside;
import dev.perfdoctor.Seeds;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever stands in a project's files and command lines is understood or called garbled. */
class ProjectFilesFuzzTest {
    static Stream<byte[]> buildFiles() {
        return Seeds.answers(".toml", "CMakeCache", "flags.make", ".d", ".git/", ".ninja", "meson");
    }

    @MethodSource("buildFiles")
    @FuzzTest
    void aBuildFileIsUnderstoodOrGarbled(byte[] data) {
        String text = Outside.text(data);
        understood(text, TomlKeys::parse);
        understood(text, CMakeBuild::parse).ifPresent(cache -> holds(!cache.containsKey(""), "a variable has a name"));
        CMakeBuild.level(Text.words(text));
        understood(text, rule -> CargoBuild.parse(rule, "/p")).ifPresent(files -> files.forEach(f -> holds(f.startsWith("/"), "a source is a whole path: " + f)));
        understood(text, GitHistory::parse);
    }

    static Stream<byte[]> names() {
        return Seeds.of("_RNvCs1234_4demo4leaf", "_ZN4demo4leaf17h0123456789abcdefE", "_ZN62_$LT$demo..Foo$u20$as$u20$core..fmt..Debug$GT$3fmt17h0123456789abcdefE", "_RNvXs_C4demoNtB4_3FooNtC3std5Debug");
    }

    @MethodSource("names")
    @FuzzTest
    void aSymbolNamesACrateOrNone(byte[] data) {
        String name = Outside.text(data);
        Optional<String> crate = RustNames.crate(name);
        crate.ifPresent(c -> holds(!c.isEmpty() && name.contains(c), c + " is in " + name));
        holds(!RustNames.isUsers(name) || crate.isPresent(), "a user's function has a crate");
    }

    static Stream<byte[]> conditions() {
        return Seeds.of(">=6.1", "<=1,!=-1", ">= 3.22 < 4", "present", "=a b");
    }

    @MethodSource("conditions")
    @FuzzTest
    void aConditionComparesOrIsGarbled(byte[] data) {
        understood(Outside.text(data), Condition::parse).ifPresent(condition -> holds(!condition.comparisons().isEmpty(), "a condition compares"));
    }

    static Stream<byte[]> commandLines() {
        return Seeds.of(
                "perf record -b -e cycles:ppp --call-graph dwarf,16384 -- ./app 'a b'", "sudo -u root taskset -c 2 perf stat -e '{cycles,instructions}:u' -a sleep 1",
                "env A=1 nice -n 5 valgrind --tool=callgrind ./app | cat", "perf trace -p 1 && ./b", "time -p \"a\\\"b\" \\\n c");
    }

    @MethodSource("commandLines")
    @FuzzTest
    void aCommandLineIsWordsOrGarbled(byte[] data) {
        String line = Outside.text(data);
        understood(line, Shell::words).ifPresent(words -> {
            holds(Shell.words(Shell.line(shown(words))).equals(shown(words)), "what is quoted comes apart as it was: " + words);
            WrapperWords.unwrapped(words);
            for (String verb : List.of("stat", "record", "trace")) {
                PerfOptions.parse(verb, words);
            }
        });
        Demands.events(line).forEach(event -> holds(!event.isBlank(), "an event has a name"));
    }

    private static List<String> shown(List<String> words) {
        return words.stream().filter(word -> !Shell.quote(word).contains("$(")).toList(); // what a shell alone takes apart
    }

    static Stream<byte[]> words() {
        return Seeds.of("a b", "it's", "/usr/bin/perf", "", "=x", "~", "a\nb", "\t", "-e", "$(x)`y`", "%n\\n", "é", "a\n");
    }

    /** What a shell would make of a quoted word, substitutions of printf(1) included, is the word. */
    @MethodSource("words")
    @FuzzTest
    void aQuotedWordIsThatWordToAShell(byte[] data) {
        String word = Outside.text(data).replace("\0", "");
        String quoted = Shell.quote(word);
        holds(PosixShell.words(quoted).equals(List.of(word)), quoted + " is " + PosixShell.words(quoted));
        holds(PosixShell.words("a " + quoted + " b").equals(List.of("a", word, "b")), "nothing leaves its word: " + quoted);
    }

    static Stream<byte[]> paths() {
        return Seeds.of("/a/../b\0./c", "/\0..", "a//b/\0/usr/./x", "/home/dev/p\0../../../../x");
    }

    /** A path is put in order once and for all, and never leads above the root. */
    @MethodSource("paths")
    @FuzzTest
    void aPathIsPutInOrder(byte[] data) {
        String[] parts = Outside.parts(data, 2);
        String directory = "/" + parts[0];
        String normal = HostPath.normal(directory);
        holds(HostPath.normal(normal).equals(normal), normal + " is in order");
        holds(normal.startsWith("/") && !(normal + "/").contains("/../") && !(normal + "/").contains("/./") && !normal.contains("//"), normal);
        String resolved = HostPath.resolve(directory, parts[1]);
        holds(resolved.startsWith("/"), resolved);
        holds(HostPath.isIn(normal, "/"), "everything is in the root: " + normal);
        holds(HostPath.upwards(normal).contains("/"), "upwards ends at the root");
        holds(normal.equals("/") || HostPath.resolve(HostPath.parent(normal), HostPath.name(normal)).equals(normal), "parent and name are the path: " + normal);
    }
}
