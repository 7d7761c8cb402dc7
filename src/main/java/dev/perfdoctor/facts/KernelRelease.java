package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import java.util.ArrayList;
import java.util.List;

/**
 * A kernel's release as uname(2) says it, and its numbers.
 *
 * @param text such as {@code 6.8.0-40-generic}; empty when unknown
 * @param major 0 when unknown
 */
public record KernelRelease(String text, int major, int minor, int patch) implements Comparable<KernelRelease> {
    /** The running kernel's. */
    public static KernelRelease of(Facts facts) {
        return facts.once(KernelRelease.class, f -> parse(f.host().identity().release()));
    }

    /** Understands any text: what has no numbers has version 0. */
    public static KernelRelease parse(String text) {
        String release = text.strip();
        List<Integer> numbers = numbers(upstream(release));
        return new KernelRelease(release, at(numbers, 0), at(numbers, 1), at(numbers, 2));
    }

    /** What stands before the first of {@code -+_~}. */
    private static String upstream(String release) {
        int end = 0;
        while (end < release.length() && "-+_~".indexOf(release.charAt(end)) < 0) {
            end++;
        }
        return release.substring(0, end);
    }

    private static int at(List<Integer> numbers, int index) {
        return index < numbers.size() ? numbers.get(index) : 0;
    }

    private static List<Integer> numbers(String text) {
        List<Integer> found = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int end = at;
            while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
                end++;
            }
            if (end > at) {
                found.add(end - at > 9 ? Integer.MAX_VALUE : Integer.parseInt(text.substring(at, end)));
                at = end;
            } else {
                at++;
            }
        }
        return found;
    }

    /** Whether the release is known at all. */
    public boolean isKnown() {
        return major > 0;
    }

    /** Whether it is this version or a later one; false when unknown. */
    public boolean atLeast(int wantedMajor, int wantedMinor) {
        return major > wantedMajor || major == wantedMajor && minor >= wantedMinor;
    }

    /** {@code 6.8.0} of {@code 6.8.0-40-generic}; the text itself where it has no numbers. */
    public String version() {
        return isKnown() ? upstream(text) : text;
    }

    /** {@code 6.8}. */
    public String majorMinor() {
        return major + "." + minor;
    }

    /** {@code 6.8.0-40} of {@code 6.8.0-40-generic}: what Ubuntu calls the ABI; the text itself where there is no flavour. */
    public String abi() {
        String flavour = flavour();
        return flavour.isEmpty() ? text : text.substring(0, text.length() - flavour.length() - 1);
    }

    /** {@code generic} of {@code 6.8.0-40-generic}, {@code standard-WSL2} of {@code 5.15.1-microsoft-standard-WSL2}; may be empty. */
    public String flavour() {
        int first = text.indexOf('-');
        int second = first < 0 ? -1 : text.indexOf('-', first + 1);
        return second < 0 ? "" : text.substring(second + 1);
    }

    /** By the numbers in the text, left to right: {@code 6.8.0-48} is later than {@code 6.8.0-9}. */
    @Override
    public int compareTo(KernelRelease other) {
        List<Integer> mine = numbers(text);
        List<Integer> theirs = numbers(other.text);
        for (int i = 0; i < Math.min(mine.size(), theirs.size()); i++) {
            int order = Integer.compare(mine.get(i), theirs.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(mine.size(), theirs.size());
    }

    /** The running release as evidence. */
    public Evidence evidence() {
        return new Evidence("uname -r", text.isEmpty() ? "unknown" : text);
    }
}
