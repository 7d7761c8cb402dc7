package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CoresTest {
    private static List<String> kinds(int... values) {
        Map<Integer, Integer> byCpu = new LinkedHashMap<>();
        for (int cpu = 0; cpu < values.length; cpu++) {
            byCpu.put(cpu, values[cpu]);
        }
        return Cores.kinds(byCpu).stream().map(CpuList::format).toList();
    }

    @Test
    void aLargeGapSeparatesKinds() {
        assertEquals(List.of("0-1", "2-3"), kinds(60, 60, 35, 35));
        assertEquals(List.of("7", "4-6", "0-3"), kinds(250, 250, 250, 250, 800, 800, 800, 1024));
    }

    @Test
    void favouredCoresAreNoKindOfTheirOwn() {
        assertEquals(List.of("0-3"), kinds(47, 48, 47, 47));
        assertEquals(List.of("0-7"), kinds(236, 231, 226, 221, 216, 206, 196, 186));
    }

    @Test
    void equalCoresAreOneKind() {
        assertEquals(List.of("0-3"), kinds(1024, 1024, 1024, 1024));
        assertEquals(List.of(), kinds());
    }
}
