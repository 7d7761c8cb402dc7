package dev.perfdoctor.report;

import java.util.List;
import java.util.Optional;

/** The formats there are. A new one is a class, its name and a line; a class is loaded only when its format is asked for. */
public final class Formats {
    /** The default first. */
    private static final List<String> IDS = List.of("text", "json");

    private Formats() {}

    /** Their names, the default first. */
    public static List<String> ids() {
        return IDS;
    }

    /** The format of this name, or empty. */
    public static Optional<Format> named(String id) {
        return Optional.ofNullable(switch (id) {
            case "text" -> new TextReport();
            case "json" -> new JsonReport();
            default -> null;
        });
    }
}
