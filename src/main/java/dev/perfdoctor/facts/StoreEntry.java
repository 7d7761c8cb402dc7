package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Reading.Unread;

/**
 * One build in perf's store.
 *
 * @param id the build id in hexadecimal digits
 * @param link the name by which it is found: {@code STORE/.build-id/8d/91d7…}
 * @param directory where its files are: {@code STORE/home/dev/app/8d91d7…}
 * @param file what was sampled: {@code /home/dev/app}, or a name in brackets such as {@code [kernel.kallsyms]}
 * @param original what stands at that path now; not looked at for entries that are in order
 */
public record StoreEntry(String id, String link, String directory, String file, Content content, Original original) {
    /** What stands where the sampled file was. */
    public enum Original {
        /** The same build. */
        SAME,
        /** Another build. */
        REBUILT,
        GONE,
        UNKNOWN
    }

    /** What an entry holds. */
    public sealed interface Content {}

    /** A program of the right build. */
    public record Whole() implements Content {}

    /**
     * A program that is not the build it stands for.
     *
     * @param file the file
     * @param linked whether the file has another name too: perf makes hard links, so writing to it may write to the user's own program
     */
    public record Corrupt(String file, boolean linked, Evidence evidence) implements Content {}

    /** The link leads nowhere. */
    public record Nothing() implements Content {}

    /** Kernel symbols with addresses, the vdso, a core of the kernel: entries without a program. */
    public record Other() implements Content {}

    /** Kernel symbols without addresses. */
    public record ZeroKallsyms(Evidence evidence) implements Content {}

    /** It could not be read. */
    public record Unreadable(Unread<?> because) implements Content {}
}
