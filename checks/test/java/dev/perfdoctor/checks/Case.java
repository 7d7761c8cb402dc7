package dev.perfdoctor.checks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A machine file and what it expects to be said of it.
 *
 * <ul>
 *   <li>{@code for}: activities passed as {@code --for}; {@code arguments}: further ones
 *   <li>{@code diagnoses}: codes that must be reported ({@code a|b}: one of them; {@code check/*}: any of that check)
 *   <li>{@code without}: patterns that must not be; {@code only}: the only ones that may be
 *   <li>{@code worst}: the worst severity that may be reported: none, note, warning, error
 *   <li>{@code explains}: codes that a code must explain
 *   <li>{@code activities}: the state of each, or a list of states that are right; {@code exit} likewise
 *   <li>{@code unknowns}: checks that must be among the unknowns
 *   <li>{@code says}: regular expressions that the report's text must match; {@code never-says}: that no advice may
 * </ul>
 */
record Case(Path file, Map<?, ?> expect) {
    private static final List<String> KEYS = List.of(
            "for", "arguments", "diagnoses", "without", "only", "worst", "explains", "activities", "exit", "unknowns", "says",
            "never-says");
    private static final List<String> SEVERITIES = List.of("none", "note", "warning", "error");

    static Case read(Path file) throws IOException {
        Object document = new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
        Object expect = document instanceof Map<?, ?> machine ? machine.get("expect") : null;
        return new Case(file, expect instanceof Map<?, ?> map ? map : Map.of());
    }

    /** What is not as expected; empty when all is. */
    List<String> wrong() {
        Answer answer = run();
        if (many("exit").equals(List.of("2"))) { // a wrong input has no report, only a message
            boolean right = answer.exit() == 2 && !answer.err().isBlank();
            return right ? List.of() : List.of("exit " + answer.exit() + ", expected 2 and a message");
        }
        if (!answer.out().startsWith("{")) {
            return List.of("exit " + answer.exit() + ", no report: " + answer.err() + answer.out());
        }
        List<String> wrong = new ArrayList<>();
        unknownKeys(wrong);
        Json report = Json.parse(answer.out());
        if (expect.containsKey("exit") && !many("exit").contains(String.valueOf(answer.exit()))) {
            wrong.add("exit " + answer.exit() + ", expected " + expect.get("exit"));
        }
        diagnoses(report, wrong);
        explains(report, wrong);
        states(report, wrong);
        texts(report, wrong);
        return wrong;
    }

    private Answer run() {
        List<String> arguments = new ArrayList<>(List.of("check", "--from", file.toString(), "--format", "json"));
        if (!many("for").isEmpty()) {
            arguments.addAll(List.of("--for", String.join(",", many("for"))));
        }
        arguments.addAll(many("arguments"));
        return Answer.of(arguments);
    }

    /** A misspelt expectation would always hold. */
    private void unknownKeys(List<String> wrong) {
        expect.keySet().stream()
                .filter(key -> !KEYS.contains(String.valueOf(key)))
                .forEach(key -> wrong.add("expect: has no key " + key));
    }

    private void diagnoses(Json report, List<String> wrong) {
        List<Json> diagnoses = report.items("diagnoses");
        Set<String> codes = diagnoses.stream().map(d -> d.text("code")).collect(Collectors.toCollection(TreeSet::new));
        many("diagnoses").stream()
                .filter(code -> !matches(code, codes))
                .forEach(code -> wrong.add("missing " + code + " (reported: " + codes + ")"));
        many("without").stream().filter(code -> matches(code, codes)).forEach(code -> wrong.add("should not report " + code));
        if (expect.containsKey("only")) {
            codes.stream()
                    .filter(code -> many("only").stream().noneMatch(pattern -> matches(pattern, Set.of(code))))
                    .forEach(code -> wrong.add("should report nothing else: " + code));
        }
        if (expect.containsKey("worst")) {
            int limit = SEVERITIES.indexOf(String.valueOf(expect.get("worst")));
            diagnoses.stream()
                    .filter(d -> SEVERITIES.indexOf(d.text("severity")) > limit)
                    .forEach(d -> wrong.add("worse than " + expect.get("worst") + ": " + d.text("code")));
        }
    }

    private static boolean matches(String pattern, Collection<String> codes) {
        return Stream.of(pattern.split("\\|", -1))
                .anyMatch(p -> codes.stream()
                        .anyMatch(code -> p.endsWith("*") ? code.startsWith(p.substring(0, p.length() - 1)) : code.equals(p)));
    }

    private void explains(Json report, List<String> wrong) {
        map("explains").forEach((code, wanted) -> {
            Set<String> explained = new HashSet<>();
            report.items("diagnoses").stream()
                    .filter(d -> d.text("code").equals(code))
                    .forEach(d -> explained.addAll(d.texts("explains")));
            if (!explained.containsAll(many(wanted))) {
                wrong.add(code + " should explain " + wanted + ", explains " + explained);
            }
        });
    }

    private void states(Json report, List<String> wrong) {
        map("activities").forEach((activity, wanted) -> {
            String state = report.items("activities").stream()
                    .filter(a -> a.text("id").equals(activity))
                    .map(a -> a.text("state"))
                    .findFirst()
                    .orElse("not listed");
            if (!many(wanted).contains(state)) {
                wrong.add(activity + " is " + state + ", expected " + wanted);
            }
        });
        Set<String> unknown = report.items("unknowns").stream().map(u -> u.text("check")).collect(Collectors.toSet());
        many("unknowns").stream()
                .filter(check -> !unknown.contains(check))
                .forEach(check -> wrong.add(check + " should be among the unknowns"));
    }

    private void texts(Json report, List<String> wrong) {
        List<Json> diagnoses = report.items("diagnoses");
        List<Json> activities = report.items("activities");
        String text = Stream.concat(diagnoses.stream(), activities.stream()).flatMap(Json::strings).collect(Collectors.joining("\n"));
        String advice = Stream.concat(
                        diagnoses.stream().flatMap(d -> d.items("remediations").stream()).flatMap(Json::strings),
                        activities.stream().flatMap(a -> a.texts("recipe").stream()))
                .collect(Collectors.joining("\n"));
        many("says").stream()
                .filter(pattern -> !Pattern.compile(pattern).matcher(text).find())
                .forEach(pattern -> wrong.add("does not say /" + pattern + "/"));
        many("never-says").stream()
                .filter(pattern -> Pattern.compile(pattern).matcher(advice).find())
                .forEach(pattern -> wrong.add("advises /" + pattern + "/"));
    }

    private Map<String, Object> map(String key) {
        return expect.get(key) instanceof Map<?, ?> map
                ? map.entrySet().stream().collect(Collectors.toMap(e -> String.valueOf(e.getKey()), Map.Entry::getValue))
                : Map.of();
    }

    private List<String> many(String key) {
        return many(expect.get(key));
    }

    /** A single value is a list of one. */
    private static List<String> many(Object value) {
        if (value == null) {
            return List.of();
        }
        return value instanceof List<?> list ? list.stream().map(String::valueOf).toList() : List.of(String.valueOf(value));
    }
}
