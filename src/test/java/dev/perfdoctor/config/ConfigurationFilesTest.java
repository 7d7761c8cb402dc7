package dev.perfdoctor.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Configuration.Expectation;
import dev.perfdoctor.api.Configuration.KeyedOn;
import dev.perfdoctor.api.Configuration.Kind;
import dev.perfdoctor.api.Configuration.Target;
import dev.perfdoctor.engine.Engine.Options;
import dev.perfdoctor.host.MachineFileHost;
import dev.perfdoctor.input.WrongInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The configuration file (design, section 8). */
class ConfigurationFilesTest {
    private static final List<String> CHECKS = List.of("kernel", "pmu", "frequency", "limits");

    private static MachineFileHost machine(String directory, String files) {
        return MachineFileHost.of("case.yaml", """
                perfdoctor-machine: 1
                user: {name: dev, uid: 1000, gid: 1000}
                environment: {HOME: /home/dev}
                directory: %s
                files:
                """.formatted(directory) + files.indent(2));
    }

    private static Settings of(String directory, String files) {
        return ConfigurationFiles.of(machine(directory, files), CHECKS);
    }

    private static Settings saying(String text) {
        return of("/home/dev/p", "/home/dev/p/.perfdoctor.yaml: |\n" + text.indent(2));
    }

    private static String complaint(String text) {
        return assertThrows(WrongInput.class, () -> saying(text)).getMessage();
    }

    @Nested
    class Places {
        @Test
        void noFileIsNothingConfigured() {
            Settings none = of("/home/dev/p", "/home/dev/p/x: \"\"\n");
            assertEquals(Settings.none(), none);
            assertEquals(Set.copyOf(Activity.USUAL), none.askedBeside(Set.of()));
        }

        @Test
        void aProjectsFileIsFoundFromAnyOfItsDirectoriesAndPathsStartAtTheFile() {
            Settings settings = of("/home/dev/p/crates/app", """
                    /home/dev/p/.perfdoctor.yaml: "targets: [{binary: target/release/app}]\\n"
                    /home/dev/p/crates/app/x: ""
                    """);
            assertEquals(List.of("/home/dev/p/.perfdoctor.yaml"), settings.files());
            assertEquals("/home/dev/p/target/release/app", settings.described().targets().getFirst().binary());
        }

        @Test
        void theNearestOfTwoCountsAndTheOtherIsNotRead() {
            assertEquals(Set.of("pmu"), of("/home/dev/p/sub", """
                    /home/dev/p/sub/.perfdoctor.yaml: "skip: [pmu]\\n"
                    /home/dev/p/.perfdoctor.yaml: "this: is not read\\n"
                    """).skip());
        }

        @Test
        void aRepositorysRootEndsTheSearch() {
            assertEquals(Settings.none(), of("/home/dev/all/repo/src", """
                    /home/dev/all/repo/.git/HEAD: ""
                    /home/dev/all/.perfdoctor.yaml: "skip: [pmu]\\n"
                    """));
        }

        @Test
        void homeEndsTheSearchAndIsStillLookedAt() {
            assertEquals(Set.of("pmu"), of("/home/dev/p", "/home/dev/.perfdoctor.yaml: \"skip: [pmu]\\n\"").skip());
            assertEquals(Settings.none(), of("/home/dev/p", "/home/.perfdoctor.yaml: \"skip: [pmu]\\n\""));
        }

        @Test
        void aStrangersFileInTmpIsNotTakenForAProjectBelowIt() {
            assertEquals(Settings.none(), of("/tmp/p", """
                    /tmp: {type: dir, mode: "1777"}
                    /tmp/.perfdoctor.yaml: "skip: [pmu]\\n"
                    /tmp/p/x: ""
                    """));
        }

        @Test
        void theProjectsTheUsersAndTheSystemsAreReadTogether() {
            Settings settings = of("/home/dev/p", """
                    /home/dev/p/.perfdoctor.yaml: "{for: [stat], skip: [pmu], expect: {kernel: '>=6.1', tools: {perf: ''}}}\\n"
                    /home/dev/.config/perfdoctor/config.yaml: "{for: [timing], skip: [limits, pmu], expect: {kernel: '>=5', files: [a]}}\\n"
                    /etc/perfdoctor/config.yaml: "{skip: [kernel], expect: {tools: {perf: '>=7', valgrind: '>=3'}}}\\n"
                    """);
            assertEquals(3, settings.files().size());
            assertEquals(Set.of(Activity.STAT, Activity.TIMING), settings.asked(), "lists are joined");
            assertEquals(Set.of("pmu", "limits", "kernel"), settings.skip());
            assertEquals(
                    List.of("kernel >=6.1", "perf ", "/home/dev/p/a ", "valgrind >=3"),
                    settings.described().expectations().stream().map(e -> e.name() + " " + e.wanted()).toList(),
                    "of a scalar the nearest counts");
        }

