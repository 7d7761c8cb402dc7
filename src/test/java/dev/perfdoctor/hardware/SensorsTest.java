package dev.perfdoctor.hardware;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories as {@code /sys/class/hwmon} (Documentation/hwmon/sysfs-interface.rst): temperatures in millidegrees. */
final class SensorsTest {
    @TempDir
    private Path hwmon;

    private void driver(int number, String name, String file, String value) throws IOException {
        Path directory = Files.createDirectories(hwmon.resolve("hwmon" + number));
        Files.writeString(directory.resolve("name"), name + "\n");
        Files.writeString(directory.resolve(file), value + "\n");
    }

    private double celsius() {
        return Sensors.of(hwmon + "/").cpuCelsius();
    }

    @Test
    void theProcessorsDriverIsFoundAmongOthers() throws IOException {
        driver(0, "nvme", "temp1_input", "31850");
        driver(1, "coretemp", "temp1_input", "54000");
        assertEquals(54, celsius());
    }

    @Test
    void aDiskOrABoardIsNoProcessor() throws IOException {
        driver(0, "nvme", "temp1_input", "31850");
        driver(1, "acpitz", "temp1_input", "27800");
        assertEquals(0, celsius());
    }

    @Test
    void aSensorThatIsNotConnectedIsNotBelieved() throws IOException {
        driver(0, "k10temp", "temp1_input", "255875");
        assertEquals(0, celsius());
    }

    @Test
    void garbledAndMissingSensorsAreUnknown() throws IOException {
        assertEquals(0, celsius());
        assertArrayEquals(new int[0], Sensors.of(hwmon + "/").fans());
        driver(0, "coretemp", "temp1_input", "warm");
        assertEquals(0, celsius());
    }
}
