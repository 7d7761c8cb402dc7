package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoasTest {
    private static final SudoUser DEV = new SudoUser("dev", OptionalLong.of(1000), List.of("dev", "wheel", "#1000"));

    private static DoasRule only(String text) {
        List<DoasRule> rules = Doas.parse("/etc/doas.conf", text);
        assertEquals(1, rules.size(), rules::toString);
        return rules.getFirst();
    }

    @Test
    void readsAllPartsOfARule() {
        DoasRule rule = only("# who\npermit nopass keepenv setenv { -PATH A=b } dev as root cmd /usr/bin/perf args stat \"-a b\" # why\n");
        assertEquals(true, rule.permit() && rule.nopass());
        assertEquals("dev", rule.identity());
        assertEquals(Optional.of("root"), rule.target());
        assertEquals("/usr/bin/perf", rule.command());
        assertEquals(Optional.of(List.of("stat", "-a b")), rule.arguments());
        assertEquals("/etc/doas.conf:2", rule.evidence().source());
    }

    @ParameterizedTest
    @CsvSource({
        "permit nopass dev, perf, true",
        "permit nopass :wheel, perf, true",
        "permit nopass :ops, perf, false",
        "permit nopass other, perf, false",
        "permit nopass dev as root cmd perf, perf, true",
        "permit nopass dev as root cmd perf, /usr/bin/perf, false",
        "permit nopass dev as root cmd /usr/bin/perf, /usr/bin/perf, true",
        "permit nopass dev as root cmd /usr/sbin/perf, /usr/bin/perf, false",
        "permit nopass dev as nobody cmd perf, perf, false",
        "permit nopass dev cmd perf args stat, perf, false",
        "permit nopass dev cmd perf args stat -a, perf, true",
    })
    void comparesWhatIsTypedLetterByLetter(String rule, String typed, boolean expected) {
        assertEquals(expected, only(rule).matches(DEV, typed, List.of("stat", "-a")));
    }

    @Test
    void passesOverWhatItDoesNotUnderstand() {
        assertEquals(List.of(), Doas.parse("f", "allow dev\npermit\npermit nopass\n\u0000\"\n\\"));
        assertEquals(1, Doas.parse("f", "permit nopass \\\n  dev\n").size());
    }
}