        @Test
        void xdgConfigHomeMovesTheUsersFile() {
            MachineFileHost host = MachineFileHost.of("case.yaml", """
                    perfdoctor-machine: 1
                    environment: {HOME: /home/dev, XDG_CONFIG_HOME: /home/dev/etc}
                    directory: /work
                    files:
                      /home/dev/etc/perfdoctor/config.yaml: "skip: [pmu]\\n"
                      /home/dev/.config/perfdoctor/config.yaml: "skip: [limits]\\n"
                    """);
            assertEquals(Set.of("pmu"), ConfigurationFiles.of(host, CHECKS).skip());
        }

        @Test
        void aNamedFileIsOfThisMachineAndReplacesAllOthers(@TempDir Path folder) throws IOException {
            Path file = Files.writeString(folder.resolve("ci.yaml"), "targets: [{binary: app}]\n");
            MachineFileHost host = machine("/home/dev/p", "/home/dev/p/.perfdoctor.yaml: \"skip: [pmu]\\n\"");
            Settings settings = ConfigurationFiles.of(file, host, CHECKS);
            assertEquals(Set.of(), settings.skip());
            assertEquals("/home/dev/p/app", settings.described().targets().getFirst().binary());
        }

        @Test
        void aNamedFileThatIsNotThereIsAComplaint(@TempDir Path folder) {
            WrongInput no = assertThrows(WrongInput.class,
                    () -> ConfigurationFiles.of(folder.resolve("none.yaml"), machine("/p", "/p/x: \"\""), CHECKS));
            assertTrue(no.getMessage().endsWith("none.yaml: does not exist"), no.getMessage());
        }
    }

    @Nested
    class Unreadable {
        private String complaintAbout(String files) {
            return assertThrows(WrongInput.class, () -> of("/home/dev/p", files)).getMessage();
        }

        @Test
        void aDeniedFileIsNotTakenForNone() {
            assertEquals("/home/dev/p/.perfdoctor.yaml: may not be read (permission denied)",
                    complaintAbout("/home/dev/p/.perfdoctor.yaml: {mode: \"0600\", unread: denied}"));
            assertEquals("/home/dev/p/.perfdoctor.yaml: may not be read (permission denied)",
                    complaintAbout("/home/dev/p/.perfdoctor.yaml: {unread: denied}"));
        }

        @Test
        void aFailingFileTellsWhy() {
            assertEquals("/etc/perfdoctor/config.yaml: cannot be read: Input/output error",
                    complaintAbout("/etc/perfdoctor/config.yaml: {unread: {failed: Input/output error}}"));
        }

        @Test
        void aDanglingLinkIsToldAsOne() {
            assertEquals("/home/dev/p/.perfdoctor.yaml: is a link to a file that does not exist",
                    complaintAbout("/home/dev/p/.perfdoctor.yaml: {link: gone.yaml}"));
        }

        @Test
        void garbageIsAComplaint() {
            assertTrue(complaintAbout("/home/dev/p/.perfdoctor.yaml: \"for: [stat\\n\"").startsWith("/home/dev/p/.perfdoctor.yaml:"));
            assertTrue(complaintAbout("/home/dev/p/.perfdoctor.yaml: {base64: AAECAw==}").contains("control character"));
            assertTrue(complaintAbout("/home/dev/p/.perfdoctor.yaml: \"just words\\n\"").contains("a mapping of keys is wanted"));
        }

        @Test
        void aDirectoryThatMayNotBeSearchedHidesNoFileOfThisUser() {
            assertEquals(Settings.none(), of("/home/dev/p", "/home/dev/.config: {type: dir, mode: \"0700\", unread: denied}"));
        }

        @Test
        void whatWasNotCapturedIsNotAskedFor() {
            MachineFileHost host = MachineFileHost.of("case.yaml", """
                    perfdoctor-machine: 1
                    otherwise: not-captured
                    environment: {HOME: /home/dev}
                    directory: /home/dev/p
                    """);
            assertEquals(Settings.none(), ConfigurationFiles.of(host, CHECKS));
        }
    }

    @Nested
    class Contents {
        @Test
        void everyKeyOfTheContractIsTaken() {
            Settings settings = saying("""
                    for: [stat, valgrind]
                    targets:
                      - binary: target/release/app
                        sources: [src, Cargo.toml]
                        caches: [{path: .precomp, keyed-on: build-id}]
                    commands: ["perf record -b -- ./app"]
                    expect: {kernel: ">=6.1", sysctl: {kernel.perf_event_paranoid: "<=1"}, tools: {valgrind: ">=3.22"}, files: [/etc/x]}
                    waive: [{code: pmu/counter-taken, reason: "watchdog wanted here", until: 2027-01-31}]
                    skip: [frequency]
                    """);
            assertEquals(Set.of(Activity.STAT, Activity.VALGRIND), settings.asked());
            Target target = settings.described().targets().getFirst();
            assertEquals("/home/dev/p/target/release/app", target.binary());
            assertEquals(List.of("/home/dev/p/src", "/home/dev/p/Cargo.toml"), target.sources());
            assertEquals("/home/dev/p/.precomp", target.caches().getFirst().path());
            assertEquals(KeyedOn.BUILD_ID, target.caches().getFirst().keyedOn());
            assertEquals(List.of("perf", "record", "-b", "--", "./app"), settings.described().commands().getFirst().words());
            assertEquals(
                    List.of(Kind.KERNEL, Kind.SYSCTL, Kind.TOOL, Kind.FILE),
                    settings.described().expectations().stream().map(Expectation::kind).toList());
            assertEquals("/home/dev/p/.perfdoctor.yaml:7", settings.described().expectations().getFirst().stated());
            assertEquals(LocalDate.parse("2027-01-31"), settings.waivers().getFirst().until().orElseThrow());
            assertEquals(Set.of("frequency"), settings.skip());
        }

