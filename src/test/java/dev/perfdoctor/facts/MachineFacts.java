package dev.perfdoctor.facts;

import dev.perfdoctor.api.Configuration;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Request;
import dev.perfdoctor.engine.FactStore;
import dev.perfdoctor.host.MachineFileHost;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** Facts of machines that a test writes down. */
public final class MachineFacts {
    private MachineFacts() {}

    /** Of a machine whose user works in {@code /home/dev/p}, at noon of 12 September 2026, with these {@code files:}. */
    public static Facts of(String files, String... targets) {
        return facts(machine("", files), Request.usual(), targets);
    }

    /** As {@link #of}, with further top-level keys of the machine file. */
    public static MachineFileHost machine(String keys, String files) {
        String usual = keys.contains("environment:") ? "" : "environment: {HOME: /home/dev, PATH: /usr/bin}\n";
        return MachineFileHost.of("case.yaml", """
                perfdoctor-machine: 1
                taken: 2026-09-12T12:00:00Z
                uname: {release: 6.8.0-64-generic, machine: x86_64, nodename: host}
                user: {name: dev, uid: 1000, gid: 1000, groups: [dev]}
                directory: /home/dev/p
                """ + usual + keys + "files:\n  /home/dev/p: {type: dir, uid: 1000, gid: 1000}\n" + files.indent(2));
    }

    /** Facts of any host, with these {@code --target}s. */
    public static Facts facts(Host host, Request request, String... targets) {
        Request whole = new Request(request.asked(), List.of(targets), OptionalInt.empty(), true, request.configuration());
        return new FactStore(host, whole, Duration.ofSeconds(20));
    }

    /** A request for these targets of the configuration. */
    public static Request configured(Configuration.Target... targets) {
        return new Request(Set.of(dev.perfdoctor.api.Activity.values()), List.of(), OptionalInt.empty(), true,
                new Configuration(List.of(targets), List.of(), List.of()));
    }
}
