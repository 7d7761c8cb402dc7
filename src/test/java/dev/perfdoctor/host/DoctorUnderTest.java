package dev.perfdoctor.host;

import java.util.ArrayList;
import java.util.List;

/** A program of its own that runs commands on the live machine, for tests of how such a program starts and ends. */
final class DoctorUnderTest {
    private DoctorUnderTest() {}

    /** Prints what the first command prints, starts the others, says so, and does not end by itself where there are others. */
    public static void main(String[] commands) throws InterruptedException {
        LiveHost host = LiveHost.create();
        List<List<String>> others = new ArrayList<>();
        for (String command : commands) {
            others.add(List.of(command.split(" ", -1)));
        }
        System.out.print(host.run(others.removeFirst()));
        host.anticipate(others);
        System.out.println("\nready");
        if (!others.isEmpty()) {
            Thread.sleep(60_000);
        }
    }
}
