package dev.perfdoctor.config;

import static dev.perfdoctor.Outside.holds;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.perfdoctor.Outside;
import dev.perfdoctor.Seeds;
import dev.perfdoctor.input.WrongInput;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** A configuration file is understood whole or refused with its place. */
class ConfigurationFuzzTest {
    private static final ConfigurationReader READER = new ConfigurationReader(List.of("pmu", "sudo", "frequency"));

    static Stream<byte[]> files() {
        return Stream.concat(Seeds.answers(".perfdoctor.yaml", "perfdoctor/config.yaml"), Seeds.of("""
                for: [stat, valgrind]
                targets:
                  - binary: target/release/app
                    sources: [src, Cargo.toml]
                    caches: [{path: .precomp, keyed-on: mtime}]
                commands: ["perf record -b -- ./app"]
                expect: {kernel: ">=6.1", sysctl: {kernel.perf_event_paranoid: "<=1"}, tools: {valgrind: ">=3.22"}, files: [/etc/x]}
                waive: [{code: pmu/counter-taken, reason: "watchdog wanted here", until: 2027-01-31}]
                skip: [frequency]
                """));
    }

    @MethodSource("files")
    @FuzzTest
    void aConfigurationIsUnderstoodOrRefusedWithItsPlace(byte[] data) {
        try {
            READER.read("/p/.perfdoctor.yaml", Outside.text(data), "/p");
        } catch (WrongInput refused) {
            holds(refused.line() >= 0 && !refused.problem().isBlank() && refused.getMessage().startsWith("/p/.perfdoctor.yaml"), "a refusal says why");
        }
    }
}
