package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.facts.StoreEntry.Corrupt;
import dev.perfdoctor.facts.StoreEntry.Nothing;
import dev.perfdoctor.facts.StoreEntry.Original;
import dev.perfdoctor.facts.StoreEntry.Other;
import dev.perfdoctor.facts.StoreEntry.Unreadable;
import dev.perfdoctor.facts.StoreEntry.Whole;
import dev.perfdoctor.facts.StoreEntry.ZeroKallsyms;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** perf's store as it is found on disk. */
class BuildIdStoreTest {
    private static final String ID = "8d91d7c662e62b772ff8483400d2a665eb0cab3c";
    private static final String STORE = "/home/dev/.debug";
    private static final String LINK = STORE + "/.build-id/8d/91d7c662e62b772ff8483400d2a665eb0cab3c";
    private static final String ENTRY = STORE + "/opt/app/" + ID;
    private static final String USER = "user: {name: dev, uid: 1000, gid: 1000}\n";

    private static Facts machine(String files) {
        return Machines.facts(USER + "environment: {HOME: /home/dev}\nfiles:\n" + files.indent(2));
    }

    private static BuildIdStore store(String files) {
        return BuildIdStore.of(machine(LINK + ": {link: ../../opt/app/" + ID + "}\n" + files));
    }

    private static StoreEntry only(String files) {
        BuildIdStore store = store(files);
        assertEquals(1, store.entries().size());
        return store.entries().getFirst();
    }

    @Test
    void aWholeEntryIsInOrder() {
        StoreEntry entry = only(ENTRY + "/elf: {elf: {build-id: " + ID + "}}\n" + ENTRY + "/probes: ''\n");
        assertInstanceOf(Whole.class, entry.content());
        assertEquals("/opt/app", entry.file());
        assertEquals(LINK, entry.link());
    }

    @ParameterizedTest
    @CsvSource({
        "{content: ''}, empty",
        "{content: 'no program'}, not an ELF file",
        "{base64: f0VMRgIBAQ==}, an ELF file cut in its header",
        "{elf: {build-id: 1111111111111111111111111111111111111111}}, build id 1111111111111111111111111111111111111111",
    })
    void aProgramThatIsNotTheBuildOfItsNameIsCorrupt(String elf, String seen) {
        Corrupt corrupt = assertInstanceOf(Corrupt.class, only(ENTRY + "/elf: " + elf).content());
        assertEquals(seen, corrupt.evidence().observed());
    }

    @Test
    void aTruncatedProgramIsCorrupt() {
        StoreEntry entry = only(ENTRY + "/elf: {elf: {build-id: " + ID + ", truncated-at: 4096}}");
        assertInstanceOf(Corrupt.class, entry.content());
    }

    @Test
    void aStrippedProgramOfTheRightBuildIsWhole() {
        assertInstanceOf(Whole.class, only(ENTRY + "/elf: {elf: {build-id: " + ID + ", sections: [.text]}}").content());
    }

    @Test
    void whatTheOriginalIsNowDecidesHowToMend() {
        String bad = ENTRY + "/elf: {content: ''}\n";
        assertEquals(Original.GONE, only(bad).original());
        assertEquals(Original.SAME, only(bad + "/opt/app: {elf: {build-id: " + ID + "}}").original());
        assertEquals(Original.REBUILT, only(bad + "/opt/app: {elf: {build-id: 22}}").original());
        assertEquals(Original.UNKNOWN, only(bad + "/opt/app: {unread: denied}").original());
    }

    @Test
    void aLinkThatLeadsNowhereMattersOnlyWhenTheOriginalIsGone() {
        assertInstanceOf(Nothing.class, only("").content());
        assertEquals(1, store("").dangling().size());
        assertEquals(1, store("/opt/app: {elf: {build-id: 22}}").dangling().size());
        assertEquals(0, store("/opt/app: {elf: {build-id: " + ID + "}}").dangling().size());
    }

