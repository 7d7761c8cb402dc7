package dev.perfdoctor.hardware;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import oshi.hardware.CentralProcessor.ProcessorCache;
import oshi.hardware.CentralProcessor.ProcessorIdentifier;
import oshi.hardware.PowerSource;
import oshi.hardware.VirtualMemory;
import oshi.hardware.common.platform.linux.LinuxGlobalMemory;
import oshi.hardware.common.platform.linux.LinuxPowerSource;
import oshi.util.FileUtil;
import oshi.util.driver.linux.Devicetree;
import oshi.util.driver.linux.Sysfs;
import oshi.util.linux.SysPath;

/**
 * This machine's hardware as lines of flat JSON, what is unknown left out:
 *
 * <pre>
 * {"hardware":"machine","vendor":"LENOVO","model":"21HM (version: ThinkPad X1 Carbon Gen 11)"}
 * {"hardware":"processor","name":"13th Gen Intel(R) Core(TM) i7-13700H","vendor":"GenuineIntel","family":"6","model":"186","stepping":"2"}
 * {"hardware":"cache","level":1,"type":"data","bytes":49152,"line":64,"ways":12}
 * {"hardware":"end"}
 * </pre>
 *
 * <p>OSHI's own entry points are not used: {@code SystemInfo} loads JNA, which unpacks a library into {@code /tmp}, and its native-free twin
 * runs {@code getconf}, {@code lshw}, {@code dmidecode} and others by their names on PATH. The parts used here read procfs and sysfs alone.
 * Serial numbers, UUIDs and asset tags are never asked for.
 */
public final class Snapshot {
    private final Consumer<String> lines;

    private Snapshot(Consumer<String> lines) {
        this.lines = lines;
    }

    /** Tells the lines one by one; what may hang, a driver's sensors, comes last. A part that cannot be read is left out. */
    public static void tell(Consumer<String> lines) {
        System.setProperty("slf4j.internal.verbosity", "ERROR"); // or slf4j says on standard error that nobody wants OSHI's log
        new Snapshot(lines).all();
    }

    private void all() {
        List<Runnable> parts = List.of(
                this::machine, this::firmware, this::identity, this::topology, this::memory, this::load, this::power, this::sensors);
        for (Runnable part : parts) {
            try {
                part.run();
            } catch (RuntimeException | LinkageError unread) {
                // the others are told; what is missing is unknown to the reader, as it is here
            }
        }
        tell(Line.of("end"));
    }

    private void tell(Line line) {
        lines.accept(line.toString());
    }

    private void tellIfAny(Line line) {
        if (!line.isBare()) {
            tell(line);
        }
    }

    private void machine() {
        String model = Line.known(Sysfs.queryProductModel());
        tellIfAny(Line.of("machine")
                .text("vendor", Sysfs.querySystemVendor())
                .text("model", model.isEmpty() ? Devicetree.queryModel() : model));
    }

    private void firmware() {
        tellIfAny(Line.of("firmware")
                .text("vendor", Sysfs.queryBiosVendor())
                .text("version", Sysfs.queryBiosVersion(""))
                .text("date", Sysfs.queryBiosReleaseDate()));
    }

    private void identity() {
        ProcessorIdentifier processor = Processor.identity();
        tell(Line.of("processor")
                .text("name", processor.getName())
                .text("vendor", processor.getVendor())
                .text("family", processor.getFamily())
                .text("model", processor.getModel())
                .text("stepping", processor.getStepping())
                .text("microcode", Processor.microcode()));
    }

    private void topology() {
        Processor processor = new Processor();
        tell(Line.of("topology")
                .number("packages", processor.getPhysicalPackageCount())
                .number("cores", processor.getPhysicalProcessorCount())
                .number("threads", processor.getLogicalProcessorCount()));
        for (ProcessorCache cache : processor.getProcessorCaches()) {
            tell(Line.of("cache")
                    .number("level", cache.getLevel())
                    .text("type", cache.getType().name().toLowerCase(Locale.ROOT))
                    .number("bytes", cache.getCacheSize())
                    .number("line", cache.getLineSize())
                    .number("ways", cache.getAssociativity()));
        }
    }

    private void memory() {
        LinuxGlobalMemory memory = new LinuxGlobalMemory(4096); // the page size counts for paging rates alone, which nobody asks for
        if (memory.getTotal() > 0) {
            VirtualMemory swap = memory.getVirtualMemory();
            tell(Line.of("memory")
                    .number("total", memory.getTotal())
                    .number("available", memory.getAvailable())
                    .count("swap", swap.getSwapTotal())
                    .count("swap-used", swap.getSwapUsed()));
        }
    }

    private void load() {
        double[] load = new Processor().getSystemLoadAverage(3);
        if (load[0] >= 0) {
            tell(Line.of("load").decimal("one", load[0]).decimal("five", load[1]).decimal("fifteen", load[2]));
        }
    }

    private void power() {
        for (PowerSource source : LinuxPowerSource.getPowerSources()) {
            boolean ofTheMachine = !FileUtil.getStringFromFile(SysPath.POWER_SUPPLY + "/" + source.getName() + "/scope").equals("Device");
            double charge = source.getRemainingCapacityPercent();
            if (ofTheMachine && charge >= 0) {
                tell(Line.of("power")
                        .text("name", source.getName())
                        .count("charge", Math.round(charge * 100))
                        .text("state", source.isCharging() ? "charging" : source.isDischarging() ? "discharging" : ""));
            }
        }
    }

    private void sensors() {
        Sensors sensors = Sensors.of(SysPath.HWMON);
        if (sensors.cpuCelsius() > 0) {
            tell(Line.of("temperature").decimal("celsius", sensors.cpuCelsius()));
        }
        for (int rpm : sensors.fans()) {
            if (rpm > 0) {
                tell(Line.of("fan").number("rpm", rpm));
            }
        }
    }
}
