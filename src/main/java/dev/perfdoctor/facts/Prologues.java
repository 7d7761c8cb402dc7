package dev.perfdoctor.facts;

import dev.perfdoctor.facts.ElfSymbols.Function;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Whether functions keep a frame pointer, by how they begin. Measured on real programs: Debian's bash, libc and gdb without have 1 to 21 % of
 * such beginnings, programs with have 84 to 95 %; what lies between is unknown, and so is a program of few functions.
 */
final class Prologues {
    private static final int ENOUGH = 20;
    private static final int MOST = 80;
    private static final int PRESENT_PERCENT = 70;
    private static final int ABSENT_PERCENT = 25;
    private static final int LONGEST_READ = 512;
    private static final int BEGINNING = 32;

    /** Parts of the C runtime that the linker adds to every program, compiled by the distribution. */
    private static final Set<String> START_FILES = Set.of(
            "_start", "_init", "_fini", "deregister_tm_clones", "register_tm_clones", "__do_global_dtors_aux", "frame_dummy",
            "__libc_csu_init", "__libc_csu_fini", "_dl_relocate_static_pie", "call_weak_fn", "atexit", "at_quick_exit");

    /** How an architecture calls and how it sets up a frame. */
    private interface Code {
        /** Whether this code calls something: functions that do not need no frame. */
        boolean calls(byte[] code);

        /** Whether it sets up a frame pointer in its beginning. */
        boolean keepsFrame(byte[] code);
    }

    private Prologues() {}

    /**
     * {@code present}, {@code absent} or {@code unknown} for these functions, as far as they are {@code wanted}.
     *
     * @param candidates how many of them to ask whether they are wanted, evenly spaced
     */
    static String verdict(ElfImage image, List<Function> functions, int candidates, Predicate<Function> wanted) {
        Optional<Code> code = code(image);
        if (code.isEmpty()) {
            return "unknown";
        }
        List<Function> own = every(functions, candidates).stream().filter(wanted).toList();
        int asked = 0;
        int kept = 0;
        for (Function function : every(own, MOST)) {
            Optional<byte[]> body = body(image, function).filter(code.get()::calls);
            asked += body.isPresent() ? 1 : 0;
            kept += body.filter(code.get()::keepsFrame).isPresent() ? 1 : 0;
        }
        return asked < ENOUGH ? "unknown" : band(kept * 100 / asked);
    }

    /**
     * What GCC's options say, which it writes into its debug information: it leaves the frame pointer out of optimised x86-64 code unless told
     * to keep it (gcc(1), -fomit-frame-pointer). Units that differ, and other compilers, say nothing.
     */
    static String byOptions(ElfImage image, List<String> producers) {
        List<String> gcc = producers.stream().filter(p -> p.startsWith("GNU C")).toList();
        if (image.machine() != ElfMachine.X86_64 || gcc.isEmpty()) {
            return "unknown";
        }
        List<String> answers = gcc.stream().map(Prologues::byOptions).distinct().toList();
        return answers.size() == 1 ? answers.getFirst() : "unknown";
    }

    private static String byOptions(String producer) {
        List<String> options = Text.words(producer);
        int keep = options.lastIndexOf("-fno-omit-frame-pointer");
        int omit = options.lastIndexOf("-fomit-frame-pointer");
        boolean optimised = options.stream().anyMatch(o -> o.startsWith("-O") && !o.equals("-O0"));
        return keep > omit ? "present" : omit >= 0 || optimised ? "absent" : "present";
    }

    private static String band(int percent) {
        return percent >= PRESENT_PERCENT ? "present" : percent <= ABSENT_PERCENT ? "absent" : "unknown";
    }

    /** At most this many of them, evenly spaced. */
    private static List<Function> every(List<Function> functions, int most) {
        int step = (functions.size() + most - 1) / most;
        return step <= 1 ? functions : IntStream.range(0, functions.size() / step).mapToObj(i -> functions.get(i * step)).toList();
    }

    /** In a Rust program only functions of crates that the user compiled; elsewhere all but the start files. */
    static boolean isUsers(String name, boolean rust) {
        return rust ? RustNames.isUsers(name) : !START_FILES.contains(name);
    }

    private static Optional<byte[]> body(ElfImage image, Function function) {
        try {
            return image.offsetOf(function.address())
                    .map(at -> image.bytes(at, Math.min(function.size(), LONGEST_READ)));
        } catch (FileBytes.Refused _) {
            return Optional.empty();
        }
    }

    private static Optional<Code> code(ElfImage image) {
        return switch (image.machine()) {
            case ElfMachine.X86_64 -> Optional.of(new X86());
            case ElfMachine.AARCH64 -> Optional.of(new Aarch64());
            default -> Optional.empty();
        };
    }

    /** {@code push %rbp; mov %rsp,%rbp}, after {@code endbr64} or a few other pushes. */
    private static final class X86 implements Code {
        @Override
        public boolean calls(byte[] code) {
            for (int at = 0; at < code.length - 4; at++) {
                if (code[at] == (byte) 0xe8 || code[at] == (byte) 0xff && code[at + 1] == 0x15) { // to a place, or through the GOT
                    return true;
                }
            }
            return false;
        }

        @Override
        public boolean keepsFrame(byte[] code) {
            for (int at = 0; at < Math.min(code.length, BEGINNING) - 2; at++) {
                boolean move = code[at] == 0x48
                        && (code[at + 1] == (byte) 0x89 && code[at + 2] == (byte) 0xe5
                                || code[at + 1] == (byte) 0x8b && code[at + 2] == (byte) 0xec);
                if (move) {
                    return true;
                }
            }
            return false;
        }
    }

    /** {@code stp x29, x30, [sp, …]} and {@code mov x29, sp} or {@code add x29, sp, …}. Instructions are little-endian always. */
    private static final class Aarch64 implements Code {
        @Override
        public boolean calls(byte[] code) {
            for (int at = 0; at + 4 <= code.length; at += 4) {
                int word = word(code, at);
                if ((word & 0xfc000000) == 0x94000000 || (word & 0xfffffc1f) == 0xd63f0000) { // bl, blr
                    return true;
                }
            }
            return false;
        }

        @Override
        public boolean keepsFrame(byte[] code) {
            boolean saved = false;
            for (int at = 0; at + 4 <= Math.min(code.length, 2 * BEGINNING); at += 4) {
                int word = word(code, at);
                saved |= (word & 0xfe407fff) == 0xa8007bfd; // stp x29, x30, [sp…], with or without write-back
                if (saved && (word & 0xffc003ff) == 0x910003fd) { // add x29, sp, #…; mov is #0
                    return true;
                }
            }
            return false;
        }

        private static int word(byte[] code, int at) {
            return code[at] & 0xff | (code[at + 1] & 0xff) << 8 | (code[at + 2] & 0xff) << 16 | code[at + 3] << 24;
        }
    }
}
