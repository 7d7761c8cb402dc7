package dev.perfdoctor.cli;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Request;
import dev.perfdoctor.config.ConfigurationFiles;
import dev.perfdoctor.config.Settings;
import dev.perfdoctor.engine.Engine;
import dev.perfdoctor.engine.Judgement.FailOn;
import dev.perfdoctor.engine.Waiver;
import dev.perfdoctor.input.Nearest;
import dev.perfdoctor.input.WrongInput;
import dev.perfdoctor.report.Style.Detail;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What {@code perfdoctor check} was asked for, understood and found to make sense.
 *
 * @param machine whose checks are run
 * @param configuration the file that {@code --config} names
 * @param named the activities that {@code --for} names; empty when it was not given
 * @param request what the checks are told
 * @param options how they are run and judged
 * @param outputs where which document goes
 * @param timed whether to tell where the time went
 */
record CheckRequest(
        Machine machine,
        Optional<Path> configuration,
        Set<Activity> named,
        Request request,
        Engine.Options options,
        List<Output> outputs,
        Colours colours,
        Detail detail,
        boolean timed) {
    private static final List<String> FAIL_ON = Arrays.stream(FailOn.values())
            .map(f -> f.name().toLowerCase(Locale.ROOT))
            .toList();

    /**
     * Understands the words.
     *
     * @throws WrongInput for what is unknown or does not go together
     */
    static CheckRequest of(Arguments arguments, List<Check> checks) {
        List<String> ids = checks.stream().map(Check::id).toList();
        Engine.Options options = new Engine.Options(
                checks("--only", arguments, ids),
                checks("--skip", arguments, ids),
                "--skip",
                arguments.value("--timeout").map(t -> Durations.parse("--timeout", t)).orElse(Duration.ofSeconds(10)),
                arguments.choice("--fail-on", FAIL_ON)
                        .map(f -> FailOn.valueOf(f.toUpperCase(Locale.ROOT)))
                        .orElse(FailOn.ERROR),
                waivers(arguments, ids),
                detail(arguments) == Detail.ALL);
        Set<Activity> named = named(arguments);
        return new CheckRequest(
                Machine.of(arguments),
                arguments.value("--config").map(f -> path("--config", f)),
                named,
                new Request(Settings.none().askedBeside(named), arguments.values("--target"), pid(arguments), !arguments.has("--no-sudo")),
                options,
                Output.all(arguments.values("--format")),
                Colours.of(arguments),
                detail(arguments),
                arguments.has("--timings"));
    }

    /** All activities and the hardware, for who writes a machine down. */
    static CheckRequest everything(Arguments arguments, List<Check> checks) {
        CheckRequest usual = of(arguments, checks);
        Request asked = usual.request();
        Set<Activity> all = EnumSet.allOf(Activity.class);
        return new CheckRequest(
                usual.machine(),
                usual.configuration(),
                Set.copyOf(all),
                new Request(Set.copyOf(all), asked.targets(), asked.pid(), asked.sudo()),
                usual.options().withHardware(),
                usual.outputs(),
                usual.colours(),
                usual.detail(),
                usual.timed());
    }

    /** The same with what the configuration of that machine says: {@code --for} counts before {@code for:}, lists are joined. */
    CheckRequest on(Host host, List<Check> known) {
        List<String> checks = known.stream().map(Check::id).toList();
        Settings settings = configuration.isPresent()
                ? ConfigurationFiles.of(configuration.get(), host, checks)
                : ConfigurationFiles.of(host, checks);
        Request described = new Request(
                settings.askedBeside(named), request.targets(), request.pid(), request.sudo(), settings.described());
        return new CheckRequest(machine, configuration, named, described, settings.with(options), outputs, colours, detail, timed);
    }

    private static Set<Activity> named(Arguments arguments) {
        EnumSet<Activity> asked = EnumSet.noneOf(Activity.class);
        for (String id : arguments.items("--for")) {
            if (id.equals("all")) {
                asked.addAll(EnumSet.allOf(Activity.class));
            } else {
                asked.add(Activity.named(id).orElseThrow(() -> noActivity(id)));
            }
        }
        return Set.copyOf(asked);
    }

    private static WrongInput noActivity(String id) {
        List<String> known = Arrays.stream(Activity.values()).map(Activity::id).toList();
        return Arguments.unknown("--for", id, "is not an activity", withLast(known, "all"));
    }

    private static List<String> withLast(List<String> list, String last) {
        List<String> all = new java.util.ArrayList<>(list);
        all.add(last);
        return all;
    }

    private static Set<String> checks(String option, Arguments arguments, List<String> known) {
        Set<String> ids = new LinkedHashSet<>(arguments.items(option));
        for (String id : ids) {
            if (!known.contains(id)) {
                throw Arguments.unknown(option, id, "is not a check", known);
            }
        }
        return ids;
    }

    private static List<Waiver> waivers(Arguments arguments, List<String> checks) {
        List<String> codes = arguments.items("--waive");
        for (String code : codes) {
            int slash = code.indexOf('/');
            if (slash <= 0 || slash == code.length() - 1) {
                throw new WrongInput("--waive", "'" + Nearest.shortened(code) + "' is not a code such as pmu/counter-taken");
            }
            String check = code.substring(0, slash);
            if (!checks.contains(check)) {
                throw Arguments.unknown("--waive", check, "is not a check", checks);
            }
        }
        return codes.stream().map(code -> new Waiver(code, "", Optional.empty())).toList();
    }

    private static OptionalInt pid(Arguments arguments) {
        Optional<String> text = arguments.value("--pid");
        if (text.isEmpty()) {
            return OptionalInt.empty();
        }
        String digits = text.get();
        // PID_MAX_LIMIT is 4194304 (include/linux/threads.h)
        boolean number = digits.length() <= 7 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        int pid = number ? Integer.parseInt(digits) : 0;
        if (pid < 1 || pid > 4_194_304) {
            throw new WrongInput("--pid", "'" + Nearest.shortened(digits) + "' is not the number of a process, 1 to 4194304");
        }
        return OptionalInt.of(pid);
    }

    private static Detail detail(Arguments arguments) {
        boolean all = arguments.has("--verbose");
        boolean little = arguments.has("--quiet");
        if (all && little) {
            throw new WrongInput("--verbose", "does not go together with --quiet");
        }
        return all ? Detail.ALL : little ? Detail.LITTLE : Detail.USUAL;
    }

    /** The machine to examine. */
    sealed interface Machine {
        /** The one the program runs on. */
        record Live() implements Machine {}

        /** One written down in a file. */
        record InFile(Path file) implements Machine {}

        /** A directory that holds the files of one. */
        record InTree(Path root) implements Machine {}

        private static Machine of(Arguments arguments) {
            Optional<String> from = arguments.value("--from");
            Optional<String> root = arguments.value("--root");
            if (from.isPresent() && root.isPresent()) {
                throw new WrongInput("--from", "does not go together with --root: one machine is examined at a time");
            }
            return from.<Machine>map(f -> new InFile(path("--from", f)))
                    .or(() -> root.map(r -> new InTree(path("--root", r))))
                    .orElseGet(Live::new);
        }
    }

    /** A path of this machine. */
    static Path path(String option, String name) {
        try {
            return Path.of(name);
        } catch (java.nio.file.InvalidPathException no) {
            throw new WrongInput(option, "'" + Nearest.shortened(name) + "' cannot be a path here: " + no.getReason());
        }
    }
}