    @Test
    void kernelSymbolsAndTheVdsoAreEntriesWithoutAProgram() {
        BuildIdStore store = BuildIdStore.of(machine("""
                /home/dev/.debug/.build-id/09/3935638d7a743f00b70d05e0742119dd2f4937: {link: "../../[kernel.kallsyms]/093935638d7a743f00b70d05e0742119dd2f4937"}
                /home/dev/.debug/[kernel.kallsyms]/093935638d7a743f00b70d05e0742119dd2f4937/kallsyms: "0000000000000000 A a\\nffffffff8c000000 T b\\n"
                /home/dev/.debug/.build-id/54/97078648a866fbd0490a50f39e9cca9e990f05: {link: "../../[vdso]/5497078648a866fbd0490a50f39e9cca9e990f05"}
                /home/dev/.debug/[vdso]/5497078648a866fbd0490a50f39e9cca9e990f05/vdso: {elf: {machine: x86_64}}
                """));
        assertTrue(store.entries().stream().allMatch(e -> e.content() instanceof Other));
        assertEquals(List.of("[kernel.kallsyms]", "[vdso]"), store.entries().stream().map(StoreEntry::file).toList());
    }

    @Test
    void kernelSymbolsWithoutAnyAddressAreTold() {
        StoreEntry entry = only(ENTRY + "/kallsyms: \"0000000000000000 T a\\n0000000000000000 T b\\n\"");
        assertInstanceOf(ZeroKallsyms.class, entry.content());
        assertInstanceOf(Other.class, only(ENTRY + "/kallsyms: ''").content());
    }

    @ParameterizedTest
    @CsvSource({"/lib/modules/6.1/kernel/fs/ext4.ko.xz", "/lib/modules/6.1/kernel/fs/ext4.ko.zst", "/lib/modules/6.1/kernel/fs/ext4.ko.gz"})
    void compressedModulesOfTheKernelAreStoredAsTheyLie(String module) {
        BuildIdStore store = BuildIdStore.of(machine(LINK + ": {link: ../.." + module + "/" + ID + "}\n"
                + STORE + module + "/" + ID + "/elf: {base64: /Td6WFoA}\n"));
        assertInstanceOf(Other.class, store.entries().getFirst().content());
    }

    @Test
    void theOldLayoutKeepsTheProgramItselfBehindTheLink() {
        assertInstanceOf(Whole.class, only(ENTRY + ": {elf: {build-id: " + ID + "}}").content());
        assertInstanceOf(Corrupt.class, only(ENTRY + ": {content: ''}").content());
    }

    @Test
    void aLinkThatLeadsOutOfTheStoreIsNotFollowed() {
        BuildIdStore store = BuildIdStore.of(machine(LINK + ": {link: ../../../../../etc/" + ID + "}\n"));
        assertEquals(0, store.entries().size());
        assertTrue(store.isWhole());
    }

    @Test
    void namesThatAreNoBuildIdsAreNoEntries() {
        BuildIdStore store = BuildIdStore.of(machine("""
                /home/dev/.debug/.build-id/8d/short: {link: ../../x/y}
                /home/dev/.debug/.build-id/README: text
                /home/dev/.debug/.build-id/zz/91d7c662e62b772ff8483400d2a665eb0cab3c: {link: ../../x/y}
                """));
        assertEquals(0, store.total());
    }

    @Test
    void whatMayNotBeReadIsNotCorrupt() {
        assertInstanceOf(Unreadable.class, only(ENTRY + "/elf: {unread: denied}").content());
        assertEquals(Optional.empty(), store(ENTRY + "/elf: {unread: denied}").unknown());
        assertTrue(store(ENTRY + "/elf: {unread: not-captured}").unknown().isPresent());
    }

    @Test
    void aStoreThatCannotBeListedHasAGap() {
        assertTrue(BuildIdStore.of(machine("/home/dev/.debug: {type: dir}\n/home/dev/.debug/.build-id: {type: dir, unread: denied}")).gap().isPresent());
        BuildIdStore none = BuildIdStore.of(machine("/home/dev/.debug: {type: dir}"));
        assertEquals(Optional.empty(), none.gap());
        assertEquals(0, none.total());
    }

    @Test
    void theTargetsEntryIsLookedAtFirst() {
        String other = "/.build-id/00/1111111111111111111111111111111111111111";
        Facts facts = Machines.facts(USER + """
                environment: {HOME: /home/dev}
                directory: /home/dev/project
                files:
                  /home/dev/project/CMakeLists.txt: project(app)
                  /home/dev/project/build/CMakeCache.txt: CMAKE_BUILD_TYPE:STRING=Release
                  /home/dev/project/build/app: {elf: {machine: x86_64, build-id: %s}}
                  %s: {link: ../../opt/app/%s, mtime: 2020-01-01T00:00:00Z}
                  %s: {link: ../../opt/other/001111111111111111111111111111111111111111, mtime: 2026-01-01T00:00:00Z}
                """.formatted(ID, LINK, ID, STORE + other));
        assertEquals(ID, BuildIdStore.of(facts).entries().getFirst().id());
    }

