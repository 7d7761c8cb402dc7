package dev.perfdoctor.engine;

import dev.perfdoctor.api.ForwardingHost;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import java.util.concurrent.CountDownLatch;

/** A machine whose files never answer, as on a dead network file system. */
final class HangingHost extends ForwardingHost {
    private final CountDownLatch never = new CountDownLatch(1);

    HangingHost(Host host) {
        super(host);
    }

    @Override
    public Reading<String> read(String file, int limit) {
        try {
            never.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return Reading.failed(file, "stopped");
    }
}