        @Test
        void aFileOfCommentsAndAnEmptyOneSayNothing() {
            assertEquals(Set.of(), saying("# nothing yet\n\n").asked());
            assertEquals(List.of("/home/dev/p/.perfdoctor.yaml"), saying("# nothing yet\n").files());
            assertEquals(List.of(), saying("targets:\nskip:\nwaive:\nexpect:\n").described().targets());
        }

        @Test
        void allIsEveryActivityAndAWordIsAListOfOne() {
            assertEquals(7, saying("for: all").asked().size());
            assertEquals(Set.of(Activity.STAT), saying("for: stat").asked());
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                expects: {kernel: ">=6.1"}                       | :1: the key 'expects' is not known (did you mean expect?); allowed: for, targets
                for: [stats]                                     | :1: for: 'stats' is not known (did you mean stat?); allowed: stat, record
                for: {a: b}                                      | :1: for: is a mapping; text is wanted
                skip: [freqency]                                 | :1: skip: 'freqency' is not known (did you mean frequency?); allowed: kernel
                targets: [target/release/app]                    | :1: targets[0]: is text; a mapping of keys is wanted
                targets: [{binry: app}]                          | :1: targets[0]: the key 'binry' is not known (did you mean binary?)
                targets: [{sources: [src]}]                      | targets[0]: has no binary: (the file of the program
                targets: [{binary: ''}]                          | targets[0].binary: is empty;
                targets: [{binary: a, caches: [{path: c, keyed-on: mtme}]}] | caches[0].keyed-on: 'mtme' is not known (did you mean mtime?); allowed: mtime, ctime, build-id, sha256, path
                commands: ["perf stat 'x"]                       | :1: commands: 'perf stat 'x': the quote ' does not end
                expect: {kernel: ">="}                           | :1: expect.kernel: '>=' compares with nothing; allowed:
                expect: {kernel: ">=new"}                        | 'new' is no number or version to compare with
                expect: {sysctl: {../../etc/shadow: "1"}}        | is not a sysctl's name such as kernel.perf_event_paranoid
                expect: {tools: {./evil: ">=1"}}                 | is not the name of a program in PATH, such as valgrind
                expect: {tools: {--x: ">=1"}}                    | is not the name of a program in PATH
                waive: [{code: pmu/absent, until: 2027-01-01}]   | :1: waive[0]: has no reason: (why this is accepted)
                waive: [{code: pmu/absent, reason: x}]           | :1: waive[0]: has no until: (the last day it is accepted, such as 2027-01-31)
                waive: [{code: pmu/absent, reason: x, until: soon}] | waive[0].until: 'soon' is not a day such as 2027-01-31
                waive: [{code: pnu/absent, reason: x, until: 2027-01-01}] | waive[0].code: the check 'pnu' is not known (did you mean pmu?)
                waive: [{code: pmu, reason: x, until: 2027-01-01}] | 'pmu' is not a code such as pmu/counter-taken
                {for: stat, for: record}                         | stands here twice; first in line 1
                """)
        void aComplaintNamesPlaceKeyAndWhatIsAllowed(String text, String expected) {
            String complaint = complaint(text);
            assertTrue(complaint.startsWith("/home/dev/p/.perfdoctor.yaml"), complaint);
            assertTrue(complaint.contains(expected), complaint);
        }

        @Test
        void theLineIsThatOfTheValue() {
            String complaint = complaint("""
                    for: [stat]

                    waive:
                      - {code: pmu/absent, reason: x, until: 2027-01-01}
                      - {code: pmu/dead, reason: x, until: 31.1.2027}
                    """);
            assertTrue(complaint.startsWith("/home/dev/p/.perfdoctor.yaml:5: waive[1].until:"), complaint);
        }
    }

    @Test
    void skippedChecksAndWaiversJoinThoseOfTheCommandLineWhichSaysWhoSkipped() {
        Settings settings = saying("skip: [pmu]\nwaive: [{code: pmu/dead, reason: x, until: 2027-01-01}]\n");
        Options options = settings.with(Options.usual());
        assertEquals(Set.of("pmu"), options.skip());
        assertEquals("skip: in /home/dev/p/.perfdoctor.yaml", options.skippedBy());
        assertEquals(1, options.waivers().size());
        assertEquals("--skip", Settings.none().with(Options.usual()).skippedBy());
    }

    @Test
    void whatTheCommandLineAsksForCountsBeforeTheFile() {
        Settings settings = saying("for: [timing]");
        assertEquals(Set.of(Activity.STAT), settings.askedBeside(Set.of(Activity.STAT)));
        assertEquals(Set.of(Activity.TIMING), settings.askedBeside(Set.of()));
    }
}
