package dev.perfdoctor.facts;

import dev.perfdoctor.api.ElfWords;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A file that is, or stands in the place of, a perf program.
 *
 * @param path where it was found
 * @param resolved free of links; the path itself where that is unknown
 * @param machine the machine an ELF file is for, as uname prints it; empty where it is none or unknown
 * @param access whether the calling user may execute it
 * @param stat of the file behind all links; empty for a link without an end
 */
public record PerfProgram(String path, String resolved, Kind kind, String machine, Access access, Optional<Stat> stat) {
    /** Enough for every wrapper script known. */
    private static final int HEAD = 4096;

    /** What kind of file it is. */
    public enum Kind {
        ELF,
        /** linux-tools-common's script, which starts {@code /usr/lib/linux-tools/$(uname -r)/perf}. */
        UBUNTU_WRAPPER,
        /** The script of Debian's linux-base before 4.9, which starts {@code perf_X.Y}. */
        DEBIAN_WRAPPER,
        SCRIPT,
        /** Neither ELF nor script; an empty file, for example. */
        OTHER,
        /** It could not be looked into. */
        UNREAD,
        DIRECTORY,
        /** A link whose end does not exist. */
        DANGLING
    }

    /** Whether the calling user may execute it. */
    public enum Access {
        YES,
        NO,
        UNKNOWN
    }

    /** What stands at a path; absent when nothing does. */
    static Reading<PerfProgram> at(Facts facts, String path) {
        Host host = facts.host();
        return switch (host.stat(path)) {
            case Present<Stat> s -> s.with(look(facts, path, s.value()));
            case Unread<Stat> u -> u.cast();
            case Absent<Stat> a -> host.readLink(path) instanceof Present<String> link
                    ? link.with(new PerfProgram(path, link.value(), Kind.DANGLING, "", Access.NO, Optional.empty()))
                    : new Absent<>(a.source());
        };
    }

    private static PerfProgram look(Facts facts, String path, Stat stat) {
        String resolved = facts.host().realPath(path).orElse(path);
        if (!stat.isRegular()) {
            Kind kind = stat.isDirectory() ? Kind.DIRECTORY : Kind.OTHER;
            return new PerfProgram(path, resolved, kind, "", Access.NO, Optional.of(stat));
        }
        Access access = switch (Execution.allowed(facts, stat)) {
            case Present<Boolean> may -> may.value() ? Access.YES : Access.NO;
            case Absent<Boolean> _, Unread<Boolean> _ -> Access.UNKNOWN;
        };
        if (facts.host().elf(path) instanceof Present<ElfWords> elf) {
            return new PerfProgram(path, resolved, Kind.ELF, elf.value().machine(), access, Optional.of(stat));
        }
        return facts.host().bytes(path, 0, HEAD) instanceof Present<byte[]> head
                ? new PerfProgram(path, resolved, kind(head.value()), ProgramHead.machine(head.value()), access, Optional.of(stat))
                : new PerfProgram(path, resolved, Kind.UNREAD, "", access, Optional.of(stat));
    }

    /** By its first bytes. */
    static Kind kind(byte[] head) {
        if (ProgramHead.isElf(head)) {
            return Kind.ELF;
        }
        String text = new String(head, StandardCharsets.UTF_8);
        if (!text.startsWith("#!")) {
            return Kind.OTHER;
        }
        if (text.contains("/usr/lib/linux-tools/")) {
            return Kind.UBUNTU_WRAPPER;
        }
        return text.contains("exec \"perf_$version\"") ? Kind.DEBIAN_WRAPPER : Kind.SCRIPT;
    }

    /** Whether it is a script of a distribution that looks for the perf of the running kernel. */
    public boolean isWrapper() {
        return kind == Kind.UBUNTU_WRAPPER || kind == Kind.DEBIAN_WRAPPER;
    }

    /** Whether it could be started at all: a file that this user may execute, as far as known. */
    public boolean isCandidate() {
        return kind != Kind.DIRECTORY && kind != Kind.DANGLING && access != Access.NO;
    }

    /** Whether it is an ELF file for another machine than this; false where either is unknown. */
    public boolean isForeign(Facts facts) {
        return kind == Kind.ELF && ProgramHead.foreign(machine, facts.host().identity().machine());
    }

    /** Whether it belongs to the calling user; false where either is unknown. */
    public boolean isOwn(Facts facts) {
        return stat.isPresent() && Credentials.user(facts).filter(u -> u.uid() == stat.get().uid()).isPresent();
    }

    /** The directory it was found in. */
    public String directory() {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    /** Its name there: {@code perf}, or {@code perf_6.8}. */
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** The kernel or perf version its path names, such as {@code 6.8.0-45-generic} or {@code 6.8}; empty where it names none. */
    public Optional<KernelRelease> namedRelease() {
        if (name().startsWith("perf_")) {
            return Optional.of(KernelRelease.parse(name().substring("perf_".length())));
        }
        String directory = directory();
        String parent = directory.substring(directory.lastIndexOf('/') + 1);
        int tools = parent.indexOf("tools-");
        String release = tools >= 0 ? parent.substring(tools + "tools-".length()) : directory.endsWith("/linux-tools/" + parent) ? parent : "";
        return release.isEmpty() ? Optional.empty() : Optional.of(KernelRelease.parse(release));
    }
}
