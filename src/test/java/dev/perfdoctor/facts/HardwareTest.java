package dev.perfdoctor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.facts.Hardware.Cache;
import dev.perfdoctor.facts.Hardware.Machine;
import dev.perfdoctor.facts.Hardware.Power;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class HardwareTest {
    /** Recorded in a Firecracker guest, which has neither SMBIOS nor sensors. */
    private static final String GUEST = """
            {"hardware":"processor","name":"Intel(R) Xeon(R) Processor","vendor":"GenuineIntel","family":"6","model":"167","stepping":"8","microcode":"0x1"}
            {"hardware":"topology","packages":1,"cores":2,"threads":2}
            {"hardware":"cache","level":3,"type":"unified","bytes":110100480,"line":64,"ways":15}
            {"hardware":"cache","level":2,"type":"unified","bytes":2097152,"line":64,"ways":16}
            {"hardware":"cache","level":1,"type":"instruction","bytes":32768,"line":64,"ways":8}
            {"hardware":"cache","level":1,"type":"data","bytes":49152,"line":64,"ways":12}
            {"hardware":"memory","total":25276502016,"available":24221462528,"swap":0,"swap-used":0}
            {"hardware":"load","one":6.85,"five":4.27,"fifteen":2.69}
            {"hardware":"end"}
            """;

    private static Hardware of(String run) {
        return Hardware.of(MachineFacts.machine("commands:\n  - run: perfdoctor-hardware\n" + run.indent(4), ""));
    }

    private static Hardware printed(String out) {
        return of("out: |\n" + out.indent(2));
    }

    @Test
    void aGuestIsReadToItsEnd() {
        Hardware guest = printed(GUEST);
        assertEquals("", guest.obstacle());
        assertEquals("167", guest.processor().model());
        assertEquals(OptionalInt.of(2), guest.topology().cores());
        assertEquals(new Cache(1, "data", 49152, OptionalInt.of(64), OptionalInt.of(12)), guest.caches().getFirst());
        assertEquals(3, guest.caches().getLast().level());
        assertEquals(OptionalLong.of(0), guest.memory().orElseThrow().swap());
        assertEquals(List.of(6.85, 4.27, 2.69), guest.load());
    }

    @Test
    void whatIsNotToldIsUnknownAndNotZero() {
        Hardware guest = printed(GUEST);
        assertEquals(new Machine("", ""), guest.machine());
        assertTrue(guest.celsius().isEmpty());
        assertEquals(List.of(), guest.power());
        assertTrue(printed("{\"hardware\":\"topology\",\"cores\":0,\"threads\":-1}").topology().cores().isEmpty());
    }

    @Test
    void aNameThatAMakerGivesAsTheVersionIsToldWithIt() {
        assertEquals("21HM (ThinkPad X1 Carbon Gen 11)", model("21HM (version: ThinkPad X1 Carbon Gen 11)"));
        assertEquals("XPS 13 9310", model("XPS 13 9310"));
    }

    @Test
    void whatMakersLeaveUnfilledIsNoModel() {
        assertEquals("", model("To Be Filled By O.E.M. (version: To Be Filled By O.E.M.)"));
        assertEquals("", model("System Product Name (version: System Version)"));
        assertEquals("Standard PC (Q35 + ICH9, 2009) (pc-q35-8.2)", model("Standard PC (Q35 + ICH9, 2009) (version: pc-q35-8.2)"));
        assertEquals("MS-7C56", model("MS-7C56 (version: 1.0)"));
    }

    private static String model(String product) {
        return printed("{\"hardware\":\"machine\",\"model\":\"" + product + "\"}").machine().model();
    }

    @Test
    void aBatteryHasAChargeAndMayHaveAState() {
        Hardware laptop = printed("""
                {"hardware":"power","name":"BAT0","charge":97,"state":"discharging"}
                {"hardware":"power","name":"BAT1","charge":0}
                {"hardware":"power","name":"BAT2","charge":1000}
                {"hardware":"temperature","celsius":54.50}
                {"hardware":"fan","rpm":2100}
                {"hardware":"end"}
                """);
        assertEquals(List.of(new Power("BAT0", 97, "discharging"), new Power("BAT1", 0, "")), laptop.power());
        assertEquals(54.5, laptop.celsius().orElseThrow());
        assertEquals(List.of(2100), laptop.fans());
    }

    @Test
    void whatCameBeforeASensorThatHangsIsKept() {
        Hardware cut = of("fails: timeout\nout: |\n  {\"hardware\":\"fan\",\"rpm\":2100}\n");
        assertEquals(List.of(2100), cut.fans());
        assertEquals("timeout", cut.obstacle());
    }

    @Test
    void garbledIsNotUnderstoodAndCutIsSaid() {
        assertEquals("nothing understood", printed("segmentation fault").obstacle());
        assertEquals("cut off before its end", printed("{\"hardware\":\"fan\",\"rpm\":2100}").obstacle());
    }

    @Test
    void absentDeniedAndNotCapturedAreTold() {
        assertEquals(Hardware.UNKNOWN, of("fails: not-found"));
        assertEquals("denied", of("fails: denied").obstacle());
        assertEquals(Hardware.UNKNOWN, Hardware.of(MachineFacts.machine("otherwise: not-captured\n", "")));
    }

    @Test
    void hostileTextsAreTextsOrNothing() {
        Hardware hostile = printed("""
                {"hardware":"cache","level":99999999999,"type":"data","bytes":1}
                {"hardware":"cache","level":1,"type":"\\u001b[31m","bytes":1}
                {"hardware":"load","one":NaN,"five":1e400,"fifteen":-1}
                {"hardware":"power","name":"x","charge":5,"state":"::error"}
                {"hardware":"end"}
                """);
        assertEquals(List.of(new Cache(1, "", 1, OptionalInt.empty(), OptionalInt.empty())), hostile.caches());
        assertEquals(List.of(), hostile.load());
        assertEquals(List.of(new Power("x", 5, "")), hostile.power());
    }
}
