package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.facts.SudoRules.Decision;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SudoersTest {
    private static final String PERF = "/usr/bin/perf";

    /** Lines of a drop-in (| ends a line, ~ is a backslash), and whether sudo 1.9.16 then ran {@code sudo -n /usr/bin/perf} for u1. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            textBlock = """
            u1 ALL=(root) NOPASSWD: /usr/bin/perf                                                   ; true
            u1 ALL=(root) NOPASSWD: /usr/bin/perf|foo bar baz                                       ; true
            foo bar baz|u1 ALL=(root) NOPASSWD: /usr/bin/perf                                       ; true
            u1 ALL=(root) NOPASSWD: /usr/bin/perf, usr/bin/x                                        ; false
            u1 ALL=(root) NOPASSWD: perf                                                            ; false
            u1 ALL=(root) NOPASSWD /usr/bin/perf                                                    ; false
            u1 ALL=(root NOPASSWD: /usr/bin/perf                                                    ; false
            u1 ALL=(root) NOPASSWD: UNDEFINED, /usr/bin/perf                                        ; true
            User_Alias X = u1|X ALL=(root) NOPASSWD: /usr/bin/perf|User_Alias X = root              ; true
            PROF ALL=(root) NOPASSWD: /usr/bin/perf|User_Alias PROF = u1                            ; true
            u1 ALL=(root) NOPASSWD: /usr/bin/perf ~|  stat *, ~| /usr/bin/perf                      ; true
            u1 ALL=(root) NOPASSWD: /usr/bin/perf # comment                                         ; true
            u1 labhost=(root) NOPASSWD: /usr/bin/perf                                               ; true
            u1 LABHOST=(root) NOPASSWD: /usr/bin/perf                                               ; true
            u1 lab*=(root) NOPASSWD: /usr/bin/perf                                                  ; true
            u1 otherhost=(root) NOPASSWD: /usr/bin/perf                                             ; false
            #1500 ALL=(root) NOPASSWD: /usr/bin/perf                                                ; true
            %u1 ALL=(root) NOPASSWD: /usr/bin/perf                                                  ; true
            %#1500 ALL=(root) NOPASSWD: /usr/bin/perf                                               ; true
            %wheel ALL=(root) NOPASSWD: /usr/bin/perf                                               ; false
            ALL, !u1 ALL=(root) NOPASSWD: /usr/bin/perf                                             ; false
            u1 ALL=NOPASSWD: /usr/bin/perf                                                          ; true
            u1 ALL=(:root) NOPASSWD: /usr/bin/perf                                                  ; false
            u1 ALL=() NOPASSWD: /usr/bin/perf                                                       ; false
            u1 ALL=(ALL,!root) NOPASSWD: /usr/bin/perf                                              ; false
            u1 ALL=(%root) NOPASSWD: /usr/bin/perf                                                  ; true
            u1 ALL=(nobody) NOPASSWD: /usr/bin/perf                                                 ; false
            Defaults:u1 !authenticate|u1 ALL=(root) /usr/bin/perf                                   ; true
            Defaults:u2 !authenticate|u1 ALL=(root) /usr/bin/perf                                   ; false
            Defaults!/usr/bin/perf !authenticate|u1 ALL=(root) /usr/bin/perf                        ; true
            Defaults!/usr/bin/ls !authenticate|u1 ALL=(root) /usr/bin/perf                          ; false
            Defaults>root !authenticate|u1 ALL=(root) /usr/bin/perf                                 ; true
            Defaults !authenticate|u1 ALL=(root) PASSWD: /usr/bin/perf                              ; false
            Defaults exempt_group=u1|u1 ALL=(root) /usr/bin/perf                                    ; true
            u1 ALL=(root) NOTAFTER=20170301083000Z NOPASSWD: /usr/bin/perf                          ; false
            u1 ALL=(root) NOTBEFORE=20170301083000Z NOPASSWD: /usr/bin/perf                         ; true
            u1 ALL=(root) CWD=/ NOPASSWD: /usr/bin/perf                                             ; true
            u1 ALL=(root) NOPASSWD: CWD=/ /usr/bin/perf                                             ; false
            u1 ALL=(root) CHROOT=* NOPASSWD: /usr/bin/perf                                          ; true
            u1 ALL=(root) NOPASSWD: !!/usr/bin/perf                                                 ; true
            u1 ALL=(root) NOPASSWD: ! /usr/bin/perf                                                 ; false
            u1 ALL = (root) NOPASSWD : /usr/bin/perf : ALL = (ALL) PASSWD: /usr/bin/perf            ; false
            Cmnd_Alias X = ALL, !/usr/bin/perf|u1 ALL=(root) NOPASSWD: /usr/bin/perf, X             ; false
            Cmnd_Alias X = /usr/bin/perf|u1 ALL=(root) NOPASSWD: ALL, !X                            ; false
            Cmnd_Alias X = Y, !/usr/bin/ls : Y = /usr/bin/perf|u1 ALL=(root) NOPASSWD: X            ; true
            Cmnd_Alias X = Y : Y = X|u1 ALL=(root) NOPASSWD: X                                      ; false
            u1 ALL=(root) NOPASSWD: /usr/bin/perf|u1 ALL=(ALL) ALL                                  ; false
            u1 ALL=(ALL) ALL|u1 ALL=(root) NOPASSWD: /usr/bin/perf                                  ; true
            @include /etc/extra/a.conf                                                              ; true
            #include ../extra/a.conf                                                                ; true
            ' #include /etc/extra/a.conf'                                                           ; false
            '  @include /etc/extra/a.conf'                                                          ; true
            @includedir /etc/extra                                                                  ; false
            @include /etc/extra/missing                                                             ; false
            @include /etc/sudoers                                                                   ; false
            """)
    void decidesAsSudoDid(String lines, boolean ran) {
        Facts facts = machine("/etc/sudoers.d/m", "0440", lines.replace('|', '\n').replace('~', '\\') + "\n");
        assertEquals(ran, runs(facts, u1()), () -> Sudoers.of(facts).rulesFor(u1()).toString());
    }

    @ParameterizedTest
    @CsvSource({
        "ok, 0440, true", "a.conf, 0440, false", "a~, 0440, false", "m, 0644, true", "m, 0664, true", "m, 0666, false", "m, 0440, true"
    })
    void filesCountAsSudoTakesThem(String name, String mode, boolean ran) {
        Facts facts = machine("/etc/sudoers.d/" + name, mode, "u1 ALL=(root) NOPASSWD: /usr/bin/perf\n");
        assertEquals(ran, runs(facts, u1()));
        assertEquals(!ran, !Sudoers.of(facts).ignored().isEmpty());
    }

    @Test
    void aWindowsLineEndLosesTheRuleAndIsToldAsThat() {
        Facts facts = machine("/etc/sudoers.d/m", "0440", "u1 ALL=(root) NOPASSWD: /usr/bin/perf\r\n");
        assertEquals(false, runs(facts, u1()));
        Sudoers.Ignored ignored = Sudoers.of(facts).ignored().getFirst();
        assertEquals(SudoPolicy.Reason.LINE, ignored.as().reason());
        assertTrue(ignored.as().why().contains("Windows"), ignored.as().why());
        assertEquals("/etc/sudoers.d/m:1", ignored.as().evidence().source());
    }

    @Test
    void aFileThatIsNotReadMattersOnlyForWhatItWouldAllow() {
        Facts facts = machine("/etc/sudoers.d/README.txt", "0440", "# NOPASSWD: /usr/bin/perf\nwww ALL=(root) NOPASSWD: /usr/sbin/nginx\n");
        assertEquals(List.of(), Sudoers.of(facts).ignored());
    }

    @Test
    void whoIsMeantByAnIgnoredRuleIsFoundThroughItsAliases() {
        String text = "User_Alias PROF = dev, %perf\nCmnd_Alias P = /usr/bin/perf\nPROF ALL=(root) NOPASSWD: P\n";
        Facts facts = machine("/etc/sudoers.d/perf.conf", "0440", text);
        assertEquals(List.of("dev", "%perf"), Sudoers.of(facts).ignored().getFirst().members());
    }

    @Test
    void unreadableFilesAreGapsAndNoRules() {
        Facts facts = Machines.facts("""
                files:
                  /etc/sudoers: {mode: "0440", unread: denied}
                  /etc/sudoers.d: {type: dir, mode: "0750", unread: denied}
                """);
        assertEquals(List.of(), Sudoers.of(facts).rulesFor(u1()));
        assertEquals(false, Sudoers.of(facts).isComplete());
        assertEquals(
                "/etc/sudoers, /etc/sudoers.d",
                Sudoers.of(facts).gaps().stream().map(u -> u.source()).collect(Collectors.joining(", ")));
    }

    @Test
    void aMachineWithoutSudoersHasNone() {
        Facts facts = Machines.facts("files: {/etc/hosts: x}\n");
        assertEquals(List.of(), Sudoers.of(facts).rulesFor(u1()));
        assertEquals(List.of(), Sudoers.of(facts).gaps());
        assertEquals(false, Sudoers.of(facts).isComplete());
    }

    @Test
    void garbageIsNeitherARuleNorACrash() {
        Facts facts = machine("/etc/sudoers.d/m", "0440", "\u0000\u001b[31m((((,,,::==!!!!\n\"\n\\\n%\n+\n#\nALL\nALL=\nALL ALL=\nDefaults\nCmnd_Alias\n@include\n");
        assertEquals(List.of(), Sudoers.of(facts).rulesFor(u1()));
    }

    @Test
    void anAliasOfAliasesOfAliasesComesToAnEnd() {
        StringBuilder text = new StringBuilder("Cmnd_Alias A0 = /usr/bin/x\n");
        for (int i = 1; i < 60; i++) {
            text.append("Cmnd_Alias A%d = A%d, A%d\n".formatted(i, i - 1, i - 1));
        }
        text.append("u1 ALL=(root) NOPASSWD: A59, /usr/bin/perf\n");
        Facts facts = machine("/etc/sudoers.d/m", "0440", text.toString());
        assertTrue(Sudoers.of(facts).rulesFor(u1()).size() <= 100_001);
    }

    private static SudoUser u1() {
        return new SudoUser("u1", OptionalLong.of(1500), List.of("u1", "#1500"));
    }

    private static boolean runs(Facts facts, SudoUser user) {
        Sudoers sudoers = Sudoers.of(facts);
        SudoDefaults defaults = sudoers.defaultsFor(user);
        Optional<String> exempt = defaults.value("exempt_group");
        SudoRules rules = new SudoRules(
                facts.host(), defaults, sudoers.rulesFor(user), exempt.filter(g -> user.isMeantBy("%" + g)).isPresent());
        return rules.decide(PERF, List.of("--version"), SudoDialect.DIRECTORY) instanceof Decision.Runs;
    }

    private static Facts machine(String file, String mode, String content) {
        return Machines.facts("""
                taken: 2026-09-12T10:00:00Z
                uname: {nodename: labhost.example.org, release: 6.1.0}
                user: {name: root, uid: 0, gid: 0, groups: [root]}
                files:
                  /usr/bin/perf: {content: x, mode: "0755"}
                  /etc/sudoers:
                    mode: "0440"
                    content: |
                      Defaults env_reset
                      root ALL=(ALL:ALL) ALL
                      @includedir /etc/sudoers.d
                  /etc/extra/a.conf: {mode: "0440", content: "u1 ALL=(root) NOPASSWD: /usr/bin/perf"}
                  %s: {mode: "%s", content: %s}
                """.formatted(file, mode, quoted(content)));
    }

    private static String quoted(String text) {
        return text.chars()
                .mapToObj(c -> c == '"' || c == '\\' || c < ' ' ? "\\x%02x".formatted(c) : Character.toString(c))
                .collect(Collectors.joining("", "\"", "\""));
    }
}
