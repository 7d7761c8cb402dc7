package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RustNamesTest {
    @ParameterizedTest
    @CsvSource({
        "_ZN4demo4leaf17h0123456789abcdefE, demo",
        "_ZN4core3ptr13drop_in_place17h0123456789abcdefE, core",
        "_ZN51_$LT$demo..Foo$u20$as$u20$core..fmt..Debug$GT$3fmt17h0123456789abcdefE, demo",
        "_ZN4demo4leaf17h0123456789abcdefE.llvm.123, demo",
        "_RNvCs1234_4demo4leaf, demo",
        "_RNvNtNtCs5678_4core3fmt3num3imp, core",
        "_RINvNtCs1_4demo3mod3fooNtB2_3BarE, demo",
        "_RNvXs_NtCs9_4demo3fooNtB4_3BarNtNtCsa_4core3fmt5Debug3fmt, demo",
    })
    void theCrateStandsInTheName(String name, String crate) {
        assertEquals(Optional.of(crate), RustNames.crate(name));
    }

    @Test
    void anImplementationForAPlainTypeSaysNoCrate() {
        assertEquals(Optional.empty(), RustNames.crate("_ZN42_$LT$u8$u20$as$u20$core..fmt..LowerHex$GT$3fm17h0123456789abcdefE"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "main", "_R", "_RNvC", "_RNvCs", "_RNvCs1_99demo", "_ZN", "_ZN99x17h0123456789abcdefE", "_ZN17hierarchical_nodesE"})
    void whatIsNoRustNameSaysNoCrate(String name) {
        assertEquals(Optional.empty(), RustNames.crate(name));
    }

    @Test
    void codeOfTheToolchainIsNotTheUsers() {
        assertTrue(RustNames.isUsers("_RNvCs1234_4demo4leaf"));
        assertFalse(RustNames.isUsers("_RNvNtCs5678_3std2io5print"));
        assertFalse(RustNames.isUsers("main"));
    }
}
