package dev.perfdoctor.report;

import dev.perfdoctor.facts.Headline;
import java.util.ArrayList;
import java.util.List;

/** The first line of a report: {@code perfdoctor 1.0.0 · Fedora 44 · Linux 7.1.3-200.fc44.x86_64 · Ryzen 9 9950X}. */
final class MachineLine {
    /** What a processor's name holds besides the name. */
    private static final List<String> NOISE = List.of("(R)", "(TM)", "(r)", "(tm)", "®", "™", " CPU", " Processor", "Intel Core ", "Intel ", "AMD ");

    private MachineLine() {}

    static void write(Headline host, Lines lines) {
        List<String> parts = new ArrayList<>();
        parts.add("perfdoctor " + Version.NUMBER);
        add(parts, system(host));
        add(parts, host.kernel().isEmpty() ? "" : "Linux " + host.kernel());
        add(parts, processor(host.cpu()));
        add(parts, confinement(host));
        StringBuilder line = new StringBuilder();
        for (String part : parts) { // broken at the dots, for a part is one thing
            String safe = lines.safe(part);
            if (!line.isEmpty() && Columns.of(line.toString()) + 3 + Columns.of(safe) > Lines.WIDTH) {
                lines.put(line.toString());
                line.setLength(0);
                line.append("  ").append(safe);
            } else {
                line.append(line.isEmpty() ? "" : lines.safe(" · ")).append(safe);
            }
        }
        lines.put(line.toString());
    }

    private static void add(List<String> parts, String part) {
        if (!part.isBlank()) {
            parts.add(part);
        }
    }

    /** Without code names: {@code Debian GNU/Linux 12 (bookworm)} is as good as its first three words. */
    private static String system(Headline host) {
        String name = host.osPrettyName().isBlank() ? (host.osId() + " " + host.osVersionId()).strip() : host.osPrettyName();
        int open = name.indexOf(" (");
        String plain = open > 0 && name.endsWith(")") ? name.substring(0, open) : name;
        return plain.endsWith(" LTS") ? plain.substring(0, plain.length() - " LTS".length()) : plain;
    }

    /** {@code 13th Gen Intel(R) Core(TM) i7-13700H} is told as {@code i7-13700H}. */
    static String processor(String model) {
        String name = model.strip();
        int clock = name.indexOf('@');
        name = clock > 0 ? name.substring(0, clock) : name;
        int generation = name.indexOf(" Gen ");
        name = generation > 0 ? name.substring(generation + " Gen ".length()) : name;
        int cores = name.indexOf("-Core");
        name = cores > 0 && name.lastIndexOf(' ', cores) > 0 ? name.substring(0, name.lastIndexOf(' ', cores)) : name;
        for (String noise : NOISE) {
            name = name.replace(noise, "");
        }
        while (name.contains("  ")) { // old processors fill their name up with blanks
            name = name.replace("  ", " ");
        }
        return name.strip();
    }

    private static String confinement(Headline host) {
        List<String> layers = new ArrayList<>();
        if (!host.container().equals("none") && !host.container().equals("unknown")) {
            layers.add(host.container() + " container");
        }
        if (!host.virtualization().equals("none") && !host.virtualization().equals("unknown")) {
            layers.add(host.virtualization().equals("vm-other") ? "virtual machine" : host.virtualization() + " guest");
        }
        return String.join(" in a ", layers);
    }
}
