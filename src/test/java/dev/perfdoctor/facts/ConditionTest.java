package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            <=1          | 1                      | true
            <=1          | 2                      | false
            <=1          | -1                     | true
            =-1          | -1                     | true
            =-1          | 1                      | false
            >=6.1        | 6.1.0-31-amd64         | true
            >=6.1        | 6.10.3                 | true
            >=6.10       | 6.9.12                 | false
            >=6.1        | 7.1.5-76070105-generic | true
            >6.1         | 6.1.140                | false
            <=6.1        | 6.1.140                | true
            =3.22        | 3.22.0                 | true
            3.22         | 3.22.0                 | true
            == 3.22.1    | 3.22.0                 | false
            !=0          | 1                      | true
            !=0          | 0                      | false
            >=6.8.0-48   | 6.8.0-9-generic        | false
            '>=5.4, <6'  | 5.15.1                 | true
            '>=5.4, <6'  | 6.1                    | false
            '>=5.4 <6'   | 6.1                    | false
            1..3         | 2                      | true
            1..3         | 4                      | false
            performance  | performance            | true
            !=powersave  | powersave              | false
            >=12         | no version at all      | false
            >=v18        | v20.20.0               | true
            """)
    void comparesByNumbersAsFarAsTheWantedOneGoes(String wanted, String actual, boolean holds) {
        assertEquals(holds, Condition.parse(wanted).holds(actual));
    }

    @Test
    void severalNumbersAreOneText() {
        assertEquals(true, Condition.parse("4096 131072 6291456").holds("4096 131072 6291456"));
        assertEquals(false, Condition.parse("4096 131072 6291456").holds("4096 131072 1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ">=", "> = 1", ">=new", "<=,1", ">=1,", "..3", "a..b"})
    void refusesWhatComparesWithNothing(String text) {
        assertThrows(IllegalArgumentException.class, () -> Condition.parse(text));
    }

    @Test
    void theNearestValueThatWillDoIsWhatASettingIsChangedTo() {
        assertEquals(Optional.of(1L), Condition.parse("<=1").nearestTo(4));
        assertEquals(Optional.of(2L), Condition.parse(">1").nearestTo(0));
        assertEquals(Optional.of(3L), Condition.parse("1..3").nearestTo(9));
        assertEquals(Optional.of(5L), Condition.parse(">=3, !=3, !=4").nearestTo(2));
        assertEquals(Optional.empty(), Condition.parse("=on").nearestTo(2));
    }
}
