package dev.perfdoctor.image;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** A JSON report, as far as the tests of the image read it. */
record Diagnosed(Map<?, ?> report) {
    private static final List<String> PERF = List.of("stat", "record", "call-graph", "system-wide", "tracepoints");

    /** JSON is YAML. */
    static Diagnosed of(String json) {
        return new Diagnosed((Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(json));
    }

    private List<Map<?, ?>> diagnoses() {
        List<Map<?, ?>> all = new ArrayList<>();
        ((List<?>) report.get("diagnoses")).forEach(d -> all.add((Map<?, ?>) d));
        return all;
    }

    /** Sorted. */
    List<String> codes() {
        return diagnoses().stream().map(d -> d.get("code").toString()).sorted().toList();
    }

    /** Each with its summary and effects, sorted. */
    List<String> told() {
        return diagnoses().stream().map(d -> d.get("code") + ": " + d.get("summary") + " " + d.get("effects")).sorted().toList();
    }

    /** Whether perf can do each of these at all; counters aside, for a virtual machine may have none: what {@code pmu} says blocks nothing. */
    Map<String, Boolean> works() {
        Map<String, Boolean> works = new TreeMap<>();
        PERF.forEach(a -> works.put(a, true));
        for (Map<?, ?> diagnosis : diagnoses()) {
            ((Map<?, ?>) diagnosis.get("effects")).forEach((activity, effect) -> {
                if (effect.equals("blocked") && works.containsKey(activity) && !diagnosis.get("check").equals("pmu")) {
                    works.put(activity.toString(), false);
                }
            });
        }
        return works;
    }
}
