package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import java.util.List;

/**
 * Which sudo this is, and what that means for its rules.
 *
 * @param text such as {@code Sudo version 1.9.15p5} or {@code sudo-rs 0.2.8-1ubuntu5}
 * @param rs whether it is sudo-rs
 */
public record SudoVersion(String text, boolean rs, int major, int minor, int patch) {
    /** The one that {@code sudo} runs. */
    public static Reading<SudoVersion> of(Facts facts) {
        return facts.once(Asked.class, f -> new Asked(f.host().run("sudo", "--version").map(SudoVersion::said))).version();
    }

    private record Asked(Reading<SudoVersion> version) {}

    private static SudoVersion said(Ran ran) {
        return parse(ran.out().isBlank() ? ran.err() : ran.out());
    }

    /** Of what {@code sudo --version} prints; its first line says it. */
    static SudoVersion parse(String text) {
        List<String> words = Text.words(text.lines().findFirst().orElse(""));
        boolean rs = !words.isEmpty() && words.get(0).equals("sudo-rs");
        for (String word : words) {
            if (!word.isEmpty() && Character.isDigit(word.charAt(0)) && word.indexOf('.') > 0) {
                // 1.9.15p5 is 1.9.15: no rule changed between patch levels
                KernelRelease numbers = KernelRelease.parse(word.replace('p', '-'));
                return new SudoVersion(String.join(" ", words), rs, numbers.major(), numbers.minor(), numbers.patch());
            }
        }
        throw new IllegalArgumentException("no version: '" + String.join(" ", words) + "'");
    }

    /** Whether it is this version or a later one. */
    public boolean atLeast(int wantedMajor, int wantedMinor, int wantedPatch) {
        return compare(wantedMajor, wantedMinor, wantedPatch) >= 0;
    }

    private int compare(int otherMajor, int otherMinor, int otherPatch) {
        int order = Integer.compare(major, otherMajor);
        order = order != 0 ? order : Integer.compare(minor, otherMinor);
        return order != 0 ? order : Integer.compare(patch, otherPatch);
    }

    /** How this sudo compares a rule's command with the one it shall run. */
    SudoDialect dialect() {
        if (rs) {
            return atLeast(0, 2, 13) ? SudoDialect.RS : SudoDialect.EARLY_RS;
        }
        if (!atLeast(1, 9, 10)) {
            return SudoDialect.NO_REGEX;
        }
        return atLeast(1, 9, 14) ? SudoDialect.DIRECTORY : SudoDialect.INODE;
    }

    /** Whether a log entry, and with {@code mail_badpass} a mail to root, follows a refused {@code sudo -n -l} (NEWS, 1.9.16p1). */
    public boolean reportsRefusedListing() {
        return !rs && !atLeast(1, 9, 16);
    }

    /** That of this machine's sudo, or what stood in the way of knowing. */
    static Reading<SudoDialect> dialect(Facts facts) {
        return of(facts).map(SudoVersion::dialect);
    }
}
