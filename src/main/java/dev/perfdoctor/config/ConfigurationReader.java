package dev.perfdoctor.config;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Configuration;
import dev.perfdoctor.api.Configuration.Cache;
import dev.perfdoctor.api.Configuration.Command;
import dev.perfdoctor.api.Configuration.Expectation;
import dev.perfdoctor.api.Configuration.KeyedOn;
import dev.perfdoctor.api.Configuration.Kind;
import dev.perfdoctor.api.Configuration.Target;
import dev.perfdoctor.engine.Waiver;
import dev.perfdoctor.facts.Condition;
import dev.perfdoctor.facts.HostPath;
import dev.perfdoctor.facts.Shell;
import dev.perfdoctor.input.Nearest;
import dev.perfdoctor.input.Section;
import dev.perfdoctor.input.Yaml;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Understands one configuration file. What is unknown or has the wrong form is refused with its place and what is allowed. */
final class ConfigurationReader {
    private static final List<String> KEYS = List.of("for", "targets", "commands", "expect", "waive", "skip");
    private static final List<String> EXPECTATIONS = List.of("kernel", "sysctl", "tools", "files", "file");

    private final List<String> checks;

    /** @param checks ids of all checks */
    ConfigurationReader(List<String> checks) {
        this.checks = List.copyOf(checks);
    }

    /**
     * What a file says; a file without a value says nothing.
     *
     * @param base the directory that relative paths start from
     */
    Settings read(String file, String text, String base) {
        if (text.lines().allMatch(line -> line.isBlank() || line.stripLeading().startsWith("#"))) {
            return new Settings(List.of(file), Set.of(), Set.of(), List.of(), Configuration.none());
        }
        Section all = Section.of(file, text).allowing(KEYS);
        return new Settings(
                List.of(file),
                asked(all),
                skipped(all),
                all.sections("waive").stream().map(this::waiver).toList(),
                new Configuration(
                        all.sections("targets").stream().map(s -> target(s, base)).toList(),
                        texts(all, "commands").stream().map(line -> command(all, line, base)).toList(),
                        all.section("expect").map(s -> new Expected(file, base, s).all()).orElse(List.of())));
    }

    /** A list of words; nothing after the key is an empty one. */
    private static List<String> texts(Section section, String key) {
        boolean nothing = section.value(key).filter(v -> v instanceof Yaml.Scalar scalar && scalar.isNothing()).isPresent();
        return nothing ? List.of() : section.texts(key).orElse(List.of());
    }

    private static Set<Activity> asked(Section all) {
        List<String> known = new ArrayList<>(Arrays.stream(Activity.values()).map(Activity::id).toList());
        known.add("all");
        EnumSet<Activity> asked = EnumSet.noneOf(Activity.class);
        for (String id : texts(all, "for")) {
            if (!known.contains(id)) {
                throw all.wrong("for", Nearest.complaint(id, known));
            }
            asked.addAll(Activity.named(id).map(Set::of).orElse(EnumSet.allOf(Activity.class)));
        }
        return asked;
    }

    private Set<String> skipped(Section all) {
        Set<String> ids = new LinkedHashSet<>(texts(all, "skip"));
        for (String id : ids) {
            if (!checks.contains(id)) {
                throw all.wrong("skip", Nearest.complaint(id, checks));
            }
        }
        return ids;
    }

    private Waiver waiver(Section waiver) {
        waiver.allowing(List.of("code", "reason", "until"));
        String code = required(waiver, "code", "a code such as pmu/counter-taken");
        String reason = required(waiver, "reason", "why this is accepted");
        String until = required(waiver, "until", "the last day it is accepted, such as 2027-01-31");
        int slash = code.indexOf('/');
        if (slash <= 0 || slash == code.length() - 1) {
            throw waiver.wrong("code", "'" + Nearest.shortened(code) + "' is not a code such as pmu/counter-taken");
        }
        if (!checks.contains(code.substring(0, slash))) {
            throw waiver.wrong("code", "the check " + Nearest.complaint(code.substring(0, slash), checks));
        }
        try {
            return new Waiver(code, reason, Optional.of(LocalDate.parse(until)));
        } catch (DateTimeException no) {
            throw waiver.wrong("until", "'" + Nearest.shortened(until) + "' is not a day such as 2027-01-31");
        }
    }

