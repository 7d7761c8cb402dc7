package dev.perfdoctor.facts;

import java.util.BitSet;

/** Sets of CPU numbers in the kernel's list format ({@code 0-3,8,10-11}; Documentation/admin-guide/cputopology.rst). */
public final class CpuList {
    /** Far above NR_CPUS of any architecture (8192). */
    private static final int MOST = 65_536;

    private CpuList() {}

    /** The set that this text lists; {@code ""} is the empty set. Throws {@link IllegalArgumentException} for anything else. */
    public static BitSet parse(String text) {
        BitSet set = new BitSet();
        String list = text.strip();
        if (list.isEmpty()) {
            return set;
        }
        for (String part : list.split(",", -1)) {
            String range = part.strip();
            int dash = range.indexOf('-');
            int from = number(dash < 0 ? range : range.substring(0, dash), list);
            int to = dash < 0 ? from : number(range.substring(dash + 1), list);
            if (to < from) {
                throw new IllegalArgumentException("not a list of CPUs: '" + list + "'");
            }
            set.set(from, to + 1);
        }
        return set;
    }

    private static int number(String digits, String list) {
        if (digits.isEmpty() || digits.length() > 6 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new IllegalArgumentException("not a list of CPUs: '" + list + "'");
        }
        int value = Integer.parseInt(digits);
        if (value >= MOST) {
            throw new IllegalArgumentException("no machine has a CPU " + value);
        }
        return value;
    }

    /** The list format of a set. */
    public static String format(BitSet set) {
        StringBuilder text = new StringBuilder();
        for (int from = set.nextSetBit(0); from >= 0; ) {
            int to = set.nextClearBit(from) - 1;
            text.append(text.isEmpty() ? "" : ",").append(from);
            if (to > from) {
                text.append('-').append(to);
            }
            from = set.nextSetBit(to + 1);
        }
        return text.toString();
    }
}
