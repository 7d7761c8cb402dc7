package dev.perfdoctor.hardware;

import java.lang.reflect.Constructor;
import oshi.util.GlobalConfig;

/**
 * OSHI's sensors of one hwmon class directory. Its own entry asks {@code vcgencmd} first, by name on PATH; the constructor that does not is
 * not public, and is opened here.
 *
 * @param cpuCelsius 0 where no driver of a processor tells
 * @param fans revolutions per minute; 0 for one that stands
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Sensors(double cpuCelsius, int[] fans) {
    /** Drivers whose first temperature is the processor's. OSHI would also take the board's (acpitz) and, failing all, the first thermal zone. */
    private static final String PROCESSORS = "coretemp,k10temp,zenpower,k8temp,via-cputemp,cpu_thermal";

    /** Hotter than any processor runs: a sensor that is not connected. */
    private static final double HOTTEST = 150;

    static Sensors of(String hwmon) {
        GlobalConfig.set("oshi.os.linux.sensors.hwmon.names", PROCESSORS);
        try {
            Constructor<?> quiet = Class.forName("oshi.hardware.common.platform.linux.LinuxSensors")
                    .getDeclaredConstructor(String.class, String.class, boolean.class);
            quiet.setAccessible(true);
            var sensors = (oshi.hardware.Sensors) quiet.newInstance(hwmon + "hwmon", "/nonexistent/thermal_zone", false);
            double celsius = sensors.getCpuTemperature();
            return new Sensors(celsius < HOTTEST ? celsius : 0, sensors.getFanSpeeds());
        } catch (ReflectiveOperationException another) {
            throw new IllegalStateException("OSHI's sensors are not as they were in 7.5.0", another);
        }
    }
}
