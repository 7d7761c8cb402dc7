package dev.perfdoctor.cli;

import dev.perfdoctor.api.Host;
import dev.perfdoctor.cli.CheckRequest.Machine.InFile;
import dev.perfdoctor.cli.CheckRequest.Machine.InTree;
import dev.perfdoctor.cli.CheckRequest.Machine.Live;
import dev.perfdoctor.host.MachineFileHost;

/** Opens the machine that a request names. */
final class Machines {
    private Machines() {}

    static Host open(CheckRequest asked) {
        return switch (asked.machine()) {
            case InFile(var file) -> MachineFileHost.open(file);
            case InTree(var root) -> throw new UnsupportedOperationException();
            case Live() -> throw new UnsupportedOperationException();
        };
    }
}
