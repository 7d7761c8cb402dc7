package dev.perfdoctor.host;

import dev.perfdoctor.api.Identity;
import dev.perfdoctor.host.RecordedCommands.Recorded;
import dev.perfdoctor.input.Yaml;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A machine file as it was read ({@code perfdoctor-machine: 1}).
 *
 * @param taken the machine's now
 * @param otherwise what an unlisted path or command is; empty where the file does not say
 * @param uname its words by key: {@code sysname}, {@code release}, {@code version}, {@code machine}, {@code nodename}
 * @param directory the working directory; empty when unknown
 * @param files what stands at each listed path, links in parents already followed
 * @param later second readings
 * @param expect what a case wants to be said of this machine; no host looks at it
 */
record MachineFile(
        Optional<Instant> taken,
        Optional<Otherwise> otherwise,
        Map<String, String> uname,
        Optional<Identity.User> user,
        Map<String, String> environment,
        String directory,
        Map<String, Node> files,
        List<Recorded> commands,
        Map<String, String> later,
        Optional<Yaml> expect) {
    /** One that says nothing. */
    static final MachineFile NOTHING = new MachineFile(
            Optional.empty(), Optional.empty(), Map.of(), Optional.empty(), Map.of(), "", Map.of(), List.of(), Map.of(), Optional.empty());

    /** What an unlisted path or command is. */
    enum Otherwise {
        ABSENT,
        NOT_CAPTURED
    }
}
