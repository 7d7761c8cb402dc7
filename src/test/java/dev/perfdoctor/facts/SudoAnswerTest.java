package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.perfdoctor.api.Ran;
import dev.perfdoctor.facts.SudoAnswer.Complaint;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SudoAnswerTest {
    private static final String LIST = "User u1 may run the following commands on labhost:\n    (root) NOPASSWD: /usr/bin/perf\n";

    private static SudoAnswer refused(String err) {
        return SudoAnswer.of(new Ran(1, "", err));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "sudo: a password is required\n",
        "sudo: interactive authentication is required\n",
        "sudo-rs: interactive authentication is required\n",
        "sudo: unable to resolve host vm: Name or service not known\nsudo: a password is required\n",
        "sudo: a terminal is required to read the password; either use ssh's -t option or configure an askpass helper\n"
    })
    void wantsAPassword(String err) {
        assertInstanceOf(SudoAnswer.WantsPassword.class, refused(err));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "Sorry, user u1 may not run sudo on vm.\n",
        "sudo: Sorry, user u1 may not run sudo on vm.\n",
        "u1 is not in the sudoers file.\nThis incident has been reported to the administrator.\n",
        "User u1 is not allowed to run sudo on vm.\n"
    })
    void knowsNoRule(String err) {
        assertInstanceOf(SudoAnswer.NoRule.class, refused(err));
    }

    @Test
    void aRuleThatSudoDropsIsComplainedOfWithItsPlaceAndText() {
        SudoAnswer answer = refused("""
                /etc/sudoers.d/perf:2:14: syntax error
                u1 ALL=(root NOPASSWD: /usr/bin/perf
                             ^~~~~~~~~
                sudo: a password is required
                """);
        Complaint complaint = assertInstanceOf(SudoAnswer.WantsPassword.class, answer).complaints().getFirst();
        assertEquals(
                new Complaint("/etc/sudoers.d/perf", "/etc/sudoers.d/perf:2", "syntax error", "u1 ALL=(root NOPASSWD: /usr/bin/perf"),
                complaint);
    }

    @Test
    void aFileThatSudoDoesNotTrustIsComplainedOf() {
        SudoAnswer named = refused("sudo: /etc/sudoers.d/perf is world writable\nsudo: a password is required\n");
        assertEquals("/etc/sudoers.d/perf", assertInstanceOf(SudoAnswer.WantsPassword.class, named).complaints().getFirst().file());
        SudoAnswer nameless = refused("sudo:  is world writable\nsudo: a password is required\n"); // 1.9.16p2
        assertEquals("", assertInstanceOf(SudoAnswer.WantsPassword.class, nameless).complaints().getFirst().file());
        SudoAnswer rs = refused("""
                /etc/sudoers:54:2: /etc/sudoers.d/perf cannot be world-writable
                @includedir /etc/sudoers.d
                 ^~~~~~~~~~~~~~~~~~~~~~~~~~
                sudo-rs: Sorry, user u1 may not run sudo on labhost.
                """);
        assertEquals("/etc/sudoers.d/perf", assertInstanceOf(SudoAnswer.NoRule.class, rs).complaints().getFirst().file());
    }

    @Test
    void complaintsBesideAListDoNotSpoilIt() {
        SudoAnswer answer = SudoAnswer.of(new Ran(0, LIST, "/etc/sudoers.d/x:1:13: unknown setting: 'requiretty'\nDefaults:u1 requiretty\n            ^~~\n"));
        assertEquals(1, assertInstanceOf(SudoAnswer.Listed.class, answer).listing().rules().size());
    }

    @Test
    void aForeignSentenceIsKeptAsItIs() {
        SudoAnswer answer = refused("sudo: il est nécessaire de saisir un mot de passe\n");
        assertEquals("sudo: il est nécessaire de saisir un mot de passe", assertInstanceOf(SudoAnswer.Other.class, answer).evidence().observed());
    }

    @Test
    void silenceIsNoAnswer() {
        assertInstanceOf(SudoAnswer.Silent.class, refused(""));
        assertInstanceOf(SudoAnswer.Silent.class, SudoAnswer.of(new Ran(0, "", "\n\n")));
    }

    @Test
    void mangledTextsAreNeverACrash() {
        Random random = new Random(1909);
        String[] sources = {LIST, LIST.replace("/usr", "sha256:ab, sha512:cd ^/usr$ \\, \\"), "/etc/sudoers.d/x:1:2: a\nb\n ^\nsudo: c\n", "sudo: x is owned by uid 3\n"};
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = sources[i % sources.length].getBytes(StandardCharsets.UTF_8);
            for (int n = random.nextInt(8); n >= 0; n--) {
                bytes[random.nextInt(bytes.length)] = (byte) "(),:!=\\\"^$#%+ \n\t\u001b/ALLNOPASSWD:".charAt(random.nextInt(30));
            }
            String text = new String(bytes, StandardCharsets.UTF_8);
            SudoAnswer.of(new Ran(i % 2, text, text));
        }
    }
}
