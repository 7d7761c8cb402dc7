package dev.perfdoctor.image;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The story the doctor was written for, made for real ({@code founding-story.sh}): a kernel update, a sudo rule that names the old perf, a stale
 * build-id store, a cold cache, no valgrind. Needs root and the lab's Debian 12 ({@code lab.sh setup bookworm}); skipped without.
 */
final class FoundingStoryIT {
    private static String ill = "";
    private static String treated = "";

    @BeforeAll
    static void anOrdinaryUserAsksTheDoctorTwice() throws Exception {
        Shell story = Shell.run(
                Path.of("."),
                Map.of(),
                "bash \"$1\" \"${LAB:-${XDG_CACHE_HOME:-$HOME/.cache}/perfdoctor-lab}/roots/bookworm\" target/perfdoctor",
                Path.of(FoundingStoryIT.class.getResource("/founding-story.sh").toURI()));
        assumeTrue(story.exit() != 77, "not root, or no lab here");
        assertEquals(0, story.exit(), story::toString);
        int second = story.out().indexOf("### treated");
        ill = story.out().substring(0, second);
        treated = story.out().substring(second);
    }

    @Test
    void everyFaultIsTold() {
        assertAll(List.of("sudo/rule-path-gone", "build-id-store/corrupt-entry", "build-cache/cold", "valgrind/missing").stream()
                .map(code -> () -> assertTrue(ill.contains("\n   " + code + " "), () -> code + " in\n" + ill)));
    }

    @Test
    void theKernelIsTheStoryAndSudoIsNotNeeded() {
        Matcher rule = Pattern.compile("(?m)^(\\d+)  NOTE .*\n   sudo/rule-path-gone ").matcher(ill);
        assertTrue(rule.find(), ill);
        assertTrue(Pattern.compile("(?m)^   kernel/changed . explains.* %s\\b".formatted(rule.group(1))).matcher(ill).find(), ill);
        assertTrue(ill.replaceAll("\\s+", " ").contains("For your own code sudo is not needed"), ill);
    }

    @Test
    void whatItPrintedMendsTheStoreAndTheDiscardedRunTheCache() {
        assertFalse(treated.contains("\n   build-id-store/"), treated);
        assertFalse(treated.contains("build-cache/cold"), treated);
        assertTrue(treated.contains("valgrind/missing"), treated);
    }
}
