package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpuListTest {
    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"0-3,8,10-11; 0-3,8,10-11", "0-15,40-55,20-35; 0-15,20-35,40-55", "7; 7", "0,1,2; 0-2"})
    void readsWhatTheKernelWritesSortedOrNot(String text, String canonical) {
        assertEquals(canonical, CpuList.format(CpuList.parse(text + "\n")));
    }

    @Test
    void nothingIsTheEmptySet() {
        assertEquals("", CpuList.format(CpuList.parse("\n")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "1-", "-1", "3-1", "1,,2", "0x3", "99999999999", "0-70000", "1;2", "1 2"})
    void refusesWhatIsNoList(String text) {
        assertThrows(IllegalArgumentException.class, () -> CpuList.parse(text));
    }
}
