package dev.perfdoctor.cli;

import dev.perfdoctor.api.Host;
import dev.perfdoctor.cli.CheckRequest.Machine.InFile;
import dev.perfdoctor.cli.CheckRequest.Machine.InTree;
import dev.perfdoctor.cli.CheckRequest.Machine.Live;
import dev.perfdoctor.host.LiveHost;
import dev.perfdoctor.host.MachineFileHost;
import dev.perfdoctor.host.TreeHost;

/** Opens the machine that a request names. */
final class Machines {
    private Machines() {}

    static Host open(CheckRequest asked) {
        return switch (asked.machine()) {
            case InFile(var file) -> MachineFileHost.open(file);
            case InTree(var root) -> TreeHost.open(root);
            case Live() -> LiveHost.create();
        };
    }

    /** Ends what still runs on this machine for a host. */
    static void close(Host host) {
        if (host instanceof LiveHost live) {
            live.close();
        }
    }
}
