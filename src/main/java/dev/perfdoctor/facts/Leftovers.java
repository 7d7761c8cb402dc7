package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading.Present;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Files of earlier builds and runs that the next ones may take for their own.
 *
 * @param mismatched those that are of another build, source, program or directory
 */
public record Leftovers(List<Mismatch> mismatched) {
    /** What such a file is. */
    public enum Kind {
        /** Counters of another build of the same object: gcov, profile-guided optimisation. */
        COUNTERS,
        /** A profile that is older than the sources it is applied to. */
        PROFILE,
        /** CMake's cache, made in or for another directory. */
        BUILD_DIRECTORY,
        /** A JVM's archive of classes, of another JVM or older than its jar. */
        CLASS_ARCHIVE
    }

    /** One of them. */
    public record Mismatch(Kind kind, String file, String why, List<Evidence> evidence) {}

    private static final int MOST = 2_000;

    /** Those around a target. */
    public static Leftovers around(Facts facts, Targets.Target target) {
        return facts.once(Leftovers.class, target.path(), f -> {
            List<Mismatch> all = new ArrayList<>();
            counters(f, target).ifPresent(all::add);
            profile(f, target).ifPresent(all::add);
            CMakeBuild.of(f, target.path()).flatMap(build -> directory(f, build)).ifPresent(all::add);
            return new Leftovers(List.copyOf(all));
        });
    }

    /** The first {@code .gcda} whose stamp is not that of its {@code .gcno} (gcc/gcov-io.h: magic, version, stamp). */
    private static Optional<Mismatch> counters(Facts facts, Targets.Target target) {
        String start = CMakeBuild.of(facts, target.path()).map(CMakeBuild::directory).orElse(HostPath.parent(target.path()));
        boolean cargo = CargoBuild.of(facts, target.path()).isPresent();
        if (cargo || start.equals("/")) {
            return Optional.empty();
        }
        for (FileWalk.Entry entry : FileWalk.below(facts.host(), start, MOST, path -> !HostPath.name(path).startsWith(".")).files()) {
            if (entry.path().endsWith(".gcda")) {
                String notes = entry.path().substring(0, entry.path().length() - "gcda".length()) + "gcno";
                Optional<Mismatch> mismatch = stamps(facts.host(), entry.path(), notes);
                if (mismatch.isPresent()) {
                    return mismatch;
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<Mismatch> stamps(Host host, String data, String notes) {
        Optional<String> counted = stamp(host, data, "adcg", "gcda");
        Optional<String> built = stamp(host, notes, "oncg", "gcno");
        if (counted.isEmpty() || built.isEmpty() || counted.equals(built)) {
            return Optional.empty();
        }
        return Optional.of(new Mismatch(Kind.COUNTERS, data, "its stamp is not that of " + HostPath.name(notes),
                List.of(new Evidence(data, "stamp " + counted.get()), new Evidence(notes, "stamp " + built.get()))));
    }

    /** Hexadecimal digits of the stamp, as the file's byte order has them. */
    private static Optional<String> stamp(Host host, String file, String little, String big) {
        if (!(host.bytes(file, 0, 12) instanceof Present<byte[]> head) || head.value().length < 12) {
            return Optional.empty();
        }
        byte[] bytes = head.value();
        String magic = new String(bytes, 0, 4, StandardCharsets.ISO_8859_1);
        if (!magic.equals(little) && !magic.equals(big)) {
            return Optional.empty();
        }
        byte[] stamp = Arrays.copyOfRange(bytes, 8, 12);
        StringBuilder digits = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            digits.append("%02x".formatted(stamp[magic.equals(little) ? 3 - i : i]));
        }
        return Optional.of(digits.toString());
    }

    /** The profile that the flags of a build name, where a source is later. */
    private static Optional<Mismatch> profile(Facts facts, Targets.Target target) {
        List<String> flags = new ArrayList<>();
        CMakeBuild.of(facts, target.path()).ifPresent(build -> flags.addAll(build.flags(build.type(target.path()))));
        CargoBuild.of(facts, target.path()).flatMap(CargoBuild::project).ifPresent(project -> flags.addAll(project.rustflags(facts)));
        String base = CMakeBuild.of(facts, target.path()).map(CMakeBuild::directory).orElse(facts.host().identity().directory());
        return flags.stream()
                .flatMap(flag -> profileOf(flag).stream())
                .map(file -> HostPath.resolve(base, file))
                .flatMap(file -> older(facts, target, file).stream())
                .findFirst();
    }

    private static Optional<String> profileOf(String flag) {
        for (String prefix : List.of("-fprofile-use=", "-fprofile-instr-use=", "-fprofile-sample-use=", "-fauto-profile=", "-Cprofile-use=", "profile-use=")) {
            if (flag.startsWith(prefix) && flag.length() > prefix.length()) {
                return Optional.of(flag.substring(prefix.length()));
            }
        }
        return Optional.empty();
    }

    private static Optional<Mismatch> older(Facts facts, Targets.Target target, String file) {
        Optional<Dated> newest = SourceFiles.of(facts, target).files().stream().max(Comparator.comparing(Dated::time));
        boolean known = newest.isPresent() && Freshness.linked(facts, file) instanceof Present<Instant> made
                && Times.surelyAfter(newest.get().time(), made.value()) && !Times.isFuture(facts, newest.get().time());
        return known
                ? Optional.of(new Mismatch(Kind.PROFILE, file, "sources were changed after the profile was taken",
                        List.of(((Present<Instant>) Freshness.linked(facts, file)).evidence(), newest.get().evidence())))
                : Optional.empty();
    }

    /** CMake refuses a cache that was made in another directory; a build directory that was copied or moved is one. */
    private static Optional<Mismatch> directory(Facts facts, CMakeBuild build) {
        Host host = facts.host();
        String here = host.realPath(build.directory()).orElse(build.directory());
        Optional<String> made = build.value("CMAKE_CACHEFILE_DIR").filter(dir -> !dir.equals(build.directory()) && !host.realPath(dir).orElse(dir).equals(here));
        if (made.isPresent()) {
            return Optional.of(new Mismatch(Kind.BUILD_DIRECTORY, build.directory() + "/CMakeCache.txt", "it was made in " + made.get(),
                    List.of(build.evidence("CMAKE_CACHEFILE_DIR"))));
        }
        return build.home().filter(home -> host.stat(home).isAbsent()).map(home -> new Mismatch(Kind.BUILD_DIRECTORY,
                build.directory() + "/CMakeCache.txt", "its sources " + home + " are not there",
                List.of(build.evidence("CMAKE_HOME_DIRECTORY"))));
    }
}
