package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Request;
import dev.perfdoctor.engine.FactStore;
import dev.perfdoctor.host.MachineFileHost;
import java.time.Duration;

/** Facts of a machine that a test writes down. */
public final class Machines {
    private Machines() {}

    /** Facts of the machine that this machine file, less its first line, describes. */
    public static Facts facts(String machineFile) {
        MachineFileHost host = MachineFileHost.of("test.yaml", "perfdoctor-machine: 1\n" + machineFile);
        return new FactStore(host, Request.usual(), Duration.ofSeconds(10));
    }
}
