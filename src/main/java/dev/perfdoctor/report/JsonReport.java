package dev.perfdoctor.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.perfdoctor.api.Diagnosis;
import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Remediation;
import dev.perfdoctor.engine.Report;
import dev.perfdoctor.engine.Report.ActivityReport;
import dev.perfdoctor.engine.Report.CheckReport;
import dev.perfdoctor.engine.Report.Judged;
import dev.perfdoctor.engine.Report.Unknown;
import dev.perfdoctor.engine.Report.Waived;
import dev.perfdoctor.engine.Timings;
import dev.perfdoctor.facts.CoreMap;
import dev.perfdoctor.facts.CpuList;
import dev.perfdoctor.facts.Headline;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The report for programs: schema version 1, described by the schema that {@link JsonSchema} holds. The same in every locale. */
final class JsonReport implements Format {
    @Override
    public String id() {
        return "json";
    }

    @Override
    public String write(Report report, Style style) {
        StringWriter document = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(document)) {
            // Not the system's line separator, and one value a line, so that diff(1) shows what changed.
            DefaultIndenter lines = new DefaultIndenter("  ", "\n");
            json.setPrettyPrinter(new DefaultPrettyPrinter().withArrayIndenter(lines).withObjectIndenter(lines));
            json.setCharacterEscapes(new JsonEscapes());
            if (!style.unicode()) {
                json.setHighestNonEscapedChar(0x7f);
            }
            new Writing(json).report(report);
        } catch (IOException impossible) { // a StringWriter takes everything
            throw new UncheckedIOException(impossible);
        }
        // Within a string a backslash before this one is itself escaped, so the replacement is always an escape of its own.
        return document.toString().replace("##[", "\\u0023#[").replace("##vso[", "\\u0023#vso[") + "\n";
    }

    /** The keys in the order of the design. */
    private static final class Writing extends JsonPieces {
        Writing(JsonGenerator json) {
            super(json);
        }

        void report(Report report) throws IOException {
            object(() -> {
                text("schemaVersion", "1");
                object("tool", () -> {
                    text("name", "perfdoctor");
                    text("version", Version.NUMBER);
                });
                object("host", () -> {
                    host(report.host());
                    if (report.hardware().isPresent()) {
                        new HardwareJson(json).write(report.hardware().get());
                    }
                });
                texts("askedFor", report.askedFor(), a -> a.id());
                text("verdict", report.verdict().id());
                array("activities", report.activities(), this::activity);
                array("diagnoses", report.diagnoses(), this::diagnosis);
                array("checks", report.checks(), this::check);
                array("unknowns", report.unknowns(), this::unknown);
                texts("commands", report.commands());
                millis(report.millis());
                if (!report.timings().isEmpty()) {
                    array("timings", report.timings(), this::timing);
                }
            });
        }

        private void host(Headline host) throws IOException {
            text("source", host.source());
            object("os", () -> {
                text("id", host.osId());
                text("versionId", host.osVersionId());
                text("prettyName", host.osPrettyName());
            });
            text("kernel", host.kernel());
            text("architecture", host.architecture());
            text("cpu", host.cpu());
            text("virtualization", host.virtualization());
            text("container", host.container());
            array("cores", host.cores().kinds(), this::kind);
            text("offline", CpuList.format(host.cores().offline()));
        }

        private void kind(CoreMap.Kind kind) throws IOException {
            text("kind", kind.name());
            text("pmu", kind.pmu());
            text("cpus", CpuList.format(kind.cpus()));
            text("allowed", CpuList.format(kind.allowed()));
            texts("threads", kind.cores(), CpuList::format);
        }

        private void activity(ActivityReport activity) throws IOException {
            text("id", activity.activity().id());
            text("state", activity.state().id());
            texts("because", activity.because());
            texts("recipe", activity.recipe());
            text("detail", activity.detail());
        }

        private void diagnosis(Judged judged) throws IOException {
            Diagnosis diagnosis = judged.diagnosis();
            text("code", diagnosis.code());
            text("check", diagnosis.check());
            text("severity", judged.severity().id());
            object("effects", () -> {
                for (var effect : diagnosis.effects().entrySet().stream().sorted(Map.Entry.comparingByKey()).toList()) {
                    text(effect.getKey().id(), effect.getValue().id());
                }
            });
            text("summary", diagnosis.summary());
            text("explanation", diagnosis.explanation());
            array("evidence", diagnosis.evidence(), this::evidence);
            array("remediations", diagnosis.remediations(), this::remediation);
            texts("explains", judged.explains());
            waived(judged.waived());
            texts("links", List.of("perfdoctor explain " + diagnosis.code()));
        }

        private void evidence(Evidence evidence) throws IOException {
            text("source", evidence.source());
            text("observed", evidence.observed());
        }

        private void remediation(Remediation remediation) throws IOException {
            text("title", Sentences.title(remediation.title(), remediation.after()));
            text("kind", remediation.kind().id());
            text("where", remediation.where().id());
            json.writeBooleanField("root", remediation.root());
            texts("commands", remediation.commands());
            texts("manual", remediation.manual());
            texts("undo", remediation.undo());
            text("risk", remediation.risk());
        }

        private void waived(Optional<Waived> waived) throws IOException {
            if (waived.isEmpty()) {
                json.writeNullField("waived");
                return;
            }
            object("waived", () -> {
                text("reason", waived.get().waiver().reason());
                if (waived.get().waiver().until().isPresent()) {
                    text("until", waived.get().waiver().until().get().toString());
                } else {
                    json.writeNullField("until");
                }
                json.writeBooleanField("expired", waived.get().expired());
            });
        }

        private void check(CheckReport check) throws IOException {
            text("id", check.id());
            text("status", check.status().id());
            text("reason", check.reason());
            texts("healthy", check.healthy());
            millis(check.millis());
        }

        private void unknown(Unknown unknown) throws IOException {
            text("check", unknown.check());
            text("what", unknown.what());
            text("why", unknown.why());
            text("source", unknown.source());
            texts("about", unknown.about().stream().sorted().toList(), a -> a.id());
        }

        private void timing(Timings.Row row) throws IOException {
            text("kind", row.kind().id());
            text("name", row.name());
            json.writeNumberField("count", row.count());
            json.writeNumberField("averageMillis", rounded(row.average(), 1000));
            json.writeNumberField("totalMillis", rounded(row.millis(), 1000));
            json.writeNumberField("share", rounded(row.share(), 1000));
        }

        private static double rounded(double number, int parts) {
            return (double) Math.round(number * parts) / parts;
        }

        private void millis(double millis) throws IOException {
            json.writeNumberField("millis", rounded(millis, 10));
        }
    }
}
