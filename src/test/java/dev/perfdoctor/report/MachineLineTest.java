package dev.perfdoctor.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MachineLineTest {
    @ParameterizedTest
    @CsvSource({
        "13th Gen Intel(R) Core(TM) i7-13700H,             i7-13700H",
        "Intel(R) Core(TM) i7-8700 CPU @ 3.20GHz,          i7-8700",
        "Intel(R) Core(TM) Ultra 7 155H,                   Ultra 7 155H",
        "Intel(R) Xeon(R) Platinum 8488C,                  Xeon Platinum 8488C",
        "Intel(R) Xeon(R) CPU E5-2670 v3 @ 2.30GHz,        Xeon E5-2670 v3",
        "AMD Ryzen 9 9950X 16-Core Processor,              Ryzen 9 9950X",
        "AMD EPYC 7B13,                                    EPYC 7B13",
        "Intel(R) Xeon(R) CPU           X7550  @ 2.00GHz,  Xeon X7550",
        "AMD EPYC 9654 96-Core Processor,                  EPYC 9654",
        "AMD Ryzen 7 PRO 7840U w/ Radeon 780M Graphics,    Ryzen 7 PRO 7840U w/ Radeon 780M Graphics",
        "Raspberry Pi 5 Model B Rev 1.0,                   Raspberry Pi 5 Model B Rev 1.0",
        "Neoverse-N1,                                      Neoverse-N1",
        "'',                                               ''",
    })
    void aProcessorIsToldByItsNameAlone(String model, String name) {
        assertEquals(name, MachineLine.processor(model));
    }
}
