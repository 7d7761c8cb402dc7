package dev.perfdoctor.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What the doctor says of sudo, in real Debian roots with real sudos and 28 sudoers situations each, is what {@code sudo -n perf} then does.
 * Needs root and the lab's roots ({@code lab.sh setup bookworm}, {@code trixie}, {@code bullseye}; LAB names its folder); skipped without.
 */
final class SudoLabIT {
    /** sudo-rs 0.2.5 lists the rule {@code perf ""}, which allows no arguments, as {@code perf}, which allows any. */
    private static final String CANNOT_BE_TOLD = "sudo-rs: no-arguments";

    /** The doctor runs where the lab mounts the working directory: {@code /src}. The perf of Debian 11 starts on no other kernel. */
    private static final String DOCTOR = "/src/bin/perfdoctor check --only sudo --for system-wide --format json";

    /** A rule may allow one of the two alone. Nothing is measured: perf prints its usage. */
    private static final String MEASURE = "{sudo} -n {perf} stat -h || {sudo} -n {perf} record -h";

    private record Row(String situation, String doctor, boolean ran) {
        boolean saysItRuns() {
            return doctor.contains("runs without a prompt");
        }
    }

    @TestFactory
    Stream<DynamicTest> theDoctorSaysWhatSudoDoes() throws Exception {
        List<DynamicTest> tests = new ArrayList<>();
        for (String sudo : List.of("bookworm", "trixie", "bullseye", "sudo-rs")) {
            for (Row row : matrix(sudo)) {
                String name = sudo + ": " + row.situation();
                boolean expected = row.ran() || name.equals(CANNOT_BE_TOLD);
                tests.add(dynamicTest(name, () -> assertEquals(expected, row.saysItRuns(), row.doctor())));
            }
        }
        Assumptions.assumeFalse(tests.isEmpty(), "not root, or no lab here");
        return tests.stream();
    }

    /** Empty where it is not possible here. */
    private static List<Row> matrix(String sudo) throws IOException, InterruptedException {
        Optional<Path> lab = Lab.script();
        if (lab.isEmpty()) {
            return List.of();
        }
        boolean rs = sudo.equals("sudo-rs");
        // sudo-rs stands beside sudo: for the doctor it must be what the name sudo leads to
        String doctor = rs ? "mkdir -p /tmp/rs; ln -sf $(command -v sudo-rs) /tmp/rs/sudo; PATH=/tmp/rs:$PATH " + DOCTOR : DOCTOR;
        Shell run = Shell.run(
                Path.of("target", "perfdoctor"),
                Map.of(),
                "\"$1\" sudo-matrix --full $2 $3 -- \"$4\" \"$5\"",
                lab.get(),
                rs ? "--rs" : "",
                rs ? "trixie" : sudo,
                MEASURE,
                doctor);
        return run.exit() == 77 || run.exit() == 1 ? List.of() : rows(run.out());
    }

    private static List<Row> rows(String out) {
        List<Row> rows = new ArrayList<>();
        for (String part : out.split("(?m)^### ", -1)) {
            int second = part.indexOf("$ ", part.indexOf("$ ") + 1);
            if (second > 0) {
                String first = part.substring(0, second);
                boolean ran = first.contains("Usage: perf") || first.contains("exec: perf_");
                rows.add(new Row(part.lines().findFirst().orElse(""), part.substring(second), ran));
            }
        }
        return rows;
    }
}
