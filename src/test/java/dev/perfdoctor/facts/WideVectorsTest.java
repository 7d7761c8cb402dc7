package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WideVectorsTest {
    private static Optional<String> first(String flags) {
        return WideVectors.first(Text.words(flags));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "-C target-cpu=native", "-Ctarget-cpu=native", "-march=native", "-march=x86-64-v4", "-march=skylake-avx512", "-march=cascadelake",
        "-march=sapphirerapids", "-C target-cpu=znver4", "-mavx512f", "-mavx512vl", "-C target-feature=+avx512f",
        "-march=x86-64-v3 -march=native", "-march=x86-64-v3 -mavx512f",
    })
    void avx512IsAskedFor(String flags) {
        assertEquals(1, first(flags).stream().count());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "-O2", "-march=x86-64-v3", "-C target-cpu=x86-64-v3", "-march=haswell", "-march=znver3", "-mtune=native", "-mavx2",
        "-march=native -march=x86-64-v3", "-march=native -mno-avx512f", "-C target-cpu=native -C target-feature=-avx512f",
    })
    void avx512IsNotAskedFor(String flags) {
        assertEquals(Optional.empty(), first(flags));
    }

    @Test
    void theFlagThatDecidesIsTold() {
        assertEquals(Optional.of("-march=native"), WideVectors.first(List.of("-O2", "-march=native", "-g")));
    }
}
