package dev.perfdoctor.facts;

import java.util.Map;

/** What the first bytes of a program file tell without reading the rest: whether it is ELF, and for which machine (elf(5)). */
final class ProgramHead {
    /** e_machine → uname -m, for little-endian 64-bit unless the name says otherwise. */
    private static final Map<Integer, String> MACHINES = Map.of(
            3, "i686", 8, "mips", 20, "ppc", 21, "ppc64le", 22, "s390x", 40, "armv7l", 62, "x86_64", 183, "aarch64", 243, "riscv64", 258, "loongarch64");

    private ProgramHead() {}

    static boolean isElf(byte[] head) {
        return head.length >= 4 && head[0] == 0x7f && head[1] == 'E' && head[2] == 'L' && head[3] == 'F';
    }

    /** As uname prints it; empty where it is no ELF file, is cut, or is for a machine without a name here. */
    static String machine(byte[] head) {
        if (!isElf(head) || head.length < 20) {
            return "";
        }
        boolean little = head[5] == 1;
        int low = head[little ? 18 : 19] & 0xff;
        int high = head[little ? 19 : 18] & 0xff;
        String name = MACHINES.getOrDefault(high << 8 | low, "");
        return name.equals("ppc64le") && !little ? "ppc64" : name;
    }

    /** Whether a program for {@code program} is none for {@code here}: a 64-bit kernel runs the 32-bit programs of its family. */
    static boolean foreign(String program, String here) {
        return !program.isEmpty() && !here.isEmpty() && !family(program).equals(family(here));
    }

    private static String family(String machine) {
        return switch (machine) {
            case "x86_64", "amd64", "i386", "i486", "i586", "i686", "x86" -> "x86";
            case "aarch64", "arm64", "arm" -> "arm";
            case "ppc64", "ppc" -> "ppc";
            case "s390", "s390x" -> "s390";
            case String arm when arm.startsWith("armv") -> "arm";
            default -> machine;
        };
    }
}
