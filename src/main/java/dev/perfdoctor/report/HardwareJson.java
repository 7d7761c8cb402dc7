package dev.perfdoctor.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.perfdoctor.facts.Hardware;
import dev.perfdoctor.facts.Hardware.Cache;
import dev.perfdoctor.facts.Hardware.Memory;
import dev.perfdoctor.facts.Hardware.Power;
import java.io.IOException;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The {@code hardware} object of a JSON report that tells all: a key that is missing is not known. */
final class HardwareJson extends JsonPieces {
    HardwareJson(JsonGenerator json) {
        super(json);
    }

    void write(Hardware hardware) throws IOException {
        object("hardware", () -> {
            machine(hardware);
            object("processor", () -> processor(hardware.processor(), hardware.topology()));
            array("caches", hardware.caches(), this::cache);
            if (hardware.memory().isPresent()) {
                object("memory", () -> memory(hardware.memory().get()));
            }
            fares(hardware);
            known("unread", hardware.obstacle());
        });
    }

    private void machine(Hardware hardware) throws IOException {
        object("machine", () -> {
            known("vendor", hardware.machine().vendor());
            known("model", hardware.machine().model());
        });
        object("firmware", () -> {
            known("vendor", hardware.firmware().vendor());
            known("version", hardware.firmware().version());
            known("date", hardware.firmware().date());
        });
    }

    private void processor(Hardware.Processor processor, Hardware.Topology topology) throws IOException {
        known("name", processor.name());
        known("vendor", processor.vendor());
        known("family", processor.family());
        known("model", processor.model());
        known("stepping", processor.stepping());
        known("microcode", processor.microcode());
        known("sockets", topology.packages());
        known("cores", topology.cores());
        known("threads", topology.threads());
    }

    private void cache(Cache cache) throws IOException {
        json.writeNumberField("level", cache.level());
        known("type", cache.type());
        json.writeNumberField("bytes", cache.bytes());
        known("lineBytes", cache.line());
        known("ways", cache.ways());
    }

    private void memory(Memory memory) throws IOException {
        json.writeNumberField("totalBytes", memory.total());
        known("availableBytes", memory.available());
        known("swapBytes", memory.swap());
        known("swapUsedBytes", memory.swapUsed());
    }

    private void fares(Hardware hardware) throws IOException {
        json.writeArrayFieldStart("load");
        for (double average : hardware.load()) {
            json.writeNumber(average);
        }
        json.writeEndArray();
        if (hardware.celsius().isPresent()) {
            json.writeNumberField("celsius", hardware.celsius().getAsDouble());
        }
        json.writeArrayFieldStart("fansRpm");
        for (int rpm : hardware.fans()) {
            json.writeNumber(rpm);
        }
        json.writeEndArray();
        array("power", hardware.power(), this::power);
    }

    private void power(Power source) throws IOException {
        known("name", source.name());
        json.writeNumberField("percent", source.percent());
        known("state", source.state());
    }

    private void known(String key, String value) throws IOException {
        if (!value.isEmpty()) {
            text(key, value);
        }
    }

    private void known(String key, OptionalInt value) throws IOException {
        if (value.isPresent()) {
            json.writeNumberField(key, value.getAsInt());
        }
    }

    private void known(String key, OptionalLong value) throws IOException {
        if (value.isPresent()) {
            json.writeNumberField(key, value.getAsLong());
        }
    }
}