    private static String required(Section section, String key, String what) {
        String text = section.text(key).map(String::strip).orElseThrow(() -> section.wrong("has no " + key + ": (" + what + ")"));
        if (text.isEmpty()) {
            throw section.wrong(key, "is empty; " + what + " is wanted");
        }
        return text;
    }

    private static Target target(Section target, String base) {
        target.allowing(List.of("binary", "sources", "caches"));
        return new Target(
                HostPath.resolve(base, required(target, "binary", "the file of the program that will be measured")),
                texts(target, "sources").stream().map(source -> HostPath.resolve(base, source)).toList(),
                target.sections("caches").stream().map(cache -> cache(cache, base)).toList());
    }

    private static Cache cache(Section cache, String base) {
        cache.allowing(List.of("path", "keyed-on"));
        List<String> known = Arrays.stream(KeyedOn.values()).map(KeyedOn::id).toList();
        KeyedOn key = cache.choice("keyed-on", known).flatMap(KeyedOn::named).orElse(KeyedOn.MTIME);
        return new Cache(HostPath.resolve(base, required(cache, "path", "where the cache lies")), key);
    }

    private static Command command(Section all, String line, String base) {
        try {
            List<String> words = Shell.words(line);
            if (words.isEmpty()) {
                throw all.wrong("commands", "holds an empty command line");
            }
            return new Command(line.strip(), words, base);
        } catch (IllegalArgumentException unended) {
            throw all.wrong("commands", "'" + Nearest.shortened(line) + "': " + unended.getMessage());
        }
    }

    /** The section {@code expect:}. */
    private record Expected(String file, String base, Section section) {
        List<Expectation> all() {
            section.allowing(EXPECTATIONS);
            List<Expectation> all = new ArrayList<>();
            if (section.has("kernel")) {
                all.add(expectation(Kind.KERNEL, "kernel", section, "kernel"));
            }
            section.section("sysctl").ifPresent(sysctl -> sysctl.keys().forEach(key -> all.add(sysctl(sysctl, key))));
            section.section("tools").ifPresent(tools -> tools.keys().forEach(name -> all.add(tool(tools, name))));
            for (String key : List.of("files", "file")) {
                texts(section, key).forEach(path -> all.add(new Expectation(
                        Kind.FILE, HostPath.resolve(base, path), "", file + ":" + section.line(key))));
            }
            return all;
        }

        private Expectation sysctl(Section sysctl, String key) {
            boolean name = !key.isEmpty() && !key.contains("..") && !key.startsWith("/")
                    && key.chars().allMatch(c -> Character.isLetterOrDigit(c) || "_-.:/@".indexOf(c) >= 0); // it goes into a command to paste
            if (!name) {
                throw sysctl.wrong(key, "is not a sysctl's name such as kernel.perf_event_paranoid");
            }
            return expectation(Kind.SYSCTL, key, sysctl, key);
        }

        private Expectation tool(Section tools, String name) {
            boolean plain = !name.isEmpty() && !name.startsWith("-") && !name.startsWith(".")
                    && name.chars().allMatch(c -> Character.isLetterOrDigit(c) || "+-._".indexOf(c) >= 0);
            if (!plain) {
                throw tools.wrong(name, "is not the name of a program in PATH, such as valgrind");
            }
            boolean any = tools.textOrEmpty(name).strip().isEmpty() || tools.textOrEmpty(name).strip().equals("*");
            return any
                    ? new Expectation(Kind.TOOL, name, "", file + ":" + tools.line(name))
                    : expectation(Kind.TOOL, name, tools, name);
        }

        private Expectation expectation(Kind kind, String name, Section in, String key) {
            String wanted = in.text(key).orElseThrow().strip();
            try {
                Condition.parse(wanted);
            } catch (IllegalArgumentException no) {
                throw in.wrong(key, no.getMessage());
            }
            return new Expectation(kind, name, wanted, file + ":" + in.line(key));
        }
    }
}
