package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Times of files: which of two is surely the later one, which say nothing, and how people write them. */
public final class Times {
    /** What clocks of file servers and whole-second file systems (FAT keeps even ones) may differ by. */
    private static final Duration GRAIN = Duration.ofSeconds(2);

    /** Times set by reproducible builds (1 s after the epoch in a Nix store, 1980 in zip archives) lie before this. */
    private static final Instant MEANINGLESS_BEFORE = LocalDate.of(1990, 1, 1).atStartOfDay().toInstant(ZoneOffset.UTC);

    private Times() {}

    /** Whether {@code a} is later than {@code b}, whatever the file system's resolution: where either has whole seconds only, by more than 2 s. */
    public static boolean surelyAfter(Instant a, Instant b) {
        return isFine(a) && isFine(b) ? a.isAfter(b) : a.isAfter(b.plus(GRAIN));
    }

    private static boolean isFine(Instant time) {
        return !time.equals(time.truncatedTo(ChronoUnit.SECONDS));
    }

    /** Whether the two cannot be told apart. */
    public static boolean aboutEqual(Instant a, Instant b) {
        return !surelyAfter(a, b) && !surelyAfter(b, a);
    }

    /** Whether a time lies after the machine's now, by more than a clock may be off. */
    public static boolean isFuture(Facts facts, Instant time) {
        return time.isAfter(facts.host().identity().now().plus(GRAIN));
    }

    /** Whether a program gave the file this time on purpose, so that it says nothing of when it was made. */
    public static boolean isMadeUp(Facts facts, Instant time) {
        String epoch = facts.host().identity().variable("SOURCE_DATE_EPOCH").orElse("");
        boolean named = !epoch.isEmpty() && epoch.length() <= 12 && epoch.chars().allMatch(c -> c >= '0' && c <= '9')
                && Long.parseLong(epoch) == time.getEpochSecond();
        return named || time.isBefore(MEANINGLESS_BEFORE);
    }

    /** {@code 12 Sep 2026 09:40:00 UTC}. */
    public static String shown(Instant time) {
        LocalDateTime at = LocalDateTime.ofInstant(time, ZoneOffset.UTC);
        return "%s %d %02d:%02d:%02d UTC".formatted(day(at.toLocalDate()), at.getYear(), at.getHour(), at.getMinute(), at.getSecond());
    }

    /** {@code 12 Sep}: the same in every locale, and without a DateTimeFormatter, which takes some milliseconds to make. */
    public static String day(LocalDate day) {
        String month = day.getMonth().name();
        return day.getDayOfMonth() + " " + month.charAt(0) + month.substring(1, 3).toLowerCase(Locale.ROOT);
    }
}
