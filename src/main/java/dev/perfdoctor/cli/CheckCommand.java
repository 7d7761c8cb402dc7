package dev.perfdoctor.cli;

import dev.perfdoctor.api.Host;
import dev.perfdoctor.engine.Engine;
import dev.perfdoctor.engine.Report;
import dev.perfdoctor.engine.Timings;
import dev.perfdoctor.report.Format;
import dev.perfdoctor.report.JsonSchema;
import dev.perfdoctor.report.Style;
import dev.perfdoctor.report.Version;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** {@code perfdoctor check}: what can be measured on this machine, what cannot and why. */
final class CheckCommand implements Command {
    private static final int WRONG_USE = 2;

    @Override
    public String name() {
        return "check";
    }

    @Override
    public String summary() {
        return "what can be measured on this machine, what cannot, what mends it";
    }

    @Override
    public Syntax syntax() {
        return Syntax.of(List.of(
                Option.many("--for", "LIST", "activities to judge: stat, record, call-graph, system-wide, tracepoints, valgrind, timing,"
                        + " or all; usually stat,record,call-graph,valgrind"),
                Option.many("--only", "LIST", "run these checks alone"),
                Option.many("--skip", "LIST", "leave these checks out; the report names them"),
                Option.many("--target", "PATH", "a program that will be measured: its symbols, unwind tables and age are examined too"),
                Option.one("--pid", "PID", "a process that will be measured"),
                Option.many("--waive", "CODE", "accept this diagnosis: it is told, and does not fail the run"),
                Option.many("--format", "F[=FILE]", "text, json, or json-schema for the schema of that; with FILE into that file"),
                Option.one("--fail-on", "SEVERITY", "what makes the exit status 1: error (usual), warning, note or never"),
                Option.one("--timeout", "DURATION", "for the whole run, such as 500ms or 1m; usually 10s"),
                Option.one("--from", "FILE", "examine the machine in this machine file instead of this one"),
                Option.one("--root", "DIR", "examine the machine whose files are below this directory"),
                Option.one("--config", "FILE", "this configuration file instead of .perfdoctor.yaml and those of the user and the system"),
                Option.flag("never ask sudo what it allows (sudo -n -l)", "--no-sudo"),
                Option.flag("tell where the time went; PERFDOCTOR_TIMING=1 does too", "--timings"),
                Option.one("--color", "WHEN", "auto (usual), always or never"),
                Option.flag("tell the hardware, notes in full, what was looked at and what was run", "--verbose", "-v"),
                Option.flag("tell the verdict alone", "--quiet", "-q"),
                Option.flag("the version", "--version")));
    }

    @Override
    public String more() {
        return """
                Examples:
                  perfdoctor                         may I measure what people usually measure?
                  perfdoctor --for all -v            everything, and what was looked at
                  perfdoctor --for stat --target ./app --format json=report.json
                  perfdoctor --from machine.yaml     another machine, from its machine file

                Exit status:
                  0  nothing stands in the way of what was asked for
                  1  something does (--fail-on sets the bar)
                  2  the command line or an input file is wrong, or the output cannot be written
                  3  inconclusive: a question that matters could not be answered
                """;
    }

    @Override
    public int run(Arguments arguments, Surroundings around) {
        if (arguments.has("--version")) {
            around.print("perfdoctor " + Version.NUMBER + "\n");
            return 0;
        }
        Engine engine = around.engine().get();
        CheckRequest asked = CheckRequest.of(arguments, engine.checks());
        if (asked.outputs().stream().allMatch(o -> o.format().isEmpty())) {
            return written(asked, Optional.empty(), around) ? 0 : WRONG_USE;
        }
        Host host = Machines.open(asked);
        try {
            Report report = asked.timed() || around.isSet("PERFDOCTOR_TIMING")
                    ? timed(engine, host, asked, around)
                    : examined(engine, host, asked);
            return written(asked, Optional.of(report), around) ? report.exit() : WRONG_USE;
        } finally {
            Machines.close(host);
        }
    }

    private static Report examined(Engine engine, Host host, CheckRequest asked) {
        CheckRequest whole = asked.on(host, engine.checks());
        return engine.run(host, whole.request(), whole.options());
    }

    /** The documents are made twice, for what making them takes is in them. */
    private static Report timed(Engine engine, Host host, CheckRequest asked, Surroundings around) {
        Surroundings.Begin begin = around.begin();
        Timings timings = new Timings(begin.launched());
        if (begin.launched() != begin.entered()) {
            timings.endPhase("start of Java", begin.entered());
        }
        timings.endPhase("command line, opening the machine");
        Report report = examined(engine, timings.watching(host), asked);
        timings.endPhase("examination");
        asked.outputs().forEach(o -> document(o, Optional.of(report), Style.ofFile(asked.detail())));
        timings.endPhase("report");
        return timings.in(report);
    }

    /** Files first: what is wrong with one is said before a long document scrolls it away. */
    private static boolean written(CheckRequest asked, Optional<Report> report, Surroundings around) {
        boolean all = true;
        for (Output output : asked.outputs()) {
            if (output.file().isPresent()) {
                all &= toFile(output.file().get(), document(output, report, Style.ofFile(asked.detail())), around);
            }
        }
        for (Output output : asked.outputs()) {
            if (output.file().isEmpty()) {
                around.print(document(output, report, new Style(around.unicode(), asked.colours().wanted(around), asked.detail())));
            }
        }
        return all;
    }

    private static String document(Output output, Optional<Report> report, Style style) {
        Optional<Format> format = output.format();
        return format.isEmpty() ? JsonSchema.document() : format.get().write(report.orElseThrow(), style);
    }

    private static boolean toFile(Path file, String document, Surroundings around) {
        try {
            Files.write(file, document.getBytes(StandardCharsets.UTF_8));
            return true;
        } catch (IOException e) {
            around.complain(file + " cannot be written: " + Reasons.of(e));
            return false;
        }
    }
}
