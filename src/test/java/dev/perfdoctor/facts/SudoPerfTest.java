package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Facts;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SudoPerfTest {
    private static Facts machine(int level, String files) {
        return Machines.facts("""
                uname: {release: 6.12.48+deb13-amd64, machine: x86_64}
                user: {name: dev, uid: 1000, gid: 1000, groups: [dev]}
                environment: {PATH: "/home/dev/bin:/usr/bin"}
                files:
                  /proc/sys/kernel/perf_event_paranoid: "%d\\n"
                  /usr/bin/sudo: {elf: {machine: x86_64}, mode: "4755"}
                  /usr/bin/perf: {elf: {machine: x86_64}, mode: "0755"}
                %scommands:
                - {run: perf --version, out: "perf version 6.12.48\\n"}
                - run: sudo -n -l
                  out: |
                    Matching Defaults entries for dev on host:
                        env_reset, secure_path=/usr/sbin\\:/usr/bin

                    User dev may run the following commands on host:
                        (root) NOPASSWD: /usr/bin/perf
                """.formatted(level, files.indent(2)));
    }

    @Test
    void isFoundInSudosOwnPath() {
        Facts facts = machine(2, "/home/dev/bin/perf: {elf: {machine: x86_64}, mode: \"0755\"}");
        assertEquals(Optional.of("/usr/bin/perf"), SudoPerf.of(facts).path());
        assertTrue(SudoPerf.of(facts).isOtherThan(facts, "/home/dev/bin/perf"));
    }

    @Test
    void isTheSameByAnotherName() {
        Facts facts = machine(2, "/home/dev/bin/perf: {link: /usr/bin/perf}");
        assertFalse(SudoPerf.of(facts).isOtherThan(facts, "/home/dev/bin/perf"));
    }

    @Test
    void isUnknownWhereSudoNeedNotBeAsked() {
        Facts facts = machine(-1, "/home/dev/bin/perf: {elf: {machine: x86_64}, mode: \"0755\"}");
        assertEquals(Optional.empty(), SudoPerf.of(facts).path());
        assertEquals(Optional.empty(), SudoPerf.of(Machines.facts("user: {name: root, uid: 0, gid: 0, groups: [root]}")).evidence());
    }
}
