package dev.perfdoctor.facts;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Symbol names that tell how a program was built, or which runtime is in it: the few that an {@code elf:} description keeps. */
final class ElfMarkers {
    /** Left in a program by compilers that make it count or check, or by crates whose allocator counts. */
    private static final List<byte[]> BUILT_IN = bytes(
            "__asan_init", "__hwasan_init", "__tsan_init", "__msan_init", "__lsan_init", "__ubsan_handle_", "__sanitizer_cov_",
            "__gcov_", "__llvm_profile_runtime", "__llvm_profile_write_file", "_ZN4dhat", "_ZN11stats_alloc");

    /** The same crates in v0 names, which begin with {@code _R}. */
    private static final List<byte[]> BUILT_IN_CRATES = bytes("_4dhat", "_11stats_alloc");

    /** Called by a program that was built to count its calls; the C library defines them for such programs. */
    private static final List<byte[]> CALL_COUNTERS =
            bytes("mcount\0", "_mcount\0", "__fentry__\0", "__gnu_mcount_nc\0", "__cyg_profile_func_enter\0");

    /** What virtual machines export, or what the programs that start them import. */
    private static final List<byte[]> RUNTIMES = bytes(
            "JNI_CreateJavaVM\0", "JLI_Launch\0", "napi_create_function\0", "Py_BytesMain\0", "Py_Main\0",
            "PyUnstable_PerfMapState_Init\0");

    private static final byte[] GLIBC = "GLIBC_2.".getBytes(StandardCharsets.US_ASCII);
    private static final int MOST = 40;

    private ElfMarkers() {}

    private static List<byte[]> bytes(String... names) {
        return Arrays.stream(names).map(n -> n.getBytes(StandardCharsets.US_ASCII)).toList();
    }

    /** Adds the dynamic symbol whose name stands here, if it says something; {@code wanted} for one that the file does not define itself. */
    static void addDynamic(Set<String> found, byte[] names, int at, boolean wanted) {
        if (at <= 0 || at >= names.length - 4) {
            return;
        }
        boolean tells = switch (names[at]) {
            case '_' -> marker(names, at) >= 0 || wanted && isAny(CALL_COUNTERS, names, at);
            case 'm' -> wanted && isAny(CALL_COUNTERS, names, at);
            case 'J', 'P', 'n' -> isAny(RUNTIMES, names, at);
            default -> false;
        };
        if (tells && found.size() < MOST) {
            found.add(ElfImage.text(names, at));
        }
    }

    /** The newest of the names {@code GLIBC_2.36} in a table of dynamic names. */
    static Optional<String> newestGlibc(byte[] names) {
        int newest = -1;
        for (int at = 1; at < names.length - GLIBC.length - 1; at++) {
            if (names[at] == 'G' && names[at - 1] == 0 && startsWith(names, at, GLIBC)) {
                newest = Math.max(newest, number(names, at + GLIBC.length));
            }
        }
        return newest < 0 ? Optional.empty() : Optional.of("GLIBC_2." + newest);
    }

    /** A number of at most three digits that ends the name, or a further part follows. */
    private static int number(byte[] names, int from) {
        int value = 0;
        int at = from;
        while (at < names.length && at < from + 3 && names[at] >= '0' && names[at] <= '9') {
            value = value * 10 + names[at++] - '0';
        }
        return at > from && at < names.length && (names[at] == 0 || names[at] == '.') ? value : -1;
    }

    /** Adds one name for each marker that a table of names, each ended by 0, holds. */
    static void addAll(Set<String> found, byte[] names) {
        boolean[] seen = new boolean[BUILT_IN.size() + 1];
        for (int at = 1; at < names.length - 4; at++) {
            if (names[at] == '_' && names[at - 1] == 0) { // the first byte of such a table is 0
                int marker = marker(names, at);
                if (marker >= 0 && !seen[marker]) {
                    seen[marker] = true;
                    found.add(ElfImage.text(names, at));
                }
            }
        }
    }

    /** The number of the marker that stands here, or -1. Millions of names pass here, so the second and fifth letters decide first. */
    private static int marker(byte[] names, int at) {
        byte second = names[at + 1];
        if (second == 'R') {
            return holdsCrate(names, at) ? BUILT_IN.size() : -1;
        }
        boolean may = second == '_' || second == 'Z' && (names[at + 4] == 'd' || names[at + 4] == '1');
        for (int i = 0; may && i < BUILT_IN.size(); i++) {
            if (startsWith(names, at, BUILT_IN.get(i))) {
                return i;
            }
        }
        return -1;
    }

    private static boolean holdsCrate(byte[] names, int from) {
        for (int at = from; at < names.length && names[at] != 0; at++) {
            if (names[at] == '_' && isAny(BUILT_IN_CRATES, names, at)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAny(List<byte[]> prefixes, byte[] names, int at) {
        for (byte[] prefix : prefixes) {
            if (startsWith(names, at, prefix)) {
                return true;
            }
        }
        return false;
    }

    private static boolean startsWith(byte[] names, int at, byte[] prefix) {
        if (names.length - at < prefix.length) {
            return false;
        }
        for (int i = 0; i < prefix.length; i++) {
            if (names[at + i] != prefix[i]) {
                return false;
            }
        }
        return true;
    }
}
