package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading.Present;
import java.util.Optional;

/**
 * The files behind the word {@code perf}: the program that the kernel executes in the end, and the script in front of it where there is one.
 *
 * @param program the ELF program, its links resolved
 * @param wrapper the script that PATH finds first
 */
public record PerfFile(Optional<String> program, Optional<String> wrapper) {
    /** Those of the perf in use. */
    public static PerfFile of(Facts facts) {
        return facts.once(PerfFile.class, PerfFile::find);
    }

    private static PerfFile find(Facts facts) {
        Host host = facts.host();
        for (String directory : Text.split(host.identity().variable("PATH").orElse(""), ':')) {
            String path = directory + "/perf";
            if (directory.startsWith("/") && host.stat(path).isPresent()) {
                Optional<String> real = host.realPath(path) instanceof Present<String> p ? Optional.of(p.value()) : Optional.empty();
                return isScript(host, path) ? new PerfFile(behind(host), Optional.of(path)) : new PerfFile(real, Optional.empty());
            }
        }
        return new PerfFile(Optional.empty(), Optional.empty());
    }

    private static Optional<String> behind(Host host) {
        String path = "/usr/lib/linux-tools/" + host.identity().release() + "/perf";
        return host.realPath(path) instanceof Present<String> p ? Optional.of(p.value()) : Optional.empty();
    }

    private static boolean isScript(Host host, String path) {
        return host.bytes(path, 0, 2) instanceof Present<byte[]> p && p.value().length == 2 && p.value()[0] == '#' && p.value()[1] == '!';
    }
}
