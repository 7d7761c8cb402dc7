package dev.perfdoctor.capture;

import dev.perfdoctor.api.Identity;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes out of a finished machine file what tells whose machine it is: user and host names, home paths, addresses, serial numbers, values of
 * environment variables that nothing here needs. One name stays one name, so that a rule for a user still is one for that user.
 */
public final class Redaction {
    /** Values that say how programs are found and behave, and nothing of a person but through the names that are taken out anyway. */
    private static final Set<String> KEPT = Set.of(
            "PATH", "HOME", "SHELL", "LANG", "LANGUAGE", "TERM", "TZ", "CI", "GITHUB_ACTIONS", "GITLAB_CI", "RUNNER_OS", "RUNNER_ARCH", "container",
            "KUBERNETES_SERVICE_HOST", "WSL_DISTRO_NAME", "WSL_INTEROP", "DEBUGINFOD_URLS", "DEBUGINFOD_TIMEOUT", "LD_PRELOAD", "LD_LIBRARY_PATH",
            "LD_BIND_NOW", "VALGRIND_LIB", "VALGRIND_OPTS", "RUSTFLAGS", "CFLAGS", "CXXFLAGS", "CARGO_ENCODED_RUSTFLAGS", "XDG_CONFIG_HOME",
            "XDG_CACHE_HOME", "PERF_CONFIG", "PERF_BUILDID_DIR", "PERF_EXEC_PATH", "PERF", "SUDO_USER", "SUDO_UID", "SUDO_GID", "DOAS_USER",
            "PYTHONPERFSUPPORT", "JAVA_TOOL_OPTIONS", "NODE_OPTIONS", "SOURCE_DATE_EPOCH", "OMP_NUM_THREADS");

    private static final List<String> KEPT_BY_PREFIX =
            List.of("LC_", "MALLOC_", "ASAN_", "UBSAN_", "TSAN_", "LSAN_", "MSAN_", "GLIBC_", "CARGO_PROFILE_", "LLVM_PROFILE_", "GCOV_");

    /** Names that are words as well: they tell of nobody, and replacing them everywhere would change what the file says. */
    private static final Set<String> WORDS = Set.of(
            "root", "perf", "sudo", "valgrind", "debian", "ubuntu", "fedora", "linux", "kernel", "user", "users", "home", "dev", "bin", "usr", "host",
            "localhost", "daemon", "nobody", "admin", "wheel", "docker", "vm", "build", "app", "test", "java", "src", "tmp", "var", "etc", "proc", "sys");

    private static final Pattern BASE64 = Pattern.compile("base64: \"[A-Za-z0-9+/=]*\"");
    private static final Pattern MAC = Pattern.compile("\\b[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}\\b");
    /** A version of four parts, as firmware has, is no address. */
    private static final Pattern IPV4 = Pattern.compile(
            "(?<![\\w.~:-])(?<!\"version\":\")(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?![\\w.~-])");
    private static final Pattern IPV6 = Pattern.compile("(?<![\\w:])(?:[0-9A-Fa-f]{1,4}:){3,7}(?::?[0-9A-Fa-f]{1,4})(?![\\w:])");
    private static final Pattern SERIAL_FILE =
            Pattern.compile("(?m)^(  \\S*(?:serial|product_uuid|board_asset_tag|chassis_asset_tag|machine-id|boot_id)\\S*:).*$");
    private static final Pattern SERIAL_LINE = Pattern.compile("(?im)^(\\s*(?:serial(?: number)?|uuid|asset tag)\\s*[:=]\\s*)\\S.*$");

    private final Map<String, String> addresses = new LinkedHashMap<>();

    private Redaction() {}

    /** The environment with the values that are not needed replaced; names stay. */
    static Map<String, String> environment(Map<String, String> environment) {
        Map<String, String> kept = new TreeMap<>();
        environment.forEach((name, value) -> kept.put(name, isKept(name) ? value : "redacted"));
        return kept;
    }

    private static boolean isKept(String name) {
        return KEPT.contains(name) || KEPT_BY_PREFIX.stream().anyMatch(name::startsWith);
    }

    /** The document without what identifies: {@code machine} is the identity it was written with. */
    public static String of(String document, Identity machine) {
        return new Redaction().redact(document, machine);
    }

    private String redact(String document, Identity machine) {
        String text = document;
        Map<String, String> names = new LinkedHashMap<>();
        stand(names, machine.nodename(), "host1");
        stand(names, machine.user().map(Identity.User::name).orElse(""), "user1");
        String home = machine.variable("HOME").orElse("");
        stand(names, home.substring(home.lastIndexOf('/') + 1), "home1");
        text = inBinary(text, names);
        text = named(text, names);
        text = replaced(text, MAC, m -> stable(m, "02:00:00:00:00:%02x"));
        text = replaced(text, IPV4, m -> m.startsWith("127.") || m.startsWith("0.") || m.startsWith("255.") ? m : stable(m, "192.0.2.%d"));
        text = replaced(text, IPV6, m -> m.equals("::1") ? m : stable(m, "2001:db8::%x"));
        text = SERIAL_FILE.matcher(text).replaceAll("$1 redacted");
        return SERIAL_LINE.matcher(text).replaceAll("$1redacted");
    }

    /** A stand-in as long as the name, for names also stand in binary files, whose fields must keep their places. */
    private static void stand(Map<String, String> names, String name, String word) {
        if (name.length() > 1 && !WORDS.contains(name.toLowerCase(Locale.ROOT))) {
            String long1 = word + "x".repeat(name.length());
            String stand = name.length() >= word.length() ? long1.substring(0, name.length()) : word.substring(0, name.length() - 1) + "1";
            names.putIfAbsent(name, stand);
        }
    }

    /** Names wherever they stand as a word. */
    private static String named(String text, Map<String, String> names) {
        String redacted = text;
        for (Map.Entry<String, String> name : names.entrySet()) {
            redacted = redacted.replaceAll(
                    "(?<![A-Za-z0-9])" + Pattern.quote(name.getKey()) + "(?![A-Za-z0-9])", Matcher.quoteReplacement(name.getValue()));
        }
        return redacted;
    }

    private static String inBinary(String text, Map<String, String> names) {
        return replaced(text, BASE64, quoted -> {
            byte[] bytes = Base64.getDecoder().decode(quoted.substring(quoted.indexOf('"') + 1, quoted.length() - 1));
            String redacted = named(new String(bytes, StandardCharsets.ISO_8859_1), names);
            return "base64: \"" + Base64.getEncoder().encodeToString(redacted.getBytes(StandardCharsets.ISO_8859_1)) + '"';
        });
    }

    private static String replaced(String text, Pattern pattern, UnaryOperator<String> by) {
        return pattern.matcher(text).replaceAll((MatchResult m) -> Matcher.quoteReplacement(by.apply(m.group())));
    }

    private String stable(String seen, String format) {
        return addresses.computeIfAbsent(seen.toLowerCase(Locale.ROOT), _ -> format.formatted(addresses.size() + 1));
    }
}
