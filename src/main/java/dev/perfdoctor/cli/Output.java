package dev.perfdoctor.cli;

import dev.perfdoctor.input.WrongInput;
import dev.perfdoctor.report.Format;
import dev.perfdoctor.report.Formats;
import dev.perfdoctor.report.JsonSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A document and where it goes.
 *
 * @param format empty for the schema, which needs no report
 * @param file empty for standard output
 */
record Output(Optional<Format> format, Optional<Path> file) {
    /** What the values of {@code --format} ask for; the default format on standard output when there are none. */
    static List<Output> all(List<String> values) {
        List<Output> outputs = values.isEmpty() ? List.of(of(Formats.ids().getFirst())) : values.stream().map(Output::of).toList();
        List<Output> here = outputs.stream().filter(o -> o.file().isEmpty()).toList();
        if (here.size() > 1) {
            throw new WrongInput(
                    "--format",
                    "only one document can go to standard output, not both " + here.get(0).id() + " and " + here.get(1).id() + "; "
                            + here.get(1).id() + "=FILE writes it to a file");
        }
        return outputs;
    }

    private static Output of(String value) {
        int equals = value.indexOf('=');
        String id = equals < 0 ? value : value.substring(0, equals);
        String file = equals < 0 ? "-" : value.substring(equals + 1);
        if (file.isEmpty()) {
            throw new WrongInput("--format", "'" + id + "=' names no file");
        }
        Optional<Format> format = Formats.named(id);
        if (format.isEmpty() && !id.equals(JsonSchema.ID)) {
            throw Arguments.unknown("--format", id, "is not a format", known());
        }
        return new Output(format, file.equals("-") ? Optional.empty() : Optional.of(CheckRequest.path("--format", file)));
    }

    private static List<String> known() {
        List<String> known = new ArrayList<>(Formats.ids());
        known.add(JsonSchema.ID);
        return known;
    }

    String id() {
        return format.map(Format::id).orElse(JsonSchema.ID);
    }
}
