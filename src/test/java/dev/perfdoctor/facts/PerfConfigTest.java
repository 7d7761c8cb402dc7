package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Reading.Why;
import dev.perfdoctor.facts.PerfConfig.File;
import dev.perfdoctor.facts.PerfConfig.Line;
import dev.perfdoctor.facts.PerfConfig.Setting;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** perf's configuration, understood as perf does. */
class PerfConfigTest {
    private static File parse(String text) {
        return PerfConfig.parse("/home/dev/.perfconfig", text, Optional.empty());
    }

    private static String value(String text, String key) {
        return parse(text).settings().stream().filter(s -> s.key().equals(key)).findFirst().map(Setting::value).orElse("(none)");
    }

    private static PerfConfig machine(String rest) {
        return PerfConfig.of(Machines.facts("user: {name: dev, uid: 1000, gid: 1000}\nenvironment: {HOME: /home/dev}\n" + rest));
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '|', value = {
        "|dir = /store|, /store",
        "|dir=/store|, /store",
        "|dir = /store   # a comment|, /store",
        "|dir = /store ; a comment|, /store",
        "|dir = \"/a store\"|, /a store",
        "|dir = \"/a # store\"|, /a # store",
        "|DIR = /store|, /store",
        "|dir|, true",
    })
    void aValueStandsBehindItsKey(String line, String value) {
        assertEquals(value, value("[buildid]\n\t" + line + "\n", "buildid.dir"));
    }

    @Test
    void sectionsAndKeysAreLowerCaseAndSubsectionsAreQuoted() {
        assertEquals("x", value("[Colors \"Sub Section\"]\n top = x\n", "colors.Sub Section.top"));
        assertEquals("x", value("[report] queue-size = x\n", "report.queue-size"));
    }

    @Test
    void aLineGoesOnBehindABackslash() {
        assertEquals("/a/b", value("[buildid]\n dir = /a\\\n/b\n", "buildid.dir"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[call-graph", "= 1", "1dir = 2", "dir : 3", "dir = \"open", "dir = \\q", "[call graph]", "[]"})
    void perfStopsAtALineThatItDoesNotUnderstand(String line) {
        File file = parse("[report]\n percent-limit = 0.5\n" + line + "\n[buildid]\n dir = /store\n");
        assertEquals(Optional.of(new Line(3, line)), file.badLine());
        assertEquals(List.of("report.percent-limit"), file.settings().stream().map(Setting::key).toList());
    }

    @Test
    void commentsAndEmptyLinesAreNone() {
        assertEquals(Optional.empty(), parse("# one\n; two\n\n[report]\n\n").badLine());
    }

    @Test
    void theUsersFileWinsOverTheSystems() {
        PerfConfig config = machine("""
                files:
                  /etc/perfconfig: "[buildid]\\n dir = /system\\n[report]\\n children = false\\n"
                  /home/dev/.perfconfig: {content: "[buildid]\\n dir = /mine\\n", uid: 1000}
                """);
        assertEquals("/mine", config.setting("buildid.dir").orElseThrow().value());
        assertEquals("false", config.setting("report.children").orElseThrow().value());
        assertEquals(Optional.empty(), config.setting("call-graph.record-mode"));
    }

    @Test
    void perfPassesOverTheFileOfAStranger() {
        PerfConfig config = machine("files:\n  /home/dev/.perfconfig: {content: \"[buildid]\\n dir = /x\\n\", uid: 1001}\n");
        assertEquals(1001, config.files().getFirst().stranger().orElseThrow().uid());
        assertEquals(Optional.empty(), config.setting("buildid.dir"));
    }

    @Test
    void rootsFileIsNoStrangers() {
        PerfConfig config = machine("files:\n  /home/dev/.perfconfig: {content: \"[buildid]\\n dir = /x\\n\", uid: 0}\n");
        assertEquals("/x", config.setting("buildid.dir").orElseThrow().value());
    }

    @Test
    void variablesSwitchFilesOffOrNameTheOnlyOne() {
        String files = """
                files:
                  /etc/perfconfig: "[buildid]\\n dir = /system\\n"
                  /home/dev/.perfconfig: {content: "[buildid]\\n dir = /mine\\n", uid: 1000}
                  /other: "[buildid]\\n dir = /other\\n"
                """;
        assertEquals("/system", setting("PERF_CONFIG_NOGLOBAL: '1'", files));
        assertEquals("/other", setting("PERF_CONFIG: /other", files));
        assertEquals("none", setting("PERF_CONFIG_NOGLOBAL: '1', PERF_CONFIG_NOSYSTEM: '1'", files));
    }

    private static String setting(String variables, String files) {
        PerfConfig config = PerfConfig.of(Machines.facts(
                "user: {name: dev, uid: 1000, gid: 1000}\nenvironment: {HOME: /home/dev, " + variables + "}\n" + files));
        return config.setting("buildid.dir").map(Setting::value).orElse("none");
    }

    @Test
    void anAbsentFileIsNothingAndADeniedOneIsTold() {
        assertEquals(new PerfConfig(List.of(), List.of()), machine(""));
        PerfConfig denied = machine("files:\n  /home/dev/.perfconfig: {unread: denied}\n");
        assertTrue(denied.unread().stream().allMatch(u -> u.why() == Why.DENIED) && denied.unread().size() == 1);
    }

    @Test
    void garbageIsABadFirstLine() {
        assertEquals(1, parse("\u0000\u0001\u0002 garbage").badLine().orElseThrow().number());
    }
}
