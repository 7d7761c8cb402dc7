package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Where a name is looked for.
 *
 * @param directories the entries of PATH that are absolute, each directory once: {@code /bin} is {@code /usr/bin} on most machines; the root is
 *     the empty text, so that {@code directory + "/" + name} is a path
 */
record SearchPath(List<String> directories) {
    /** What a shell searches when PATH is not set (confstr _CS_PATH). */
    private static final List<String> USUAL = List.of("/bin", "/usr/bin");

    /** That of this user. */
    static SearchPath of(Facts facts) {
        return facts.once(SearchPath.class, f -> new SearchPath(directories(f.host())));
    }

    private static List<String> directories(Host host) {
        String path = host.identity().environment().get("PATH");
        List<String> directories = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (String entry : path == null ? USUAL : Text.split(path, ':')) {
            String directory = entry.length() > 1 && entry.endsWith("/") ? entry.substring(0, entry.length() - 1) : entry;
            if (directory.startsWith("/") && seen.add(host.realPath(directory).orElse(directory))) {
                directories.add(directory.equals("/") ? "" : directory);
            }
        }
        return List.copyOf(directories);
    }
}
