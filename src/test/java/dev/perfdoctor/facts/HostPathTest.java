package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class HostPathTest {
    @Test
    void upwardsGoesFromTheDirectoryToTheRoot() {
        assertEquals(List.of("/a/b", "/a", "/"), HostPath.upwards("/a/b"));
        assertEquals(List.of("/"), HostPath.upwards("/"));
    }

    /** A machine file may say anything: all directories above this one would be 20 GB of text. */
    @Test
    void aDirectoryLongerThanAnyPathHasOnlyThoseAboveItThatMayExist() {
        List<String> up = HostPath.upwards("/a".repeat(100_000));
        assertTrue(up.size() > 1_000 && up.size() < 3_000, up.size() + " directories");
        assertEquals("/", up.getLast());
        assertEquals(List.of("/"), HostPath.upwards("/" + "a".repeat(100_000)));
    }
}
