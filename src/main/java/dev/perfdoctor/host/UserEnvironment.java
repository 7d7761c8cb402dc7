package dev.perfdoctor.host;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The environment that the program was started with. For the JVM's sake the launcher sets some variables and hides what the dynamic loader obeys; what
 * the user had is handed on in system properties.
 */
public final class UserEnvironment {
    private static final String VARIABLE = "perfdoctor.variable.";
    private static final Set<String> SET_BY_LAUNCHER = Set.of("LC_ALL", "MALLOC_ARENA_MAX");

    private UserEnvironment() {}

    /** That of this process, as it was before the launcher. */
    public static Map<String, String> ofThisProcess() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        if (System.getProperty("perfdoctor.home") != null) {
            environment.keySet().removeAll(SET_BY_LAUNCHER);
        }
        System.getProperties().forEach((name, value) -> {
            if (name.toString().startsWith(VARIABLE)) {
                environment.put(name.toString().substring(VARIABLE.length()), value.toString());
            }
        });
        return Map.copyOf(environment);
    }
}
