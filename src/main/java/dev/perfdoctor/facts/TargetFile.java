package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What stands where a target's file should be. */
public sealed interface TargetFile {
    /** A program or library. */
    record Program(Elf elf, Stat stat, Evidence evidence) implements TargetFile {
        /** The architecture of the running kernel. */
        public String uname(Facts facts) {
            return facts.host().identity().machine();
        }

        /** The emulator that would start it, where one is registered. */
        public Optional<Evidence> emulator(Facts facts) {
            return TargetFile.emulator(facts, elf.machine());
        }
    }

    /** A text that names its interpreter. */
    record Script(String interpreter, Evidence evidence) implements TargetFile {}

    /** Something else that a runtime of its own reads: an archive of classes, WebAssembly, byte code, a text. */
    record Other(String what, Evidence evidence) implements TargetFile {}

    /** A program of another system. */
    record OtherSystem(String format, Evidence evidence) implements TargetFile {}

    /** Nothing that could be started: no file, an empty one, a directory. */
    record Nothing(Evidence evidence) implements TargetFile {}

    /** It could not be read. */
    record Unclear(Unread<?> because) implements TargetFile {}

    /** The file of a target. */
    static TargetFile of(Facts facts, Targets.Target target) {
        return facts.once(TargetFile.class, target.path(), f -> read(f, target.path()));
    }

    private static TargetFile read(Facts facts, String path) {
        Host host = facts.host();
        return switch (host.stat(path)) {
            case Absent<Stat> a when host.lstat(path).isPresent() -> new Nothing(new Evidence(path, "a link that leads nowhere"));
            case Absent<Stat> a -> new Nothing(new Evidence(a.source(), "absent"));
            case Unread<Stat> u -> new Unclear(u);
            case Present<Stat> s when s.value().isDirectory() -> new Nothing(new Evidence(path, "a directory"));
            case Present<Stat> s when !s.value().isRegular() -> new Nothing(new Evidence(path, "not a regular file"));
            case Present<Stat> s when s.value().size() == 0 -> new Nothing(new Evidence(path, "empty, 0 bytes"));
            case Present<Stat> s -> file(facts, path, s.value());
        };
    }

    private static TargetFile file(Facts facts, String path, Stat stat) {
        return switch (Elf.of(facts, path)) {
            case Present<Elf> elf -> new Program(elf.value(), stat, elf.evidence());
            case Unread<Elf> u when u.why() != Reading.Why.FAILED -> new Unclear(u);
            case Unread<Elf> _, Absent<Elf> _ -> head(facts.host(), path);
        };
    }

    private static TargetFile head(Host host, String path) {
        return switch (host.bytes(path, 0, 128)) {
            case Present<byte[]> head -> byHead(path, new String(head.value(), StandardCharsets.ISO_8859_1));
            case Absent<byte[]> a -> new Nothing(new Evidence(a.source(), "absent"));
            case Unread<byte[]> u -> new Unclear(u);
        };
    }

    /** Magic numbers of file(1). */
    private static TargetFile byHead(String path, String head) {
        if (head.startsWith("#!")) {
            String line = head.lines().findFirst().orElse("").substring(2).strip();
            return new Script(interpreter(line), new Evidence(path, "#!" + line));
        }
        if (head.startsWith("MZ")) {
            return new OtherSystem("a Windows program", new Evidence(path, "begins with MZ"));
        }
        boolean macho = head.startsWith("\u00cf\u00fa\u00ed\u00fe") || head.startsWith("\u00ce\u00fa\u00ed\u00fe")
                || head.startsWith("\u00fe\u00ed\u00fa\u00cf");
        if (macho) {
            return new OtherSystem("a macOS program", new Evidence(path, "begins with the magic number of Mach-O"));
        }
        return new Other(
                head.startsWith("PK") ? "an archive" : head.startsWith("\0asm") ? "WebAssembly" : "no program of its own",
                new Evidence(path, "neither ELF nor a script"));
    }

    /** {@code python3} of {@code /usr/bin/env -S python3 -u}. */
    private static String interpreter(String line) {
        List<String> words = new ArrayList<>(Text.words(line));
        if (!words.isEmpty() && HostPath.name(words.getFirst()).equals("env")) {
            words.removeFirst();
            words.removeIf(word -> word.startsWith("-"));
        }
        return words.isEmpty() ? "" : HostPath.name(words.getFirst());
    }

    /** The program registered to run those of another architecture (Documentation/admin-guide/binfmt-misc.rst), where one is. */
    static Optional<Evidence> emulator(Facts facts, String machine) {
        String folder = "/proc/sys/fs/binfmt_misc";
        String family = machine.startsWith("armv") ? "arm" : machine.equals("i686") ? "i386" : machine;
        for (String name : facts.host().listKnown(folder).orElse(List.of())) {
            boolean fits = name.equals("qemu-" + family) || name.equals("qemu-" + family + "-static")
                    || machine.equals("x86_64") && (name.equals("rosetta") || name.startsWith("FEX-x86_64") || name.equals("box64"));
            if (fits && facts.host().read(folder + "/" + name) instanceof Present<String> entry && entry.value().startsWith("enabled")) {
                return Optional.of(new Evidence(folder + "/" + name, "enabled"));
            }
        }
        return Optional.empty();
    }
}