    private static StorePlace place(String environment, String files) {
        return StorePlace.of(Machines.facts(USER + "environment: {" + environment + "}\ndirectory: /home/dev/project\nfiles:\n"
                + "  /home/dev/project: {type: dir, uid: 1000}\n" + files.indent(2)));
    }

    @Test
    void theStoreIsWhereTheConfigurationOrHomeSays() {
        assertEquals(new StorePlace.Usable("/home/dev/.debug", false), place("HOME: /home/dev", ""));
        assertEquals(new StorePlace.Usable("/home/dev/.debug", true), place("HOME: /home/dev", "/home/dev/.debug: {type: dir, uid: 1000}"));
        assertEquals(new StorePlace.Usable("/home/dev/project/.debug", false), place("USER: dev", ""));
        assertEquals("/.debug", assertInstanceOf(StorePlace.Closed.class, place("HOME: ''", "")).directory());
    }

    private static StorePlace configured(String dir, String files) {
        return place("HOME: /home/dev", "/home/dev/.perfconfig: {content: \"[buildid]\\n dir = " + dir + "\\n\", uid: 1000}\n" + files);
    }

    @Test
    void theConfiguredDirectoryIsTakenByTheLetter() {
        assertInstanceOf(StorePlace.Off.class, configured("/dev/null", ""));
        assertEquals("/home/dev/.debug", assertInstanceOf(StorePlace.Tilde.class, configured("~/.debug", "")).meant());
        assertInstanceOf(StorePlace.NoParent.class, configured("/nonexistent/store", ""));
        assertEquals(new StorePlace.Usable("/home/dev/project/store", false), configured("store", ""));
    }

    @Test
    void whatKeepsPerfFromWritingIsTold() {
        String home = "HOME: /home/dev";
        assertInstanceOf(StorePlace.InTheWay.class, place(home, "/home/dev/.debug: {content: x, uid: 1000}"));
        assertInstanceOf(StorePlace.InTheWay.class, place(home, "/home/dev/.debug: {link: /gone}"));
        assertInstanceOf(StorePlace.InTheWay.class, place(home, "/home/dev/.debug/.build-id: {content: x, uid: 1000}"));
        assertInstanceOf(StorePlace.Closed.class, place(home, "/home/dev/.debug: {type: dir, uid: 0, mode: '0755'}"));
        assertInstanceOf(StorePlace.Closed.class, place(home, "/home/dev/.debug: {type: dir, uid: 1000, mode: '0555'}"));
        assertInstanceOf(StorePlace.Closed.class, place(home, "/home/dev/.debug/.build-id: {type: dir, uid: 0}"));
        assertInstanceOf(StorePlace.ReadOnly.class, place(home, """
                /home/dev/.debug: {type: dir, uid: 1000}
                /proc/self/mountinfo: "36 35 8:2 / / rw - ext4 /dev/sda2 rw\\n40 36 8:3 / /home ro - ext4 /dev/sda3 ro\\n"
                """));
        assertInstanceOf(StorePlace.Usable.class, place(home, "/home/dev/.debug: {type: dir, uid: 0, gid: 50, mode: '0775'}"));
    }

    @Test
    void underSudoTheCallersStoreIsAnother() {
        Facts facts = Machines.facts("""
                user: {name: root, uid: 0, gid: 0}
                environment: {HOME: /root, SUDO_USER: dev}
                files:
                  /etc/passwd: "root:x:0:0:root:/root:/bin/sh\\ndev:x:1000:1000::/home/dev:/bin/sh\\n"
                  /root/.debug: {type: dir}
                  /home/dev/.debug: {type: dir}
                """);
        assertEquals("/home/dev/.debug", BuildIdStore.otherHome(facts).orElseThrow().theirs());
    }

    @Test
    void oneStoreIsNoTwo() {
        Facts facts = Machines.facts("""
                user: {name: root, uid: 0, gid: 0}
                environment: {HOME: /root, SUDO_USER: dev}
                files:
                  /etc/passwd: "dev:x:1000:1000::/home/dev:/bin/sh\\n"
                  /root/.debug: {type: dir}
                """);
        assertEquals(Optional.empty(), BuildIdStore.otherHome(facts));
    }
}
