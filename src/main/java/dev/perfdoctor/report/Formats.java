package dev.perfdoctor.report;

import java.util.List;
import java.util.Optional;

/** The formats there are: a new one is one class and one line here. */
public final class Formats {
    /** The default first. */
    private static final List<Format> ALL = List.of(new TextReport(), new JsonReport());

    private Formats() {}

    /** Their names, the default first. */
    public static List<String> ids() {
        return ALL.stream().map(Format::id).toList();
    }

    /** The format of this name, or empty. */
    public static Optional<Format> named(String id) {
        return ALL.stream().filter(f -> f.id().equals(id)).findFirst();
    }
}
