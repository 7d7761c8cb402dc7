package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Stat;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Compiled Python modules that are of another source than the one beside them (PEP 3147, PEP 552). Python compares time and size with its
 * header and compiles again; a module that was compiled {@code --invalidation-mode unchecked-hash} it takes as it is.
 *
 * @param stale those that will be compiled at the next run
 * @param unchecked those that are taken although their source is later
 */
public record PythonCode(List<Module> stale, List<Module> unchecked) {
    private static final int MOST_DIRECTORIES = 60;
    private static final int MOST_MODULES = 2_000;

    /**
     * A compiled module.
     *
     * @param everyRun whether Python cannot keep the new one: the directory may not be written, or the environment says so
     */
    public record Module(String file, String source, boolean everyRun, Evidence evidence) {}

    /** Those of this run: around targets that are Python scripts, and of a Python project in the working directory. */
    public static PythonCode of(Facts facts) {
        return facts.once(PythonCode.class, PythonCode::find);
    }

    /** Whether a target is a Python script. */
    public static boolean isScript(Facts facts, Targets.Target target) {
        return switch (TargetFile.of(facts, target)) {
            case TargetFile.Script script -> script.interpreter().startsWith("python");
            case TargetFile.Other _ -> target.path().endsWith(".py");
            case TargetFile.Program _, TargetFile.OtherSystem _, TargetFile.Nothing _, TargetFile.Unclear _ -> false;
        };
    }

    private static PythonCode find(Facts facts) {
        Host host = facts.host();
        Set<String> starts = new LinkedHashSet<>();
        Targets.of(facts).all().stream().filter(t -> isScript(facts, t)).forEach(t -> starts.add(HostPath.parent(t.path())));
        String directory = host.identity().directory();
        List<String> names = directory.isEmpty() ? List.of() : host.listKnown(directory).orElse(List.of());
        if (names.contains("pyproject.toml") || names.contains("setup.py") || names.contains("__pycache__")) {
            starts.add(directory);
        }
        List<Module> stale = new ArrayList<>();
        List<Module> unchecked = new ArrayList<>();
        for (String start : starts) {
            for (String folder : packages(host, start)) {
                modules(facts, folder, stale, unchecked);
            }
        }
        return new PythonCode(List.copyOf(stale), List.copyOf(unchecked));
    }

    /** The start and the packages below it, those that hold {@code __pycache__}. */
    private static List<String> packages(Host host, String start) {
        List<String> found = new ArrayList<>();
        List<String> level = List.of(start);
        for (int depth = 0; depth < 4 && !level.isEmpty() && found.size() < MOST_DIRECTORIES; depth++) {
            List<String> next = new ArrayList<>();
            for (String folder : level) {
                List<String> names = host.listKnown(folder).orElse(List.of());
                if (names.contains("__pycache__")) {
                    found.add(folder);
                }
                names.stream()
                        .filter(n -> n.indexOf('.') < 0 && !n.equals("__pycache__") && !n.equals("venv") && !n.equals("node_modules"))
                        .map(n -> HostPath.resolve(folder, n))
                        .filter(p -> host.lstat(p) instanceof Present<Stat> s && s.value().isDirectory())
                        .limit(MOST_DIRECTORIES)
                        .forEach(next::add);
            }
            level = next;
        }
        return found;
    }

    /** A source may have a compiled module for each Python that ran it; it is stale where none of them fits. */
    private static void modules(Facts facts, String folder, List<Module> stale, List<Module> unchecked) {
        Host host = facts.host();
        String cache = folder + "/__pycache__";
        List<String> compiled = host.listKnown(cache).orElse(List.of());
        Set<String> names = new LinkedHashSet<>();
        compiled.stream().limit(MOST_MODULES).filter(n -> n.endsWith(".pyc") && n.indexOf('.') > 0).forEach(n -> names.add(n.substring(0, n.indexOf('.'))));
        boolean everyRun = host.identity().variable("PYTHONDONTWRITEBYTECODE").isPresent()
                || host.stat(cache) instanceof Present<Stat> s && !Permissions.mayWrite(facts, s.value());
        for (String name : names) {
            String source = folder + "/" + name + ".py";
            if (host.stat(source) instanceof Present<Stat> stat && stat.value().mtime().isPresent()) {
                List<Module> bad = new ArrayList<>();
                boolean fits = false;
                for (String file : compiled.stream().filter(n -> n.startsWith(name + ".") && n.endsWith(".pyc")).toList()) {
                    Optional<Header> header = header(host, cache + "/" + file);
                    fits |= header.isEmpty() || header.get().fits(stat.value());
                    header.filter(h -> !h.fits(stat.value())).ifPresent(h -> bad.add(
                            new Module(cache + "/" + file, source, everyRun, new Evidence(cache + "/" + file, h.shown()))));
                    header.filter(h -> h.isUnchecked() && laterThan(host, cache + "/" + file, stat.value()))
                            .ifPresent(h -> unchecked.add(new Module(cache + "/" + file, source, true, new Evidence(cache + "/" + file, h.shown()))));
                }
                if (!fits && !bad.isEmpty()) {
                    stale.add(bad.getFirst());
                }
            }
        }
    }

    private static boolean laterThan(Host host, String file, Stat source) {
        return Freshness.linked(host, file) instanceof Present<Instant> made && Times.surelyAfter(source.mtime().orElseThrow(), made.value());
    }

    /** The first 16 bytes: magic number and CR LF, flags, then time and size of the source, or its hash. */
    private record Header(int flags, int time, int size) {
        boolean fits(Stat source) {
            boolean hashed = (flags & 1) != 0;
            boolean sized = source.size() < 0 || size == (int) source.size();
            return hashed || time == (int) source.mtime().orElseThrow().getEpochSecond() && sized;
        }

        boolean isUnchecked() {
            return flags == 1;
        }

        String shown() {
            return (flags & 1) != 0
                    ? "of a source by its hash, " + (isUnchecked() ? "not checked" : "checked")
                    : "of a source of %d bytes, changed %s".formatted(Integer.toUnsignedLong(size), Times.shown(Instant.ofEpochSecond(Integer.toUnsignedLong(time))));
        }
    }

    private static Optional<Header> header(Host host, String file) {
        if (!(host.bytes(file, 0, 16) instanceof Present<byte[]> head) || head.value().length < 16) {
            return Optional.empty();
        }
        ByteBuffer bytes = ByteBuffer.wrap(head.value()).order(ByteOrder.LITTLE_ENDIAN);
        boolean compiled = bytes.get(2) == '\r' && bytes.get(3) == '\n' && bytes.getInt(4) >>> 2 == 0;
        return compiled ? Optional.of(new Header(bytes.getInt(4), bytes.getInt(8), bytes.getInt(12))) : Optional.empty();
    }
}
