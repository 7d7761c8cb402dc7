package dev.perfdoctor.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UserEnvironmentTest {
    private final String home = System.getProperty("perfdoctor.home");

    @AfterEach
    void forget() {
        System.clearProperty("perfdoctor.variable.LC_ALL");
        System.clearProperty("perfdoctor.variable.LD_LIBRARY_PATH");
        if (home == null) {
            System.clearProperty("perfdoctor.home");
        }
    }

    @Test
    void withoutALauncherItIsTheProcesssOwn() {
        System.clearProperty("perfdoctor.home");
        assertEquals(System.getenv(), UserEnvironment.ofThisProcess());
    }

    @Test
    void whatTheLauncherHidFromTheJvmIsThere() {
        System.setProperty("perfdoctor.home", "/opt/perfdoctor");
        System.setProperty("perfdoctor.variable.LC_ALL", "de_DE");
        System.setProperty("perfdoctor.variable.LD_LIBRARY_PATH", ":/opt/lib");
        Map<String, String> environment = UserEnvironment.ofThisProcess();
        assertEquals("de_DE", environment.get("LC_ALL"));
        assertEquals(":/opt/lib", environment.get("LD_LIBRARY_PATH"));
    }

    @Test
    void whatTheLauncherSetIsNotTheUsers() {
        System.setProperty("perfdoctor.home", "/opt/perfdoctor");
        assertFalse(UserEnvironment.ofThisProcess().containsKey("LC_ALL"));
        assertFalse(UserEnvironment.ofThisProcess().containsKey("MALLOC_ARENA_MAX"));
    }
}
