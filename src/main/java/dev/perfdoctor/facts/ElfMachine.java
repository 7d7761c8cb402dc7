package dev.perfdoctor.facts;

/** Architectures of ELF files in uname's words. */
final class ElfMachine {
    static final int X86_64 = 62;
    static final int AARCH64 = 183;

    private ElfMachine() {}

    /** What uname(2) calls a machine that runs this natively; {@code elf-N} for one without a name here. */
    static String word(int machine, boolean wide, boolean big) {
        return switch (machine) {
            case 2, 18 -> "sparc";
            case 3 -> "i686";
            case 4 -> "m68k";
            case 8 -> wide ? "mips64" : "mips";
            case 15 -> wide ? "parisc64" : "parisc";
            case 20 -> "ppc";
            case 21 -> big ? "ppc64" : "ppc64le";
            case 22 -> wide ? "s390x" : "s390";
            case 40 -> "armv7l";
            case 42 -> "sh4";
            case 43 -> "sparc64";
            case 50 -> "ia64";
            case X86_64 -> "x86_64";
            case AARCH64 -> big ? "aarch64_be" : "aarch64";
            case 243 -> wide ? "riscv64" : "riscv32";
            case 247 -> "bpf";
            case 258 -> wide ? "loongarch64" : "loongarch32";
            case 0x9026 -> "alpha";
            default -> "elf-" + machine;
        };
    }
}
