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
record HardwareJson(JsonGenerator json) {
    void write(Hardware hardware) throws IOException {
        json.writeObjectFieldStart("hardware");
        machine(hardware);
        processor(hardware.processor(), hardware.topology());
        caches(hardware);
        if (hardware.memory().isPresent()) {
            memory(hardware.memory().get());
        }
        fares(hardware);
        text("unread", hardware.obstacle());
        json.writeEndObject();
    }

    private void machine(Hardware hardware) throws IOException {
        json.writeObjectFieldStart("machine");
        text("vendor", hardware.machine().vendor());
        text("model", hardware.machine().model());
        json.writeEndObject();
        json.writeObjectFieldStart("firmware");
        text("vendor", hardware.firmware().vendor());
        text("version", hardware.firmware().version());
        text("date", hardware.firmware().date());
        json.writeEndObject();
    }

    private void processor(Hardware.Processor processor, Hardware.Topology topology) throws IOException {
        json.writeObjectFieldStart("processor");
        text("name", processor.name());
        text("vendor", processor.vendor());
        text("family", processor.family());
        text("model", processor.model());
        text("stepping", processor.stepping());
        text("microcode", processor.microcode());
        number("sockets", topology.packages());
        number("cores", topology.cores());
        number("threads", topology.threads());
        json.writeEndObject();
    }

    private void caches(Hardware hardware) throws IOException {
        json.writeArrayFieldStart("caches");
        for (Cache cache : hardware.caches()) {
            json.writeStartObject();
            json.writeNumberField("level", cache.level());
            text("type", cache.type());
            json.writeNumberField("bytes", cache.bytes());
            number("lineBytes", cache.line());
            number("ways", cache.ways());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void memory(Memory memory) throws IOException {
        json.writeObjectFieldStart("memory");
        json.writeNumberField("totalBytes", memory.total());
        number("availableBytes", memory.available());
        number("swapBytes", memory.swap());
        number("swapUsedBytes", memory.swapUsed());
        json.writeEndObject();
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
        json.writeArrayFieldStart("power");
        for (Power source : hardware.power()) {
            json.writeStartObject();
            text("name", source.name());
            json.writeNumberField("percent", source.percent());
            text("state", source.state());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void text(String key, String value) throws IOException {
        if (!value.isEmpty()) {
            json.writeStringField(key, JsonReport.whole(value));
        }
    }

    private void number(String key, OptionalInt value) throws IOException {
        if (value.isPresent()) {
            json.writeNumberField(key, value.getAsInt());
        }
    }

    private void number(String key, OptionalLong value) throws IOException {
        if (value.isPresent()) {
            json.writeNumberField(key, value.getAsLong());
        }
    }
}
